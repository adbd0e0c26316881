"""Draws the playthroughs: recorded games as text that reads as a game, kept in tests/playthroughs and compared there.

python tools/playthroughs.py                 draws all of them anew
python tools/playthroughs.py --only NAME     draws one
python tools/playthroughs.py --new           has the bots play anew instead of giving the answers that were kept

A file ends with the answers it was drawn from, so that neither bots nor tests have to think. An answer that is not
legal any more is where the bots take over.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from kickdoor.bot import Bot
from kickdoor.bots.driver import Driver
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.load import load_catalog
from kickdoor.cli.terminal.menu import SELDOM, Entry, entry_of, grouped
from kickdoor.cli.terminal.story import Story
from kickdoor.cli.terminal.table_text import in_play, tokens
from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import machine
from kickdoor.engine.machine.errors import Refused
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.machine.prompts import FORM_BIT, P_SHIFT, P_TO, PASS, Answer, Prompt, act_of, key, parse
from kickdoor.engine.rules.fight.strength import munchkin_strength, terms
from kickdoor.engine.rules.turn.start import new_state
from kickdoor.engine.state.codec import options_from_dict
from kickdoor.engine.state.state import State
from kickdoor.lots import Lots
from kickdoor.table.room.seat_views import form_of
from kickdoor.words.card_text import card_face
from kickdoor.words.language import DEFAULT
from kickdoor.words.narrate import explain_totals
from kickdoor.words.options_text import options_text, prompt_text, term_text

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
NAMES = ("Ada", "Bo", "Cyd", "Dot", "Eli", "Fay")
WIDTH = 110
MOST_OTHERS = 4
"""Options not taken that are told; of the rest only the number is."""
MATTERS = (ev.FIGHT_BEGUN, ev.MONSTER_JOINED, ev.CURSE_LANDED, ev.CARD_PLAYED, ev.ABILITY_USED, ev.CAUGHT)
ANSWERS = "THE ANSWERS"
"""What stands above them at the end of a file."""


@dataclass(frozen=True)
class Plan:
    """Which game is played."""

    name: str
    sets: list[str]
    bots: list[str]
    seed: str
    options: dict[str, bool | int | str] = field(default_factory=dict)
    turns: int = 0
    """After so many turns the playthrough ends; 0 is when somebody has won."""


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
    """An answer that was kept is not legal any more."""


@dataclass(frozen=True)
class Step:
    """One answer, with the state before it and what came of it."""

    before: State
    after: State
    answer: Answer
    events: list[Event]


def first_state(plan: Plan) -> State:
    options = options_from_dict(plan.options)
    return new_state(load_catalog(plan.sets), options, f"playthrough:{plan.seed}", len(plan.bots), [])


def give(s: State, answer: Answer) -> Step:
    before = s.copy()
    events: list[Event] = []
    s.events = events
    try:
        machine.apply(s, answer)
    finally:
        s.events = None
    return Step(before, s.copy(), answer, events)


def is_over(plan: Plan, s: State) -> bool:
    return bool(s.winners) or 0 < plan.turns < s.turns


def play(plan: Plan, kept: list[Answer], thinking: bool) -> list[Step]:
    """Gives the answers that were kept, and then has the bots go on; not thinking, they raise `Rejected` instead."""
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
    bots: list[Bot | None] = [BOTS[name](i, Lots(f"{plan.seed}:{i}")) for i, name in enumerate(plan.bots)]
    driver = Driver(s, bots, apply=lambda answer: steps.append(give(s, answer)))
    while not is_over(plan, s):
        chosen = driver.next_answer()
        assert chosen is not None
        driver.give(chosen)
    return steps


# The answers


def written(answer: Answer) -> str:
    """Writes an answer: "2:sell*=14,80"."""
    picks = "=" + ",".join(map(str, answer.picks or [])) if answer.code & FORM_BIT else ""
    return f"{answer.seat}:{key(answer.code)}{picks}"


def read(text: str) -> list[Answer]:
    """Reads the answers at the end of a file."""
    out: list[Answer] = []
    for word in text.partition(ANSWERS)[2].split()[1:]:
        seat, _, rest = word.partition(":")
        code, has_picks, picks = rest.partition("=")
        out.append(Answer(int(seat), parse(code), [int(n) for n in picks.split(",") if n] if has_picks else None))
    return out


# The text


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )


def header(plan: Plan, steps: list[Step]) -> list[str]:
    """Says which game it is."""
    seats = ", ".join(f"{NAMES[i]} ({bot})" for i, bot in enumerate(plan.bots))
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items()) or "as they are"
    length = f"the first {plan.turns} turns" if not steps[-1].after.winners else "the whole game"
    return [
        f"{plan.name.upper()}", "",
        f"  sets     {', '.join(plan.sets)}",
        *wrapped(seats, "  seats    ", "           "),
        f"  seed     playthrough:{plan.seed}",
        f"  options  {options}",
        f"  length   {length}", "",
        *wrapped("All hands are open here. Each question is followed by what was answered (>), with its key, and by "
                 "some of what else could have been (or). Drawn by `make playthroughs`."),
    ]  # fmt: skip


class Teller:
    """Tells a game, one answer after the other."""

    def __init__(self, plan: Plan, s: State) -> None:
        self.plan = plan
        self.names = list(NAMES[: len(plan.bots)])
        self.story = Story(s.rules, -1, self.names)
        self.lines: list[str] = []
        self.passing: list[str] = []
        """Who has passed since anything was told, and had little else to do."""
        self.asked = ""
        """The question that was told last, if nobody else has been asked since."""
        self.totals: list[str] = []
        """The totals that were told last."""
        self.told: set[str] = set()
        """The cards whose text was told."""

    def say(self, text: str, first: str = "  ", rest: str = "    ") -> None:
        self.tell_passing()
        self.lines += wrapped(text, first, rest)

    def tell_passing(self) -> None:
        who, self.passing = list(dict.fromkeys(self.passing)), []
        if who:
            self.asked = ""
            self.lines += wrapped(f"{listed(who)} {'pass' if len(who) > 1 else 'passes'}.", "  ", "    ")

    def title(self, text: str) -> None:
        self.tell_passing()
        self.lines += ["", "", text.upper(), ""]

    def begin(self, s: State) -> None:
        """Shows the deal."""
        self.title("Before the first turn")
        for p in s.seats:
            self.hand(s, p.index)
        self.lines.append("")

    def seats(self, s: State) -> None:
        """Shows what lies before everybody."""
        for p in s.seats:
            head = (
                f"{self.names[p.index]}: Level {p.level}, strength {munchkin_strength(s, p.index)}, {nr.SEXES[p.sex]}"
            )
            dead = ", dead" if p.dead else ""
            self.say(f"{head}{tokens(s, p)}{dead}; in play: {in_play(s, p) or 'nothing'}")

    def hand(self, s: State, seat: int) -> None:
        cards = ", ".join(s.cards[card].name for card in s.seats[seat].hand) or "nothing"
        self.say(f"{self.names[seat]} holds {cards}.")

    # One answer

    def step(self, step: Step) -> None:
        """Tells what was asked, what was answered, and what came of it."""
        s, answer = step.before, step.answer
        prompt = machine.prompt(s, answer.seat)
        others = self.others(s, answer, prompt)
        if act_of(answer.code) == PASS and not others:
            self.passing.append(self.names[answer.seat])
        else:
            self.decision(s, answer, prompt, others)
        self.outcome(step)
        self.cards(step)
        self.fight(step.after)

    def decision(self, s: State, answer: Answer, prompt: Prompt, others: list[str]) -> None:
        """Tells a question, the answer, and a few of the other options."""
        name = self.names[answer.seat]
        asked = f"{name}: {prompt_text(s, prompt, self.names)}" if prompt.blocking else f"{name}, unasked:"
        self.tell_passing()
        self.say(f"{name} again:" if asked == self.asked else asked, "", "     ")
        self.asked = asked
        text = entry_of(s, answer.seat, answer.code, self.names, False).text.removesuffix(" …") + self.picked(s, answer)
        self.say(f"{text} [{key(answer.code)}]", "  > ", "      ")
        if others:
            left = len(others) - MOST_OTHERS
            told = others[:MOST_OTHERS] + ([f"{left} more"] if left > 0 else [])
            self.say("; ".join(told), "    or ", "       ")

    def others(self, s: State, answer: Answer, prompt: Prompt) -> list[str]:
        """Tells the options that were not taken, but for those that are nearly always there and nearly never wanted.

        Those that differ in their target alone are one, with the key of the first.
        """
        out: list[str] = []
        often = [code for code in prompt.codes if act_of(code) not in SELDOM]
        for entry in grouped(s, answer.seat, often, self.names):
            codes = [code for code in codes_of(entry) if code != answer.code]
            if codes:
                more = " …" if len(codes) > 1 else ""
                out.append(f"{options_text(s, answer.seat, codes, self.names)} [{key(codes[0])}{more}]")
        return out

    def picked(self, s: State, answer: Answer) -> str:
        """Says how a form was filled in."""
        if not answer.code & FORM_BIT:
            return ""
        form = machine.form(s, answer.seat, answer.code)
        shown = form_of(s, answer.seat, answer.code, form, self.names, DEFAULT)
        words = dict(zip(shown.atoms, shown.texts, strict=True))
        told = ", ".join(words.get(pick) or self.term(s, answer.seat, pick) for pick in answer.picks or [])
        return f": {told or 'nothing'}"

    def term(self, s: State, seat: int, pick: int) -> str:
        """Says what a pick means that stands for no card: who gets what follows, or a part of a bargain."""
        return f"for {self.names[pick & 4095]}" if pick >> P_SHIFT == P_TO else term_text(s, seat, pick, self.names)

    # What came of it

    def outcome(self, step: Step) -> None:
        """Tells what happened, to somebody who sees every card; a new turn begins with how all stand."""
        s = step.after
        self.story.add(s, [Event(e.kind, e.seat, e.other, e.amount, e.cards, e.names, EVERYONE) for e in step.events])
        turns = [event for event in step.events if event.kind == ev.TURN_BEGUN]
        for line in self.story.lines():
            if not line.is_turn:
                if not line.text.startswith("  "):  # what a card says is told in another place
                    self.say(line.text)
                continue
            turn = turns.pop(0)
            self.levels(s)
            if 0 < self.plan.turns < turn.amount:
                return
            self.title(f"Turn {turn.amount}: {self.names[turn.seat]}")
            self.seats(s)
            self.hand(s, turn.seat)
            self.lines.append("")
            self.asked = ""

    def cards(self, step: Step) -> None:
        """Tells what a card says when it matters for the first time."""
        rules = step.after.rules
        for event in step.events:
            for index in event.names if event.kind in MATTERS else []:
                name, kind, *text = card_face(rules, rules.defs[index]).split("\n")
                if text and name not in self.told:
                    self.told.add(name)
                    self.say(f"{name} ({kind}): {' '.join(text)}", "    * ", "      ")

    def levels(self, s: State) -> None:
        """Ends a turn with everybody's Level."""
        self.tell_passing()
        if s.turns > 1:
            told = ", ".join(f"{name} {p.level}" for name, p in zip(self.names, s.seats, strict=True))
            self.lines += ["", f"  Levels: {told}."]

    def fight(self, s: State) -> None:
        """Explains both totals whenever one of them has changed."""
        fight = s.fight
        if fight is None or fight.lost or not fight.bodies:
            self.totals = []
            return
        told = explain_totals(s.rules, terms(s), self.names, fight.main)
        for line in told:
            if line not in self.totals:
                self.say(line, "  | ", "  |   ")
        self.totals = told

    def end(self, s: State) -> None:
        """Tells how the game stands at the end."""
        self.title("The end")
        who = listed([self.names[seat] for seat in s.winners])
        self.say(f"{who} won in turn {s.turns}." if who else "Here the playthrough is cut; nobody has won yet.", "")
        self.seats(s)


def listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def codes_of(entry: Entry) -> list[int]:
    return [code for part in entry.parts for code in codes_of(part)] or [entry.code]


def draw(plan: Plan, kept: list[Answer], thinking: bool = False) -> str:
    """Plays a game and tells it."""
    steps = play(plan, kept, thinking)
    teller = Teller(plan, steps[0].before)
    teller.begin(steps[0].before)
    for step in steps:
        teller.step(step)
    teller.end(steps[-1].after)
    answers = " ".join(written(step.answer) for step in steps)
    lines = [*header(plan, steps), *teller.lines, "", "", f"{ANSWERS} (seat:key=picks)", "", *wrapped(answers)]
    return "\n".join(lines) + "\n"


def path_of(plan: Plan) -> Path:
    return FOLDER / f"{plan.name}.txt"


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws the playthroughs in tests/playthroughs anew.")
    parser.add_argument("--only", metavar="NAME", choices=[plan.name for plan in PLANS], help="draw this one")
    parser.add_argument("--new", action="store_true", help="have the bots play anew")
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for plan in PLANS:
        if options.only in (None, plan.name):
            path = path_of(plan)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            text = draw(plan, [] if options.new else read(before), thinking=True)
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {'as it was' if text == before else 'drawn anew'}, {len(text.encode()) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
