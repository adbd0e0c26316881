"""Delayed effects on a player, which have no card in play: they wait, are in force for a while, and end."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.state.state import Seat, State
from kickdoor.engine.state.zones import left_of


def begin(s: State, p: Seat, until: int) -> None:
    """Put in force the effects that waited for this event."""
    for i in range(0, len(p.after), 2):
        if s.rules.modifiers[p.after[i]].until == until:
            p.after[i + 1] = 1
            p.stale = True


def end(s: State, p: Seat, until: int) -> None:
    """Drop the effects that were in force until this event; waiting effects continue to wait."""
    kept: list[int] = []
    for i in range(0, len(p.after), 2):
        if not (p.after[i + 1] and s.rules.modifiers[p.after[i]].until == until):
            kept.extend(p.after[i : i + 2])
    if len(kept) < len(p.after):
        p.after = kept
        p.stale = True
        s.dirty = True


def turn_begins(s: State, seat: SeatNo) -> None:
    for p in s.seats:
        if p.after and p.index == seat:
            begin(s, p, nr.UNTIL_NEXT_TURN)
        if p.after and left_of(s, p.index) == seat:
            begin(s, p, nr.UNTIL_LEFT_TURN)


def turn_ends(s: State, seat: SeatNo) -> None:
    for p in s.seats:
        if p.after and p.index == seat:
            end(s, p, nr.UNTIL_NEXT_TURN)
        if p.after and left_of(s, p.index) == seat:
            end(s, p, nr.UNTIL_LEFT_TURN)


def out_of_combat(s: State, seat: SeatNo) -> None:
    """End the effects on a player for a combat that the player has now left (AMB-106)."""
    if s.seats[seat].after:
        end(s, s.seats[seat], nr.UNTIL_NEXT_COMBAT)


def combat_over(s: State) -> None:
    """Put in force the effects that were to follow this combat."""
    for p in s.seats:
        if p.after:
            begin(s, p, nr.UNTIL_NEXT_COMBAT)


def fight_won(s: State, winner: SeatNo) -> None:
    if s.seats[winner].after:
        end(s, s.seats[winner], nr.UNTIL_WON)


def died(s: State, seat: SeatNo) -> None:
    """End the delayed effects on a character, except those of a curse (AMB-126)."""
    p = s.seats[seat]
    kept: list[int] = []
    for i in range(0, len(p.after), 2):
        if s.rules.defs[s.rules.modifiers[p.after[i]].source].kind == nr.CURSE:
            kept.extend(p.after[i : i + 2])
    p.after = kept
