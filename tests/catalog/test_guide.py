"""Tests of the guide to custom sets: its files are written and its commands run."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.sim.soak import SoakOrder, make_plan, rules_of, soak_game

Run = Callable[..., tuple[int, str, str]]

GUIDE = Path(__file__).parents[2] / "docs" / "own-sets.md"
BLOCK = re.compile(r"^```(\S*)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
GAMES = 12
ANYTHING = "…"


def blocks() -> list[tuple[str, str, str]]:
    """List the blocks of the guide: language, file, content."""
    return [(found[1], found[2] or "", found[3]) for found in BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))]


def commands(console: str) -> list[tuple[list[str], list[str]]]:
    """Parts a block of commands into each and what it prints."""
    out: list[tuple[list[str], list[str]]] = []
    for line in console.splitlines():
        if line.startswith("$ "):
            out.append((shlex.split(line[2:]), []))
        else:
            out[-1][1].append(line)
    return out


def check_output(found: str, wanted: list[str]) -> None:
    """Compare what was printed with what the guide says; a line of dots stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == ANYTHING else line_pattern(line) for line in wanted)
    assert re.fullmatch(pattern, found), f"{found}\n--- the guide has ---\n" + "\n".join(wanted)


def line_pattern(line: str) -> str:
    # The place of the folder is free
    return r"(?:kickdoor: )?(?:/\S*/)?" + re.escape(line).replace(re.escape(ANYTHING), ".*") + r"\n"


def do(run: Run, words: list[str], wanted: list[str]) -> None:
    if words[0] == "rm":
        Path(words[1]).unlink()
        return
    assert words[0] == "kickdoor"
    status, out, err = run(*words[1:])
    text = out + err
    check_output(text if text.endswith("\n") else text + "\n", wanted)
    faulty = any("is not known" in line for line in wanted)
    assert status == (2 if faulty else 1 if "no effect" in text else 0), words


@pytest.fixture
def followed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Follow the guide, and gives the folder that has come of it."""
    monkeypatch.chdir(tmp_path)
    for language, name, content in blocks():
        if name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        elif language == "console":
            for words, wanted in commands(content):
                do(run, words, wanted)
    return tmp_path / "night_post"


def test_the_commands_of_the_guide_work(followed: Path) -> None:
    rules = load_catalog([], [followed])
    assert rules.counters == ["stamp", "seal"]
    assert rules.food == []
    assert rules.meals == []
    assert len(rules.defs) == 10
    assert [d.id for d in rules.defs if any(play.cost_max for play in d.abilities)] == ["postmaster"]


def test_the_set_of_the_guide_can_be_mixed(followed: Path) -> None:
    options = RuleOptions()
    options.winning_level = 5
    plan = make_plan(SoakOrder(["cooks", "star"], [followed], [3, 6], "guide", 0, options, mixes=True))
    assert list(plan.left_out) == ["night_post"]
    assert len(plan.mixes) == 6
    acted: set[str] = set()
    for number in range(GAMES):
        plan_of_all = make_plan(SoakOrder(["cooks", "star"], [followed], [3, 6], "guide", 0, options))
        game = soak_game(plan_of_all, rules_of(plan_of_all), number)
        assert game.fault is None, game.fault.trace
        acted |= {card for card in game.acted if card.startswith("night_post/")}
    assert len(acted) > 5


def test_every_block_of_the_guide_is_tested_or_marked_plain() -> None:
    for language, name, content in blocks():
        assert language in ("toml", "yaml", "console", ""), content
        assert name or language not in ("toml", "yaml"), f"no file is named for\n{content}"


@pytest.mark.parametrize("line", sorted(set(re.findall(r"`(\{ op = .*?\})`", GUIDE.read_text(encoding="utf-8")))))
def test_every_op_in_the_tables_exists(run: Run, tmp_path: Path, line: str) -> None:
    folder = tmp_path / "toys"
    (folder / "treasure").mkdir(parents=True)
    (folder / "set.toml").write_text('name = "Toys"\ncounters = ["ink", "wax"]\n')
    card = f"[a]\nname = 'A'\nkind = 'other_treasure'\n[[a.play]]\nat = 'any_time'\non = 'player'\ndo = [{line}]\n"
    (folder / "treasure" / "cards.toml").write_text(card)
    assert load_catalog([], [folder]).defs
