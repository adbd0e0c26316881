"""Makes and runs scenarios from a few lines of text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.scenario import Outcome, run_paths

Run = Callable[..., Outcome]

HEAD = """\
scenario: Try
sets: [deluxe]
players:
  Aric: {%s}
  Suzan: {%s}
  Guy: {%s}
%s
steps:
%s
"""


@pytest.fixture
def run_text(tmp_path: Path) -> Callable[[str], Outcome]:
    """Run the text of a scenario file."""

    def run(text: str) -> Outcome:
        path = tmp_path / "try.yaml"
        path.write_text(text, encoding="utf-8")
        (outcome,) = run_paths([path])
        return outcome

    return run


@pytest.fixture
def run(run_text: Callable[[str], Outcome]) -> Run:
    """Run steps from a position given by what each player has and further top-level lines."""

    def play(*steps: str, aric: str = "", suzan: str = "", guy: str = "", top: str = "") -> Outcome:
        return run_text(HEAD % (aric, suzan, guy, top, "\n".join(f"  - {step}" for step in steps)))

    return play
