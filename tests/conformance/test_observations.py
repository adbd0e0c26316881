"""Tests that every observation of random games matches its types."""

import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.core_rules import FRAMES
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.state.codec import OPTION_FIELDS
from kickdoor.engine.state.state import State
from kickdoor.server.records.playback import open_game
from kickdoor.sim.random_play import deal, random_play
from kickdoor.view.frame_redaction import show_frame
from kickdoor.view.frame_types import FrameSeen
from kickdoor.view.observation import Observation, OpenObservation, OptionsSeen
from kickdoor.view.observe import observe

MIXES = [[name] for name in known_sets()] + [known_sets()]
INTERVAL = 20

Check = Callable[[Any, str, list[str]], None]


@cache
def check_of(kind: Any) -> Check:
    """Make what notes every place at which a value is not of a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        return check_dict(get_type_hints(kind, include_extras=True))
    if origin is Annotated:
        return check_word(inner[1], check_of(inner[0])) if isinstance(inner[1], tuple) else check_of(inner[0])
    if origin is Literal:
        return check_word(inner, check_of(str))
    if origin in (Union, types.UnionType):
        return check_union({tag_of(one): check_of(one) for one in inner})
    if origin is list:
        return check_list(check_of(inner[0]))
    if origin is tuple:
        return check_tuple([check_of(one) for one in inner])

    def check(value: Any, where: str, out: list[str]) -> None:
        if type(value) is not kind:
            out.append(f"{where}: {value!r} is no {kind}")

    return check


def check_dict(hints: dict[str, Any]) -> Check:
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
    checks = {name: check_of(get_args(hint)[0] if name in optional else hint) for name, hint in hints.items()}
    needed = set(checks) - optional

    def check(value: Any, where: str, out: list[str]) -> None:
        if type(value) is not dict:
            out.append(f"{where}: {value!r} is no dict")
            return
        out += [f"{where}: {name} is {'one too many' if name in value else 'missing'}" for name in
                needed ^ (value.keys() - optional)]  # fmt: skip
        for name, one in checks.items():
            if name in value:
                one(value[name], f"{where}.{name}", out)

    return check


def check_list(inner: Check) -> Check:
    def check(value: Any, where: str, out: list[str]) -> None:
        if type(value) is not list:
            out.append(f"{where}: {value!r} is no list")
            return
        for item in value:
            inner(item, where, out)

    return check


def check_tuple(parts: list[Check]) -> Check:
    def check(value: Any, where: str, out: list[str]) -> None:
        if type(value) is not tuple or len(value) != len(parts):
            out.append(f"{where}: {value!r} is no tuple of {len(parts)}")
            return
        for item, one in zip(value, parts, strict=True):
            one(item, where, out)

    return check


def check_word(words: tuple[str, ...], inner: Check) -> Check:
    def check(value: Any, where: str, out: list[str]) -> None:
        if value not in words:
            out.append(f"{where}: {value!r} is none of {', '.join(words)}")
        inner(value, where, out)

    return check


def check_union(checks: dict[object, Check]) -> Check:
    """A union is of None and another type, or of dicts distinguished by their `kind`."""

    def check(value: Any, where: str, out: list[str]) -> None:
        tag = type(None) if value is None else value.get("kind") if type(value) is dict else None
        if tag not in checks:
            out.append(f"{where}: nothing in the union fits {value!r}")
            return
        checks[tag](value, where, out)

    return check


def tag_of(kind: object) -> object:
    """Return the `kind` that distinguishes a type of a union; None for the only type beside None."""
    hint = get_type_hints(kind).get("kind") if is_typeddict(kind) else None
    return get_args(hint)[0] if get_origin(hint) is Literal else kind if kind is type(None) else None


def faults(value: object, kind: object, where: str = "observation") -> list[str]:
    """List where a value is not of a type: keys too many or too few, and leaves of another type."""
    out: list[str] = []
    check_of(kind)(value, where, out)
    return out


def moments(rules: RuleSet, seats: int, seed: str) -> Iterator[State]:
    """Stop in a random game now and then, and whenever another procedure is in progress."""
    game = random_play(rules, seats, seed)
    yield game.state
    seen: set[str] = set()
    for count in range(1200):
        if not game.step():
            break
        kinds = {frame.KIND for frame in game.state.stack}
        if count % INTERVAL == 0 or kinds - seen:
            seen |= kinds
            yield game.state
    yield game.state


@pytest.mark.parametrize("sets", MIXES, ids="+".join)
def test_observations_match_their_types(sets: list[str]) -> None:
    rules = load_catalog(sets)
    fights = 0
    for number, seats in enumerate((3, 6, 4)):
        for s in moments(rules, seats, f"types {number}"):
            fights += s.fight is not None
            for seat in range(-1, seats):
                remembers = s.serial % 4 == 0
                seen = observe(s, seat, remembers)
                assert faults(seen, Observation) == []
                assert ("seen" in seen["discards"][0]) == remembers
            assert faults(open_game(s), OpenObservation) == []
    assert fights > 50


@pytest.mark.parametrize("kind", FRAMES, ids=lambda kind: kind.KIND)
def test_every_observed_frame_matches_its_type(kind: type[Frame]) -> None:
    """Those that random games seldom come to as well; `FrameSeen` has a type for each, and no others."""
    shown = {"kind", *(field.name for field in kind.COMMON + kind.FIELDS)}
    (seen,) = [one for one in get_args(FrameSeen) if tag_of(one) == kind.KIND]
    assert set(get_type_hints(seen)) == shown
    s = deal(load_catalog(["deluxe"]), 3, "frames")
    assert faults(show_frame(s, kind(), 0), FrameSeen, kind.KIND) == []
    assert len(get_args(FrameSeen)) == len(FRAMES)


def test_all_rule_options_are_observed() -> None:
    assert tuple(get_type_hints(OptionsSeen)) == OPTION_FIELDS


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        ("", "more", 1),
        ("", "turn", None),
        ("", "turn", True),
        ("", "phase", "lunch"),
        ("", "fight", 3),
        ("", "decks", [1, 2]),
        ("seats", "level", "1"),
        ("stack", "kind", "nothing"),
        ("stack", "seat", "x"),
    ],
)
def test_a_planted_fault_is_found(place: str, key: str, value: object) -> None:
    s = deal(load_catalog(["deluxe"]), 3, "planted")
    seen: dict[str, object] = {**observe(s, 0)}
    found = seen[place] if place else [seen]
    assert isinstance(found, list)
    found[0][key] = value
    assert len(faults(seen, Observation)) == 1
    assert faults(observe(s, 0), Observation) == []


def test_a_missing_key_is_found() -> None:
    seen: dict[str, object] = {**observe(deal(load_catalog(["deluxe"]), 3, "planted"), 0)}
    del seen["serial"]
    assert faults(seen, Observation) == ["observation: serial is missing"]
