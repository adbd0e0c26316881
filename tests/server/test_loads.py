"""Load tests: the knee is found by itself, whatever else the machine does, and what is asked for must make sense."""

from __future__ import annotations

import asyncio

import pytest

from kickdoor.cli import main
from kickdoor.server.loadtest.capacity import IN_TIME, Knee, search
from kickdoor.server.loadtest.load_clients import Outcome, Player, Table
from kickdoor.server.loadtest.load_runner import cost_of, figures_of


class Machine:
    """Holds so many tables; some trials are spoilt."""

    def __init__(self, holds: int, spoilt: int = 0) -> None:
        self.holds = holds
        self.spoilt = spoilt
        """Every so many-th trial."""
        self.tried: list[int] = []

    async def is_fine(self, n: int) -> bool:
        self.tried.append(n)
        return n <= self.holds and not (self.spoilt and len(self.tried) % self.spoilt == 0)


def knee(machine: Machine, first: int = 50, most: int = 1000) -> int:
    return asyncio.run(search(machine.is_fine, first, most))


@pytest.mark.parametrize("holds", [1, 7, 49, 50, 51, 99, 100, 230, 555, 999, 1000])
@pytest.mark.parametrize("spoilt", [0, 2, 3])
def test_the_knee_is_found_also_if_trials_are_spoilt(holds: int, spoilt: int) -> None:
    found = knee(Machine(holds, spoilt))
    assert found <= holds <= max(found + 1, 1.07 * found + 1)


def test_a_machine_that_holds_nothing_has_no_knee() -> None:
    assert knee(Machine(0)) == 0


def test_no_more_is_tried_than_was_asked_for_and_nothing_fine_twice() -> None:
    machine = Machine(10_000)
    assert knee(machine, most=300) == 300
    assert machine.tried == [50, 100, 200, 300]
    few = Machine(10_000)
    assert knee(few, most=20) == 20
    assert few.tried == [20]


def outcome(tables: int, milliseconds: float) -> Outcome:
    return Outcome(tables, seconds=10.0, latencies=[milliseconds / 1000] * 100, processor=0.5)


def test_the_cost_of_an_answer_is_cpu_time_by_answers() -> None:
    # Half a processor for ten seconds, and a hundred answers
    assert cost_of(outcome(10, 5.0)) == 50.0
    assert figures_of(outcome(10, 5.0))["milliseconds_of_processor_per_answer"] == 50.0
    assert cost_of(Outcome()) == 0


def test_the_figures_at_the_knee_are_those_that_were_in_time() -> None:
    spoilt, fine, more = outcome(100, IN_TIME + 1), outcome(100, 20.0), outcome(200, 80.0)
    figures = Knee(100, [spoilt, fine, more]).figures()
    assert figures["knee"] == 100
    assert figures["at_the_knee"]["milliseconds_p99"] == 20.0
    assert [step["tables"] for step in figures["steps"]] == [100, 100, 200]


def test_idle_tables_of_a_load_test_do_nothing() -> None:
    class Eager(Player):
        answers = 0

        def can_answer(self) -> bool:
            return True

        async def answer(self) -> None:
            self.answers += 1
            self.table.stopped = self.table.resting = True

    async def exercise() -> None:
        table = Table(Outcome(), "CODE")
        eager = Eager(table, 0, "", "")
        table.players = [eager]
        table.resting = True
        playing = asyncio.create_task(table.keep_playing(1000))
        await asyncio.sleep(0.05)
        assert eager.answers == 0
        table.resting = False
        await playing
        assert eager.answers == 1

    asyncio.run(exercise())


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--nodes", "9"], "at most 8"),
        (["--nodes", "2", "--bot-tables", "2"], "leave it out"),
        (["--capacity", "--bot-tables", "2"], "leave it out"),
        (["--capacity", "--tables", "5000"], "at most 1000 tables"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["loadtest", *arguments]) == 2
    error = capsys.readouterr().err
    assert word in error
    assert len(error.splitlines()) == 1


def test_missing_databases_get_an_install_hint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kickdoor.server.cluster.local_services.postgres_programs", lambda: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert main(["loadtest", "--nodes", "2"]) == 2
    assert "apt install postgresql redis-server" in capsys.readouterr().err
