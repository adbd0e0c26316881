"""Tests that the games in tests/playthroughs are unchanged: prompts, answers, totals and sentences."""

from dataclasses import replace
from difflib import unified_diff

import playthrough_text
import pytest
from playthrough_text import Plan, Step
from playthroughs import FOLDER, PLANS, Rejected, draw, path_of, play, read, written

from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import known_sets

MAX_LINES = 30
MAX_BYTES = 100_000
FIRST = PLANS[0]


def kept(plan: Plan) -> str:
    return path_of(plan).read_text(encoding="utf-8")


def first_differences(before: str, now: str) -> str:
    lines = list(unified_diff(before.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2))
    return "\n".join(lines[:MAX_LINES])


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_playthroughs_are_unchanged(plan: Plan) -> None:
    text = kept(plan)
    command = f"make playthroughs ARGS='--only {plan.name}'"
    try:
        now = draw(plan, read(text))
    except Rejected as e:
        pytest.fail(f"{e}\nIf that is meant, {command} has bots play on from there")
    assert now == text, (
        f"If that is intended, {command} rewrites it; read what changes:\n{first_differences(text, now)}"
    )


def test_playthroughs_cover_sets_bots_and_table_sizes() -> None:
    """Every set twice, alone or in a mix, all of them together, every bot, and tables of all sizes."""
    assert {path.name for path in FOLDER.iterdir()} == {path_of(plan).name for plan in PLANS}
    assert len(PLANS) >= 12
    for name in known_sets():
        assert len([plan for plan in PLANS if plan.sets == [name]]) >= 2
    assert known_sets() in [plan.sets for plan in PLANS]
    assert {bot for plan in PLANS for bot in plan.bots} == set(BOTS) - {"master"}  # who takes too long
    assert {len(plan.bots) for plan in PLANS} == {3, 4, 5, 6}
    assert max(path_of(plan).stat().st_size for plan in PLANS) <= MAX_BYTES


def test_answers_survive_writing_and_reading() -> None:
    text = kept(FIRST)
    answers = read(text)
    assert " ".join(written(answer) for answer in answers) == " ".join(text.partition("(seat:key=picks)")[2].split())
    assert any(answer.picks for answer in answers)


def answers_of(steps: list[Step]) -> list[str]:
    return [written(step.answer) for step in steps]


def test_bots_continue_where_an_answer_is_no_longer_legal() -> None:
    plan = replace(FIRST, turns=2)
    answers = read(kept(FIRST))
    broken = [*answers[:5], answers[0], *answers[5:]]
    with pytest.raises(Rejected, match=r"answer 6, .* is not legal any more"):
        play(plan, broken, thinking=False)
    with pytest.raises(Rejected, match="do not end the game"):
        play(plan, answers[:5], thinking=False)
    steps = play(plan, broken, thinking=True)
    assert answers_of(steps)[:5] == [written(answer) for answer in answers[:5]]
    assert steps[-1].after.turns == 3


def test_a_changed_line_is_shown_with_the_command_that_rewrites_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthrough_text, "NAMES", ("Zoe", *playthrough_text.NAMES[1:]))
    with pytest.raises(AssertionError, match="make playthroughs ARGS='--only deluxe-short'") as failure:
        test_playthroughs_are_unchanged(FIRST)
    assert "+  seats    Zoe (normal)" in str(failure.value)
