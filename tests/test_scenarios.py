"""Every scenario file holds."""

from pathlib import Path

import pytest

from kickdoor.scenario import run_paths

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).with_suffix("").as_posix() for path in FILES])
def test_scenario(path: Path) -> None:
    (outcome,) = run_paths([path])
    assert outcome.passed, outcome.failure
    assert outcome.rules, "a scenario cites the rules it shows"
