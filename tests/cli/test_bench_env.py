"""Tests of `kickdoor bench --env`."""

from __future__ import annotations

import json

from tests.cli.conftest import Run
from tests.layers import thorough


@thorough
def test_installed_environments_are_measured(run: Run) -> None:
    status, out, _ = run("bench", "--env", "--seats", "3", "--games", "1", "--repeats", "1", "--json")
    assert status == 0
    data = json.loads(out)
    assert data["ours"]["vector"]["games"] == 1
    assert data["seats"] == 3


def test_engines_are_not_environments(run: Run) -> None:
    status, _, err = run("bench", "--env", "--against", "catanatron")
    assert status == 2
    assert "--env" in err
