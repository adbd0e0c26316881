"""Write the playthroughs: recorded games as readable text, stored in tests/playthroughs and compared there.

python tools/playthroughs.py                 write all of them again
python tools/playthroughs.py --only NAME     write one
python tools/playthroughs.py --new           have the bots play again, ignoring the stored answers

Each file ends with the answers it was generated from, so that tests need no bots. Bots continue where an answer is no
longer legal.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from playthrough_text import NAMES, GameWriter, Plan, Step, header, wrapped

from kickdoor.bot import Bot
from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, key, parse
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.engine.state.state import State
from kickdoor.rng import Rng

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
ANSWERS = "THE ANSWERS"
"""Heading of the answers at the end of a file."""


PLANS = (
    Plan("deluxe-short", ["deluxe"], ["normal", "nasty", "easy"], "10", {"winning_level": 4}),
    Plan("deluxe-random", ["deluxe"], ["random", "random", "random", "random"], "6", turns=8),
    Plan("deluxe-help", ["deluxe"], ["normal", "normal", "easy", "nasty", "normal"], "12",
         {"help_when_winning": True, "shared_victory": True}, 10),
    Plan("star-short", ["star"], ["nasty", "normal", "easy"], "5", {"winning_level": 4, "run_order": "agree"}),
    Plan("star-listening", ["star"], ["normal", "random", "nasty", "easy"], "8", {"listen_at_the_door": True}, 8),
    Plan("steampunk-short", ["steampunk"], ["easy", "nasty", "normal"], "11", {"winning_level": 4}),
    Plan("steampunk-six", ["steampunk"], ["normal", "nasty", "easy", "random", "normal", "nasty"], "2",
         {"first_player": "3"}, 9),
    Plan("cooks-short", ["cooks"], ["normal", "easy", "nasty"], "2", {"winning_level": 4}),
    Plan("cooks-keeping-tokens", ["cooks"], ["nasty", "normal", "random", "normal"], "4",
         {"tokens_survive_death": True}, 9),
    Plan("star-and-steampunk", ["star", "steampunk"], ["nasty", "nasty", "nasty", "nasty"], "12", turns=9),
    Plan("deluxe-and-cooks", ["deluxe", "cooks"], ["normal", "normal", "normal"], "5",
         {"token_roll": True, "winning_level": 5}),
    Plan("all-four", ["cooks", "deluxe", "star", "steampunk"], ["normal", "nasty", "easy", "random", "normal"], "12",
         {"token_roll": True, "run_order": "agree"}, 10),
)  # fmt: skip


# The game


class Rejected(Exception):
    """A stored answer that is no longer legal."""


def first_state(plan: Plan) -> State:
    options = options_from_dict(plan.options)
    return new_state(load_catalog(plan.sets), options, f"playthrough:{plan.seed}", len(plan.bots), [])


def give(s: State, answer: Answer) -> Step:
    before = s.copy()
    events: list[Event] = []
    s.events = events
    try:
        runtime.apply(s, answer)
    finally:
        s.events = None
    return Step(before, s.copy(), answer, events)


def is_over(plan: Plan, s: State) -> bool:
    return bool(s.winners) or 0 < plan.turns < s.turns


def play(plan: Plan, kept: list[Answer], thinking: bool) -> list[Step]:
    """Return the stored answers, continued by the bots if `thinking`; otherwise raise `Rejected` where they fail."""
    s = first_state(plan)
    steps: list[Step] = []
    for number, answer in enumerate(kept):
        try:
            steps.append(give(s, answer))
        except Refused as e:
            if thinking:
                break
            who = f"answer {number + 1}, {key(answer.code)} of {NAMES[answer.seat]}"
            raise Rejected(f"{plan.name}: {who}, is not legal any more: {e}") from e
    if not is_over(plan, s) and not thinking:
        raise Rejected(f"{plan.name}: the answers that were kept do not end the game any more")
    bots: list[Bot | None] = [BOTS[name](i, Rng(f"{plan.seed}:{i}")) for i, name in enumerate(plan.bots)]
    driver = drive(s, bots, apply=lambda answer: steps.append(give(s, answer)))
    while not is_over(plan, s):
        chosen = driver.next_answer()
        assert chosen is not None
        driver.give(chosen)
    return steps


# The answers


def written(answer: Answer) -> str:
    """Return an answer as text: "2:sell*=14,80"."""
    picks = "=" + ",".join(map(str, answer.picks or [])) if answer.code & FORM_BIT else ""
    return f"{answer.seat}:{key(answer.code)}{picks}"


def read(text: str) -> list[Answer]:
    """Parse the answers at the end of a file."""
    out: list[Answer] = []
    for word in text.partition(ANSWERS)[2].split()[1:]:
        seat, _, rest = word.partition(":")
        code, has_picks, picks = rest.partition("=")
        out.append(Answer(int(seat), parse(code), [int(n) for n in picks.split(",") if n] if has_picks else None))
    return out


def draw(plan: Plan, kept: list[Answer], thinking: bool = False) -> str:
    """Play a game and return its text."""
    steps = play(plan, kept, thinking)
    writer = GameWriter(plan, steps[0].before)
    writer.begin(steps[0].before)
    for step in steps:
        writer.step(step)
    writer.end(steps[-1].after)
    answers = " ".join(written(step.answer) for step in steps)
    lines = [*header(plan, steps), *writer.lines, "", "", f"{ANSWERS} (seat:key=picks)", "", *wrapped(answers)]
    return "\n".join(lines) + "\n"


def path_of(plan: Plan) -> Path:
    return FOLDER / f"{plan.name}.txt"


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the playthroughs in tests/playthroughs.")
    parser.add_argument("--only", metavar="NAME", choices=[plan.name for plan in PLANS], help="write only this one")
    parser.add_argument("--new", action="store_true", help="have the bots play again, ignoring the stored answers")
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for plan in PLANS:
        if options.only in (None, plan.name):
            path = path_of(plan)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            text = draw(plan, [] if options.new else read(before), thinking=True)
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {'unchanged' if text == before else 'rewritten'}, {len(text.encode()) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
