"""Test that a resumed terminal game restores the grudges of its bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor.cli.terminal.screen import Terminal
from kickdoor.cli.terminal.session import PLAYER_SEAT, NewGame, Session, new_session, resume_session
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.policies.explanations import greedy_policy_of

BOTS = ["nasty@flint", "easy@flint", "nasty@gruff"]


def grudges(session: Session) -> list[list[int]]:
    """Return what the bots hold against others, by seat; nothing where they do not listen."""
    policies = [None if policy is None else greedy_policy_of(policy) for policy in session.driver.policies]
    return [[] if policy is None or policy.grudges is None else policy.grudges.memory() for policy in policies]


@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_resumed_bot_remembers_its_grudges(seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session = new_session(Terminal(), NewGame(["deluxe"], [], 4, BOTS, seed, "Aric", "male", RuleOptions()))
    while not any(wrong > 0 for memory in grudges(session) for wrong in memory[3:]):
        answer = session.driver.next_answer()
        session.driver.give(runtime.default_answer(session.state, PLAYER_SEAT) if answer is None else answer)
    session.save()
    resumed = resume_session(Terminal(), [])
    assert grudges(resumed) == grudges(session)
    assert [len(memory) > 0 for memory in grudges(resumed)] == [False, True, True, False]
