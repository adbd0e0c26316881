"""Tests of custom sets: every command names, mixes, records and finds them alike."""

import json
from collections.abc import Callable
from io import StringIO
from itertools import product
from pathlib import Path

import pytest

from kickdoor import rulebook
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.cli import COMMANDS
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.game import Game
from kickdoor.replay import Recorder, load, replay, save
from kickdoor.sim.random_play import random_play

Run = Callable[..., tuple[int, str, str]]
Own = Callable[..., Path]

TIN = '[tin]\nname = "Tin"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
HAT = '[paper_hat]\nname = "Paper Hat"\nkind = "item"\nbonus = 1\nslot = "headgear"\n'
SHORT = ("--option", "winning_level=2")
SET = default_sets()[0]
OTHERS = [name for name in known_sets() if name != SET]


def recorded(folder: Path, path: Path) -> Game:
    """Record the start of a game with a custom set."""
    recorder = Recorder(load_catalog([SET], [folder]), seats=3, seed="own")
    for seat in range(3):
        recorder.do(recorder.game.options(seat)[0])
    save(recorder.record(), path)
    return recorder.game


def one_line(outcome: tuple[int, str, str]) -> str:
    """Take the complaint of a command that must have ended with one."""
    status, out, err = outcome
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    return err


# Loading


def test_folders_join_the_mix_in_a_fixed_order(own: Own) -> None:
    a, b = own("aaa", door=TIN), own("bbb", treasure=HAT)
    rules = load_catalog([SET], [b, a])
    assert rules.sets == [SET, "aaa", "bbb"]
    assert rules is load_catalog([SET, "aaa", "bbb"], [a, b])
    assert load_catalog([], [a]).sets == ["aaa"]


def test_a_changed_folder_is_read_again(own: Own) -> None:
    folder = own(door=TIN)
    old = load_catalog([], [folder])
    assert load_catalog([], [folder]) is old
    own(door=TIN.replace("level = 1", "level = 2"))
    new = load_catalog([], [folder])
    assert (old.defs[0].level, new.defs[0].level) == (1, 2)
    assert old.digest != new.digest


def test_the_digest_depends_on_the_deck(own: Own) -> None:
    card = '[thing]\nname = "Thing"\nkind = "{}"\n[[thing.play]]\nat = "any_time"\ndo = [{{ op = "draw" }}]\n'
    door = load_catalog([], [own("one", door=card.format("other_door"))])
    other = load_catalog([], [own("two", treasure=card.format("other_treasure"))])
    assert door.digest != other.digest
    moved = own("one", door=TIN)
    (moved / "door" / "more.toml").write_text("")
    same = load_catalog([], [own("one/x/one", door=TIN)])
    # A file without a card means nothing, but is another file
    assert load_catalog([], [moved]).digest == same.digest
    assert load_catalog([], [moved]).files != same.files


