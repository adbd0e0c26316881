"""Tests of saving and loading: everything is restored, and invalid saves are refused."""

import json
from typing import Any

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.core_rules import FRAMES
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.state import codec
from kickdoor.engine.state.codec import options_from_dict, options_to_dict, state_from_json, state_to_json
from kickdoor.engine.state.fields import DERIVED, LISTS, SINGLE
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Fight, FightMonster, Offer, Seat, State, Term
from kickdoor.sim.random_play import RandomPlay, random_play
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe

COMMON = {"uid", "pc", "round"}
CLAIM = {
    "seat": 1,
    "kills": 1,
    "kill_levels": 2,
    "slain": [["deluxe/crabs", 1, 2]],
    "owed": 3,
    "gift": 4,
    "gift_doors": 5,
    "spoils": [[[], 0, 0]],
}


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


@pytest.fixture(scope="module")
def fight_text(rules: RuleSet) -> str:
    """A saved game with a fight, offers and several procedures under way."""
    for seed in range(50):
        play = random_play(rules, 4, f"codec:{seed}")
        while play.step():
            s = play.state
            if s.fight is not None and s.fight.offers and s.fight.bodies and s.turns > 5:
                return state_to_json(s)
    raise AssertionError("no such game found")


def attributes(thing: object) -> set[str]:
    """Name what an object holds, whether it is compiled or not; capitals are its class's."""
    names = [n for n in dir(thing) if not n.startswith("_") and not n.isupper()]
    return {n for n in names if not callable(getattr(thing, n))}


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.KIND)
def test_procedures_list_their_fields(kind: type[Frame]) -> None:
    assert attributes(kind()) - COMMON == {field.name for field in kind.FIELDS}


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.KIND)
def test_copies_of_frames_are_complete(kind: type[Frame]) -> None:
    frame = kind()
    values: dict[str, object] = {}
    for i, name in enumerate((*sorted(COMMON), *(field.name for field in kind.FIELDS))):
        default = getattr(frame, name)
        if isinstance(default, bool):
            values[name] = not default
        elif isinstance(default, int):
            values[name] = 2 + i
        else:
            values[name] = [*range(i, i + 30)]
        setattr(frame, name, values[name])
    copy = frame.copy()
    assert type(copy) is type(frame)
    assert {name: getattr(copy, name) for name in values} == values


def test_frame_kinds_are_unique() -> None:
    assert len({kind.KIND for kind in FRAMES}) == len(FRAMES)


@pytest.mark.parametrize(
    "thing",
    [
        Seat(0), Fight(0), FightMonster(0, 0, 0, 0, False), Term(0, 0, 0, 0, 0, 0, 0), Offer(0, 0, 0, [], 0),
        RewardClaim(0),
    ],
    ids=lambda thing: type(thing).__name__,
)  # fmt: skip
def test_every_attribute_is_declared(thing: Seat | Fight | FightMonster | Term | Offer | RewardClaim) -> None:
    assert attributes(thing) == {field.name for field in thing.FIELDS}


def test_every_attribute_of_a_state_is_declared(rules: RuleSet) -> None:
    s = random_play(rules, 3, "attributes").state
    assert attributes(s) == {field.name for field in s.FIELDS}


def test_every_table_option_is_written() -> None:
    assert attributes(RuleOptions()) == set(codec.OPTION_FIELDS)


def other(value: object, n: int) -> object:
    """Return a value of the same type that is not the initial one."""
    if isinstance(value, bool):
        return not value
    return value + 2 + n if isinstance(value, int) else [*range(n, n + 3)]


@pytest.mark.parametrize(
    "part", [Seat(0), Fight(0), FightMonster(0, 0, 0, 0, False)], ids=lambda one: type(one).__name__
)
def test_copies_of_parts_are_whole_and_share_no_list_that_changes(part: Seat | Fight | FightMonster) -> None:
    plain = [field for field in part.FIELDS if field.type in SINGLE + LISTS]
    for n, field in enumerate(plain):
        setattr(part, field.name, other(getattr(part, field.name), n))
    copy = part.copy()
    for field in plain:
        value, copied = getattr(part, field.name), getattr(copy, field.name)
        assert value == copied
        assert not isinstance(value, list) or field.visibility == DERIVED or value is not copied


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_survive_saving(rules: RuleSet, seats: int) -> None:
    play = random_play(rules, seats, f"round trip:{seats}")
    step = 0
    while play.step() and step < 900:
        step += 1
        if step % 11 == 0:
            text = state_to_json(play.state)
            assert state_to_json(state_from_json(text, rules)) == text


