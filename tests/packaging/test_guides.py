"""Tests of the guides: make targets, commands, options, files and modules in them exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from tests.packaging.building import ROOT

from kickdoor.cli import COMMANDS, parser
from kickdoor.cli.settings import PORT

GUIDES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "web" / "README.md"]
TOLD = {"CHANGELOG.md"}
"""What was said of earlier versions stays said."""
ROOMS = {path.name for path in (ROOT / "src" / "kickdoor").iterdir() if path.is_dir()}
INNER = {path.stem for path in (ROOT / "src" / "kickdoor" / "engine").iterdir()}


def said() -> Iterator[tuple[str, str]]:
    """Yield the code in all guides with where it stands: what is in backticks, and the lines of blocks."""
    for path in GUIDES:
        if path.name in TOLD:
            continue
        text = path.read_text(encoding="utf-8")
        inline = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        blocks = re.findall(r"^```(?:console|)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
        for code in (*re.findall(r"`([^`]+)`", inline), *(line for block in blocks for line in block.splitlines())):
            yield path.relative_to(ROOT).as_posix(), code


START = r"(?:^|&& )(?:\$ )?(?:[A-Z_]+=\S+ )*(?:\S*bin/)?"
"""What may stand before a command: a prompt, variables, its folder."""


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    make = re.compile(START + r"make (?:-C \S+ )?([a-z]+)\b")
    named = [(where, target) for where, code in said() for target in make.findall(code)]
    assert len(named) > 20
    assert [(where, target) for where, target in named if target not in targets] == []


def options_of(command: str) -> set[str]:
    """List the options a command understands."""
    (commands,) = (action for action in parser(command)._actions if isinstance(action.choices, dict))
    assert isinstance(commands.choices, dict)
    found: set[str] = set()
    parts = [commands.choices[command]]
    for part in parts:
        for action in part._actions:
            found.update(action.option_strings)
            parts += action.choices.values() if isinstance(action.choices, dict) else []
    return found


def test_every_command_and_option_exists() -> None:
    command = re.compile(START + r"kickdoor ([a-z-]+)\b([^|#&;]*)")
    named = [(where, *found) for where, code in said() for found in command.findall(code)]
    assert len(named) > 50
    assert [(where, name) for where, name, _ in named if name not in COMMANDS] == []
    wrong = [
        (where, name, option)
        for where, name, rest in named
        for option in re.findall(r"(?<!\S)--[a-z-]+", rest)
        if option not in options_of(name)
    ]
    assert wrong == []


@pytest.mark.parametrize("guide", [path.relative_to(ROOT).as_posix() for path in GUIDES if path.name not in TOLD])
def test_every_file_exists(guide: str) -> None:
    place = (ROOT / guide).parent
    missing = []
    for where, code in said():
        if where != guide or not re.fullmatch(
            r"(?:\.\./)?(?:src|tests|tools|docs|art|web|requirements)/[\w./-]+", code
        ):
            continue
        bases = (ROOT, place, ROOT / "web")
        missing += [] if any((base / code).exists() for base in bases) else [code]
    assert missing == []


def resolved(name: str) -> bool:
    """Return whether a dotted name leads to something in the package."""
    first, *rest = name.split(".")
    found: object = import_module(f"kickdoor.engine.{first}" if first in INNER else f"kickdoor.{first}")
    for part in rest:
        if not hasattr(found, part):
            try:
                found = import_module(f"{getattr(found, '__name__', '')}.{part}")
            except ImportError:
                return False
        else:
            found = getattr(found, part)
    return True


def test_every_named_module_exists() -> None:
    named = {
        (where, code)
        for where, code in said()
        if re.fullmatch(r"[a-z_]+(\.\w+)+", code) and code.split(".")[0] in ROOMS | INNER and Path(code).suffix != ".md"
    }
    assert len(named) > 10
    assert sorted((where, code) for where, code in named if not resolved(code)) == []


def test_the_development_server_of_the_pages_finds_the_api() -> None:
    config = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    assert f'SERVER = "http://127.0.0.1:{PORT}"' in config
    # A word as target would change the name a request goes to, and the server refuses foreign pages
    assert re.findall(r'"(/\w+)": \{ target: SERVER', config) == ["/api", "/static", "/ws"]
