"""An act aimed at what does not exist is refused like any other, whatever the card does."""

import pytest

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import PLAY, USE, Verdict, option
from kickdoor.sim.random_play import random_play


@pytest.mark.parametrize("target", [5, 4094])
@pytest.mark.parametrize("kind", range(1, len(nr.TARGETS)))
def test_every_play_says_why_not(kind: int, target: int) -> None:
    game = random_play(load_catalog(known_sets()), 3, "odd")
    while game.state.phase == nr.SETUP:
        game.step()
    s = game.state
    hand, table = s.seats[0].hand, s.seats[1].play
    kept, worn = hand[:], table[:]
    for card in range(len(s.cards)):
        for act, plays in ((PLAY, s.cards[card].plays), (USE, s.cards[card].abilities)):
            hand[:] = [*kept, card] if act == PLAY and card not in kept else kept
            table[:] = [*worn, card] if act == USE and card not in worn else worn
            for play in plays:
                v = Verdict(True)
                runtime.explain(s, 0 if act == PLAY else 1, option(act, card, kind, target, -1, play.index), [], v)
                assert v.reasons
    hand[:], table[:] = kept, worn
