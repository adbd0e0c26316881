"""Tests of personalities: each has its habits and its name."""

from __future__ import annotations

import pytest
from tests.bots.positions import ARIC, ASKED, NASTY_ALONE, SUZAN, card_named, chosen_action, greedy, position

from kickdoor.autoplay import play
from kickdoor.bots.policy_adapter import policy_of
from kickdoor.bots.registry import BOTS, BotRegistry, bot_maker
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import Answer
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.personalities import BY_NAME, CHARACTERS
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.rng import Rng
from kickdoor.view.determinization import fixed_determinization

ALL = pytest.mark.parametrize("name", [one.name for one in CHARACTERS])


# What each does, and others do not


@pytest.mark.parametrize(("name", "curses"), [("gruff", True), (NASTY_ALONE, False), ("honey", False)])
def test_gruff_curses_the_leader_early(name: str, curses: bool) -> None:
    s = position("players:\n  Aric: {level: 2, hand: [Curse! Lose a Level]}\n  Suzan: {level: 4}\n  Guy: {level: 3}")
    assert chosen_action(s, greedy(name), ARIC) == ("play Curse! Lose a Level on Suzan" if curses else "kick")


FULL_HAND = """
players:
  Aric: {level: 4, hand: [Curse! Lose a Level, Mate, Enraged, Humongous, Ancient, Intelligent]}
  Suzan: {level: 4}
  Guy: {level: 3}
phase: charity
"""


@pytest.mark.parametrize(
    ("name", "curses"), [("gruff", True), (NASTY_ALONE, True), ("honey", False), ("magpie", False)]
)
def test_a_curse_is_played_when_the_hand_is_too_full(name: str, curses: bool) -> None:
    action = chosen_action(position(FULL_HAND), greedy(name), ARIC)
    assert action == ("play Curse! Lose a Level on Suzan" if curses else "charity")


def test_magpie_keeps_the_curse_for_when_it_counts() -> None:
    s = position(FULL_HAND)
    choice = greedy("magpie").decide(fixed_determinization(s, ARIC), ARIC)
    assert card_named(s, ARIC, "Curse! Lose a Level") not in choice[1]


@ALL
def test_every_personality_curses_a_player_about_to_win(name: str) -> None:
    s = position("players:\n  Aric: {level: 7, hand: [Curse! Lose a Level]}\n  Suzan: {level: 9}\n  Guy: {level: 3}")
    assert chosen_action(s, greedy(name), ARIC) == "play Curse! Lose a Level on Suzan"


@pytest.mark.parametrize(("name", "spoils"), [("imp", True), (NASTY_ALONE, False), ("gruff", False), ("honey", False)])
def test_imp_spoils_a_fight_that_is_not_decisive(name: str, spoils: bool) -> None:
    s = position("""
players:
  Aric: {level: 4}
  Suzan: {level: 2, hand: [Enraged]}
  Guy: {level: 2}
combat: {fighter: Aric, monsters: [Potted Plant]}
steps:
  - Aric: claim
""")
    assert chosen_action(s, greedy(name), SUZAN).startswith("play Enraged") == spoils


@pytest.mark.parametrize(
    ("name", "small", "big"), [("dash", True, True), (NASTY_ALONE, True, False), ("wary", False, False)]
)
def test_dash_looks_for_any_trouble_and_wary_for_none(name: str, small: bool, big: bool) -> None:
    text = "players:\n  Aric: {{level: 3, hand: [{}]}}\n  Suzan: {{}}\n  Guy: {{}}\nphase: second"
    for monster, looks in (("Lame Goblin", small), ("Platycore", big)):
        wanted = f"trouble {monster}" if looks else "loot"
        assert chosen_action(position(text.format(monster)), greedy(name), ARIC) == wanted


@pytest.mark.parametrize(
    ("name", "close", "clear"), [("dash", True, True), (NASTY_ALONE, False, True), ("wary", False, False)]
)
def test_dash_makes_a_fight_harder_that_is_won_by_little(name: str, close: bool, clear: bool) -> None:
    text = "players:\n  Aric: {{level: {}, hand: [Mate]}}\n  Suzan: {{}}\n  Guy: {{}}\n"
    for level, adds in ((3, close), (5, clear)):
        s = position(text.format(level) + "combat: {fighter: Aric, monsters: [Drooling Slime]}")
        assert chosen_action(s, greedy(name), ARIC).startswith("play Mate") == adds


