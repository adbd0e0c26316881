"""Tests of the decks: components, shuffling, mixed sets, and that no card is ever lost."""

from collections import Counter
from pathlib import Path

import pytest

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import KICK, Answer, act_of
from kickdoor.engine.rules.turn.new_game import blank_state, new_state
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import is_item
from kickdoor.sim.random_play import RandomPlay, random_play

TOYS = 'name = "Toys"\nuses = ["races"]\n'
TOY_DOORS = """
[tin_soldier]
name = "Tin Soldier"
kind = "monster"
copies = 2
level = 3
treasures = 1

[rusty]
name = "Rusty"
kind = "enhancer"
bonus = -1
"""
TOY_TREASURES = """
[paper_hat]
name = "Paper Hat"
kind = "item"
bonus = 1
value = 100
slot = "headgear"
"""


@pytest.fixture
def first() -> RuleSet:
    return load_catalog(default_sets())


@pytest.fixture
def mixed(tmp_path: Path) -> RuleSet:
    """The first set together with a small expansion from a folder."""
    folder = tmp_path / "toys"
    for part, text in (("set", TOYS), ("door/all", TOY_DOORS), ("treasure/all", TOY_TREASURES)):
        path = folder / f"{part}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_catalog(default_sets(), [folder])


def deck_sizes(rules: RuleSet) -> list[int]:
    return [sum(d.copies for d in rules.defs if d.deck == deck) for deck in (nr.DOOR, nr.TREASURE)]


def places(s: State) -> Counter[int]:
    """Count in how many places each card is."""
    out: Counter[int] = Counter()
    for pile in [*s.decks, *s.discards, s.aside]:
        out.update(pile)
    for p in s.seats:
        out.update(p.hand)
        out.update(p.play)
    if s.fight is not None:
        out.update(body.card for body in s.fight.bodies)
        out.update(s.fight.enhancers[1::2])
        out.update(s.fight.played)
    return out


def test_setup_01_three_to_six_players(first: RuleSet) -> None:
    for seats in (3, 4, 5, 6):
        assert len(blank_state(first, RuleOptions(), "seats", seats, []).seats) == seats
    for seats in (0, 1, 2, 7):
        with pytest.raises(BadData, match="SETUP-01"):
            blank_state(first, RuleOptions(), "seats", seats, [])


def test_setup_02_ninety_five_doors_and_seventy_three_treasures(first: RuleSet) -> None:
    assert deck_sizes(first) == [95, 73]


def test_setup_08_two_decks_each_of_its_own_cards(first: RuleSet) -> None:
    s = blank_state(first, RuleOptions(), "decks", 3, [])
    assert len(s.decks) == 2
    for deck in (nr.DOOR, nr.TREASURE):
        assert len(s.decks[deck]) == deck_sizes(first)[deck]
        assert {s.cards[card].deck for card in s.decks[deck]} == {deck}


def test_setup_09_each_deck_is_shuffled(first: RuleSet) -> None:
    """No two of twenty games begin alike, and each card comes up first somewhere."""
    for deck in (nr.DOOR, nr.TREASURE):
        orders = set()
        for seed in range(20):
            s = blank_state(first, RuleOptions(), f"shuffle {seed}", 3, [])
            orders.add(tuple(s.cards[card].index for card in s.decks[deck]))
        assert len(orders) == 20
        assert len({order[-1] for order in orders}) > 5


def test_setup_11_the_other_cards_stay_in_the_decks(first: RuleSet) -> None:
    for seats in (3, 4, 5, 6):
        # A card that is played the moment it is dealt draws more, so the seed is one without any
        s = next(
            s
            for s in (new_state(first, RuleOptions(), f"deal {n}", seats, []) for n in range(40))
            if not s.discards[nr.DOOR] and not s.discards[nr.TREASURE]
        )
        assert [len(deck) for deck in s.decks] == [95 - 4 * seats, 73 - 4 * seats]


def test_item_01_most_treasures_are_items(first: RuleSet) -> None:
    treasures = [d for d in first.defs if d.deck == nr.TREASURE for _ in range(d.copies)]
    items = [d for d in treasures if is_item(d)]
    assert len(items) > len(treasures) / 2
    assert sum(d.value > 0 for d in items) > len(items) / 2


def test_monster_06_every_monster_has_treasures(first: RuleSet) -> None:
    assert all(d.treasures >= 1 and d.levels_gained >= 1 for d in first.defs if d.kind == nr.MONSTER)


@pytest.mark.parametrize("seats", [3, 6])
def test_cards_16_every_card_is_in_exactly_one_place(first: RuleSet, seats: int) -> None:
    game = random_play(first, seats, f"conservation {seats}")
    for _ in range(1500):
        if not game.step():
            break
        found = places(game.state)
        assert len(found) == len(game.state.cards)
        assert set(found.values()) == {1}


def test_combine_01_and_11_mixed_sets_make_one_door_and_one_treasure_deck(mixed: RuleSet) -> None:
    s = blank_state(mixed, RuleOptions(), "mixed", 3, [])
    assert len(s.decks) == 2
    assert [len(deck) for deck in s.decks] == [95 + 3, 73 + 1]
    for deck in (nr.DOOR, nr.TREASURE):
        assert {s.cards[card].set_id for card in s.decks[deck]} == {default_sets()[0], "toys"}
        assert {s.cards[card].deck for card in s.decks[deck]} == {deck}


