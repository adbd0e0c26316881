"""The text of the picks of a form: cards, players, tokens, the terms of a bargain."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Form, act_of, option
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.rules.items.trades import TradeForm
from kickdoor.engine.rules.plays.costs import TokenForm
from kickdoor.engine.rules.turn.charity import CharityForm
from kickdoor.engine.state.state import State
from kickdoor.text.message_catalog import DEFAULT, renderer_for
from kickdoor.text.options_text import option_text, term_text


def pick_text(s: State, form: Form, code: int, pick: int, names: list[str], lang: str = DEFAULT) -> str:
    """Return the text of one pick of the form behind an option."""
    if isinstance(form, TermsForm) and pick == p.pick(p.P_ANYWAY):
        return renderer_for(s.rules, lang).text("terms.even_lost")
    if isinstance(form, TokenForm):
        return renderer_for(s.rules, lang).text("counter." + s.rules.counters[pick & 4095])
    if isinstance(form, TermsForm | TradeForm):
        return term_text(s, form.seat, pick, names, lang, form.other if isinstance(form, TradeForm) else form.helper)
    if isinstance(form, CharityForm) and pick >> p.P_SHIFT == p.P_TO:
        return names[pick & 4095]
    if act_of(code) == p.SHOW:
        return names[pick]
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, ChoiceFrame) and act_of(code) == p.CHOOSE_MANY:
        return option_text(s, form.seat, option(p.CHOOSE, -1, frame.what, pick), names, lang)
    return s.cards[pick].name


def card_picked(s: State, form: Form, code: int, pick: int) -> int:
    """Return the card of a pick; -1 if the pick is not a card."""
    sort = pick >> p.P_SHIFT
    if isinstance(form, TermsForm | TradeForm):
        return pick & 4095 if sort in (p.P_GIVE, p.P_WANT, p.P_CARD) else -1
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, ChoiceFrame) and act_of(code) == p.CHOOSE_MANY:
        return pick if frame.what == nr.A_CARD else -1
    return -1 if sort or act_of(code) == p.SHOW or isinstance(form, TokenForm) else pick
