"""Tests of refusal causes."""

from __future__ import annotations

import pytest
from tests.bots.positions import ARIC, ASKED, SUZAN, chosen_action, greedy, position

from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.explanations import why_not
from kickdoor.policies.handicapped import HandicappedPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.policy import CallbackPolicy, Policy
from kickdoor.policies.random_policy import RandomPolicy
from kickdoor.policies.refusal_causes import why_no_trade
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.view.determinization import fixed_determinization

TRADE = """
players:
  Aric: {level: 3, class: Warrior, carried: [Flaming Armor]}
  Suzan: {level: 3, class: Wizard, carried: [Shield of Ubiquity]}
  Guy: {}
steps:
  - Aric: {trade: [Flaming Armor], for: [Shield of Ubiquity], with: Suzan}
"""


def act(s: State, seat: int, wanted: int) -> Choice:
    return next((code, []) for code in runtime.legal_options(s, seat) if p.act_of(code) == wanted)


def reason(policy: Policy, s: State, wanted: int = p.REFUSE) -> str:
    found = why_not(policy, fixed_determinization(s, SUZAN), SUZAN, act(s, SUZAN, wanted))
    assert found is None or found.seat == ARIC
    return "" if found is None else found.name


def erring() -> Policy:
    return HandicappedPolicy(NASTY, LehmerRng("a"))


def searching() -> Policy:
    return SearchPolicy(LehmerRng("a"))


@pytest.mark.parametrize("policy", [greedy("magpie"), erring(), searching()])
def test_every_refusal_of_a_bot_has_a_cause(policy: Policy) -> None:
    s = position(ASKED.format(0))
    assert reason(policy, s) == "too_little"
    assert reason(policy, s, p.ACCEPT) == ""


@pytest.mark.parametrize(
    ("policy", "word"), [(erring(), "whim"), (searching(), "looked_ahead"), (RandomPolicy(LehmerRng("a")), "whim")]
)
def test_a_refusal_of_good_terms_has_no_cause_or_a_searched_one(policy: Policy, word: str) -> None:
    assert reason(policy, position(ASKED.format(4))) == word


def test_a_custom_policy_has_no_refusal_causes() -> None:
    assert reason(CallbackPolicy(lambda s, seat, unasked: None), position(ASKED.format(0))) == ""


def test_a_trade_is_refused_because_of_a_grudge() -> None:
    s, policy = position(TRADE), greedy("flint")
    assert chosen_action(s, policy, SUZAN) == "accept"
    assert policy.grudges is not None
    policy.grudges.blame(ARIC, SUZAN, 300)
    assert chosen_action(s, policy, SUZAN) == "refuse"
    assert reason(policy, s) == "you_wronged_me"


def test_explaining_a_refusal_changes_no_policy() -> None:
    policy = greedy("flint")
    assert policy.grudges is not None
    policy.grudges.blame(ARIC, SUZAN, 300)
    ctx = policy.make_context(fixed_determinization(position(TRADE), SUZAN), SUZAN)
    before = ctx.grudge_percents[:]
    assert [why_no_trade(ctx) is None for _ in range(2)] == [False, False]
    assert ctx.grudge_percents == before
