"""Words of card files that no card of the sets at hand uses: a set of toys does, and scenarios show what they mean."""

from pathlib import Path

import pytest

from kickdoor.scenario import run_paths

HERE = Path(__file__).parent
FILES = sorted((HERE / "test_sets" / "toy_scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_toys(path: Path) -> None:
    (outcome,) = run_paths([path], [HERE / "test_sets" / "toys"])
    assert outcome.passed, outcome.failure
    assert outcome.rules
