"""Changes of Levels; the winning Level is reached only where the cause allows it."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State
from kickdoor.engine.state.triggers import queue_triggers


def gain_levels(s: State, seat: SeatNo, n: int, may_win: bool) -> int:
    """Raise a Level and return the number of levels gained. Without a kill it stops below the winning one (END-09)."""
    p = s.seats[seat]
    if p.dead:
        return 0
    top = s.options.winning_level if may_win else s.options.winning_level - 1
    gained = min(n, top - p.level)
    if gained <= 0:
        return 0
    p.level += gained
    look_again(s)
    s.emit(ev.LEVEL_GAINED, seat, -1, gained).changed(p.level - gained, p.level)
    if p.level >= s.options.winning_level:
        s.winners.append(seat)
    queue_triggers(s, nr.E_LEVEL_GAINED, seat, gained)
    return gained


def lose_levels(s: State, seat: SeatNo, n: int) -> int:
    """Lower a Level, never below the floor (CHAR-17), and return the number of levels lost."""
    p = s.seats[seat]
    lost = min(n, p.level - ask_seat(s, seat, nr.Q_LEVEL_FLOOR, 1))
    if lost <= 0:
        return 0
    p.level -= lost
    look_again(s)
    s.emit(ev.LEVEL_LOST, seat, -1, lost).changed(p.level + lost, p.level)
    queue_triggers(s, nr.E_LEVEL_LOST, seat, lost)
    return lost


def can_lose_level(s: State, seat: SeatNo) -> bool:
    """Return whether a player is above the Level that cannot be lost (CHAR-17)."""
    return s.seats[seat].level > ask_seat(s, seat, nr.Q_LEVEL_FLOOR, 1)


def look_again(s: State) -> None:
    """Have the monsters of a fight check again which fighters they fight (AMB-107)."""
    if s.fight is not None:
        s.dirty = True
