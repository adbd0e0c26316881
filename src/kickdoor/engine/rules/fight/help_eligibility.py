"""Eligibility to help in a fight, and to bargain about help (HELP-01 to HELP-06, AMB-12)."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.prompts import (
    Verdict,
)
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.strength import help_barred, helper_barred, is_winning
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State


def check_helper(s: State, helper: SeatNo, v: Verdict) -> bool:
    """Check that a player may join the fight as helper."""
    fight = s.fight
    if fight is None:
        return not v.deny(no.NO_FIGHT_TO_HELP) and v.legal
    if fight.lost and v.deny(no.HELP_TOO_LATE):
        return False
    if fight.helper >= 0 and v.deny(no.HELP_TAKEN):
        return False
    if helper == fight.main:
        return not v.deny(no.HELP_SELF) and v.legal
    if not 0 <= helper < len(s.seats):
        return not v.deny(no.WRONG_TARGET) and v.legal
    if s.seats[helper].dead and v.deny(no.HELPER_DEAD):
        return False
    if help_barred(s, fight.main) and v.deny(no.HELP_BARRED):
        return False
    if helper_barred(s, fight, helper) and v.deny(no.HELPER_BARRED):
        return False
    if ask_seat(s, helper, nr.Q_CANNOT_HELP, 0) and v.deny(no.CANNOT_HELP):
        return False
    if not s.options.help_when_winning and is_winning(s) and v.deny(no.HELP_WHILE_WINNING):
        return False
    return v.legal


def may_bargain(s: State, seat: SeatNo) -> bool:
    """Return whether a player could still ask for help or offer it; this depends only on public information."""
    fight = s.fight
    if fight is None or fight.helper >= 0:
        return False
    v = Verdict(False)
    if seat != fight.main:
        return check_helper(s, seat, v)
    return len([p for p in s.seats if p.index != seat and check_helper(s, p.index, v)]) > 0
