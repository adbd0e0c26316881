"""What a munchkin must roll to get away from a monster, with all that changes the roll."""

from __future__ import annotations

import msgspec

from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.dice import FACES, face_needed, needs_no_roll, rolled_against, roller
from kickdoor.engine.rules.fight.run_away import choices_of_runner, runs_from
from kickdoor.engine.state.queries import ask_body
from kickdoor.engine.state.state import Fight, State
from kickdoor.server.protocol import client_messages as wire


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