OFFERED = ASKED.replace("Aric: {{ask: Suzan, offer:", "Suzan: {{offer help:")


@pytest.mark.parametrize(("name", "says"), [("honey", "accept"), (NASTY_ALONE, "counter"), ("magpie", "refuse")])
def test_honey_helps_for_nothing_and_magpie_does_not_haggle(name: str, says: str) -> None:
    assert chosen_action(position(ASKED.format(0)), greedy(name), SUZAN) == says


@pytest.mark.parametrize(("name", "says"), [("penny", "counter"), (NASTY_ALONE, "accept"), ("honey", "accept")])
def test_penny_haggles_where_others_accept(name: str, says: str) -> None:
    assert chosen_action(position(OFFERED.format(2)), greedy(name), ARIC) == says


@pytest.mark.parametrize("name", ["penny", NASTY_ALONE, "magpie"])
def test_honey_asks_for_less_than_others(name: str) -> None:
    assert treasures_asked("honey") < treasures_asked(name)


def treasures_asked(name: str) -> int:
    """Return the Treasures for which a character offers its help."""
    s = position(ASKED.partition("steps")[0].format().replace("Guy: {}", "Guy: {level: 8}"))
    choice = greedy(name).interject(fixed_determinization(s, SUZAN), SUZAN)
    assert choice is not None
    assert p.act_of(choice[0]) == p.OFFER
    return sum(pick & 4095 for pick in choice[1] if pick >> p.P_SHIFT == p.P_COUNT)


def test_penny_names_terms_again_but_never_worse_or_the_same() -> None:
    s = position(ASKED.partition("steps")[0].format())
    penny = greedy("penny")
    asked: list[int] = []
    for _ in range(5):
        choice = penny.interject(fixed_determinization(s, SUZAN), SUZAN)
        if choice is None:
            break
        runtime.apply(s, Answer(SUZAN, choice[0], choice[1]))
        asked.append(sum(pick & 4095 for pick in choice[1] if pick >> p.P_SHIFT == p.P_COUNT))
        refuse = next(code for code in runtime.legal_options(s, ARIC) if p.act_of(code) == p.REFUSE)
        runtime.apply(s, Answer(ARIC, refuse))
    assert 1 < len(asked) <= BY_NAME["penny"].traits.patience.rounds
    assert asked == sorted(set(asked), reverse=True)


# Names


@ALL
def test_a_bot_may_have_any_personality(name: str) -> None:
    for level in ("easy", "normal", "nasty", "master"):
        full = f"{level}@{name}"
        bot = bot_maker(full)(1, Rng("one"))
        assert bot.name == full
        assert full in BotRegistry()
        policy = policy_of(bot)
        sense = policy if isinstance(policy, GreedyPolicy) else policy.greedy  # type: ignore[attr-defined]
        assert sense.style.patience is BY_NAME[name].traits.patience


def test_a_searching_bot_has_the_personality_too() -> None:
    policy = policy_of(bot_maker("master@honey")(0, Rng("one")))
    assert isinstance(policy, SearchPolicy)
    assert policy.greedy.style.glee < 0 == NASTY.glee


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nasty@gruf", "did you mean 'nasty@gruff'?"),
        ("nsty@gruff", "did you mean 'nasty@gruff'?"),
        ("random@gruff", "easy, normal, nasty, master with @ and one of gruff"),
        ("nasty@", "there is no bot 'nasty@'"),
        ("nasty@gruff@imp", "there is no bot"),
    ],
)
def test_a_wrong_name_is_refused_with_a_hint(name: str, hint: str) -> None:
    assert name not in BotRegistry()
    with pytest.raises(BadData, match="there is no bot") as refused:
        bot_maker(name)
    assert hint in str(refused.value)


def test_listing_bots_leaves_personalities_out() -> None:
    assert list(BotRegistry()) == list(BOTS) == ["random", "easy", "normal", "nasty", "master"]
    assert len(CHARACTERS) == len(BY_NAME) == 8


@ALL
def test_games_end_and_are_reproducible(name: str) -> None:
    first, again = (play([f"nasty@{name}", "normal", "nasty"], sets="deluxe", seed=5) for _ in range(2))
    assert str(first) == str(again)
    assert not first.is_cut
