"""Stored games under changed rules: a copy of the package with another rule opens what this one has stored."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.catalog.copies import rewrite
from tests.fixtures.kept import FOLDERS, game_in, is_told, name_of, words_of
from tests.layers import thorough
from tests.server.fakes import ServerFixture, order, run_with_server, safe_answer
from tests.server.test_versions import RUNNING, code_of, old_tables

import kickdoor
from kickdoor.cli import main
from kickdoor.engine.rules.version import VERSION
from kickdoor.replay import replay
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import load_record
from kickdoor.server.storage.interface import QUIET

PACKAGE = Path(kickdoor.__file__).parent
VISIT = Path(__file__).with_name("visit.py")
OTHERS = f"made under other rules ({VERSION}; these are {VERSION + 1})"


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, not compiled, in which everybody listens at the door at the beginning of a turn."""
    folder = tmp_path_factory.mktemp("newer")
    leave = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "static")
    shutil.copytree(PACKAGE, folder / "kickdoor", ignore=leave)
    rewrite(
        folder / "kickdoor" / "engine" / "rules" / "version.py",
        rf"^VERSION: Final = {VERSION}$",
        f"VERSION: Final = {VERSION + 1}",
    )
    return folder


def change_a_rule(newer: Path) -> Path:
    turn = newer / "kickdoor" / "engine" / "rules" / "turn" / "turn.py"
    if "if s.options.listen_at_the_door:" in turn.read_text(encoding="utf-8"):
        rewrite(turn, r"if s\.options\.listen_at_the_door:", "if True:")
    return newer


def visited(package: Path, path: Path, code: str) -> dict[str, Any]:
    """Open tables with a copy of the package, and tells how a game stands there."""
    command = [sys.executable, str(VISIT), str(path), code]
    environment = os.environ | {"PYTHONPATH": str(package)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def stored_game(tmp_path: Path, killed: bool) -> tuple[Path, str, int, list[list[int]]]:
    """Play a while and ends; gives the file, the code, the number of answers, and all hands."""
    found: list[Any] = []

    async def steps(server: ServerFixture) -> None:
        code, token = await server.admission.make_table(order(3), "Ann", "")
        client, _, running = await server.connect(code, token)
        await server.admission.command(running, client, wire.Start(cmd="s"))
        while running.room.match.state.turns < 4:
            await safe_answer(server, running, client)
            await server.clock.go(2.0, 1.0)
        found.extend([code, running.room.match.seq, [seat.hand[:] for seat in running.room.match.state.seats]])
        if killed:
            await server.crash()
            # Whenever it was killed, there is the snapshot of the deal
            await server.store.ask(lambda db: db.execute("DELETE FROM snapshots WHERE kind=?", (QUIET,)))

    run_with_server(tmp_path, steps)
    return tmp_path / "tables.db", found[0], found[1], found[2]


@thorough
@pytest.mark.parametrize("killed", [True, False], ids=["killed", "ended"])
def test_a_game_continues_under_changed_rules(
    tmp_path: Path, newer: Path, killed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    path, code, seq, hands = stored_game(tmp_path, killed)
    # Raised for something that did not concern it
    if killed:
        shutil.copy(path, tmp_path / "same.db")
        said = visited(newer, tmp_path / "same.db", code)
        assert (said["rules"], said["seq"], said["hands"]) == (VERSION + 1, seq, hands)
        assert said["note"] == f"This game was {OTHERS}. All {seq} answers stand, and it goes on under these."
    said = visited(change_a_rule(newer), path, code)
    assert said["rules"] == VERSION + 1
    assert said["note"].startswith(f"This game was {OTHERS}. ")
    if not killed:
        assert (said["seq"], said["hands"]) == (seq, hands)
        assert said["again"] <= 1
        assert f"All {seq} answers stand" in said["note"]
        return
    undone = seq - said["seq"]
    assert undone > 1
    assert (
        f"The last {undone} answers were undone, and it goes on from before: answer {said['seq'] + 1} of"
        in said["note"]
    )
    # The operator can export a table that was set aside, and it is valid under the old rules
    record = tmp_path / "aside.json"
    assert main(["export", code, str(record), "--before", "--data", str(path)]) == 0
    game = load_record(record).game
    assert (game.rules, len(game.answers), game.begun) == (VERSION, seq, None)
    replay(game)
    assert main(["verify", str(record)]) == 0
    capsys.readouterr()
    assert main(["export", code, str(tmp_path / "on.json"), "--data", str(path)]) == 0
    assert f"{undone} answers were set aside" in capsys.readouterr().out
    game = load_record(tmp_path / "on.json").game
    assert game.begun is not None
    assert (game.rules, game.begun.answers, game.begun.rules, game.answers) == (VERSION + 1, said["seq"], VERSION, [])
    # And under the newer rules it goes on as it is, unless the older ones come back
    again = visited(newer, path, code)
    assert (again["seq"], again["note"]) == (said["seq"], said["note"])


@pytest.mark.parametrize("table", RUNNING)
@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_game_of_an_earlier_version_is_exported_as_it_is_stored(
    tmp_path: Path, folder: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = old_tables(tmp_path / "old.db", folder=folder)
    record = tmp_path / "game.json"
    assert main(["export", code_of(path, table), str(record), "--data", str(path)]) == 0
    exported, plain = game_in(record), game_in(folder / f"{table}.json")
    assert [(step.seat, step.key, step.picks) for step in exported.answers] == [
        (step.seat, step.key, step.picks) for step in plain.answers
    ]
    assert (exported.rules, exported.format) == (plain.rules, plain.format)
    capsys.readouterr()
    status = main(["verify", str(record)])
    said = capsys.readouterr().out
    words = words_of(plain)
    assert words in said
    assert status == 3 if is_told(said, words) else status == 0


def test_export_errors_are_clear(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, code, _, _ = stored_game(tmp_path, True)
    there = tmp_path / "there.json"
    there.write_text("mine")
    data = ["--data", str(path)]
    for arguments, words in (
        (["XXXXXX", str(tmp_path / "a.json"), *data], "there is no table 'XXXXXX'"),
        ([code, str(there), *data], "is there already; nothing is overwritten"),
        ([code, str(tmp_path / "a.json"), "--before", *data], "has never gone on under other rules or cards"),
        ([code, str(tmp_path / "a.json"), "--data", str(tmp_path / "none.db")], "there are no tables here"),
        ([code, str(tmp_path / "no" / "a.json"), *data], "cannot be written"),
    ):
        assert main(["export", *arguments]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert len(said.splitlines()) == 1
    assert there.read_text() == "mine"
    assert not (tmp_path / "a.json").exists()
    assert main(["export", code.lower(), str(tmp_path / "a.json"), *data]) == 0
    assert (tmp_path / "a.json").stat().st_mode & 0o77 == 0
    assert main(["verify", str(tmp_path / "a.json")]) == 0
