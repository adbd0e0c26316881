"""What befalls a munchkin later though no card lies before them: it waits, is in force for a while, and ends."""

from kickdoor.engine import constants as nr
from kickdoor.engine.state.state import Seat, State
from kickdoor.engine.state.zones import left_of


def begin(s: State, p: Seat, until: int) -> None:
    """Put in force what waited for this moment."""
    for i in range(0, len(p.after), 2):
        if s.rules.modifiers[p.after[i]].until == until:
            p.after[i + 1] = 1
            p.stale = True


def end(s: State, p: Seat, until: int) -> None:
    """Drop what was in force until this moment; what still waits goes on waiting."""
    kept: list[int] = []
    for i in range(0, len(p.after), 2):
        if not (p.after[i + 1] and s.rules.modifiers[p.after[i]].until == until):
            kept.extend(p.after[i : i + 2])
    if len(kept) < len(p.after):
        p.after = kept
        p.stale = True
        s.dirty = True


def turn_begins(s: State, seat: int) -> None:
    for p in s.seats:
        if p.after and p.index == seat:
            begin(s, p, nr.UNTIL_NEXT_TURN)
        if p.after and left_of(s, p.index) == seat:
            begin(s, p, nr.UNTIL_LEFT_TURN)


def turn_ends(s: State, seat: int) -> None:
    for p in s.seats:
        if p.after and p.index == seat:
            end(s, p, nr.UNTIL_NEXT_TURN)
        if p.after and left_of(s, p.index) == seat:
            end(s, p, nr.UNTIL_LEFT_TURN)


def out_of_combat(s: State, seat: int) -> None:
    """End what was for the combat of one who is out of it now (AMB-106)."""
    if s.seats[seat].after:
        end(s, s.seats[seat], nr.UNTIL_NEXT_COMBAT)


def combat_over(s: State) -> None:
    """Start what was to follow this combat."""
    for p in s.seats:
        if p.after:
            begin(s, p, nr.UNTIL_NEXT_COMBAT)


def fight_won(s: State, winner: int) -> None:
    if s.seats[winner].after:
        end(s, s.seats[winner], nr.UNTIL_WON)


def died(s: State, seat: int) -> None:
    """End what waited for a character, except what a curse brought (AMB-126)."""
    p = s.seats[seat]
    kept: list[int] = []
    for i in range(0, len(p.after), 2):
        if s.rules.defs[s.rules.modifiers[p.after[i]].source].kind == nr.CURSE:
            kept.extend(p.after[i : i + 2])
    p.after = kept
