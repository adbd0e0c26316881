"""The timings that are open for a seat while the game waits: the permissions of TURN-25 to TURN-35."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo, TimingMask
from kickdoor.engine.machine.prompts import Reason, Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.state.state import State


def open_moments(s: State, seat: SeatNo) -> int:
    """Return the timings of a seat while the game waits and any-time plays are open."""
    p = s.seats[seat]
    if p.dead:
        return 0
    if s.phase == nr.SETUP:
        return nr.AT_SETUP
    m = nr.AT_ANY_TIME
    fight = s.fight
    if seat == s.turn:
        m |= nr.ON_OWN_TURN
    if fight is not None and (fight.main == seat or fight.helper == seat):
        if not fight.lost:
            m |= nr.IN_FIGHT | nr.IN_MY_FIGHT
            if fight.main == seat:
                m |= nr.AS_MAIN_FIGHTER
    else:
        m |= nr.WHEN_QUIET
        if seat == s.turn:
            m |= nr.ON_QUIET_TURN
        if p.fresh:
            m |= nr.JUST_RECEIVED
        if fight is not None and not fight.lost:
            m |= nr.IN_FIGHT
    if s.won_fight:
        m |= nr.AFTER_WON_FIGHT
    return m


class TimingReasons:
    """The reasons of one kind of action: not the seat's turn, the seat fights, no one fights, others fight."""

    __slots__ = ("combat", "outside", "peace", "turn")

    def __init__(self, turn: Reason, combat: Reason, peace: Reason, outside: Reason = no.NOT_COMBATANT) -> None:
        self.turn = turn
        self.combat = combat
        self.peace = peace
        self.outside = outside


def check_timing(s: State, seat: SeatNo, needs: int, moments: TimingMask, why: TimingReasons, v: Verdict) -> bool:
    """Deny the action because none of the needed timings is open; return True to end the check."""
    if s.phase == nr.SETUP:
        return v.deny(no.NOT_IN_SETUP)
    if s.seats[seat].dead:
        return v.deny(no.DEAD)
    if not moments:
        if v.gathering and seat != s.turn and needs & (nr.ON_OWN_TURN | nr.ON_QUIET_TURN) and not needs & nr.WHEN_QUIET:
            v.deny(why.turn)
        return v.deny(no.CLOSED)
    if needs & (nr.IN_FIGHT | nr.IN_MY_FIGHT | nr.AS_MAIN_FIGHTER):
        if s.fight is None:
            return v.deny(no.FIGHT_OVER if s.won_fight else why.peace)
        if s.fight.lost:
            return v.deny(no.FIGHT_LOST)
        if not in_combat(s, seat):
            return v.deny(why.outside)
        return v.deny(no.NOT_MAIN_FIGHTER)
    if needs & (nr.ON_OWN_TURN | nr.ON_QUIET_TURN | nr.WHEN_QUIET):
        fights = in_combat(s, seat) and not needs & nr.ON_OWN_TURN
        foreign = seat != s.turn and not needs & nr.WHEN_QUIET
        if fights:
            v.deny(why.combat)
        if foreign:
            v.deny(why.turn)
        if not fights and not foreign:
            # The turn is right, but another step is in progress.
            v.deny(no.CLOSED)
        return not v.gathering
    if needs & (nr.WHEN_I_KILL | nr.WHEN_I_TAKE_TOKEN):
        return v.deny(why.turn)
    if needs & nr.IN_SECOND_PHASE:
        return v.deny(why.turn)
    # A card that may be played at any time waits only for the step in progress.
    return v.deny(no.CLOSED if needs & nr.AT_ANY_TIME else no.NO_MOMENT)
