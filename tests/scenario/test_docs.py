"""Tests of the documentation of scenarios: every example passes, and every word is documented."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.engine import constants as nr
from kickdoor.scenario import Outcome
from kickdoor.scenario.expectations import checks, player_checks
from kickdoor.scenario.parsing import scenario_parser

DOC = Path(__file__).parents[2] / "docs" / "scenarios.md"
TEXT = DOC.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
MISSING = {
    "scenario": "scenario: An example\n",
    "sets": "sets: [deluxe]\n",
    "players": "players: {Aric: {}, Suzan: {}, Guy: {}}\n",
}


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_example(run_text: Callable[[str], Outcome], example: str) -> None:
    head = "".join(line for key, line in MISSING.items() if not re.search(rf"^{key}:", example, re.MULTILINE))
    outcome = run_text(head + example)
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize(
    "word",
    sorted(
        {
            *scenario_parser.SCENARIO_KEYS,
            *scenario_parser.PLAYER_KEYS,
            *scenario_parser.STEP_KEYS,
            *scenario_parser.PLAIN_VERBS,
            *scenario_parser.TERM_KEYS,
            *checks.EXPECT_KEYS,
            *player_checks.PLAYER_KEYS,
        }
    ),
)
def test_every_word_is_explained(word: str) -> None:
    assert re.search(rf"[`{{ \n]{re.escape(word)}[`: \n]", TEXT), word


def test_every_phase_is_named() -> None:
    for phase in nr.PHASES:
        assert phase in TEXT
