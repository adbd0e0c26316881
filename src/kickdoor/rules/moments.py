"""Which moments an open wait gives a seat: the permissions of TURN-25 to TURN-35."""

from kickdoor.core import words as w
from kickdoor.core.prompts import Reason, Verdict
from kickdoor.core.state import State
from kickdoor.rules import reasons as no
from kickdoor.rules.strength import in_combat


def open_moments(s: State, seat: int) -> int:
    """Gives the moments of a seat while the game waits and any-time plays are open."""
    p = s.seats[seat]
    if p.dead:
        return 0
    if s.phase == w.SETUP:
        return w.AT_SETUP
    m = w.AT_ANY_TIME
    fight = s.fight
    if seat == s.turn:
        m |= w.ON_OWN_TURN
    if fight is not None and (fight.main == seat or fight.helper == seat):
        if not fight.lost:
            m |= w.IN_FIGHT | w.IN_MY_FIGHT
            if fight.main == seat:
                m |= w.AS_MAIN_FIGHTER
    else:
        m |= w.WHEN_QUIET
        if seat == s.turn:
            m |= w.ON_QUIET_TURN
        if p.fresh:
            m |= w.JUST_RECEIVED
        if fight is not None and not fight.lost:
            m |= w.IN_FIGHT
    if s.won_fight:
        m |= w.AFTER_WON_FIGHT
    return m


def object_to_moment(
    s: State, seat: int, needs: int, moments: int, v: Verdict, turn: Reason, combat: Reason, peace: Reason
) -> bool:
    """Says why none of the needed moments is now; `turn`, `combat` and `peace` are the reasons of the act itself."""
    if s.phase == w.SETUP:
        return v.deny(no.NOT_IN_SETUP)
    if s.seats[seat].dead:
        return v.deny(no.DEAD)
    if not moments:
        if v.gathering and seat != s.turn and needs & (w.ON_OWN_TURN | w.ON_QUIET_TURN) and not needs & w.WHEN_QUIET:
            v.deny(turn)
        return v.deny(no.CLOSED)
    if needs & (w.IN_FIGHT | w.IN_MY_FIGHT | w.AS_MAIN_FIGHTER):
        if s.fight is None:
            return v.deny(no.FIGHT_OVER if s.won_fight else peace)
        if s.fight.lost:
            return v.deny(no.FIGHT_LOST)
        if not in_combat(s, seat):
            return v.deny(no.NOT_COMBATANT)
        return v.deny(no.NOT_MAIN_FIGHTER)
    if needs & (w.ON_OWN_TURN | w.ON_QUIET_TURN | w.WHEN_QUIET):
        fights = in_combat(s, seat) and not needs & w.ON_OWN_TURN
        foreign = seat != s.turn and not needs & w.WHEN_QUIET
        if fights:
            v.deny(combat)
        if foreign:
            v.deny(turn)
        if not fights and not foreign:
            # Whose turn it is would be right, but a step is under way
            v.deny(no.CLOSED)
        return not v.gathering
    if needs & (w.WHEN_I_KILL | w.WHEN_I_TAKE_TOKEN):
        return v.deny(turn)
    if needs & w.IN_SECOND_PHASE:
        return v.deny(turn)
    # What may be played at any time waits only for the step under way
    return v.deny(no.CLOSED if needs & w.AT_ANY_TIME else no.NO_MOMENT)
