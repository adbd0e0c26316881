"""Texts of the results of an analysis."""

from __future__ import annotations

from kickdoor.analysis.decisions import NO_CHOICE, DecisionValue
from kickdoor.analysis.timeline import GameTimeline, Ply
from kickdoor.analysis.turning_points import TurningPoint
from kickdoor.engine.cards.definitions import Message
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import CHOOSE, CHOOSE_MANY, FORM_BIT, act_of
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.state.state import State
from kickdoor.event import tell
from kickdoor.policies.lookahead import Choice
from kickdoor.text.message_catalog import renderer_for
from kickdoor.text.options_text import option_text, prompt_text, terms_text
from kickdoor.text.picks_text import pick_text

TELLING = (
    ev.GAME_WON, ev.DIED, ev.CURSE_LANDED, ev.CARD_PLAYED, ev.ABILITY_USED, ev.FIGHT_WON, ev.CAUGHT, ev.FIGHT_BEGUN,
    ev.MONSTER_JOINED, ev.HELP_AGREED, ev.LEVEL_GAINED, ev.LEVEL_LOST, ev.ITEM_TAKEN, ev.FIGHT_LOST, ev.ESCAPED,
    ev.TREASURES_DRAWN, ev.DOOR_KICKED,
)  # fmt: skip
"""Kinds of events that describe a ply, the most important first."""
MAX_LISTED = 2
MAX_PLAYERS_LISTED = 2
"""Maximum number of players whose chances are listed."""
NOTABLE = 300


def percent(chance: int) -> int:
    """Round ten-thousandths to percent."""
    return (chance + 50) // 100


def say(s: State, id: str, args: dict[str, object], form: str = "") -> str:
    return renderer_for(s.rules).render(Message(id, args), form=form)


def choice_text(s: State, seat: int, choice: Choice, names: list[str]) -> str:
    """Return the text of a choice with its picks: "Sell Items: Helm, Boots"."""
    if choice == NO_CHOICE:
        return say(s, "analysis.nothing", {})
    code, picks = choice
    text = option_text(s, seat, code, names)
    if not code & FORM_BIT or not picks:
        return text
    form = runtime.form(s, seat, code)
    if isinstance(form, TermsForm):
        terms = terms_text(s, seat, picks, names, helper=form.helper)
        return say(s, "analysis.filled", {"text": text, "picks": terms})
    parts: list[object] = [pick_text(s, form, code, pick, names) for pick in picks]
    return say(s, "analysis.filled", {"text": text, "picks": parts})


def deed_text(course: GameTimeline, deed: Ply, names: list[str]) -> str:
    """Return the most important events of an answer in their order."""
    events = [event for event in deed.events if event.kind in TELLING]
    if not events:
        did = choice_text(deed.before, deed.step.seat, deed.choice, names)
        return say(deed.before, "analysis.did", {"who": names[deed.step.seat], "did": did})
    chosen = sorted(events, key=rank)[:MAX_LISTED]
    after = course.after(deed.number)
    told = zip(deed.events, tell(after, deed.events, names), strict=True)
    return " ".join(str(line) for event, line in told if any(event is one for one in chosen))


def rank(event: Event) -> int:
    return TELLING.index(event.kind)


def moved(point: TurningPoint) -> list[int]:
    """List the seats whose chances changed most."""
    changes = point.changes
    seats = sorted(range(len(changes)), key=lambda seat: (-abs(changes[seat]), seat))
    return [seat for i, seat in enumerate(seats) if not i or abs(changes[seat]) >= NOTABLE][:MAX_PLAYERS_LISTED]


def turning_text(course: GameTimeline, point: TurningPoint, names: list[str]) -> str:
    """Return the text of a turning point: "Turn 16: Pell plays Mate. Berta 61% → 24%."."""
    s = point.deed.before
    parts: list[object] = []
    for seat in moved(point):
        before, after = percent(point.before.chances[seat]), percent(point.after.chances[seat])
        parts.append(say(s, "analysis.moved", {"who": names[seat], "before": before, "after": after}))
    told = deed_text(course, point.deed, names)
    return say(
        s, "analysis.turning", {"turn": point.deed.turn, "told": told, "moved": parts}, "" if s.turns else "setup"
    )


def question_before(deed: Ply, names: list[str]) -> str:
    """Return the prompt if the answer is unclear without it, such as "No" or the name of a card."""
    if act_of(deed.choice[0]) not in (CHOOSE, CHOOSE_MANY):
        return ""
    return prompt_text(deed.before, runtime.prompt(deed.before, deed.step.seat), names) + " "


def decision_text(deed: Ply, one: DecisionValue, names: list[str], did: str, other: str) -> str:
    """Return the text of a decision: "Turn 7: Kick open the door (31%) instead of Play Mate (44%)."."""
    args: dict[str, object] = {
        "turn": deed.turn,
        "did": question_before(deed, names) + did,
        "other": other,
        "chance": percent(one.chance),
        "beside": percent(one.other),
    }
    return say(deed.before, "analysis.decision", args, "same" if one.as_master else "")
