"""Tests of `kickdoor new-set`: the set passes every check, can be mixed with all others, and can be played."""

import json
import os
import tomllib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import kickdoor
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.json_schema import card_schema, set_schema
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.scenario import run_paths
from kickdoor.sim.soak import SoakOrder, make_plan, rules_of, soak_game
from kickdoor.text.card_text import card_face

Run = Callable[..., tuple[int, str, str]]

MIN_GAMES, GAMES = 2, 40
"""So many games are played at least, and at most until a few of its cards have acted."""
ACTING = 3
SHORT = 5
"""The Level that wins, so that games at random end soon."""


@pytest.fixture
def night(run: Run, tmp_path: Path) -> Path:
    """The example, as the command writes it."""
    folder = tmp_path / "night"
    assert run("new-set", folder)[0] == 0
    return folder


def package_hash() -> str:
    """Return one hash over all files of the package, by path and content."""
    total = blake2b()
    home = Path(kickdoor.__file__).parent
    for path in sorted(home.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(f"{path.relative_to(home)}\0".encode() + blake2b(path.read_bytes()).digest())
    return total.hexdigest()


def test_the_new_set_is_small_and_passes_every_check(run: Run, night: Path) -> None:
    status, out, _ = run("cards", "--check", night)
    assert status == 0
    assert "no problems found" in out
    rules = load_catalog([], [night])
    assert rules.sets == ["night"]
    assert 5 <= len(rules.defs) <= 8
    for path in night.rglob("*.toml"):
        schema = set_schema() if path.name == "set.toml" else card_schema()
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert not list(Draft202012Validator(schema).iter_errors(data))


def test_every_card_is_unique_and_has_a_text(night: Path) -> None:
    rules = load_catalog([], [night])
    others = load_catalog(known_sets())
    assert not {d.name for d in rules.defs} & {d.name for d in others.defs}
    assert not {d.id for d in rules.defs} & {d.id for d in others.defs}
    for d in rules.defs:
        assert len(card_face(rules, d).splitlines()) > 2


def test_a_new_tag_is_read_and_a_counter_gained_and_spent(night: Path) -> None:
    rules = load_catalog([], [night])
    others = load_catalog(known_sets())
    assert rules.counters == ["ink"]
    assert not {"ink", "papery"} & {*others.tags, *others.counters}
    tag = rules.tag_bit("papery")
    assert [d.id for d in rules.defs if d.tags & tag or d.gives & tag] == ["origami_heron", "dog_eared"]
    faces = {d.id: card_face(rules, d) for d in rules.defs}
    assert "Papery" in faces["lampshade"]
    assert "take 1 Ink token" in faces["spare_inkpot"]
    assert "1 Ink token" in faces["blotting_toad"]
    assert "return 1 Ink token to the pool" in faces["fountain_lance"]


def test_the_scenarios_of_the_new_set_pass(run: Run, night: Path) -> None:
    status, out, err = run("scenario", night / "scenarios", "--set-dir", night)
    assert (status, err) == (0, "")
    assert "2 of 2 scenarios passed" in out
    text = (night / "scenarios" / "ink.yaml").read_text(encoding="utf-8")
    assert "sets: [night]" in text
    for name in known_sets():
        mixed = night / "scenarios" / f"ink_{name}.yaml"
        mixed.write_text(text.replace("sets: [night]", f"sets: [night, {name}]"), encoding="utf-8")
    assert [outcome.failure for outcome in run_paths([night / "scenarios"], [night]) if not outcome.passed] == []


@pytest.mark.parametrize("mix", [[name] for name in known_sets()] + [known_sets()], ids=",".join)
def test_the_new_set_can_be_mixed_with_every_set(night: Path, mix: list[str]) -> None:
    options = RuleOptions()
    options.winning_level = SHORT
    plan = make_plan(SoakOrder(mix, [night], [3, 4, 5, 6], "night", 0, options))
    rules = rules_of(plan)
    assert rules.sets == [*sorted(mix), "night"]
    assert {d.set_id for d in rules.defs} == set(rules.sets)
    seen: set[str] = set()
    for number in range(GAMES):
        if number >= MIN_GAMES and len(seen) >= ACTING:
            break
        game = soak_game(plan, rules, number)
        assert game.fault is None, game.fault.trace
        seen |= {card for card in game.acted if card.startswith("night/")}
    assert len(seen) >= ACTING, "the cards of the example hardly ever act"


def test_no_file_of_the_package_changes(run: Run, tmp_path: Path) -> None:
    before = package_hash()
    folder = tmp_path / "night"
    for arguments in (
        ("new-set", folder),
        ("cards", "--check", folder),
        ("cards", "--set-dir", folder),
        ("scenario", folder / "scenarios", "--set-dir", folder),
        ("simulate", "--sets", "all", "--set-dir", folder, "--games", 1, "--bots", "random"),
        ("soak", "--set-dir", folder, "--games", 1, "--jobs", 1),
    ):
        assert run(*arguments)[0] == 0, arguments
    assert package_hash() == before
    assert "night" not in known_sets()


def test_the_new_set_alone_is_too_small_to_deal(run: Run, night: Path) -> None:
    for command in ("simulate", "soak", "play", "bench"):
        status, out, err = run(command, "--sets", "night", "--set-dir", night)
        assert (status, out) == (2, "")
        assert "mix in a larger set" in err
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (default_sets()[0], "comes with kickdoor"),
        ("all", "means every set"),
        ("My Set", "such as 'my_set'"),
        ("1st", "lower case, digits and underscores"),
        ("x" * 50, "lower case"),
        ("no/such/place", "there is no such folder"),
        ("full", "not empty"),
        ("file", "is not a folder"),
        ("link", "is not a folder"),
    ],
)
def test_a_bad_target_folder_is_refused_and_nothing_is_written(
    run: Run, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = sorted(tmp_path.rglob("*"))
    status, out, err = run("new-set", tmp_path / name)
    assert (status, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_an_empty_folder_is_accepted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "night").mkdir()
    assert run("new-set", tmp_path / "night")[0] == 0
    assert (tmp_path / "night" / "set.toml").exists()


def test_an_interrupted_write_leaves_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    status, _, err = run("new-set", tmp_path / "night")
    assert status == 2
    assert "cannot be written: No space left on device" in err
    assert list(tmp_path.iterdir()) == []


def test_a_relative_path_is_accepted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = run("new-set", "night")[1]
    assert "kickdoor cards --check night" in out
    monkeypatch.chdir("night")
    assert json.loads(run("cards", "--set-dir", os.curdir, "--json")[1])[0]["set"] == "night"


def test_examples_of_both_decks_are_included(night: Path) -> None:
    kinds = {nr.KINDS[d.kind] for d in load_catalog([], [night]).defs}
    assert {"monster", "curse", "enhancer", "item", "oneshot", "other_treasure"} <= kinds
