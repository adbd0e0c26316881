"""Tests of subclasses of built-in bots: what they do not override is unchanged."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import kickdoor as kd
from kickdoor.bot import BotMaker
from kickdoor.bots.greedy_bots import NastyBot
from kickdoor.bots.master import MasterBot
from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.bots.registry import BOTS, BotRegistry
from kickdoor.engine.machine.errors import BadData
from kickdoor.policies.personalities import BY_NAME
from kickdoor.policies.search.search_policy import SearchPolicy


class SuperFlint(NastyBot):
    """A bot with its own method, which does the same."""

    STYLE = BY_NAME["flint"].apply_to(NastyBot.STYLE)

    def choose(self, view: kd.SeatView) -> kd.Option:
        return super().choose(view)


def games(bot: str | BotMaker) -> list[tuple[list[int], int, int]]:
    """Play against others that do wrong."""
    found = []
    for seed in range(4):
        result = kd.play([bot, "normal", "normal@gruff", "nasty@imp"], seed=seed)
        found.append((result.winners, result.turns, result.decisions))
    return found


def test_a_subclass_keeps_the_grudges_of_its_personality() -> None:
    assert games(SuperFlint) == games("nasty@flint") != games("nasty")


def test_a_custom_bot_from_a_file_keeps_its_grudges(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from kickdoor.bots.registry import BOTS\n\nclass Own(BOTS['nasty@flint']):\n    name = 'Own'\n"
    )
    known = BotRegistry([f"{tmp_path}/own.py:Own"])
    assert games(known.maker("Own")) == games("nasty@flint")


# What is hidden


class Seer(kd.Bot):
    """Looks where its views come from, and says what it would find behind the door."""

    foreseen: list[bool] = []  # noqa: RUF012
    guess: list[str] | None = None

    def choose(self, view: kd.SeatView) -> kd.Option:
        option = view.options[0]
        if self.guess is not None and view.fight is not None and view.fight.main == self.seat:
            self.foreseen.append([monster.name for monster in view.fight.monsters] == self.guess)
        self.guess = None
        if option.act == "kick":
            after = view.after(option)
            self.guess = [monster.name for monster in after.fight.monsters] if after.fight else None
        return option


def test_a_custom_bot_foresees_nothing_in_a_playout() -> None:
    Seer.foreseen = []
    for seed in range(6):
        world = kd.new_game("deluxe", seats=3, seed=seed).view(0).worlds(1)[0]
        kd.playout(world, Seer, turns=20, seed=seed)
    assert len(Seer.foreseen) > 15
    assert sum(Seer.foreseen) < 3


# Budgets


def budget(bot: object) -> int:
    assert isinstance(bot, PolicyBot)
    assert isinstance(bot.policy, SearchPolicy)
    return bot.policy.budget


@pytest.mark.parametrize(("own", "playouts"), [("", 16), ("BUDGET = 64", 64)])
def test_the_budget_applies_to_bots_without_their_own(tmp_path: Path, own: str, playouts: int) -> None:
    (tmp_path / "deep.py").write_text(
        f"from kickdoor.bots.master import MasterBot\n\nclass Deep(MasterBot):\n    name = 'Deep'\n    {own}\n"
    )
    bot = BotRegistry([f"{tmp_path}/deep.py:Deep"], budget=16).maker("Deep")(0, kd.Rng(1))
    assert budget(vars(bot)["bot"]) == playouts


def test_an_invalid_budget_is_refused() -> None:
    class Debt(MasterBot):
        BUDGET = -5

    with pytest.raises(BadData, match="from 0 to 100000, got -5"):
        Debt(0, kd.Rng(1))


# Copies


@pytest.mark.parametrize("name", [*BOTS, "nasty@flint", "master@penny"])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
def test_bots_are_copied_and_pickled_with_their_memory(name: str, again: object) -> None:
    assert callable(again)
    bot = BOTS[name](1, kd.Rng("copies"))
    assert isinstance(bot, PolicyBot)
    if name.startswith("master"):
        bot.allow(40)
    game = kd.new_game("deluxe", seats=3, seed="copies")
    bot.choose(game.view(1))
    twin = again(bot)
    assert type(twin) is type(bot)
    assert twin.policy is not bot.policy
    assert twin.policy.memory() == bot.policy.memory()
    assert twin.choose(game.view(1)) == bot.choose(game.view(1))
    if name.startswith("master"):
        assert budget(twin) == 40


def test_custom_classes_are_copied_with_all_attributes() -> None:
    bot = NastyBot(0, kd.Rng(3))
    vars(bot)["seen"] = [1, 2]
    twin = copy.deepcopy(bot)
    assert vars(twin)["seen"] == [1, 2]
    assert vars(twin)["seen"] is not vars(bot)["seen"]


def test_an_unknown_class_name_is_an_error() -> None:
    import kickdoor.bots.registry as registry

    with pytest.raises(AttributeError, match="no attribute 'nasty@nobody'"):
        _ = registry.__getattr__("nasty@nobody")


def test_a_form_is_pickled_with_its_option() -> None:
    game = kd.new_game("deluxe", seats=3, seed=2)
    while not any(option.is_form for option in game.options(game.asked[0])):
        game.do(game.options(game.asked[0])[0])
    form = next(option.form for option in game.options(game.asked[0]) if option.is_form)
    twin = pickle.loads(pickle.dumps(form))
    assert (twin.values, twin.min_picks, twin.max_picks, twin.default()) == (
        form.values,
        form.min_picks,
        form.max_picks,
        form.default(),
    )