def test_debts_to_a_former_fighter_survive_saving(rules: RuleSet, fight_text: str) -> None:
    loaded = state_from_json(spoil(fight_text, "fight", "former", value=[CLAIM]), rules)
    data = json.loads(state_to_json(loaded.copy()))
    assert data["fight"]["former"] == [CLAIM]
    seen = observe(loaded, 0)
    assert observe(sample_state(json.loads(json.dumps(seen)), rules, LehmerRng("claims")), 0) == seen


def test_games_saved_before_rules_version_4_are_read(rules: RuleSet) -> None:
    """They do not say who helped to kill what, nor who threw a one-shot, nor what was used on a roll."""
    left = {"slain", "user", "spent"}
    for seed in range(50):
        play = random_play(rules, 4, f"earlier:{seed}")
        while left and play.step():
            fight = play.state.fight
            if fight is None:
                continue
            data = json.loads(state_to_json(play.state))
            slain, users = data["fight"].pop("slain"), [term.pop("user") for term in data["fight"]["terms"]]
            spent = [frame.pop("spent") for frame in data["stack"] if frame["kind"] == "roll_die"]
            loaded = state_from_json(json.dumps(data), rules).fight
            assert loaded is not None
            assert (loaded.slain, [term.user for term in loaded.terms]) == ([], [-1] * len(users))
            left -= {name for name, found in (("slain", slain), ("user", users), ("spent", spent)) if found}
        if not left:
            return
    raise AssertionError(f"no game found with {left}")


def test_loaded_game_continues_like_the_saved_one(rules: RuleSet) -> None:
    play = random_play(rules, 4, "go on")
    for _ in range(300):
        play.step()
    loaded = state_from_json(state_to_json(play.state), rules)
    both: list[str] = []
    for s in (play.state, loaded):
        again = RandomPlay(s, LehmerRng("go on"))
        for _ in range(200):
            again.step()
        both.append(state_to_json(s))
    assert both[0] == both[1]


def test_playing_a_copy_leaves_the_state_alone(rules: RuleSet) -> None:
    play = random_play(rules, 4, "copy")
    step = 0
    while play.step() and step < 1200:
        step += 1
        if step % 40 == 0:
            text = state_to_json(play.state)
            copy = RandomPlay(play.state.copy(), LehmerRng(str(step)))
            assert state_to_json(copy.state) == text
            for _ in range(40):
                copy.step()
            assert state_to_json(play.state) == text


def test_text_is_canonical(fight_text: str) -> None:
    assert json.dumps(json.loads(fight_text), sort_keys=True, separators=(",", ":")) == fight_text
    assert len(fight_text) < 30_000


