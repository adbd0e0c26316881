"""Looks for silly moves: deeds after which a bot's own chance falls far where another deed would have kept it.

    python tools/silly_moves.py --bot nasty --decisions 2000 --jobs 2
    python tools/silly_moves.py --bot nasty --sets all --show 20

Decisions are sampled from games of four such bots. Each option is played on in the same worlds that fit what the doer
knew: 20 playouts for all of them, then 300 for the suspects. A compiled engine is a must: it takes half an hour.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from rich.progress import Progress

from kickdoor.bots.driver import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.load import known_sets, load_catalog
from kickdoor.engine import numbers as nr
from kickdoor.engine.machine.prompts import Answer, key
from kickdoor.engine.state.rng import Lots as EngineLots
from kickdoor.engine.state.state import State
from kickdoor.lots import Lots
from kickdoor.minds.greedy import GreedyPolicy
from kickdoor.minds.imagining import Choice
from kickdoor.minds.search import Search
from kickdoor.minds.weights import NASTY
from kickdoor.sim.policy import deal
from kickdoor.view.dealing import Dealer, imagined
from kickdoor.words.options_text import option_text

SEATS = 4
FIRST_LOOK = 20
SECOND_LOOK = 300
POINTS = 1500
"""How far a chance must fall, in ten thousandths."""
HORIZON = 8
"""Turns that are played on before a position is judged."""
EVERY = 7
"""One decision of a game in so many is looked at, so that 2,000 come from some 60 games."""


@dataclass
class Found:
    """A decision that was looked at twice: what was done, what would have been better, and by how much."""

    game: int
    turn: int
    asked: str
    done: str
    done_text: str
    better: str
    better_text: str
    loss: int
    """Mean loss in ten thousandths, over the second look."""
    error: int
    """Its standard error."""


def decisions(bot: str, sets: list[str], game: int) -> Iterator[tuple[State, int, Choice]]:
    """Plays a game and stops at some decisions, with the game as the seat imagines it and what the bot does."""
    seed = f"silly:{game}"
    driver = drive(deal(load_catalog(sets), SEATS, seed), [BOTS[bot](i, Lots(f"{seed}:{i}")) for i in range(SEATS)])
    count = game
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        if is_a_decision(driver.state, answer):
            count += 1
            if count % EVERY == 0:
                yield imagined(driver.state, answer.seat), answer.seat, (answer.code, answer.picks)
        driver.give(answer)


def is_a_decision(s: State, answer: Answer) -> bool:
    """Tells whether an answer was somebody's own, to a question."""
    return answer.cause == "" and answer.prompt >= 0 and bool(s.stack)


def look(world: State, seat: int, choices: list[Choice], playouts: int, seed: str) -> list[list[int]]:
    """Plays choices on in so many worlds; gives the seat's chance after each, world by world."""
    search = Search(EngineLots(seed), playouts, NASTY, HORIZON)
    dealer = Dealer(world, seat)
    sense = GreedyPolicy(NASTY)
    out: list[list[int]] = [[] for _ in choices]
    for _ in range(playouts):
        position = dealer.deal(search.lots)
        for i, choice in enumerate(choices):
            out[i].append(search.try_out(position, seat, choice, sense))
    return out


def judge(job: tuple[str, list[str], int]) -> tuple[int, list[Found]]:
    """Looks at the decisions of one game; gives how many there were, and the silly ones among them."""
    bot, sets, game = job
    count = 0
    found: list[Found] = []
    for number, (world, seat, choice) in enumerate(decisions(bot, sets, game)):
        count += 1
        others = Search(EngineLots("others"), 1, NASTY, HORIZON).alternatives(world, seat, choice)
        if not others:
            continue
        seed = f"{game}:{number}"
        first = look(world, seat, [choice, *others], FIRST_LOOK, f"first:{seed}")
        best = max(range(1, len(first)), key=lambda i: sum(first[i]))
        if sum(first[best]) - sum(first[0]) <= POINTS * FIRST_LOOK:
            continue
        second = look(world, seat, [choice, others[best - 1]], SECOND_LOOK, f"second:{seed}")
        losses = [b - a for a, b in zip(*second, strict=True)]
        mean = sum(losses) // SECOND_LOOK
        if mean > POINTS:
            spread = sum((one - mean) ** 2 for one in losses) / (SECOND_LOOK - 1) / SECOND_LOOK
            found.append(describe(world, seat, (choice, others[best - 1]), (mean, round(spread**0.5)), game))
    return count, found


def describe(world: State, seat: int, choices: tuple[Choice, Choice], loss: tuple[int, int], game: int) -> Found:
    """Says in words what was silly."""
    names = [f"Seat {i}" for i in range(SEATS)]
    texts = [option_text(world, seat, choice[0], names) for choice in choices]
    asked = nr.PURPOSES[world.stack[-1].purpose(world, seat)]
    keys = [key(choice[0]) for choice in choices]
    return Found(game, world.turns, asked, keys[0], texts[0], keys[1], texts[1], loss[0], loss[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="nasty", choices=list(BOTS))
    parser.add_argument("--sets", default="deluxe", help="a set, or all")
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=10, help="how many to tell in words")
    parser.add_argument("--json", metavar="FILE", help="write what was found")
    chosen = parser.parse_args()
    sets = known_sets() if chosen.sets == "all" else [chosen.sets]
    count = 0
    found: list[Found] = []
    with multiprocessing.get_context("spawn").Pool(chosen.jobs) as pool, Progress() as bar:
        task = bar.add_task("Decisions", total=chosen.decisions)
        for more, silly in pool.imap(judge, ((chosen.bot, sets, game) for game in range(chosen.decisions))):
            count += more
            found += silly
            bar.advance(task, more)
            if count >= chosen.decisions:
                break
    found.sort(key=lambda one: -one.loss)
    print(f"{chosen.bot}: {len(found)} silly of {count} decisions, {1000 * len(found) / count:.1f} in 1,000")
    for one in found[: chosen.show]:
        print(f"  game {one.game}, turn {one.turn}, {one.asked}: {one.done_text} [{one.done}]")
        print(f"    better: {one.better_text} [{one.better}], {one.loss / 100:.0f} ± {one.error / 100:.0f} points")
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump({"decisions": count, "silly": [asdict(one) for one in found]}, file, indent=1)


if __name__ == "__main__":
    main()
