"""Texts of the results of an analysis."""

from __future__ import annotations

from kickdoor.analysis.decisions import NO_CHOICE, DecisionValue
from kickdoor.analysis.timeline import GameTimeline, Ply
from kickdoor.analysis.turning_points import TurningPoint
from kickdoor.engine.cards.definitions import Message
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import CHOOSE, CHOOSE_MANY, FORM_BIT, TERMS_FORM, act_of
from kickdoor.engine.state.state import State
from kickdoor.event import tell
from kickdoor.policies.lookahead import Choice
from kickdoor.text.message_catalog import renderer_for
from kickdoor.text.options_text import option_text, prompt_text, terms_text
from kickdoor.text.picks_text import pick_text

NOTABLE_EVENTS = (
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


def render_text(s: State, id: str, args: dict[str, object], form: str = "") -> str:
    return renderer_for(s.rules).render(Message(id, args), form=form)


def choice_text(s: State, seat: int, choice: Choice, names: list[str]) -> str:
    """Return the text of a choice with its picks: "Sell Items: Helm, Boots"."""
    if choice == NO_CHOICE:
        return render_text(s, "analysis.nothing", {})
    code, picks = choice
    text = option_text(s, seat, code, names)
    if not code & FORM_BIT or not picks:
        return text
    form = runtime.form(s, seat, code)
    if form.KIND == TERMS_FORM:
        terms = terms_text(s, seat, picks, names, helper=form.other)
        return render_text(s, "analysis.filled", {"text": text, "picks": terms})
    parts: list[object] = [pick_text(s, form, code, pick, names) for pick in picks]
    return render_text(s, "analysis.filled", {"text": text, "picks": parts})


def ply_text(timeline: GameTimeline, ply: Ply, names: list[str]) -> str:
    """Return the most important events of an answer in their order."""
    events = [event for event in ply.events if event.kind in NOTABLE_EVENTS]
    if not events:
        did = choice_text(ply.before, ply.step.seat, ply.choice, names)
        return render_text(ply.before, "analysis.did", {"who": names[ply.step.seat], "did": did})
    chosen = sorted(events, key=rank)[:MAX_LISTED]
    after = timeline.after(ply.number)
    lines = zip(ply.events, tell(after, ply.events, names), strict=True)
    return " ".join(str(line) for event, line in lines if any(event is decision for decision in chosen))


def rank(event: Event) -> int:
    return NOTABLE_EVENTS.index(event.kind)


def seats_changed_most(point: TurningPoint) -> list[int]:
    """List the seats whose chances changed most."""
    changes = point.changes
    seats = sorted(range(len(changes)), key=lambda seat: (-abs(changes[seat]), seat))
    return [seat for i, seat in enumerate(seats) if not i or abs(changes[seat]) >= NOTABLE][:MAX_PLAYERS_LISTED]


def turning_text(timeline: GameTimeline, point: TurningPoint, names: list[str]) -> str:
    """Return the text of a turning point: "Turn 16: Pell plays Mate. Berta 61% → 24%."."""
    s = point.ply.before
    parts: list[object] = []
    for seat in seats_changed_most(point):
        before, after = percent(point.before.chances[seat]), percent(point.after.chances[seat])
        parts.append(render_text(s, "analysis.moved", {"who": names[seat], "before": before, "after": after}))
    events = ply_text(timeline, point.ply, names)
    return render_text(
        s, "analysis.turning", {"turn": point.ply.turn, "told": events, "moved": parts}, "" if s.turns else "setup"
    )


def prompt_before(ply: Ply, names: list[str]) -> str:
    """Return the prompt if the answer is unclear without it, such as "No" or the name of a card."""
    if act_of(ply.choice[0]) not in (CHOOSE, CHOOSE_MANY):
        return ""
    return prompt_text(ply.before, runtime.prompt(ply.before, ply.step.seat), names) + " "


def decision_text(ply: Ply, decision: DecisionValue, names: list[str], did: str, other: str) -> str:
    """Return the text of a decision: "Turn 7: Kick open the door (31%) instead of Play Mate (44%)."."""
    args: dict[str, object] = {
        "turn": ply.turn,
        "did": prompt_before(ply, names) + did,
        "other": other,
        "chance": percent(decision.chance),
        "beside": percent(decision.other),
    }
    return render_text(ply.before, "analysis.decision", args, "same" if decision.as_master else "")
