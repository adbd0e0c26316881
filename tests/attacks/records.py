"""Long games that are expensive to replay."""

from __future__ import annotations

from functools import cache

import msgspec

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.prompts import EQUIP, FORM_BIT, UNEQUIP, Answer, act_of
from kickdoor.replay.recorder import Recorder
from kickdoor.server.records.table_record import TableRecord

MAX_ANSWERS = 6000


def next_answer(recorder: Recorder) -> Answer:
    """Return an answer that brings the game on as little as can be: whatever is put on is taken off again."""
    s = recorder.game.state
    asked = [seat for seat in range(recorder.game.seats) if runtime.prompted_seats(s) >> seat & 1]
    codes = [code for code in runtime.legal_options(s, asked[0]) if not code & FORM_BIT]
    idle = [code for code in codes if act_of(code) in (EQUIP, UNEQUIP)]
    if idle:
        return Answer(asked[0], idle[len(recorder.answers) % len(idle)], [])
    return runtime.default_answer(s, asked[0])


@cache
def long_record() -> bytes:
    """Write the record of a game of some thousand answers."""
    recorder = Recorder(load_catalog(default_sets()), 4, "long")
    while len(recorder.answers) < MAX_ANSWERS and not recorder.game.is_over:
        answer = next_answer(recorder)
        try:
            recorder.apply(answer)
        except Refused:
            recorder.apply(runtime.default_answer(recorder.game.state, answer.seat))
    names = [f"Nobody {n}" for n in range(1, 5)]
    return msgspec.json.encode(TableRecord(names, ["human"] * 4, None, recorder.record()))
