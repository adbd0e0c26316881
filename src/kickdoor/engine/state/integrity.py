"""Integrity checks of a state: every card lies in one place, and all references are valid."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.json_reader import describe
from kickdoor.engine.state.state import State


def cards_in_zones(s: State) -> list[int]:
    """List the cards of all places."""
    out = s.decks[0] + s.decks[1] + s.discards[0] + s.discards[1] + s.aside
    for p in s.seats:
        out = out + p.hand + p.play
    fight = s.fight
    if fight is not None:
        out = out + [b.card for b in fight.bodies] + fight.enhancers[1::2] + fight.played
    return out


def check_whole(s: State) -> None:
    """Raise an error if the state is inconsistent."""
    placed = cards_in_zones(s)
    count = len(s.cards)
    for card in placed:
        if not 0 <= card < count:
            raise BadData(f"saved game: there is no card {describe(card)}")
    if len(set(placed)) < len(placed):
        twice = [c for c in set(placed) if placed.count(c) > 1]
        raise BadData(f"saved game: card {twice[0]} is in two places")
    if len(placed) < count:
        raise BadData(f"saved game: {count - len(placed)} cards have no place")
    seats = len(s.seats)
    if seats < 3 or not 0 <= s.turn < seats or not 0 <= s.phase < len(nr.PHASES):
        raise BadData(f"saved game: {seats} seats, turn of seat {s.turn}, phase {s.phase} are not possible")
    if not -1 <= s.actor < seats:
        raise BadData(f"saved game: there is no seat {s.actor}, who acted last")
    if not set(s.winners) <= set(range(seats)) or len(s.pending) % 4:
        raise BadData("saved game: a winner has no seat, or a trigger is cut off")
    on_table = {card for p in s.seats for card in p.play} | set(s.aside)
    if s.fight is not None:
        on_table |= set(s.fight.played)
    if not (set(s.attached) | set(s.attached.values()) | set(s.marks)) <= on_table:
        raise BadData("saved game: a card is attached that is not in play")
    if len({frame.uid for frame in s.stack}) < len(s.stack):
        raise BadData("saved game: two frames have the same number")
