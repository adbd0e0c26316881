"""Tests of the command line: output and exit status of each command."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.layers import thorough
from tests.processes import started

from kickdoor.catalog.defaults import default_sets
from kickdoor.cli import COMMANDS

Run = Callable[..., tuple[int, str, str]]

SET = default_sets()[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(run: Run, command: str) -> None:
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"examples:\n  kickdoor {command}" in out


def test_version_and_overview(run: Run) -> None:
    assert run("--version")[1].startswith("kickdoor ")
    status, out, _ = run("--help")
    assert status == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        ("dance",),
        ("serve", "--port", "70000"),
        ("serve", "--set-dir", "no/such/folder"),
        ("verify", "no/such/file.json"),
        ("loadtest", "--tables", "100000"),
        ("simulate", "--seats", "2", "--games", "1"),
        ("simulate", "--seats", "x"),
        ("simulate", "--games", "0"),
        ("simulate", "--sets", "no_such_set"),
        ("simulate", "--bots", "clever"),
        ("simulate", "--set-dir", "no/such/folder"),
        ("bench", "--against", "chess"),
        ("bench", "--seconds", "-1"),
        ("bench", "--seats", "9"),
        ("cards", "no such card at all"),
        ("cards", "--check", "no/such/folder"),
        ("rules", "COMBATT-19"),
        ("rules", "xyzzy"),
        ("scenario", "no/such/file.yaml"),
        ("scenario",),
        ("replay", "no/such/file.json"),
        ("play", "--bots", "clever"),
        ("play", "--name", " "),
        ("simulate", "--seed", "\udcff"),
        ("ladder", "--seed", "\udcff"),
        ("soak", "--seed", "\udcff"),
        ("lab", "run", "quick", "--seed", "\udcff"),
        ("play", "--terminal", "--seed", "\udcff"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("simualte",), "unknown command 'simualte'; did you mean 'simulate'? (see kickdoor --help)"),
        (("simulate", "--gmaes", "3"), "did you mean '--games'? (see kickdoor simulate --help)"),
        (("lab", "run", "quick", "--wrokers=3"), "did you mean '--workers'? (see kickdoor lab run --help)"),
        (("simulate", "--bots", "Eager"), "there is no bot 'Eager'; a custom bot is named FILE.py:CLASS."),
        (("simulate", "--bots", "NASTY"), "there is no bot 'NASTY'; did you mean 'nasty'?"),
        (("simulate", "--bots", "nasty,,normal"), "'nasty,,normal': a name is missing next to ','"),
        (("simulate", "--sets", f"{SET},{SET}"), f"the set '{SET}' is listed twice"),
        (("ladder", "--sets", f"{SET}+"), f"'{SET}+': a name is missing next to '+'"),
        (("ladder", "--sets", f"{SET}+{SET}"), f"the set '{SET}' is listed twice"),
        (("ladder", "--anchor", "norml"), "this bot is not among those that play; did you mean 'normal'?"),
        (("simulate", "--option", "winning_level=99999999999"), "99999999999 is too large; the default is 10"),
        (("soak", "--resume", ""), "argument --resume: expected the path of a file"),
    ],
)
def test_a_typo_gets_a_suggestion(run: Run, arguments: tuple[str, ...], says: str) -> None:
    status, _, err = run(*arguments)
    assert (status, err.count("\n")) == (2, 1)
    assert says in err


@pytest.mark.parametrize("as_module", [True, False])
def test_ctrl_c_is_quiet_from_the_first_moment(tmp_path: Path, as_module: bool) -> None:
    script = tmp_path / "kickdoor"
    script.write_text("import sys\nfrom kickdoor.cli import main\nsys.exit(main())\n")
    program = ["-m", "kickdoor"] if as_module else [str(script)]
    # Python tells of every import, so that it can be stopped in the midst of them
    with started([sys.executable, "-X", "importtime", *program, "serve"], stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        while "kickdoor.engine" not in running.stderr.readline():
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err


def test_simulate_prints_a_table_or_json(run: Run) -> None:
    status, out, _ = run("simulate", "--games", "2", "--seats", "3", "--bots", "normal,random")
    assert status == 0
    assert "2 games" in out
    status, out, _ = run("simulate", "--games", "2", "--seats", "3", "--json")
    assert json.loads(out)["games"] == 2


def test_cards_are_listed_and_explained(run: Run) -> None:
    status, out, _ = run("cards", "--sets", SET, "--json")
    assert status == 0
    cards = json.loads(out)
    assert {"set", "deck", "kind", "name", "copies", "text"} <= set(cards[0])
    status, out, _ = run("cards", cards[0]["name"])
    assert status == 0
    assert cards[0]["name"] in out
    status, out, _ = run("cards")
    assert f"{len(cards)} different cards" in out or len(out.splitlines()) > len(cards)


def test_several_cards_are_shown(run: Run) -> None:
    def shown(*names: str) -> list[str]:
        status, out, _ = run("cards", "--sets", SET, "--json", *names)
        assert status == 0
        return [card["name"] for card in json.loads(out)]

    first, second = [card["name"] for card in json.loads(run("cards", "--sets", SET, "--json")[1])][:2]
    assert shown(first, second) == [first, second]
    assert shown(second, first, second) == [second, first]
    assert shown(*first.split()) == [first]


def test_unknown_cards_do_not_hide_the_others(run: Run) -> None:
    name = json.loads(run("cards", "--sets", SET, "--json")[1])[0]["name"]
    status, out, err = run("cards", "--sets", SET, name, "no such card", name + "x")
    assert status == 2
    assert out.startswith(name)
    assert err.count("\n") == 1
    assert "no card is called 'no such card'" in err
    assert f"did you mean {name}" in err


def test_misspelt_cards_get_a_suggestion(run: Run) -> None:
    name = json.loads(run("cards", "--json")[1])[0]["name"]
    assert f"did you mean {name}" in run("cards", name + "x")[2]


def test_own_sets_are_checked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('name = "Toys"\nuses = []\n')
    (tmp_path / "door").mkdir()
    (tmp_path / "door" / "monsters.toml").write_text('[tin]\nname = "Tin"\nkind = "monster"\nlevl = 1\n')
    status, _, err = run("cards", "--check", str(tmp_path))
    assert status == 2
    assert "monsters.toml: tin" in err


def test_rules_by_id_chapter_and_words(run: Run) -> None:
    assert run("rules", "combat-19")[1].startswith("COMBAT-19  While in combat")
    assert len(run("rules", "RUN")[1].splitlines()) > 10
    assert "ITEM-40" in run("rules", "selling", "level")[1]
    assert json.loads(run("rules", "AMB-07", "--json")[1])[0]["id"] == "AMB-07"
    assert "Running away" in run("rules")[1]


SCENARIO = """
scenario: A door is opened
rules: [TURN-05]
sets: [SET]
players: {Aric: {}, Suzan: {}, Guy: {}}
steps:
  - expect: {turn: Aric, Aric: {level: LEVEL}}
