"""Events say which card caused them, who played it, and which number they change."""

from __future__ import annotations

import pickle
from collections import Counter

import kickdoor as kd

STEPS = 1500
"""At most so many answers are given to each game."""


def test_an_effect_names_its_card_and_a_change_its_numbers() -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        game, rng = kd.new_game("deluxe", seats=3, seed=f"causes {seed}"), kd.Rng(seed)
        for _ in range(STEPS):
            if game.is_over:
                break
            options = game.options(game.asked[0])
            # Bargains without end would leave no time for doors
            plain = [option for option in options if not option.key.startswith(("trade", "gift", "ask", "offer"))]
            for event in game.do(rng.choice(plain or options)):
                check(event, seen)
    assert seen["level_lost by a card"] > 3
    assert seen["card_discarded by a card"] > 3


def check(event: kd.Event, seen: Counter[str]) -> None:
    if event.word in ("level_gained", "level_lost"):
        assert event.before is not None
        assert event.after is not None
        assert event.after - event.before == (event.amount if event.word == "level_gained" else -event.amount)
        again = pickle.loads(pickle.dumps(event))
        assert (again.text(), again.cause, again.after) == (event.text(), event.cause, event.after)
    if event.cause is not None:
        seen[f"{event.word} by a card"] += 1
        assert -1 <= event.source < 3
