"""Find blunders: answers after which a bot's win chance falls far, where another answer would have kept it.

    python tools/find_blunders.py --bot nasty --decisions 2000 --jobs 2
    python tools/find_blunders.py --bot nasty --sets all --show 20
    python tools/find_blunders.py --keep now.jsonl && python tools/find_blunders.py --judge before.jsonl

Decisions are sampled from games of four such bots. Each option is played out in the same determinizations of what
the bot knew: 20 playouts for all options, then 300 for the suspects. It takes half an hour with a compiled engine;
do not run it interpreted. `--keep` writes the decisions as JSON lines and `--judge` reads them, so that decisions of
an earlier version are judged by the same playouts as those of this one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from rich.progress import Progress

from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine.prompts import Answer, key
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.rng import LehmerRng as EngineLots
from kickdoor.engine.state.state import State
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.search.search_policy import SearchPolicy
from kickdoor.rng import Rng
from kickdoor.sim.random_play import deal
from kickdoor.text.options_text import option_text
from kickdoor.view.determinization import Determinizer, fixed_determinization

SEATS = 4
FIRST_LOOK = 20
SECOND_LOOK = 300
POINTS = 1500
"""Minimum loss of win chance, in ten thousandths."""
HORIZON = 8
"""Turns of a playout before its position is evaluated."""
DECISION_INTERVAL = 7
"""One in so many decisions of a game is sampled; 2,000 come from some 60 games."""


@dataclass
class Found:
    """A decision judged twice: the answer given, the better one, and the loss."""

    game: int
    turn: int
    asked: str
    done: str
    done_text: str
    better: str
    better_text: str
    loss: int
    """Mean loss in ten thousandths, over the second set of playouts."""
    error: int
    """Standard error of the loss."""


@dataclass
class Decision:
    """A decision as it was made: the state of the game and the answer."""

    game: int
    state: str
    seat: int
    code: int
    picks: list[int]


@dataclass
class Job:
    """Decisions of one game: saved ones, or all that the game brings."""

    bot: str
    sets: list[str]
    game: int
    kept: list[Decision] | None = None


def decisions(bot: str, sets: list[str], game: int) -> Iterator[Decision]:
    """Play a game and yield its sampled decisions."""
    seed = f"silly:{game}"
    driver = drive(deal(load_catalog(sets), SEATS, seed), [BOTS[bot](i, Rng(f"{seed}:{i}")) for i in range(SEATS)])
    count = game
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        if is_a_decision(driver.state, answer):
            count += 1
            if count % DECISION_INTERVAL == 0:
                yield Decision(game, state_to_json(driver.state), answer.seat, answer.code, answer.picks)
        driver.give(answer)


def is_a_decision(s: State, answer: Answer) -> bool:
    """Return whether an answer is a bot's own reply to a prompt."""
    return answer.cause == "" and answer.prompt >= 0 and bool(s.stack)


def look(sample: State, seat: int, choices: list[Choice], playouts: int, seed: str) -> list[list[int]]:
    """Play choices out in some determinizations; return the seat's chance after each, by determinization."""
    search = SearchPolicy(EngineLots(seed), playouts, NASTY, HORIZON)
    dealer = Determinizer(sample, seat)
    policy = GreedyPolicy(NASTY)
    out: list[list[int]] = [[] for _ in choices]
    for _ in range(playouts):
        position = dealer.deal(search.rng)
        for i, choice in enumerate(choices):
            out[i].append(search.try_out(position, seat, choice, policy, [NASTY] * SEATS))
    return out


def decisions_of(job: Job) -> list[Decision]:
    """Return the decisions of one game."""
    return list(decisions(job.bot, job.sets, job.game)) if job.kept is None else job.kept


