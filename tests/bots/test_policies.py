"""Tests of policies: their memory is stored and copied, so that the same prompt gets the same answer."""

import pytest
from tests.bots.quick import QUICK_BOTS

from kickdoor.autoplay import play
from kickdoor.bots.greedy_bots import NormalBot
from kickdoor.bots.policy_adapter import policy_of
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.prompts import ATTACH, EQUIP, UNEQUIP
from kickdoor.option import Option
from kickdoor.policies.driver import Driver
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.policies.policy import Policy
from kickdoor.policies.tactics import own_turn
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView
from kickdoor.sim.random_play import deal
from kickdoor.view.determinization import fixed_determinization

RULES = load_catalog(["deluxe"])
NAMES = [*QUICK_BOTS, "nasty@flint", "easy@penny"]


def policy(name: str, seat: int) -> Policy:
    return policy_of((QUICK_BOTS.get(name) or BOTS[name])(seat, Rng(f"{name}:{seat}")))


def driver(name: str, seed: str) -> Driver:
    return Driver(deal(RULES, 4, seed), [policy(name, seat) for seat in range(4)], 20)


def answers(game: Driver, count: int) -> list[tuple[int, int, list[int]]]:
    out: list[tuple[int, int, list[int]]] = []
    while not game.is_over and len(out) < count:
        answer = game.next_answer()
        assert answer is not None
        out.append((answer.seat, answer.code, answer.picks))
        game.give(answer)
    return out


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_continues_like_its_original(name: str) -> None:
    game = driver(name, "copied")
    few = 12 if name == "master" else 60
    answers(game, few)
    twin = game.copy()
    rest = answers(game, few)
    assert len(rest) == few
    assert answers(twin, few) == rest


@pytest.mark.parametrize("name", NAMES)
def test_a_restored_memory_gives_the_same_answers(name: str) -> None:
    """Another policy with the restored memory gives the same answers."""
    game = driver("nasty", "recalled")
    mine = [policy(name, seat) for seat in range(4)]
    asked = 0
    while not game.is_over and asked < (6 if name == "master" else 60):
        answer = game.next_answer()
        assert answer is not None
        if answer.cause != "driver" and answer.prompt >= 0:
            other = policy(name, answer.seat)
            other.restore_memory(mine[answer.seat].memory())
            world = fixed_determinization(game.state, answer.seat)
            assert other.decide(world, answer.seat) == mine[answer.seat].decide(world, answer.seat)
            assert other.memory() == mine[answer.seat].memory()
            asked += 1
        game.give(answer)
    assert asked >= 6


class Watchful(NormalBot):
    """A subclass of a built-in bot that receives views, as every custom bot does."""

    seen = 0

    def choose(self, view: SeatView) -> Option:
        Watchful.seen += 1
        return super().choose(view)


def test_a_subclass_plays_like_its_base_and_receives_views() -> None:
    games = [play([bot] * 3, "deluxe", "watchful", max_turns=8) for bot in (NormalBot, Watchful)]
    assert games[0].levels == games[1].levels
    assert games[0].decisions == games[1].decisions
    assert Watchful.seen > 20


def test_a_free_action_is_done_once_a_turn() -> None:
    """Two Items that each look better than the other would change places for ever."""
    game = driver("nasty", "dressing")
    dressed = 0
    while not game.is_over:
        answer = game.next_answer()
        assert answer is not None
        if FREE_ACTIONS_MASK >> (answer.code & 63) & 1 and answer.code & 63 in (EQUIP, UNEQUIP, ATTACH):
            policy = game.policies[answer.seat]
            assert isinstance(policy, GreedyPolicy)
            assert answer.code in policy.tried
            ctx = policy.make_context(fixed_determinization(game.state, answer.seat), answer.seat)
            again = own_turn.prepare(ctx, {answer.code})
            assert again is None or again[0] != answer.code
            dressed += 1
        game.give(answer)
    assert dressed
