"""Triggers: effects of cards in play when an event happens to their owner."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import EventKind, SeatNo
from kickdoor.engine.state.queries import bad_traits, may_use
from kickdoor.engine.state.state import State


def queue_triggers(s: State, event: EventKind, seat: SeatNo, amount: int) -> None:
    """Queue the triggers of an event; the machine runs them before the next step."""
    if not s.rules.triggered >> event & 1:
        return
    p = s.seats[seat]
    for card in p.play:
        d = s.cards[card]
        if d.triggers and d.kind == nr.ITEM and not (card in p.equipped and may_use(s, p, card)):
            # An Item that is only carried gives nothing (COMBAT-33).
            continue
        for i in range(len(d.triggers)):
            trigger = d.triggers[i]
            if trigger.hurts and d.trait and not bad_traits(s, seat) & d.trait:
                # With a single Class or Race, Super Munchkin and Half-Breed leave only the advantages (CHAR-46).
                continue
            if trigger.event == event and (trigger.when is None or trigger.when.holds(s, seat, -1, amount)):
                s.pending.extend([seat, card, i, amount])
