"""Tests of hostile sets: they are refused when read, or end with one clear line when played."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kickdoor.bot import Bot
from kickdoor.bots.policy_adapter import drive
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import MAX_DISTINCT_CARDS, MAX_PLAYS_PER_CARD, load_catalog
from kickdoor.catalog.set_folder import MAX_BYTES, MAX_FILES
from kickdoor.engine.machine.errors import BadData, EngineError
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.option import Option
from kickdoor.seat_view import SeatView
from kickdoor.sim.random_play import deal, random_play
from kickdoor.text.card_text import card_face

Run = Callable[..., tuple[int, str, str]]
Own = Callable[..., Path]

TIN = '[tin]\nname = "Tin"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
ECHO = '[echo]\nname = "Echo"\nkind = "item"\ncopies = 20\n'
SOON = 10.0
"""Seconds within which anything is refused."""


def refused(folder: Path, *, sets: tuple[str, ...] = ()) -> str:
    """Take the complaint about a set: one short line, without anything a terminal would act on, and soon."""
    start = time.perf_counter()
    with pytest.raises(BadData) as caught:
        load_catalog(sets, [folder])
    assert time.perf_counter() - start < SOON
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 2000
    return message


# Files


def test_a_folder_may_be_a_link_but_nothing_in_it(own: Own, tmp_path: Path) -> None:
    folder = own(door=TIN)
    (tmp_path / "linked").symlink_to(folder)
    assert load_catalog([], [tmp_path / "linked"]).sets == ["linked"]
    secret = tmp_path / "secret.toml"
    secret.write_text(TIN.replace("tin", "gold"))
    (folder / "door" / "more.toml").symlink_to(secret)
    assert refused(folder) == "toys/more.toml: expected a regular file, found a link"


def test_broken_and_circular_links_are_refused(own: Own) -> None:
    folder = own(door=TIN)
    link = folder / "door" / "loop.toml"
    for target in (link.name, "nowhere.toml", "/dev/zero"):
        link.symlink_to(target)
        assert "found a link" in refused(folder)
        link.unlink()
    (folder / "set.toml").unlink()
    (folder / "set.toml").symlink_to("/dev/zero")
    assert "found a link" in refused(folder)


def test_linked_decks_are_refused(own: Own, tmp_path: Path) -> None:
    elsewhere = own("elsewhere", door=TIN)
    folder = own(treasure='[hat]\nname = "Hat"\nkind = "item"\n')
    (folder / "door").rmdir()
    (folder / "door").symlink_to(elsewhere / "door")
    assert refused(folder) == "toys/door: expected a folder, found something else"
    (folder / "door").unlink()
    (folder / "door").symlink_to(".")
    assert "expected a folder" in refused(folder)
    (folder / "door").unlink()
    (folder / "door").write_text(TIN)
    assert "expected a folder" in refused(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_does_not_block(own: Own) -> None:
    folder = own(door=TIN)
    os.mkfifo(folder / "door" / "pipe.toml")
    assert refused(folder) == "toys/pipe.toml: expected a regular file, found something else"
    (folder / "door" / "pipe.toml").unlink()
    (folder / "door" / "folder.toml").mkdir()
    assert "folder.toml" in refused(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_files_are_refused(own: Own) -> None:
    folder = own(door=TIN)
    (folder / "door" / "cards.toml").chmod(0)
    assert "Permission denied" in refused(folder)


@pytest.mark.parametrize("name", ["\x1b[31mred.toml", "two\nlines.toml", "\u202etfel.toml", "x" * 200 + ".toml"])
def test_file_names_cannot_move_the_cursor(own: Own, name: str) -> None:
    folder = own(door=TIN)
    (folder / "door" / name).write_text("")
    assert "no card file can be called" in refused(folder)


def test_folder_names_cannot_move_the_cursor(own: Own, run: Run) -> None:
    folder = own("toys\x1b]0;gotcha\x07", door=TIN)
    refused(folder)
    status, out, err = run("cards", "--check", folder)
    assert (status, out) == (2, "")
    assert err.removesuffix("\n").isprintable()


# Sizes


def test_oversized_values_are_refused(own: Own) -> None:
    assert f"larger than {MAX_BYTES} bytes" in refused(own("large", door=TIN + "#" * MAX_BYTES))
    many = own("many", door=TIN)
    for i in range(3):
        (many / "door" / f"{i}.toml").write_text("#" * (MAX_BYTES // 3))
    assert f"larger than {MAX_BYTES} bytes together" in refused(many)
    files = own("files", door=TIN)
    for i in range(MAX_FILES):
        (files / "door" / f"{i}.toml").touch()
    assert f"more than {MAX_FILES} card files" in refused(files)


def test_too_many_cards_are_refused(own: Own) -> None:
    short = "[c{}]\nname='C'\nkind='mate'\n"
    rng = own("lots", door="".join(short.format(i) for i in range(20_000)))
    assert f"more than {MAX_DISTINCT_CARDS} different cards" in refused(rng)
    copies = own("copies", door="".join(short.format(i) + "copies = 20\n" for i in range(MAX_DISTINCT_CARDS)))
    assert refused(copies) == "more than 4000 cards"
    assert "copies" in refused(own("copied", door=TIN + "copies = 4000\n"))


@pytest.mark.parametrize(
    ("head", "door", "message"),
    [
        ("tags = [{}]".format(", ".join(f"'t{i}'" for i in range(50_000))), TIN, "at most 40 names"),
        ("counters = [{}]".format(", ".join(f"'c{i}'" for i in range(99))), TIN, "at most 40 names"),
        ("uses = [{}]".format("'races', " * 50_000), TIN, "at most 40 words"),
        ("", TIN + "tags = [{}]".format("'undead', " * 50_000), "at most 40 words"),
        ("", TIN + "level = 9" + "9" * 4000, "TOML"),
        ("", TIN.replace("level = 1", "level = 1000000000000"), "from 1 to 99"),
        ("", TIN + "bad_stuff = [{ op = 'lose_levels', n = 100 }]", "from 1 to 99"),
        ("", TIN + "bad_stuff = [{ op = 'lose_levels', n = -1 }]", "from 1 to 99"),
        ("", TIN + "bad_stuff = [{ op = 'lose_levels', n = { each = -100, per = 'die' } }]", "from -99 to 99"),
        ("", TIN + f"flavour = '{'x' * 121}'", "at most 120 characters"),
        ("", TIN.replace("Tin", "x" * 5000), "at most 120 characters"),
        ("", TIN + "[[tin.ability]]\nname = 'A'\nat = 'fight'\nonce = 'turn'\ndo = [{ op = 'die' }]\n" * 13, "ways"),
        ("", TIN + "bad_stuff = [{ op = 'choose_one', options = [" + "[{ op = 'die' }]," * 41 + "] }]", "2 to 40"),
    ],
)
def test_long_lists_and_large_numbers_are_refused(own: Own, head: str, door: str, message: str) -> None:
    assert message in refused(own(head=f"name = 'Toys'\n{head}\n", door=door))
    assert MAX_PLAYS_PER_CARD == 12


def test_deep_nesting_in_every_card_is_handled(own: Own) -> None:
    for piece in ("a = {b=", "a = [", "[[x.y]]\n", "[x.y.z]\n", "'''", '"', "x='"):
        refused(own(door=TIN + piece * ((MAX_BYTES - 1000) // len(piece))))


# Words


@pytest.mark.parametrize("name", ["\\u001b[2J", "a\\u0007", "x\\u202ey", "two\\nlines", "\\u0000", "\\u200b"])
def test_texts_cannot_move_the_cursor(own: Own, name: str) -> None:
    assert "tin.name: a text must not have line breaks" in refused(own(door=TIN.replace("Tin", name)))
    assert "name: a text must" in refused(own(head=f'name = "{name}"\n', door=TIN))
    labels = f'name = "Toys"\n[labels]\nmonster = "{name}"\n'
    assert "labels.monster: a text must" in refused(own(head=labels, door=TIN))


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/passwd",
        "{who}",
        "{0.__class__}",
        "%s%n",
        "[/bold]",
        "[link=x]y[/link]",
        "name.tin",
        "'; --",
        "\\\\",
    ],
)
def test_texts_have_no_control_characters(own: Own, run: Run, name: str) -> None:
    folder = own(door=TIN.replace("Tin", name) + f'flavour = "{name}"\n')
    rules = load_catalog([], [folder])
    assert rules.defs[0].name == name.replace("\\\\", "\\")
    assert card_face(rules, rules.defs[0]).startswith(rules.defs[0].name)
    assert run("cards", "--set-dir", folder)[0] == 0


@pytest.mark.parametrize("id", ["../up", "a/b", "/etc/passwd", "", "A", "ä", "__init__", "x" * 81, "a.b", "con:"])
def test_ids_are_plain_words(own: Own, id: str) -> None:
    assert "is not a valid card id" in refused(own(door=TIN.replace("[tin]", f"['{id}']")))


def test_references_to_other_cards_must_exist(own: Own) -> None:
    play = '[hunt]\nname = "Hunt"\nkind = "other_door"\n[[hunt.play]]\nat = "fight"\non = "monster"\nnamed = "{}"\n'
    do = "do = [{ op = 'kill_monster' }]\n"
    assert "'../tin' is not known; did you mean 'tin'?" in refused(own(door=TIN + play.format("../tin") + do))
    rules = load_catalog([], [own(door=TIN + play.format("tin") + do)])
    assert "Tin" in card_face(rules, rules.defs[1])


def test_ids_are_unique_in_a_set(own: Own) -> None:
    folder = own(door=TIN)
    (folder / "door" / "more.toml").write_text(TIN)
    assert "another card with this id" in refused(folder)
    assert load_catalog([], [own("one", door=TIN), own("two", door=TIN)]).sets == ["one", "two"]


# Cards without end


@pytest.mark.parametrize(
    ("counters", "events"),
    [
        ("", "{ event = 'level_gained', do = [{ op = 'lose_levels' }, { op = 'gain_levels' }] },"),
        ("", "{ event = 'level_gained', do = [{ op = 'lose_levels' }, { op = 'gain_levels' }] }," * 40),
        ("", "{ event = 'rolled', do = [{ op = 'roll' }] },"),
        ("'red', 'blue'", "{ event = 'level_gained', do = [{ op = 'gain_token' }] },"
         "{ event = 'token_gained', do = [{ op = 'gain_token' }] },"),
    ],
    ids=["levels", "forty", "dice", "questions"],
)  # fmt: skip
def test_triggers_that_cause_themselves_end_with_an_error(own: Own, run: Run, counters: str, events: str) -> None:
    folder = own(head=f"name = 'Toys'\ncounters = [{counters}]\n", treasure=f"{ECHO}trigger = [{events}]\n")
    start = time.perf_counter()
    status, out, err = run("simulate", "--set-dir", folder, "--games", 5, "--bots", "random")
    assert (status, out) == (1, "")
    assert "cards keep triggering each other; the last was toys/echo:trigger" in err
    assert len(err.splitlines()) == 1
    status, out, _ = run("soak", "--set-dir", folder, "--games", 3, "--jobs", 1)
    assert status == 1
    assert "cards keep triggering each other" in out or "procedures are on the stack" in out
    assert time.perf_counter() - start < 3 * SOON


@pytest.mark.parametrize("cost", ["", "cost = { least = 0, most = 2 }\n", "cost = { least = 0, whole_hand = true }\n"])
def test_free_unlimited_abilities_end_with_an_error(own: Own, cost: str) -> None:
    ability = f"[[echo.ability]]\nname = 'Again'\nat = 'any_time'\n{cost}do = [{{ op = 'draw' }}]\n"
    assert "ability[0].once: is missing; an ability without a cost must" in refused(own(treasure=ECHO + ability))
    assert load_catalog([], [own(treasure=ECHO + ability + "once = 'turn'\n")]).defs


def test_a_card_that_pays_for_itself_does_not_stop_a_game(own: Own) -> None:
    head = "name = 'Toys'\ncounters = ['red']\n"
    ability = "[[echo.ability]]\nname = 'Again'\nat = 'any_time'\ntokens = {}\ndo = [" + "{ op = 'gain_token' }," * 2
    pot = "]\n[pot]\nname = 'Pot'\nkind = 'other_treasure'\ncopies = 20\n[[pot.play]]\nat = 'any_time'\n"
    folder = own(head=head, treasure=ECHO + ability + pot + "do = [{ op = 'gain_token' }]\n")
    game = random_play(load_catalog(default_sets(), [folder]), 4, "endless")
    for _ in range(20_000):
        if not game.step():
            break
    assert game.state.turns > 20


class Fidget(Bot):
    """Takes an Item off and puts it on again, for ever."""

    def choose(self, view: SeatView) -> Option:
        for option in view.options:
            if option.act in ("equip", "unequip"):
                return option
        return view.options[-1]


def test_a_turn_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kickdoor.policies.driver.MAX_ANSWERS", 500)
    state = deal(load_catalog(default_sets()), 3, "fidget")
    driver = drive(state, [Fidget(seat, LehmerRng(f"{seat}")) for seat in range(3)])
    with pytest.raises(EngineError, match="goes on after"):
        driver.play()


# Tokens without end


GREEDY = (
    "[pot]\nname = 'Pot'\nkind = 'item'\ncopies = 20\n[[pot.ability]]\nname = 'More'\nat = 'any_time'\ncarried = true\n"
)


@pytest.mark.parametrize(
    "ability",
    [
        "once = 'turn'\ndo = [{ op = 'gain_token', n = { each = 99, per = 'red' } }, { op = 'gain_token', n = 99 }]",
        "tokens = {}\ndo = [{ op = 'gain_token', n = 99, who = 'everyone' }]",
        "once = 'turn'\ndo = [{ op = 'gain_token', n = 99 }, { op = 'move_tokens', all = true, to = 'left' }]",
        "once = 'turn'\ndo = [{ op = 'gain_token', n = 99 }, { op = 'lose_tokens', n = 98, who = 'everyone' }]",
    ],
    ids=["growing", "feeding", "passing", "losing"],
)  # fmt: skip
def test_tokens_are_limited(own: Own, ability: str) -> None:
    head = "name = 'Toys'\ncounters = ['red', 'blue']\n"
    game = random_play(load_catalog(default_sets(), [own(head=head, treasure=GREEDY + ability)]), 4, "greedy")
    start = time.perf_counter()
    for _ in range(4_000):
        if not game.step() or time.perf_counter() - start > SOON:
            break
    assert max(max(p.counters) for p in game.state.seats) <= 999
    assert game.state.turns > 3


@pytest.mark.parametrize(
    ("head", "line", "message"),
    [
        ("counters = ['red']", "{ op = 'gain_token', n = 1000000000 }", "from 1 to 99"),
        ("counters = ['red']", "{ op = 'gain_token', n = { each = 1000000000, per = 'red' } }", "from -99 to 99"),
        ("counters = ['red']", "{ op = 'may_pay_tokens', n = 1000000000 }", "to 20000"),
        ("counters = ['red']", "{ op = 'draw', when = { has_tokens = { least = 1000000000 } } }", "from 0 to 999"),
        ("counters = ['red']", "{ op = 'lose_tokens', kinds = [" + "'red'," * 5000 + "] }", "at most 40 words"),
        ("counters = ['red']", "{ op = 'lose_tokens', kinds = { red = 1 } }", "or a list of words, found a table"),
        ("counters = 5", "{ op = 'draw' }", "expected a list of at most 40 names, found 5"),
        ("counters = ['Red\\u001b[31m']", "{ op = 'draw' }", "expected names such as"),
        ("counters = ['red']\nturned_in = 'red'", "{ op = 'draw' }", "at least two kinds"),
        ("counters = ['red']\nfood = ['red', 'red']", "{ op = 'draw' }", "stands there twice"),
        ("counters = [" + ",".join(f"'c{i}'" for i in range(5000)) + "]", "{ op = 'draw' }", "at most 40 names"),
    ],
)  # fmt: skip
def test_odd_tokens_are_refused(own: Own, head: str, line: str, message: str) -> None:
    card = f"[pot]\nname = 'Pot'\nkind = 'other_treasure'\n[[pot.play]]\nat = 'any_time'\ndo = [{line}]\n"
    assert message in refused(own(head=f"name = 'Toys'\n{head}\n", treasure=card))


@pytest.mark.parametrize("depth", [5, 50, 150, 400, 5000])
def test_deep_nesting_is_refused(own: Own, depth: int) -> None:
    card = "[pot]\nname = 'Pot'\nkind = 'other_treasure'\n[[pot.play]]\nat = 'any_time'\n"
    condition = "{ anyone = " * depth + "{ trait = 'male' }" + " }" * depth
    refused(own(treasure=f"{card}do = [{{ op = 'draw', when = {condition} }}]\n"))
    ways = "[{ op = 'choose_one', options = [" * depth + "[{ op = 'draw' }]" + ", [{ op = 'draw' }]] }]" * depth
    refused(own(treasure=f"{card}do = {ways}\n"))


def test_many_token_kinds_are_observed_and_saved(own: Own) -> None:
    folders = []
    for i in range(12):
        names = ", ".join(f"'c{i}x{j}'" for j in range(40))
        head = f"name = 'Toys'\ncounters = [{names}]\n"
        folders.append(own(f"toys{i}", head=head, treasure=ECHO.replace("echo", f"echo{i}")))
    state = deal(load_catalog(default_sets(), folders), 6, "many")
    assert len(state.rules.counters) == 480
    assert state_from_json(state_to_json(state), state.rules).seats[5].counters == [0] * 480
