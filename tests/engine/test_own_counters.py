"""Kinds of token that a set of one's own declares: read, spent, moved, and never taken for food (AMB-112)."""

from pathlib import Path

import pytest

from kickdoor.scenario import run_paths

HERE = Path(__file__).parent
FILES = sorted((HERE / "boiler_scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_boilers(path: Path) -> None:
    (outcome,) = run_paths([path], [HERE / "boilers"])
    assert outcome.passed, outcome.failure
    assert "AMB-112" in outcome.rules
