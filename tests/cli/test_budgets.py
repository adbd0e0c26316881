"""Tests of `--budget`, the playouts of searching bots, in all commands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kickdoor.bots.master import MAX_BUDGET
from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.bots.registry import BOTS, BotRegistry, searches
from kickdoor.catalog.defaults import default_sets
from kickdoor.cli import parser
from kickdoor.cli.terminal.session import Session
from kickdoor.engine.machine.errors import BadData
from kickdoor.policies.search.search_policy import BUDGET, PURE_BUDGET, SearchPolicy
from kickdoor.rng import Rng
from kickdoor.sim import footprint
from kickdoor.sim.ladder.ladder_plan import LadderOrder, make_ladder
from kickdoor.sim.simulate import Plan, make_plan

Run = Callable[..., tuple[int, str, str]]
SHORT = ("--seats", "3", "--turns", "1", "--option", "winning_level=2")
BOTS_OF_ONE = ("master", "random", "random")


def budget_of(bot: object) -> int:
    """Return how many playouts a bot may spend."""
    assert isinstance(bot, PolicyBot)
    assert isinstance(bot.policy, SearchPolicy)
    return bot.policy.budget


def test_searching_bots_have_a_budget() -> None:
    assert [name for name in BOTS if searches(name)] == ["master"]
    assert searches("master@gruff") == ("master@gruff" in BOTS)
    assert budget_of(BotRegistry().maker("master")(0, Rng(1))) == BUDGET
    assert budget_of(BotRegistry(budget=7).maker("master")(0, Rng(1))) == 7
    for name in [name for name in BOTS if not searches(name)]:
        assert BotRegistry(budget=7).maker(name) is BOTS[name]


@pytest.mark.parametrize("budget", [-1, MAX_BUDGET + 1])
def test_a_budget_is_a_number_of_playouts(budget: int) -> None:
    with pytest.raises(BadData, match=f"from 0 to {MAX_BUDGET}, got {budget}"):
        BotRegistry(budget=budget)
    with pytest.raises(BadData, match="the budget must be a number of playouts"):
        make_plan(Plan(default_sets(), 3, BOTS_OF_ONE, 1, "1", budget=budget))


@pytest.mark.parametrize("command", ["simulate", "play", "serve", "ladder", "loadtest"])
@pytest.mark.parametrize("budget", ["0", "-3", "many", "1.5", "", "9" * 30])
def test_an_invalid_budget_is_refused(run: Run, command: str, budget: str) -> None:
    status, out, err = run(command, f"--budget={budget}")
    assert (status, out) == (2, "")
    assert f"argument --budget: expected a number of playouts from 1 to {MAX_BUDGET}, got '{budget[:20]}'" in err


def test_a_simulation_reports_its_budget(run: Run) -> None:
    line = ("simulate", "--games", "1", *SHORT, "--bots", ",".join(BOTS_OF_ONE), "--json")
    status, out, _ = run(*line, "--budget", "2")
    assert (status, json.loads(out)["budget"]) == (0, 2)
    assert run(*line, "--budget", "2")[1] == out
    assert json.loads(run("simulate", "--games", "1", *SHORT, "--bots", "random", "--json")[1])["budget"] == BUDGET


def test_every_game_of_a_plan_has_its_budget() -> None:
    plan = make_plan(Plan(default_sets(), 3, BOTS_OF_ONE, 3, "1", budget=5))
    for number in range(3):
        makers = plan.makers(number)
        assert budget_of(makers[plan.seat_of(0, number)](0, Rng(1))) == 5


def test_a_ladder_passes_its_budget_on_and_its_key_depends_on_it() -> None:
    order = LadderOrder(("master", "random"), (default_sets(),), 3, 3)
    plain = make_ladder(order)
    strong = make_ladder(LadderOrder(("master", "random"), (default_sets(),), 3, 3, budget=200))
    assert plain.plan.budget == BUDGET
    assert {strong.table(number).budget for number in range(strong.games)} == {200}
    assert strong.plan.key != plain.plan.key


def test_a_ladder_is_not_resumed_with_another_budget(run: Run, tmp_path: Path) -> None:
    line = ("ladder", "--bots", "random,master", "--games", "3", *SHORT, "--resume", str(tmp_path / "kept"))
    assert run(*line, "--budget", "9")[0] == 0
    status, _, err = run(*line, "--budget", "10")
    assert status == 2
    assert "budget was 9, not 10" in err


def test_an_unused_budget_does_not_change_the_ladder_key(run: Run, tmp_path: Path) -> None:
    line = ("ladder", "--bots", "random,normal", "--games", "3", *SHORT, "--resume", str(tmp_path / "kept"))
    assert run(*line, "--budget", "9")[0] == 0
    assert run(*line, "--budget", "10")[0] == 0


def test_the_table_in_the_browser_has_it(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    heard: list[int] = []

    def serve(store: Any, listener: Any, hosting: Any) -> None:
        heard.append(hosting.bots.budget)
        listener.close()
        store.jobs.put(None)
        store.thread.join()

    monkeypatch.setattr("kickdoor.server.run_server.serve", serve)
    for command in ("serve", "play"):
        line = ("--port", "0", "--no-browser", "--data", str(tmp_path / f"{command}.db"), "--budget", "11")
        assert run(command, *line)[0] == 0
    assert heard == [11, 11]


def test_the_game_in_the_terminal_has_it(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    seen: list[Session] = []
    monkeypatch.setattr(Session, "play", lambda session: seen.append(session))
    assert run("play", "--terminal", "--seats", "3", "--bots", "master", "--budget", "3")[0] == 0
    (session,) = seen
    policies = [policy for policy in session.driver.policies if policy is not None]
    assert [policy.budget for policy in policies if isinstance(policy, SearchPolicy)] == [3, 3]


@pytest.mark.parametrize(("compiled", "playouts"), [(True, BUDGET), (False, PURE_BUDGET)])
def test_only_where_people_wait_does_the_budget_depend_on_the_engine(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, playouts: int
) -> None:
    monkeypatch.setattr(footprint, "is_compiled", lambda: compiled)
    assert parser("play").parse_args(["play"]).budget == playouts
    assert parser("simulate").parse_args(["simulate"]).budget == BUDGET
