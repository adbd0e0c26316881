"""Tests that errors survive pickling with all their data."""

import pickle

from kickdoor.engine.machine.errors import BadData, EngineError, ForeignAnswer, IllegalAnswer, StaleAnswer


def test_refusals_survive_pickling() -> None:
    for kind in (IllegalAnswer, StaleAnswer, ForeignAnswer):
        again = pickle.loads(pickle.dumps(kind("not_now", ["TURN-04"], "not now")))
        assert type(again) is kind
        assert (again.code, again.rules, str(again)) == ("not_now", ["TURN-04"], "not now")


def test_engine_errors_carry_their_state() -> None:
    again = pickle.loads(pickle.dumps(EngineError("stuck", "{}")))
    assert (str(again), again.state) == ("stuck", "{}")
    assert str(pickle.loads(pickle.dumps(BadData("no such set")))) == "no such set"
