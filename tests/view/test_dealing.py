"""Tests of determinizations from a state: they equal those from the observation, so that nothing hidden leaks."""

import json
from collections.abc import Iterator

import pytest
from tests.layers import few

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play
from kickdoor.view.determinization import Determinizer, fixed_determinization
from kickdoor.view.observation_reader import read_observation, sample_state
from kickdoor.view.observe import observe

ALL_SETS = ["deluxe", "star", "steampunk", "cooks"]


def moments(sets: list[str], seats: int, seed: str, every: int) -> Iterator[State]:
    """Stop in the middle of random games."""
    play = random_play(load_catalog(sets), seats, seed)
    step = 0
    while play.step():
        step += 1
        if step % every == 0:
            yield play.state


@pytest.mark.parametrize("sets", few([ALL_SETS, *([name] for name in ALL_SETS)], 2))
def test_sampling_from_the_state_equals_sampling_from_the_observation(sets: list[str]) -> None:
    tried = 0
    for number, s in enumerate(moments(sets, 4, "same world", 23)):
        for seat in range(-1, len(s.seats)):
            seen = json.loads(json.dumps(observe(s, seat)))
            world = Determinizer(s, seat).deal(LehmerRng(f"world:{number}"))
            assert state_to_json(world) == state_to_json(sample_state(seen, s.rules, LehmerRng(f"world:{number}")))
            assert observe(world, seat) == observe(s, seat)
            tried += 1
    assert tried > 100


def test_hidden_cards_do_not_change_the_fixed_determinization() -> None:
    """A seat thinks in the same world whatever others hold, whatever lies in the decks and whatever the dice will."""
    for number, s in enumerate(moments(["deluxe"], 4, "anew", 11)):
        for seat in range(4):
            alike = Determinizer(s, seat).deal(LehmerRng(f"anew:{number}"))
            assert state_to_json(fixed_determinization(alike, seat)) == state_to_json(fixed_determinization(s, seat))


def test_a_determinization_prompts_the_seat_alike() -> None:
    for sets in (["deluxe"], ["cooks", "steampunk"]):
        for s in moments(sets, 4, "asked", 9):
            for seat in range(4):
                real, made = runtime.prompt(s, seat), runtime.prompt(fixed_determinization(s, seat), seat)
                assert (real.id, real.purpose, real.codes) == (made.id, made.purpose, made.codes)


def test_one_reader_makes_many_determinizations() -> None:
    s = next(moments(["deluxe"], 4, "many", 40))
    dealer, rng = read_observation(observe(s, 2), s.rules), LehmerRng("many")
    found = [dealer.deal(rng) for _ in range(20)]
    for world in found:
        assert observe(world, 2) == observe(s, 2)
        runtime.apply(world, runtime.default_answer(world, runtime.prompted_seats(world).bit_length() - 1))
    assert len({tuple(world.cards[card].key for card in world.seats[0].hand) for world in found}) > 10
    assert observe(dealer.deal(rng), 2) == observe(s, 2)


def test_a_fork_has_other_dice() -> None:
    s = next(moments(["deluxe"], 4, "fork", 100))
    rng = LehmerRng("fork")
    forks = [s.fork(rng) for _ in range(5)]
    assert {fork.rng.keys[2] for fork in forks}.isdisjoint([s.rng.keys[2]])
    assert len({fork.rng.keys[2] for fork in forks}) == 5
    for fork in forks:
        fork.rng = s.rng
        assert state_to_json(fork) == state_to_json(s)