@pytest.mark.parametrize(
    ("name", "message"),
    [(SET, "comes with kickdoor"), ("all", "means every set"), ("My-Toys", "such as 'my_toys'"), ("_", "lower case")],
)
def test_invalid_set_names_are_refused(own: Own, name: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        load_catalog([], [own(name, door=TIN)])


def test_two_folders_of_one_name_are_refused(own: Own) -> None:
    with pytest.raises(BadData, match="another folder has the name 'toys' too"):
        load_catalog([SET], [own("a/toys", door=TIN), own("b/toys", door=TIN)])


def test_a_folder_without_a_set_is_refused(own: Own, tmp_path: Path) -> None:
    with pytest.raises(BadData, match="there is no such folder"):
        load_catalog([SET], [tmp_path / "nowhere"])
    (tmp_path / "bare").mkdir()
    with pytest.raises(BadData, match=r"set.toml is missing; kickdoor new-set writes one"):
        load_catalog([SET], [tmp_path / "bare"])
    with pytest.raises(BadData, match=r"toys: has no cards; put them in door/\*\.toml and treasure/\*\.toml"):
        load_catalog([SET], [own()])
    with pytest.raises(BadData, match="no set is named"):
        load_catalog([])


def test_hidden_files_of_editors_are_left_out(own: Own) -> None:
    folder = own(door=TIN)
    (folder / "door" / ".#cards.toml").symlink_to("somebody@somewhere")
    (folder / "door" / "cards.toml~").write_text("no TOML")
    assert len(load_catalog([], [folder]).defs) == 1


# Commands


@pytest.mark.parametrize("command", ["simulate", "soak", "bench", "play", "cards"])
def test_all_commands_know_the_same_sets(run: Run, own: Own, command: str) -> None:
    folder = own(door=TIN)
    assert "there is no set 'delux'; did you mean 'deluxe'?" in one_line(run(command, "--sets", "delux"))
    assert f"Known are {', '.join(known_sets())}" in one_line(run(command, "--sets", "no_such_set"))
    assert "did you mean 'toys'?" in one_line(run(command, "--sets", f"{SET},toy", "--set-dir", folder))
    assert "there is no such folder" in one_line(run(command, "--set-dir", "no/such/folder"))
    assert "comes with kickdoor" in one_line(run(command, "--set-dir", own(SET, door=TIN)))
    assert "expected at least one name" in one_line(run(command, "--sets", ","))


def test_games_are_played_with_all_sets(run: Run, own: Own) -> None:
    folder = own(door=TIN)
    for sets, wanted in (("all", known_sets()), (",".join(OTHERS[:2]), OTHERS[:2])):
        arguments = ("--sets", sets, "--set-dir", folder, "--games", 1, "--json", *SHORT)
        status, out, _ = run("simulate", "--bots", "random", *arguments)
        assert status == 0
        status, out, _ = run("soak", "--jobs", 1, *arguments)
        assert status == 0
        assert json.loads(out)["sets"] == [*wanted, "toys"]


def test_the_list_of_cards_can_be_limited_to_sets(run: Run, own: Own) -> None:
    folder = own(door=TIN)
    assert {card["set"] for card in json.loads(run("cards", "--json")[1])} == set(known_sets())
    assert {card["set"] for card in json.loads(run("cards", "--sets", "all", "--json")[1])} == set(known_sets())
    assert {card["set"] for card in json.loads(run("cards", "--sets", SET, "--json")[1])} == {SET}
    assert {card["set"] for card in json.loads(run("cards", "--set-dir", folder, "--json")[1])} == {"toys"}
    both = run("cards", "--sets", SET, "--set-dir", folder, "--json")[1]
    assert {card["set"] for card in json.loads(both)} == {SET, "toys"}


def test_a_set_may_be_checked_in_a_mix(run: Run, own: Own) -> None:
    folder = own(door=TIN + 'vs = [{ who = "elf", bonus = 2 }]\n')
    assert "'elf' is not known" in one_line(run("cards", "--check", folder))
    status, out, _ = run("cards", "--check", folder, "--sets", SET)
    assert status == 0
    assert f"1 different cards, 1 Door and 0 Treasure cards in all, mixed with {SET}; no problems found" in out


def test_scenarios_name_the_sets_they_need(run: Run, own: Own, tmp_path: Path) -> None:
    text = "scenario: {}\nsets: [{}]\nplayers: {{Aric: {{}}, Suzan: {{}}, Guy: {{}}}}\nsteps: []\n"
    places = tmp_path / "scenarios"
    places.mkdir()
    (places / "one.yaml").write_text(text.format("One", SET))
    (places / "two.yaml").write_text(text.format("Two", f"{SET}, toys"))
    folder = own(door=TIN)
    assert "2 of 2" in run("scenario", places, "--set-dir", folder)[1]
    assert "1 of 1" in run("scenario", places, "--sets", SET)[1]
    assert "a set of your own needs its folder (--set-dir, or folders=)" in run("scenario", places)[2]
    assert "needs only cooks" in one_line(run("scenario", places, "--sets", OTHERS[0]))
    assert "there is no set" in one_line(run("scenario", places, "--sets", "nothing"))


def test_the_list_of_rules_can_be_limited_to_sets(run: Run) -> None:
    every = json.loads(run("rules", "--json")[1])
    some = json.loads(run("rules", "--json", "--sets", OTHERS[0])[1])
    assert 0 < len(some) < len(every)
    assert all(OTHERS[0] in (*one["sets"], *one["derived_sets"]) for one in some if not one["ruling"])
    assert json.loads(run("rules", "--json", "--sets", "all")[1]) == every
    assert "there is no set" in one_line(run("rules", "--sets", "nothing"))
    assert "have no such rule" in one_line(run("rules", "TOKEN-01", "--sets", SET))


def test_all_commands_describe_their_set_options_alike(run: Run) -> None:
    with_sets = {name for name in COMMANDS if "--sets SET,…" in run(name, "--help")[1]}
    with_folders = {name for name in COMMANDS if "--set-dir DIR" in run(name, "--help")[1]}
    assert with_sets == {"play", "simulate", "ladder", "soak", "bench", "scenario", "cards", "rules"}
    games = {"play", "serve", "simulate", "ladder", "soak", "bench"}
    assert with_folders == games | {"scenario", "cards", "replay", "analyse", "verify", "bot-worker", "config"}


# What is kept


def test_a_record_needs_its_custom_set(run: Run, own: Own, tmp_path: Path) -> None:
    folder, path = own(door=TIN), tmp_path / "game.json"
    game = recorded(folder, path)
    assert replay(load(path, [folder]), load_catalog([SET], [folder])).save() == game.save()
    status, out, _ = run("replay", path, "--set-dir", folder)
    assert status == 0
    assert f"{SET}, toys" in out
    assert "the record was made with the set 'toys'" in one_line(run("replay", path))
    extra = own("extra", treasure=HAT)
    assert "made without the set 'extra'" in one_line(run("replay", path, "--set-dir", folder, "--set-dir", extra))


def test_a_record_is_replayed_with_changed_cards(run: Run, own: Own, tmp_path: Path) -> None:
    folder, path = own(door=TIN), tmp_path / "game.json"
    recorded(folder, path)
    verify = ("verify", path, "--set-dir", folder)
    own(door="# A word to the reader\n" + TIN.replace('"Tin"', '"Pewter"'))
    status, out, _ = run(*verify)
    assert status == 0
    assert "card files" not in out
    own(door=TIN.replace("treasures = 1", "treasures = 2"))
    status, out, _ = run(*verify)
    assert status == 0
    assert "made with other card files, but it replayed identically" in out
    own(door=TIN, treasure=HAT)
    status, out, _ = run(*verify)
    assert status == 3
    assert "made with other card files: the deal of the record replays differently" in out


def test_a_soak_is_resumed_with_the_same_cards_only(run: Run, own: Own, tmp_path: Path) -> None:
    folder, kept = own(door=TIN), tmp_path / "soak.json"
    start = ("soak", "--jobs", 1, "--resume", kept, *SHORT)
    assert run(*start, "--games", 1, "--set-dir", folder)[0] == 0
    assert "sets was" in one_line(run(*start, "--games", 2))
    moved = own("moved/toys", door=TIN)
    assert run(*start, "--games", 2, "--set-dir", moved)[0] == 0
    own(door=TIN.replace("level = 1", "level = 2"))
    assert "other card files" in one_line(run(*start, "--games", 3, "--set-dir", folder))


def test_a_game_is_resumed_with_its_custom_set(run: Run, own: Own, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = own(door=TIN)
    monkeypatch.setattr("sys.stdin", StringIO(""))
    status, out, err = run("play", "--set-dir", folder, "--seed", "own")
    assert (status, err) == (0, "")
    assert "saved" in out
    assert "made with the set 'toys'" in one_line(run("play", "--resume"))
    assert run("play", "--resume", "--set-dir", folder)[0] == 0


# Options


def test_every_option_has_one_line(run: Run) -> None:
    lines = run("options")[1].splitlines()
    plain = options_to_dict(RuleOptions())
    assert len(lines) == len(plain) == len(rulebook.options())
    for line, (name, value) in zip(lines, plain.items(), strict=True):
        assert line.split()[0] == f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        assert rulebook.options()[name].sentence in line


@pytest.mark.parametrize(("listen", "shared", "level"), [*product((False, True), (False, True), (3, 4))])
def test_options_are_independent(listen: bool, shared: bool, level: int) -> None:
    options = RuleOptions()
    options.listen_at_the_door, options.shared_victory, options.winning_level = listen, shared, level
    winners = []
    for seed in range(6):
        game = random_play(load_catalog([SET]), 4, f"options {seed}", options)
        game.play()
        winners.append(len(game.state.winners))
        assert all(game.state.seats[seat].level == level or shared for seat in game.state.winners)
    assert max(winners) == 1 or shared
