"""Redaction of events: words and numbers for all, cards only for the seats that saw them. Unknown means hidden."""

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.events import EVENTS, EVERYONE, Event


def sees(event: Event, seat: int) -> bool:
    """Return whether a seat saw the cards of an event; a spectator did if all seats did."""
    return event.visible_to == EVERYONE if seat < 0 else event.visible_to >> seat & 1 == 1


def witness(event: Event, seats: int) -> int:
    """Return a seat that saw the cards of an event; a spectator if no seat did."""
    for seat in range(seats):
        if event.visible_to >> seat & 1:
            return seat
    return -1


def redact(event: Event, seat: int, rules: RuleSet) -> dict[str, object]:
    """Return an event as a seat may know it; seat -1 is a spectator.

    `count` is the number of its cards. `cards` and `defs` give their ids and definitions, if the seat saw them.
    """
    out: dict[str, object] = {
        "kind": EVENTS[event.kind],
        "seat": event.seat,
        "other": event.other,
        "amount": event.amount,
        "count": len(event.cards),
    }
    if sees(event, seat):
        out["cards"] = event.cards[:]
        out["defs"] = [rules.defs[index].key for index in event.names]
    return out
