"""Tests of the policy of `easy`: it overlooks cards as beginners do, but never harms itself or gives cards away."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.bots.positions import ARIC, chosen_action, position

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.policies.driver import Driver
from kickdoor.policies.evaluation.weights import NORMAL
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.handicapped import SEES, HandicappedPolicy
from kickdoor.policies.option_codes import aimed_at_seat
from kickdoor.policies.tactics.blunders import is_blunder
from kickdoor.sim.random_play import deal

DRESSING = """
players:
  Aric: {level: 3, class: Warrior, equipped: [Leather Armor], carried: [Short Wide Armor], race: Dwarf}
  Suzan: {level: 3}
  Guy: {}
"""
LOSING = """
players:
  Aric: {level: 5, hand: [Magic Missile]}
  Suzan: {level: 3}
  Guy: {}
combat: {fighter: Aric, monsters: [Pukachu]}
"""
LEVEL_CARD = """
players:
  Aric: {level: 3, hand: [Convenient Addition Error]}
  Suzan: {level: 3}
  Guy: {}
"""


def count_actions(text: str, policies: int = 60) -> Counter[str]:
    """Count the actions of policies that differ only in their random numbers."""
    s = position(text)
    return Counter(chosen_action(s, HandicappedPolicy(NORMAL, LehmerRng(f"lots-{n}")), ARIC) for n in range(policies))


def test_easy_overlooks_some_of_its_cards_each_turn() -> None:
    found = count_actions(LEVEL_CARD, 200)
    assert set(found) == {"play Convenient Addition Error on Aric", "kick"}
    assert abs(found["play Convenient Addition Error on Aric"] - 2 * SEES) < 30


def test_easy_overlooks_cards_in_a_fight_and_gives_up() -> None:
    assert set(count_actions(LOSING)) == {"play Magic Missile on Aric", "ask", "give_up"}


def test_an_overlooked_better_armor_is_not_equipped() -> None:
    assert set(count_actions(DRESSING)) == {"swap Short Wide Armor", "kick"}


def test_overlooked_cards_change_only_between_turns() -> None:
    policy = HandicappedPolicy(NORMAL, LehmerRng("a"))
    s = position(LEVEL_CARD)
    seen: list[list[int]] = []
    for turn in range(40):
        s.turns = turn
        policy.notice_turn(s)
        seen.append(policy.make_context(s, ARIC).overlooked)
        policy.notice_turn(s)
        assert policy.make_context(s, ARIC).overlooked == seen[-1]
    assert 5 < len([one for one in seen if one]) < 40


def is_harmless(game: Driver, seat: int, code: int) -> bool:
    """Return whether an answer neither harms its player nor helps others for nothing."""
    s, act = game.state, p.act_of(code)
    if act in (p.GIVE, p.TRADE, p.SHOW):
        return False
    if act == p.GIVE_UP:
        return p.CLAIM not in [p.act_of(other) for other in runtime.legal_options(s, seat)]
    if act == p.DISCARD and s.fight is None:
        return False
    level_card = act == p.PLAY and s.cards[p.card_of(code)].name in ("Convenient Addition Error", "Boil an Anthill")
    return not (level_card and aimed_at_seat(code) != seat) and not is_blunder(s, seat, code)


def test_easy_never_harms_itself_or_gives_cards_away() -> None:
    rules = load_catalog(["deluxe"])
    acts: Counter[str] = Counter()
    for n in range(6):
        game = Driver(
            deal(rules, 4, f"erring-{n}"), [HandicappedPolicy(NORMAL, LehmerRng(f"{n}:{i}")) for i in range(4)], 60
        )
        while not game.is_over:
            answer = game.next_answer()
            assert answer is not None
            assert is_harmless(game, answer.seat, answer.code), answer
            acts[p.ACTS[p.act_of(answer.code)]] += 1
            game.give(answer)
    assert {"play", "equip", "ask", "claim", "give_up", "sell"} <= set(acts)


@pytest.mark.parametrize("text", [DRESSING, LOSING, LEVEL_CARD])
def test_easy_uses_the_cards_it_sees_like_the_greedy_policy(text: str) -> None:
    s = position(text)
    sensible = chosen_action(s, GreedyPolicy(NORMAL), ARIC)
    for n in range(60):
        policy = HandicappedPolicy(NORMAL, LehmerRng(f"lots-{n}"))
        action = chosen_action(s, policy, ARIC)
        ctx = policy.make_context(s, ARIC)
        assert action == sensible or ctx.overlooked or len(ctx.codes) < len(runtime.legal_options(s, ARIC))
