"""A game in the terminal that goes on finds its bots as angry as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor.cli.terminal.screen import Terminal
from kickdoor.cli.terminal.session import ME, NewGame, Session, new_session, resume_session
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import runtime
from kickdoor.policies.explanations import greedy_policy_of

BOTS = ["nasty@flint", "easy@flint", "nasty@gruff"]


def grudges(session: Session) -> list[list[int]]:
    """Return what the bots hold against others, by seat; nothing where they do not listen."""
    minds = [None if policy is None else greedy_policy_of(policy) for policy in session.driver.policies]
    return [[] if mind is None or mind.grudges is None else mind.grudges.memory() for mind in minds]


@pytest.mark.parametrize("seed", ["a", "b"])
def test_who_was_wronged_before_remembers_it(seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session = new_session(Terminal(), NewGame(["deluxe"], [], 4, BOTS, seed, "Aric", "male", RuleOptions()))
    while not any(wrong > 0 for mind in grudges(session) for wrong in mind[3:]):
        answer = session.driver.next_answer()
        session.driver.give(runtime.default_answer(session.state, ME) if answer is None else answer)
    session.save()
    resumed = resume_session(Terminal(), [])
    assert grudges(resumed) == grudges(session)
    assert [len(mind) > 0 for mind in grudges(resumed)] == [False, True, True, False]
