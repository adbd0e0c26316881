"""Tests of games saved by earlier versions: they load and can be finished."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.fixtures.kept import SAVES, name_of
from tests.fixtures.write import MOMENTS

import kickdoor as kd
from kickdoor.sim.invariants import check_state

OTHERWISE = "says something else now"


@pytest.mark.parametrize("path", SAVES, ids=name_of)
def test_a_saved_game_of_an_earlier_version_can_be_finished(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    saved = json.loads(text)
    game = loaded(text)
    if game is None:
        assert [frame for frame in saved["stack"] if "program" in frame]
        return
    check_state(game.state)
    assert MOMENTS[path.stem][2](game.state)
    assert [seat.hand for seat in game.state.seats] == [seat["hand"] for seat in saved["seats"]]
    assert (game.turns, game.levels) == (saved["turns"], [seat["level"] for seat in saved["seats"]])
    assert game.asked
    again = kd.Game.load(game.save())
    assert again.save() == game.save()
    assert again.play("easy", seed=1).winners


def loaded(text: str) -> kd.Game | None:
    """Load a game; none if it stands in the midst of a card that does something else now."""
    try:
        return kd.Game.load(text)
    except kd.BadData as e:
        if OTHERWISE not in str(e):
            raise
        return None


def test_a_game_saved_inside_a_changed_card_is_refused() -> None:
    path = next(path for path in SAVES if path.stem == "card")
    saved = json.loads(path.read_text(encoding="utf-8"))
    (frame,) = [frame for frame in saved["stack"] if "program" in frame]
    frame["program"] = frame["program"].partition("#")[0] + "#00000000"
    with pytest.raises(kd.BadData, match=OTHERWISE):
        kd.Game.load(json.dumps(saved))
