"""The positions browsers are sat before play as they say: each is a scenario of its own."""

from pathlib import Path

from kickdoor.scenario import run_paths

POSITIONS = Path(__file__).parent / "positions"


def test_every_position_plays_as_described() -> None:
    outcomes = run_paths([POSITIONS])
    assert len(outcomes) == len(list(POSITIONS.glob("*.yaml")))
    assert [outcome for outcome in outcomes if not outcome.passed] == []
