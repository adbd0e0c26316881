"""Card files to spoil: the cards of the package as plain data, and a folder to write them to."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.catalog.loader import HOME, SetFiles, build, known_sets
from kickdoor.cli import main
from kickdoor.engine.cards.ruleset import RuleSet

Cards = dict[str, dict[str, object]]
Load = Callable[[str, str], RuleSet]


def inline(value: object) -> str:
    """Write a value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    return json.dumps(value) if isinstance(value, str | bool) else str(value)


@pytest.fixture(scope="session")
def cards() -> Cards:
    """The Door cards of one set, by id."""
    found: Cards = {}
    for path in sorted((HOME / known_sets()[0] / "door").glob("*.toml")):
        found |= tomllib.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def head() -> str:
    """The set.toml of that set."""
    return (HOME / known_sets()[0] / "set.toml").read_text(encoding="utf-8")


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load a set from the text of its set.toml and of one file with Door cards."""
    (tmp_path / "door").mkdir()

    def load_set(head: str, door: str) -> RuleSet:
        (tmp_path / "set.toml").write_text(head, encoding="utf-8")
        (tmp_path / "door" / "cards.toml").write_text(door, encoding="utf-8")
        return build([SetFiles(tmp_path)])

    return load_set


@pytest.fixture
def write() -> Callable[[Cards], str]:
    """Write cards as a file."""

    def as_text(cards: Cards) -> str:
        return "\n".join(f"{json.dumps(id)} = {inline(card)}" for id, card in cards.items())

    return as_text


Run = Callable[..., tuple[int, str, str]]
Own = Callable[..., Path]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command and gives its exit status and what it wrote; what it keeps is kept apart."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def command(*arguments: object) -> tuple[int, str, str]:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as e:
            status = e.code if isinstance(e.code, int) else 1
        written = capsys.readouterr()
        return status, written.out, written.err

    return command


@pytest.fixture
def own(tmp_path: Path) -> Own:
    """Write a custom set into a folder."""

    def write_set(name: str = "toys", head: str = "name = 'Toys'\n", door: str = "", treasure: str = "") -> Path:
        folder = tmp_path / name
        for place, text in (("set.toml", head), ("door/cards.toml", door), ("treasure/cards.toml", treasure)):
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            if text:
                path.write_text(text, encoding="utf-8")
        return folder

    return write_set
