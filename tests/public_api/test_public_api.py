"""Tests of the public API: readable, stable and picklable objects, and clear errors."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import kickdoor as kd

ROOT = Path(__file__).parents[2]
NAMES = ["Aric", "Bo", "Cleo", "Dan"]


def at_turn(turns: int, sets: str = "deluxe", seed: int = 3) -> kd.Game:
    """Play at random up to a turn."""
    game = kd.new_game(sets, seats=4, seed=seed, names=NAMES)
    rng = kd.Rng(seed)
    while game.turns < turns:
        game.do(rng.choice(game.options(game.asked[0])))
    return game


def things(game: kd.Game) -> list[object]:
    """Gather one of everything that a program comes to hold."""
    seat = game.asked[0]
    option = game.options(seat)[0]
    events = game.copy().do(option)
    return [
        game, option, events[0], game.why_not(seat, "claim"), game.players[0], game.view(seat), kd.card("Gazebo"),
        kd.Rng("x"), kd.play("random", sets="deluxe", seats=3, max_turns=2), game.hand(seat)[0],
    ]  # fmt: skip


# Printing


def test_all_objects_have_a_readable_repr() -> None:
    for thing in things(at_turn(4)):
        assert " object at 0x" not in repr(thing)
        assert re.fullmatch(r"<[A-Z]\w+:? .+>", repr(thing), re.DOTALL), thing
        assert str(thing)


def test_all_public_names_have_help_and_are_listed() -> None:
    contents = kd.__doc__ or ""
    for name in kd.__all__:
        found = getattr(kd, name)
        assert name in contents, name
        if inspect.isclass(found) or inspect.isfunction(found):
            assert inspect.getdoc(found), name


@pytest.mark.parametrize("name", [n for n in kd.__all__ if inspect.isclass(getattr(kd, n))])
def test_all_public_methods_have_help(name: str) -> None:
    for attribute, value in vars(getattr(kd, name)).items():
        if attribute.startswith("_") or not (callable(value) or isinstance(value, property | classmethod)):
            continue
        assert inspect.getdoc(getattr(getattr(kd, name), attribute)), f"{name}.{attribute}"


def test_the_package_exports_everything_needed() -> None:
    public = {name for name in vars(kd) if not name.startswith("_") and not inspect.ismodule(getattr(kd, name))}
    assert public == set(kd.__all__)


# Options, forms, events


def test_an_option_does_not_change_with_the_game() -> None:
    game = at_turn(2)
    options = game.options(game.asked[0])
    said = [(option.key, option.text, option.card, option.target) for option in options]
    rng = kd.Rng("on")
    while game.turns < 8:
        game.do(rng.choice(game.options(game.asked[0])))
    assert [(option.key, option.text, option.card, option.target) for option in options] == said


def test_an_answer_to_an_earlier_prompt_is_refused() -> None:
    game = kd.new_game("deluxe", seats=3, seed="earlier")
    first = game.options(game.asked[0])[0]
    game.do(first)
    with pytest.raises(kd.StaleAnswer, match="list the options again"):
        game.do(first)


@pytest.mark.parametrize("sets", kd.known_sets())
def test_options_and_forms_describe_themselves(sets: str) -> None:
    game = kd.new_game(sets, seats=4, seed=8, names=NAMES)
    rng = kd.Rng("forms")
    acts, aims = set(), set()
    while game.turns < 12 and not game.is_over:
        seat = game.asked[0]
        options = game.options(seat)
        for option in options:
            acts.add(option.act)
            aims.add(option.aim)
            assert option.text
            assert game.option(seat, option.key) == option
            assert (option.target is None) == (option.aim == "")
            if option.is_form:
                form = option.form
                assert form.fits(form.default())
                assert form.fits(form.sample(rng))
                assert all(pick.text for pick in form.choices)
        assert game.question(seat)
        game.do(rng.choice(options))
    assert {"kick", "play", "equip"} <= acts
    assert {"", "seat"} <= aims


def test_events_hide_unknown_cards_from_a_seat() -> None:
    game = at_turn(1)
    rng = kd.Rng("told")
    hidden = 0
    while game.turns < 15:
        for event in game.do(rng.choice(game.options(game.asked[0]))):
            for seat in (-1, 0, 1, 2, 3):
                if event.cards() and not event.cards(seat):
                    hidden += 1
                    assert not any(card.name in event.text(seat) for card in event.cards())
    assert hidden > 20


def test_charity_accepts_cards_without_receivers() -> None:
    rng = kd.Rng("charity")
    for seed in range(20):
        game = kd.new_game("deluxe", seats=3, seed=seed)
        for _ in range(300):
            options = game.options(game.asked[0])
            if options[0].act == "charity":
                form = options[0].form
                chosen = [pick for pick in form.choices if pick.card is not None][: form.min_picks]
                assert form.fits(chosen)
                assert game.do(options[0].filled(chosen))
                return
            game.do(rng.choice(options))
    raise AssertionError("no player had too many cards")


# Views


def test_a_view_shows_what_the_seat_may_know() -> None:
    game = at_turn(9, "all")
    for seat in range(4):
        view = game.view(seat)
        assert view.hand == game.hand(seat)
        assert [player.level for player in view.players] == game.levels
        assert [player.strength for player in view.players] == [player.strength for player in game.players]
        assert sorted(o.key for o in view.options) == sorted(o.key for o in game.options(seat))
        assert view.observation == game.observe(seat)


def test_trying_an_option_changes_nothing() -> None:
    game = at_turn(5)
    before = game.save()
    view = game.view(game.asked[0])
    seen = view.imagine().save()
    for option in view.options:
        assert view.after(option).level >= 0
    assert (game.save(), view.imagine().save()) == (before, seen)


# Copies and travels


def test_objects_can_be_pickled() -> None:
    for thing in things(at_turn(6, "cooks,star")):
        again = pickle.loads(pickle.dumps(thing))
        assert type(again) is type(thing)
        assert repr(again) == repr(thing)


def test_copies_are_independent() -> None:
    game = at_turn(4)
    before = game.save()
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), copy.deepcopy([game])[0]):
        twin.do(twin.options(twin.asked[0])[0])
        assert twin.save() != before
    assert game.save() == before
    assert copy.deepcopy(game.state).cards is not None
    assert pickle.loads(pickle.dumps(game)).save() == before


def test_a_saved_game_knows_its_sets() -> None:
    game = at_turn(3, "star,cooks")
    again = kd.Game.load(game.save(), names=NAMES)
    assert again.sets == game.sets
    assert repr(again) == repr(game)


# Mistakes


MISTAKES: list[tuple[Callable[[kd.Game], object], type[Exception], str]] = [
    (lambda g: g.options(9), kd.ForeignAnswer, "no seat 9; seats are 0 to 3"),
    (lambda g: g.options(-1), kd.ForeignAnswer, "no seat -1"),
    (lambda g: g.view(4), kd.ForeignAnswer, "no seat 4"),
    (lambda g: g.observe(4), kd.ForeignAnswer, "no seat 4"),
    (lambda g: g.hand("0"), kd.ForeignAnswer, "no seat '0'"),  # type: ignore[arg-type]
    (lambda g: g.do("kik", seat=g.turn), kd.IllegalAnswer, "'kik' is not an option; did you mean 'kick'?"),
    (lambda g: g.do("kick"), kd.BadData, "seat="),
    (lambda g: g.do("claim", seat=g.turn), kd.IllegalAnswer, "COMBAT"),
    (lambda g: g.do(7), kd.BadData, "expected an option"),  # type: ignore[arg-type]
    (lambda g: g.do("kick", picks=[1], seat=g.turn), kd.IllegalAnswer, "takes no picks"),
    (lambda g: g.do("kick", picks=["x"], seat=g.turn), kd.IllegalAnswer, "not a pick"),  # type: ignore[list-item]
    (lambda g: g.do("kick", picks=[True], seat=g.turn), kd.IllegalAnswer, "True is not a pick"),
    (lambda g: g.do("kick", picks=[1 << 70], seat=g.turn), kd.IllegalAnswer, "not a pick"),
    (lambda g: g.why_not(g.turn, "kick", [-1]), kd.IllegalAnswer, "-1 is not a pick"),
    (lambda g: g.options(True), kd.ForeignAnswer, "no seat True"),
    (lambda g: g.option(g.turn, "kick").form, kd.BadData, "has no form"),
    (lambda g: g.why_not(0, "play:"), kd.IllegalAnswer, "not an option"),
    (lambda g: g.play(["normal"]), kd.BadData, "expected 4 bots for 4 seats, got 1"),
    (lambda g: g.play("norml"), kd.BadData, "did you mean 'normal'"),
    (lambda g: g.play([1, 2, 3, 4]), kd.BadData, "not a bot"),  # type: ignore[list-item]
    (lambda g: g.play(object), kd.BadData, "object"),
    (lambda g: g.play(kd.Bot), NotImplementedError, "needs a method choose"),
    (lambda g: kd.new_game("delux"), kd.BadData, "did you mean 'deluxe'"),
    (lambda g: kd.new_game(["deluxe", 5]), kd.BadData, "must be a string"),  # type: ignore[list-item]
    (lambda g: kd.new_game("deluxe", seats=2), kd.BadData, "3 to 6"),
    (lambda g: kd.new_game("deluxe", seats="four"), kd.BadData, "3 to 6"),  # type: ignore[arg-type]
    (lambda g: kd.new_game("deluxe", options={"wining_level": 3}), kd.BadData, "did you mean 'winning_level'"),
    (lambda g: kd.new_game("deluxe", names=["A"]), kd.BadData, "expected 4 names, one for each seat, got 1"),
    (lambda g: kd.new_game("deluxe", sexes=["x"]), kd.BadData, "male or female"),
    (lambda g: kd.card("Gazeebo"), kd.BadData, "did you mean 'Gazebo'"),
    (lambda g: kd.cards("delux"), kd.BadData, "did you mean 'deluxe'"),
    (lambda g: kd.Game.load("{"), kd.BadData, "not a saved game"),
    (lambda g: kd.Game.load("[]"), kd.BadData, "not a saved game"),
    (lambda g: kd.Game.load("game.json"), kd.BadData, "not a file name"),
    (lambda g: kd.Game.load(g.save(), names=["A"]), kd.BadData, "expected 4 names, one for each seat, got 1"),
    (lambda g: g.do(g.options(g.turn)[0], seat=(g.turn + 1) % 4), kd.ForeignAnswer, "not to seat"),
    (lambda g: g.view((g.turn + 1) % 4).after(g.options(g.turn)[0]), kd.ForeignAnswer, "not to seat"),
    (lambda g: g.view(0).worlds(-1), kd.BadData, "count must be an integer"),
    (lambda g: g.view(0).worlds("2"), kd.BadData, "count must be an integer"),  # type: ignore[arg-type]
    (lambda g: kd.playout(g.view(0)), kd.BadData, "view.worlds"),  # type: ignore[arg-type]
    (lambda g: kd.new_game("deluxe", seed=None), kd.BadData, "a seed must be a string"),  # type: ignore[arg-type]
    (lambda g: kd.Rng(None), kd.BadData, "a seed must be a string"),  # type: ignore[arg-type]
    (lambda g: kd.new_game("deluxe", seed="\ud800"), kd.BadData, "cannot be encoded as UTF-8; use letters"),
    (lambda g: g.fork("\ud800"), kd.BadData, "cannot be encoded as UTF-8"),
    (lambda g: g.fork(10**5000), kd.BadData, "use a shorter number"),
    (lambda g: g.view(0).worlds(1, "\ud800"), kd.BadData, "cannot be encoded as UTF-8"),
    (lambda g: g.view(0).worlds(1, None), kd.BadData, "a seed must be a string"),  # type: ignore[arg-type]
    (lambda g: kd.playout(g, seed="\ud800"), kd.BadData, "cannot be encoded as UTF-8"),
    (lambda g: kd.playout(g, seed=1.5), kd.BadData, "a seed must be a string"),  # type: ignore[arg-type]
    (lambda g: g.play("normal", seed=b"x"), kd.BadData, "a seed must be a string"),  # type: ignore[arg-type]
    (lambda g: kd.play("normal", seed=[]), kd.BadData, "a seed must be a string"),  # type: ignore[arg-type]
    (lambda g: kd.playout(g, turns=1.5), kd.BadData, "turns must be an integer"),  # type: ignore[arg-type]
    (lambda g: kd.playout(g, turns=-1), kd.BadData, "0 means to the end., got -1"),
    (lambda g: g.play("normal", max_turns="3"), kd.BadData, "0 means no limit"),  # type: ignore[arg-type]
    (lambda g: kd.play("normal", max_turns=True), kd.BadData, "got True"),
    (lambda g: kd.play("normal", seats="3"), kd.BadData, "from 3 to 6, got '3'"),  # type: ignore[arg-type]
    (lambda g: kd.play("normal", seats=1.5), kd.BadData, "from 3 to 6, got 1.5"),  # type: ignore[arg-type]
    (lambda g: kd.play(5), kd.BadData, "5 is not a bot"),  # type: ignore[arg-type]
    (lambda g: kd.Rng(1).below("x"), kd.BadData, "n must be an integer"),  # type: ignore[arg-type]
    (lambda g: kd.Rng(1).sample([1], "x"), kd.BadData, "k must be an integer"),  # type: ignore[arg-type]
    (lambda g: kd.new_game("deluxe", folders="nowhere"), kd.BadData, "nowhere: there is no such folder"),
    (lambda g: kd.Rng(1).choice([]), kd.BadData, "empty sequence"),
    (lambda g: kd.Rng(1).sample([1], 2), kd.BadData, "cannot sample 2 of 1"),
    (lambda g: kd.Rng(1).below(0), kd.BadData, "at least 1"),
    (lambda g: g.do(g.options(g.turn)[0].filled([])), kd.BadData, "has no form"),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda m: m[2])
def test_a_mistake_raises_a_clear_error_and_changes_nothing(
    mistake: tuple[Callable[[kd.Game], object], type[Exception], str],
) -> None:
    wrong, error, says = mistake
    game = kd.new_game("deluxe", seats=4, seed=1)
    while game.phase == "setup":
        game.do(game.options(game.asked[0])[0])
    before = game.save()
    with pytest.raises(error, match=says.replace("?", r"\?")):
        wrong(game)
    assert game.save() == before


def test_bots_may_be_given_for_each_seat() -> None:
    names = ["random", "normal", "random"]
    result = kd.play((name for name in names), sets="deluxe", max_turns=2)  # type: ignore[arg-type]
    assert result.bots == names


class Late(kd.Bot):
    """Gives back what it could have done the first time it was asked."""

    def choose(self, view: kd.SeatView) -> kd.Option:
        self.first = getattr(self, "first", view.options[0])
        return self.first


def test_a_stale_answer_of_a_bot_names_the_bot() -> None:
    with pytest.raises(kd.BadData, match=r"Late gave back the option done, which is not among view\.options now"):
        kd.play(Late, sets="deluxe", seats=3, seed=1)


def test_all_errors_share_a_base_class() -> None:
    for name in ("BadData", "Refused", "IllegalAnswer", "StaleAnswer", "ForeignAnswer", "EngineError"):
        assert issubclass(getattr(kd, name), kd.KickdoorError)


def test_a_finished_game_has_no_options() -> None:
    game = kd.new_game("deluxe", seats=3, seed=1)
    game.play("normal")
    assert game.asked == []
    assert game.options(0) == []
    with pytest.raises(kd.IllegalAnswer, match="The game is over"):
        game.do("kick", seat=0)


# Pictures


@pytest.mark.parametrize("sets", kd.known_sets())
def test_every_card_shows_its_face(sets: str) -> None:
    from xml.etree import ElementTree

    for card in kd.cards(sets):
        drawn = card._repr_svg_()
        ElementTree.fromstring(drawn)
        assert "data:image/svg+xml;base64," in drawn
        assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


def test_the_html_table_shows_no_hand() -> None:
    game = at_turn(9, "all")
    shown = game._repr_html_()
    for player in game.players:
        assert player.name in shown
    names = {card.name for player in game.players for card in player.in_play}
    for card in (card for seat in range(4) for card in game.hand(seat)):
        assert card.name in names or f">{card.name}<" not in shown
    mine = game.view(2)._repr_html_()
    assert "In hand" in mine


def test_pictures_use_the_colours_of_the_page() -> None:
    from kickdoor.notebook import COLOURS

    style = (ROOT / "art/card.css").read_text(encoding="utf-8")
    pattern = r'data-kind="(\w+)"\] \{ --frame: (#\w+); --frame2: #\w+; --deep: #\w+; --tint: (#\w+);'
    assert {kind: (frame, tint) for kind, frame, tint in re.findall(pattern, style)} == COLOURS
