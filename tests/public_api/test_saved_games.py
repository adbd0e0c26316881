"""Tests that a saved game continues like the original: the same seats are prompted in the same order."""

import json

import pytest
from tests.layers import few

import kickdoor as kd

MIXES = ("deluxe", "star", "steampunk", "cooks", "deluxe+star")
ANSWERS = 700
INTERVAL = 9


def play(game: kd.Game, rng: kd.Rng) -> None:
    """Answer as who is asked first, or now and then does something unasked."""
    seat = game.asked[0] if rng.below(4) else rng.below(game.seats)
    options = game.options(seat)
    if options:
        game.do(rng.choice(options))


@pytest.mark.parametrize("sets", MIXES)
@pytest.mark.parametrize("seed", few(range(4), 1))
def test_a_loaded_game_prompts_the_same_seats_in_the_same_order(sets: str, seed: int) -> None:
    game = kd.new_game(sets.split("+"), seats=3 + seed, seed=seed)
    rng = kd.Rng(f"saved {sets} {seed}")
    for count in range(ANSWERS):
        if game.is_over:
            break
        if count % INTERVAL == 0:
            loaded = kd.Game.load(game.save())
            assert loaded.asked == game.asked
            assert [loaded.question(seat) for seat in range(game.seats)] == [
                game.question(seat) for seat in range(game.seats)
            ]
        play(game, rng)
    assert game.turns > 2


def test_a_game_saved_without_the_last_actor_still_loads() -> None:
    game = kd.new_game("deluxe", seats=4, seed=2)
    rng = kd.Rng(2)
    while game.turns < 5:
        play(game, rng)
    old = json.loads(game.save())
    del old["actor"]
    loaded = kd.Game.load(json.dumps(old))
    assert sorted(loaded.asked) == sorted(game.asked)
    assert loaded.state.actor == -1


def test_a_game_saved_with_an_invalid_actor_is_refused() -> None:
    data = json.loads(kd.new_game("deluxe", seats=3, seed=2).save())
    with pytest.raises(kd.BadData, match="who acted last"):
        kd.Game.load(json.dumps(data | {"actor": 3}))
