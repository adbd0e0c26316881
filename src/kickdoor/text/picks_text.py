"""The text of the picks of a form: cards, players, tokens, the terms of a bargain."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.prompts import Form, act_of, option
from kickdoor.engine.state.state import State
from kickdoor.text.message_catalog import DEFAULT, renderer_for
from kickdoor.text.options_text import option_text, term_text


def pick_text(s: State, form: Form, code: int, pick: int, names: list[str], lang: str = DEFAULT) -> str:
    """Return the text of one pick of the form behind an option."""
    if form.BARGAIN:
        if pick == p.pick(p.P_ANYWAY):
            return renderer_for(s.rules, lang).text("terms.even_lost")
        return term_text(s, form.seat, pick, names, lang, form.other)
    thing, value = form.thing(pick), pick & 4095
    if act_of(code) == p.CHOOSE_MANY:
        return option_text(s, form.seat, option(p.CHOOSE, -1, thing, pick), names, lang)
    if thing == nr.A_COUNTER:
        return renderer_for(s.rules, lang).text("counter." + s.rules.counters[value])
    return names[value] if thing == nr.A_SEAT else s.cards[value].name


def card_picked(form: Form, pick: int) -> int:
    """Return the card of a pick; -1 if the pick is not a card."""
    return pick & 4095 if form.thing(pick) == nr.A_CARD else -1