"""


def scenario_file(folder: Path, level: str) -> str:
    """Write a small scenario."""
    path = folder / f"level_{level}.yaml"
    path.write_text(SCENARIO.replace("SET", SET).replace("LEVEL", level))
    return str(path)


def test_scenarios_pass_fail_or_are_malformed(run: Run, tmp_path: Path) -> None:
    good, bad = scenario_file(tmp_path, "1"), scenario_file(tmp_path, "2")
    status, out, _ = run("scenario", good)
    assert status == 0
    assert "ok    A door is opened" in out
    status, out, _ = run("scenario", good, bad, "-q")
    assert status == 1
    assert "FAIL  A door is opened" in out
    assert "ok " not in out
    (tmp_path / "broken.yaml").write_text("scenario: [")
    status, out, err = run("scenario", str(tmp_path))
    assert status == 2
    assert "broken.yaml" in err
    status, out, _ = run("scenario", good, "--json", "--coverage")
    data = json.loads(out)
    assert data["outcomes"][0]["passed"]
    assert "TURN-05" not in data["uncited"]
    assert "AMB-01" in data["uncited"]


def test_warnings_about_a_scenario_are_printed(run: Run, tmp_path: Path) -> None:
    path = scenario_file(tmp_path, "1")
    assert run("scenario", path)[2] == ""
    with Path(path).open("a") as file:
        file.write("  - illegal: {who: Guy, do: kick open the door}\n")
    for option, output in (("--lint", "1 warning about 1 scenarios"), ("--json", "names no rule under")):
        status, out, _ = run("scenario", path, option)
        assert status == 0
        assert output in out
    status, out, err = run("scenario", path)
    assert status == 0
    assert "ok    A door is opened" in out
    assert err.startswith(f"kickdoor: {path}: warning: line ")
    assert run("scenario", path, "-q")[2] == ""


@thorough
def test_bench_prints_and_gives_json(run: Run) -> None:
    status, out, _ = run("bench", "--games", "1", "--repeats", "1", "--seats", "3", "--speed-only")
    assert status == 0
    assert "decisions/s" in out
    status, out, _ = run("bench", "--games", "1", "--repeats", "1", "--seats", "3", "--json")
    data = json.loads(out)
    assert data["policy"] == 1
    assert data["costs"]["clone_microseconds"] > 0
    assert data["costs"]["observe_microseconds"] > 0
    for figure in ("nasty_games_per_second", "playout_milliseconds_a_turn", "world_microseconds"):
        assert data["costs"][figure] > 0


def test_a_simulation_is_the_same_on_any_number_of_processes(run: Run) -> None:
    command = ("simulate", "--sets", SET, "--seats", "3", "--games", "3", "--bots", "normal", "--seed", "7", "--json")
    alone = json.loads(run(*command)[1])
    both = json.loads(run(*command, "--jobs", "2")[1])
    assert both == alone
    assert len(alone["digest"]) == 16