def test_combine_09_an_expansion_adds_cards_that_play(mixed: RuleSet) -> None:
    """A monster of the expansion on top of the deck is fought like any other."""
    s = new_state(mixed, RuleOptions(), "toys", 3, [])
    while s.phase == nr.SETUP:
        for seat in range(3):
            if runtime.prompted_seats(s) >> seat & 1:
                runtime.apply(s, runtime.default_answer(s, seat))
    soldier = next(c for c in range(len(s.cards)) if s.cards[c].id == "tin_soldier" and c in s.decks[nr.DOOR])
    s.decks[nr.DOOR].remove(soldier)
    s.decks[nr.DOOR].append(soldier)
    s.listed_serial = -1
    kick = next(code for code in runtime.legal_options(s, s.turn) if act_of(code) == KICK)
    runtime.apply(s, Answer(s.turn, kick))
    assert s.fight is not None
    assert [body.card for body in s.fight.bodies] == [soldier]


GEARS_MONSTERS = {
    "Clocktopus", "Flying Skull", "Gearhead", "Golden Golem", "The Gyroscopic Pharaoh", "Infernal Engine",
    "Land Leviathan", "Mousetrap", "Robot Queen Victoria", "Runaway Velocipede", "Steamhunk",
    "Tele-Visual Reception Apparatus", "Theo D'Olite", "Titan of Industry",
}  # fmt: skip
GEARS_ITEMS = {
    "Aeronautic Armor", "Automatic Monocle", "Canesaw", "Cogwheel Cuirass", "Gear Beer", "Gear-Fist", "Gear Shift",
    "Lord Sterling's Blunderbuss", "Martini-Henry Rifle", "Monkey Wrench", "Order of St. Cuthbert",
    "Pedal Reduplicator", "Phrenological Adjustor", "Pipe", "Shuri-Cogs", "Steam Beam", "Steam Iron", "Track Shoes",
    "Vacuum Pressure Pulsator",
}  # fmt: skip
NOT_GEARS = {
    "Cane-Sword", "Cane-Pistol", "Cane-Gatling Gun", "Martian Heat Ray", "Electrospats", "Spyglass", "Time Flies",
}  # fmt: skip


@pytest.fixture
def steampunk() -> RuleSet:
    return load_catalog(["steampunk"])


def tagged(rules: RuleSet, tag: str) -> list[CardDef]:
    return [d for d in rules.defs if d.tags & rules.tag_bit(tag)]


def test_gears_05_the_fourteen_gears_monsters(steampunk: RuleSet) -> None:
    assert {d.name for d in tagged(steampunk, "gears") if d.kind == nr.MONSTER} == GEARS_MONSTERS
    assert len(GEARS_MONSTERS) == 14


def test_gears_06_the_nineteen_gears_items(steampunk: RuleSet) -> None:
    found = tagged(steampunk, "gears")
    assert {d.name for d in found if is_item(d)} == GEARS_ITEMS
    assert len(GEARS_ITEMS) == 19
    assert all(d.kind == nr.MONSTER or is_item(d) for d in found)


def test_gears_07_other_cards_have_no_gears(steampunk: RuleSet) -> None:
    without = {d.name for d in steampunk.defs} - {d.name for d in tagged(steampunk, "gears")}
    assert without >= NOT_GEARS


def test_item_42_every_laser_and_nothing_else_joins_by_its_name() -> None:
    """The names end, roughly, in -aser; each is two-handed, and fire."""
    rules = load_catalog(["star"])
    lasers = tagged(rules, "laser")
    assert {d.name for d in lasers} == {d.name for d in rules.defs if d.name.endswith(("aser", "azer"))}
    assert all(d.hands == 2 and d.joins and d.tags & rules.tag_bit("fire") for d in lasers)


def test_char_38_steampunk_has_no_races(steampunk: RuleSet) -> None:
    assert not [d.name for d in steampunk.defs if d.kind in (nr.RACE, nr.HALFBREED)]
    assert not steampunk.human, "without Races no player is human"


@pytest.mark.parametrize(("sets", "matters"), [(["cooks"], False), (["cooks", "steampunk"], True)])
def test_char_07_sex_has_no_effect_among_cooks_alone(sets: list[str], matters: bool) -> None:
    """No card of theirs names a sex; in a mix with others some do."""
    rules = load_catalog(sets)
    sexes = rules.male | rules.female
    found = [
        d.name
        for d in rules.defs
        if d.forbids & sexes or any(mask & sexes for mask in d.needs) or any(vs.mask & sexes for vs in d.vs)
    ]
    assert bool(found) == matters


def test_char_07_a_game_of_cooks_is_the_same_with_other_sexes() -> None:
    rules = load_catalog(["cooks"])
    games = []
    for sex in (nr.MALE, nr.FEMALE):
        game = RandomPlay(new_state(rules, RuleOptions(), "sexes", 3, [sex] * 3), LehmerRng("sexes"))
        for _ in range(600):
            if not game.step():
                break
        games.append(game.state)
    one, other = games
    assert [p.level for p in one.seats] == [p.level for p in other.seats]
    assert [p.hand + p.play for p in one.seats] == [p.hand + p.play for p in other.seats]
    assert one.decks == other.decks
    assert one.turns == other.turns > 3


@pytest.mark.parametrize(("sets", "sizes"), [(["star"], [94, 74]), (["steampunk"], [86, 82]), (["cooks"], [95, 73])])
def test_setup_03_to_05_one_hundred_and_sixty_eight_cards(sets: list[str], sizes: list[int]) -> None:
    assert deck_sizes(load_catalog(sets)) == sizes
    assert sum(sizes) == 168


@pytest.mark.parametrize(
    "sets", [["star"], ["steampunk"], ["cooks"], ["deluxe", "star"], ["deluxe", "star", "steampunk", "cooks"]]
)
def test_cards_16_holds_in_every_mix(sets: list[str]) -> None:
    game = random_play(load_catalog(sets), 4, f"conservation of {sets}")
    for _ in range(1200):
        if not game.step():
            break
        found = places(game.state)
        assert len(found) == len(game.state.cards)
        assert set(found.values()) == {1}