def spoil(text: str, *path: "str | int", value: Any) -> str:
    data = json.loads(text)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), 99),
        (("format",), True),
        (("catalog",), "0" * 32),
        (("sets",), ["other"]),
        (("turn",), 4),
        (("turn",), "1"),
        (("turns",), 1.5),
        (("turns",), 10**30),
        (("phase",), 77),
        (("winners",), [9]),
        (("dirty",), 0),
        (("extra",), 1),
        (("cards", 0), "set/no_such_card"),
        (("cards", 0), 5),
        (("cards",), []),
        (("decks", 0, 0), 4000),
        (("decks", 0, 0), -1),
        (("decks",), [[], [], []]),
        (("discards",), {}),
        (("aside",), [1] * 6000),
        (("attached",), [[1]]),
        (("attached",), [[1, 99999]]),
        (("seen",), [[1, 64]]),
        (("seats", 0, "hand"), [1, 1]),
        (("seats", 0, "level"), 0),
        (("seats", 0, "dead"), 1),
        (("seats", 0, "equipped"), [0, 1, 2, 3]),
        (("seats",), []),
        (("rng", "keys", 0), "zz" * 32),
        (("rng", "counters"), [0]),
        (("rng", "script"), [7]),
        (("options", "winning_lvl"), 10),
        (("options", "winning_level"), 1),
        (("stack", 0, "kind"), "no_such_procedure"),
        (("stack", 0, "seat"), 12),
        (("stack", 0, "pc"), 5000),
        (("stack", 0, "uid"), -5),
        (("stack", 0, "met"), "yes"),
        (("stack", 0, "more"), 1),
        (("stack",), None),
        (("fight", "main"), -1),
        (("fight", "helper"), 8),
        (("fight", "bodies", 0, "definition"), "x/y"),
        (("fight", "bodies", 0, "uid"), 400),
        (("fight", "enhancers"), [1]),
        (("fight", "offers", 0, "to"), 6),
        (("fight", "terms"), [{"side": 3}]),
        (("fight", "former"), [{**CLAIM, "seat": 4}]),
        (("fight", "former"), [{**CLAIM, "spoils": [1]}]),
        (("fight", "former"), [{**CLAIM, "spoils": [[["no_such_tag"], 0, 0]]}]),
        (("fight", "met"), 1),
        (("fight", "terms"), [{"modifier": "deluxe/no_such_card:bonus:0"}]),
        (("won_tags",), ["no_such_tag"]),
        (("marks",), [[0, 1]]),
        (("seats", 0, "used"), [["a", "b", 1]]),
        (("seats", 0, "used"), [["a", 8]]),
        (("seats", 0, "counters"), {"no_such_token": 1}),
        (("seats", 0, "after"), [["x", 1]]),
        (("fight", "former"), [{**CLAIM, "more": 1}]),
        (("fight",), []),
    ],
)
def test_odd_saves_are_refused(rules: RuleSet, fight_text: str, path: "tuple[str | int, ...]", value: object) -> None:
    with pytest.raises(BadData) as caught:
        state_from_json(spoil(fight_text, *path, value=value), rules)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "1" * 5000, "[" * 100_000, '{"format":1,"format":1}', "NaN", '"\ud800"', "x" * 3_000_000],
    ids=range(10),
)
def test_invalid_saves_are_refused(rules: RuleSet, text: str) -> None:
    with pytest.raises(BadData) as caught:
        state_from_json(text, rules)
    assert "\n" not in str(caught.value)


def test_missing_key_is_named(rules: RuleSet, fight_text: str) -> None:
    data = json.loads(fight_text)
    del data["seats"][2]["sex"]
    with pytest.raises(BadData, match=r"seats\[2\]: 'sex' is missing"):
        state_from_json(json.dumps(data), rules)


def test_card_in_two_places_is_named(rules: RuleSet, fight_text: str) -> None:
    data = json.loads(fight_text)
    card = data["decks"][1][0]
    data["aside"].append(card)
    with pytest.raises(BadData, match=f"card {card} is in two places"):
        state_from_json(json.dumps(data), rules)


def test_caches_are_rebuilt_after_loading(rules: RuleSet, fight_text: str) -> None:
    s: State = state_from_json(fight_text, rules)
    assert all(p.stale for p in s.seats)


def test_options_survive_saving() -> None:
    options = RuleOptions()
    options.winning_level = 8
    options.shared_victory = True
    options.first_player = "2"
    data = options_to_dict(options)
    assert options_to_dict(options_from_dict(data)) == data
    assert options_to_dict(options_from_dict({})) == options_to_dict(RuleOptions())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"winning_levle": 8}, "did you mean 'winning_level'"),
        ({"zzz": 8}, "known are first_player"),
        ({3: 8}, "there is no option 3"),
        ({"winning_level": "8"}, "winning_level: expected a whole number"),
        ({"winning_level": 1000}, "winning_level: expected a Level"),
        ({"shared_victory": 1}, "shared_victory: expected true or false"),
        ({"first_player": "nobody"}, "expected 'roll' or the number of a seat"),
        ({"run_order": "no"}, "run_order: expected one of"),
        ([], "expected an object"),
    ],
)
def test_odd_options_are_refused(data: object, message: str) -> None:
    with pytest.raises(BadData, match=message):
        options_from_dict(data)
