"""Tests that untrusted files cannot move the cursor, colour the screen or reverse the text direction."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from kickdoor.cli.plain_output import plain_output
from kickdoor.cli.terminal.screen import Terminal
from kickdoor.replay.record import read, save
from kickdoor.server.records.table_record import Fairness, TableRecord

Run = Callable[..., tuple[int, str, str]]
EVIL = "\x1b[2J\x1b]0;gotcha\x07\x9b31m\r\u202everified\u2069\u200b"
FIXTURE = Path(__file__).parents[1] / "fixtures" / "0.1" / "begun-deluxe.json"


def harmless(text: str) -> bool:
    return not set(text) & set(EVIL) - set("[2J]0;gotcha31mverified")


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("replay", "--verify"), ("replay", "--log")])
def test_a_record_writes_plain_text(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / f"game{EVIL.replace('/', '')}.json"
    game = msgspec.structs.replace(read(FIXTURE.read_bytes()), kickdoor=EVIL, catalog=EVIL)
    save(game, path)
    _, out, err = run(command[0], str(path), *command[1:])
    assert "gotcha" in out
    assert harmless(out + err)
    proof = Fairness(EVIL, EVIL, EVIL, [EVIL] * game.seats, [EVIL] * game.seats, 1, [[EVIL]])
    path.write_bytes(msgspec.json.encode(TableRecord([EVIL] * game.seats, [EVIL] * game.seats, proof, game)))
    _, out, err = run(command[0], str(path), *command[1:])
    assert harmless(out + err)


def test_a_scenario_writes_plain_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "evil.yaml"
    name = '"\\e[2Jgotcha\\u202e"'
    head = "rules: [TURN-04]\nsets: [deluxe]\nplayers: {Aric: {}, B: {}, C: {}}\n"
    steps = "steps:\n  - Aric: kick open the door\n  - expect: {Aric: {level: 9}}\n"
    path.write_text(f"scenario: {name}\n{head}{steps}")
    status, out, err = run("scenario", str(path))
    assert status != 0
    assert "gotcha" in out + err
    assert harmless(out + err)


def test_the_game_in_the_terminal_writes_plain_text() -> None:
    terminal = Terminal()
    out = io.StringIO()
    terminal.console = Console(file=out, highlight=False, markup=False, emoji=False, soft_wrap=True)
    terminal.say(f"{EVIL} plays a card")
    assert "gotcha" in out.getvalue()
    assert harmless(out.getvalue())


def test_plain_output_is_otherwise_unchanged() -> None:
    out = io.StringIO()
    output = plain_output(out)
    print("Tabs\tand umlauts ü ✓\nstay", file=output, flush=True)
    assert out.getvalue() == "Tabs\tand umlauts ü ✓\nstay\n"
    assert not output.isatty()