def judge(job: Job) -> tuple[int, list[Found]]:
    """Judge the decisions of one game; return their number and the blunders among them."""
    sampled = decisions_of(job)
    rules = load_catalog(job.sets)
    found: list[Found] = []
    for number, one in enumerate(sampled):
        game, seat, choice = one.game, one.seat, (one.code, one.picks)
        sample = fixed_determinization(state_from_json(one.state, rules), seat)
        others = SearchPolicy(EngineLots("others"), 1, NASTY, HORIZON).alternatives(sample, seat, choice)
        if not others:
            continue
        seed = f"{game}:{number}"
        first = look(sample, seat, [choice, *others], FIRST_LOOK, f"first:{seed}")
        best = max(range(1, len(first)), key=lambda i: sum(first[i]))
        if sum(first[best]) - sum(first[0]) <= POINTS * FIRST_LOOK:
            continue
        second = look(sample, seat, [choice, others[best - 1]], SECOND_LOOK, f"second:{seed}")
        losses = [b - a for a, b in zip(*second, strict=True)]
        mean = sum(losses) // SECOND_LOOK
        if mean > POINTS:
            spread = sum((one - mean) ** 2 for one in losses) / (SECOND_LOOK - 1) / SECOND_LOOK
            found.append(describe(sample, seat, (choice, others[best - 1]), (mean, round(spread**0.5)), game))
    return len(sampled), found


def jobs_of(bot: str, sets: list[str], wanted: int, kept: Path | None) -> Iterator[Job]:
    """Yield the games to judge: new ones without end, or those with saved decisions."""
    if kept is None:
        yield from (Job(bot, sets, game) for game in range(wanted))
        return
    with kept.open(encoding="utf-8") as lines:
        for game, of_game in groupby((Decision(**json.loads(line)) for line in lines), lambda one: one.game):
            yield Job(bot, sets, game, list(of_game))


def keep(path: Path, jobs: Iterator[Job], wanted: int) -> int:
    """Write decisions to a file, so that other versions can judge them too."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for job in jobs:
            for one in decisions_of(job):
                file.write(json.dumps(asdict(one)) + "\n")
                count += 1
            if count >= wanted:
                break
    return count


def describe(sample: State, seat: int, choices: tuple[Choice, Choice], loss: tuple[int, int], game: int) -> Found:
    """Return a blunder described in words."""
    names = [f"Seat {i}" for i in range(SEATS)]
    texts = [option_text(sample, seat, choice[0], names) for choice in choices]
    asked = nr.PROMPT_KINDS[sample.stack[-1].purpose(sample, seat)]
    keys = [key(choice[0]) for choice in choices]
    return Found(game, sample.turns, asked, keys[0], texts[0], keys[1], texts[1], loss[0], loss[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="nasty", choices=list(BOTS))
    parser.add_argument("--sets", default="deluxe", help="a set, or all")
    parser.add_argument("--decisions", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=10, help="number of blunders to describe")
    parser.add_argument("--json", metavar="FILE", help="write the blunders to this file")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write the decisions to this file and stop")
    parser.add_argument("--judge", type=Path, metavar="FILE", help="judge the decisions of this file")
    chosen = parser.parse_args()
    sets = known_sets() if chosen.sets == "all" else [chosen.sets]
    jobs = jobs_of(chosen.bot, sets, chosen.decisions, chosen.judge)
    if chosen.keep:
        print(f"{chosen.keep}: {keep(chosen.keep, jobs, chosen.decisions)} decisions")
        return
    count = 0
    found: list[Found] = []
    with multiprocessing.get_context("spawn").Pool(chosen.jobs) as pool, Progress() as bar:
        task = bar.add_task("Decisions", total=chosen.decisions)
        for more, blunders in pool.imap(judge, jobs):
            count += more
            found += blunders
            bar.advance(task, more)
            if count >= chosen.decisions:
                break
    found.sort(key=lambda one: -one.loss)
    print(f"{chosen.bot}: {len(found)} blunders in {count} decisions, {1000 * len(found) / count:.1f} in 1,000")
    for one in found[: chosen.show]:
        print(f"  game {one.game}, turn {one.turn}, {one.asked}: {one.done_text} [{one.done}]")
        print(f"    better: {one.better_text} [{one.better}], {one.loss / 100:.0f} ± {one.error / 100:.0f} points")
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump({"decisions": count, "blunders": [asdict(one) for one in found]}, file, indent=1)


if __name__ == "__main__":
    main()
