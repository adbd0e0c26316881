"""Ladder runs: play the missing games and return all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from functools import partial
from hashlib import blake2b
from pathlib import Path

from kickdoor.catalog.loader import load_catalog
from kickdoor.sim.ladder.game_file import KeptGame, LadderFile
from kickdoor.sim.ladder.ladder_plan import Ladder
from kickdoor.sim.process_pool import run_unordered
from kickdoor.sim.simulate import play_game


def play_number(ladder: Ladder, number: int) -> KeptGame:
    """Play one game; may run in a separate process."""
    table = ladder.table(number)
    rules = load_catalog(list(table.sets), [Path(folder) for folder in table.folders])
    result = play_game(table, rules, number % ladder.plan.seats)
    digest = blake2b(repr(astuple(result)).encode(), digest_size=8).hexdigest()
    return KeptGame(number, result.winners, result.turns, digest)


def play_ladder(
    ladder: Ladder, kept: LadderFile | None = None, jobs: int = 1, tell: Callable[[int], None] | None = None
) -> list[KeptGame]:
    """Play the missing games and return all in order; `tell` receives the count at the start and after each game.

    Stored games beyond the number of this ladder, from a longer run, are left unchanged.
    """
    found = {} if kept is None else {game.game: game for game in kept.begin(ladder.plan) if game.game < ladder.games}
    if tell is not None:
        tell(len(found))
    left = [number for number in range(ladder.games) if number not in found]
    playing = run_unordered(partial(play_number, ladder), left, jobs)
    try:
        for game in playing:
            if kept is not None:
                kept.add(game)
            found[game.game] = game
            if tell is not None:
                tell(len(found))
    finally:
        playing.close()
        if kept is not None:
            kept.close()
    return [found[number] for number in range(ladder.games)]
