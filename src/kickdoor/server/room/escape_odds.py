"""What a munchkin must roll to get away from a monster, with all that changes the roll."""

from __future__ import annotations

import msgspec

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.fight.dice import (
    body_of,
    escapes_on,
    needs_no_roll,
    roll_in_progress,
    rolled_against,
    roller,
    run_bonus,
)
from kickdoor.engine.rules.fight.run_away import choices_of_runner, runs_from
from kickdoor.engine.state.queries import ask_body, ask_seat, fold
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.server.protocol import client_messages as wire

FACES = 6


def face_needed(s: State, seat: int, body: FightMonster) -> int:
    """Return the lowest face that gets a munchkin away; more than 6 if none does.

    The runner's cards and the monster change the roll to run away (RUN-05, RUN-06); what changes every roll counts too.
    """
    need = escapes_on(s, seat, body.uid) - run_bonus(s, seat, body)
    for face in range(1, FACES + 1):
        if ask_seat(s, seat, nr.Q_DIE, face) >= need:
            return face
    return max(FACES + 1, need - ask_seat(s, seat, nr.Q_DIE, 0))


def left_to_run_from(s: State, fight: Fight, seat: int) -> list[int]:
    """List the monsters a munchkin has still to get away from: not those that a roll has decided about."""
    if not fight.lost:
        return [body.uid for body in fight.bodies]
    choices = choices_of_runner(s, seat)
    if choices:
        # Among those to choose from are some that need no roll (AMB-127)
        return choices
    rolling = rolled_against(s) if roller(s) == seat else -1
    return [uid for uid in runs_from(s, seat) if uid != rolling]


def escapes_of(s: State, seat: int) -> list[wire.Escape]:
    """Return for each monster what the seat must roll to get away."""
    fight = s.fight
    if fight is None or seat not in (fight.main, fight.helper) or seat < 0:
        return []
    out: list[wire.Escape] = []
    ahead = left_to_run_from(s, fight, seat)
    for body in fight.bodies:
        if body.uid not in ahead:
            continue
        need = face_needed(s, seat, body)
        barred = fight.pinned or ask_body(s, body, nr.Q_NO_ESCAPE, seat, 0) > 0
        faces = 0 if barred else max(0, FACES + 1 - need)
        free = needs_no_roll(s, fight, seat, body.uid)
        out.append(wire.Escape(monster=body.uid, need=need, faces=FACES if free else faces, free=free))
    return out


def with_escapes(s: State, seat: int, shown: wire.FightShown) -> wire.FightShown:
    """Return whoever takes part in a fight what running away would take as well."""
    escapes = escapes_of(s, seat)
    return msgspec.structs.replace(shown, escapes=escapes) if escapes else shown


def needed(before: State, s: State, event: Event, later: list[Event]) -> tuple[int, int]:
    """Find which monster a munchkin runs from, and the face they need; -1 and 0 if it is gone.

    Where the roll is decided already, Bad Stuff may have taken what had changed it: then it was made as things stood
    before, unless a card has changed that just before the roll, which shows by how it came out.
    """
    uid, away = -1, None
    for one in later:
        if one.kind in (ev.ESCAPED, ev.CAUGHT) and one.seat == event.seat:
            uid, away = one.amount, one.kind == ev.ESCAPED
            break
        if one.kind == ev.DIE_ROLLED:
            break
    else:
        roll = roll_in_progress(s)
        uid = -1 if roll is None else roll.body
    found = 0
    for state in (s, before) if away is None else (before, s):
        body = body_of(state, uid)
        if body is not None:
            found = face_needed(state, event.seat, body)
            if away is None or (event.amount >= found) == away:
                break
    return (uid, found) if found else (-1, 0)


def not_pursued_by(before: State, s: State, event: Event, earlier: list[Event]) -> str:
    """Return the key of the monster, or what enhances it, by whose own words it lets somebody go without a roll.

    Empty where a roll got them away, or a card for which the log has a line of its own.
    """
    rolled = [one for one in earlier if one.kind == ev.DIE_ROLLED and one.seat == event.seat]
    if rolled or (rolled_against(before) == event.amount and roller(before) == event.seat):
        return ""
    for state in (s, before):
        body, fight = body_of(state, event.amount), state.fight
        if body is None or fight is None or fight.pinned:
            continue
        played = [
            state.cards[card]
            for group, card in zip(fight.enhancers[::2], fight.enhancers[1::2], strict=True)
            if group == body.group
        ]
        for card in [state.rules.defs[body.definition], *played]:
            if fold(state, card.modifiers, body, nr.Q_NO_PURSUIT, event.seat, 0):
                return card.key
    return ""
