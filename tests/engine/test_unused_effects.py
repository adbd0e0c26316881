"""Test of words of card files that no printed card uses, in a custom set with scenarios."""

from pathlib import Path

import pytest

from kickdoor.scenario import run_paths

HERE = Path(__file__).parent
FILES = sorted((HERE / "test_sets" / "toy_scenarios").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_unused_ops_work_in_a_test_set(path: Path) -> None:
    (outcome,) = run_paths([path], [HERE / "test_sets" / "toys"])
    assert outcome.passed, outcome.failure
    assert outcome.rules
