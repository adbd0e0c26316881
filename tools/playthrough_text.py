"""Readable text of a recorded game: each question, its answer and the outcome."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field

from kickdoor.cli.terminal.event_log import EventLog
from kickdoor.cli.terminal.menu import RARE_ACTIONS, Entry, entry_of, grouped
from kickdoor.cli.terminal.table_text import in_play, tokens
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import FORM_BIT, P_SHIFT, P_TO, PASS, Answer, Prompt, act_of, key
from kickdoor.engine.rules.fight.strength import munchkin_strength, terms
from kickdoor.engine.state.state import State
from kickdoor.server.room.prompt_views import form_of
from kickdoor.text.card_text import card_face
from kickdoor.text.event_text import explain_totals
from kickdoor.text.message_catalog import DEFAULT
from kickdoor.text.options_text import PromptWriter, options_text, prompt_text, term_text

NAMES = ("Ada", "Bo", "Cyd", "Dot", "Eli", "Fay")
WIDTH = 110
MAX_OTHER_OPTIONS = 4
"""Number of other options listed; the rest is only counted."""
MATTERS = (ev.FIGHT_BEGUN, ev.MONSTER_JOINED, ev.CURSE_LANDED, ev.CARD_PLAYED, ev.ABILITY_USED, ev.CAUGHT)


@dataclass(frozen=True)
class Plan:
    """Configuration of the game."""

    name: str
    sets: list[str]
    bots: list[str]
    seed: str
    options: dict[str, bool | int | str] = field(default_factory=dict)
    turns: int = 0
    """Last turn of the playthrough; 0 plays until a player has won."""


@dataclass(frozen=True)
class Step:
    """One answer, with the state before it and its outcome."""

    before: State
    after: State
    answer: Answer
    events: list[Event]


def wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )


def header(plan: Plan, steps: list[Step]) -> list[str]:
    """Return the lines that describe the game."""
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


class GameWriter:
    """Writer of a game's text, one answer at a time."""

    def __init__(self, plan: Plan, s: State) -> None:
        self.plan = plan
        self.names = list(NAMES[: len(plan.bots)])
        self.story = EventLog(s.rules, -1, self.names)
        self.lines: list[str] = []
        self.passing: list[str] = []
        """Seats that passed since the last line and had few other options."""
        self.asked = ""
        """The last question printed, while no other seat has been prompted."""
        self.totals: list[str] = []
        """The last totals printed."""
        self.explained: set[str] = set()
        """The cards whose text has been printed."""

    def write(self, text: str, first: str = "  ", rest: str = "    ") -> None:
        self.write_passing()
        self.lines += wrapped(text, first, rest)

    def write_passing(self) -> None:
        who, self.passing = list(dict.fromkeys(self.passing)), []
        if who:
            self.asked = ""
            self.lines += wrapped(f"{listed(who)} {'pass' if len(who) > 1 else 'passes'}.", "  ", "    ")

    def title(self, text: str) -> None:
        self.write_passing()
        self.lines += ["", "", text.upper(), ""]

    def begin(self, s: State) -> None:
        """Write the deal."""
        self.title("Before the first turn")
        for p in s.seats:
            self.hand(s, p.index)
        self.lines.append("")

    def seats(self, s: State) -> None:
        """Write the cards in front of each seat."""
        for p in s.seats:
            head = (
                f"{self.names[p.index]}: Level {p.level}, strength {munchkin_strength(s, p.index)}, {nr.SEXES[p.sex]}"
            )
            dead = ", dead" if p.dead else ""
            self.write(f"{head}{tokens(s, p)}{dead}; in play: {in_play(s, p) or 'nothing'}")

    def hand(self, s: State, seat: int) -> None:
        cards = ", ".join(s.cards[card].name for card in s.seats[seat].hand) or "nothing"
        self.write(f"{self.names[seat]} holds {cards}.")

    # One answer

    def step(self, step: Step) -> None:
        """Write the question, the answer and the outcome."""
        s, answer = step.before, step.answer
        prompt = runtime.prompt(s, answer.seat)
        others = self.others(s, answer, prompt)
        if act_of(answer.code) == PASS and not others:
            self.passing.append(self.names[answer.seat])
        else:
            self.decision(s, answer, prompt, others)
        self.outcome(step)
        self.cards(step)
        self.fight(step.after)

    def decision(self, s: State, answer: Answer, prompt: Prompt, others: list[str]) -> None:
        """Write a question, the answer, and a few of the other options."""
        name = self.names[answer.seat]
        asked = f"{name}: {prompt_text(s, prompt, self.names)}" if prompt.blocking else f"{name}, unasked:"
        self.write_passing()
        self.write(f"{name} again:" if asked == self.asked else asked, "", "     ")
        self.asked = asked
        text = entry_of(s, answer.seat, answer.code, self.names, False).text.removesuffix(" …") + self.picked(s, answer)
        self.write(f"{text} [{key(answer.code)}]", "  > ", "      ")
        if others:
            left = len(others) - MAX_OTHER_OPTIONS
            told = others[:MAX_OTHER_OPTIONS] + ([f"{left} more"] if left > 0 else [])
            self.write("; ".join(told), "    or ", "       ")

    def others(self, s: State, answer: Answer, prompt: Prompt) -> list[str]:
        """Return the options not taken, without those that are nearly always listed and rarely chosen.

        Options that differ only in their target become one, with the key of the first.
        """
        out: list[str] = []
        often = [code for code in prompt.codes if act_of(code) not in RARE_ACTIONS]
        for entry in grouped(s, answer.seat, often, self.names):
            codes = [code for code in codes_of(entry) if code != answer.code]
            if codes:
                more = " …" if len(codes) > 1 else ""
                out.append(f"{options_text(s, answer.seat, codes, self.names)} [{key(codes[0])}{more}]")
        return out

    def picked(self, s: State, answer: Answer) -> str:
        """Return the picks of a form as text."""
        if not answer.code & FORM_BIT:
            return ""
        form = runtime.form(s, answer.seat, answer.code)
        shown = form_of(PromptWriter(s, answer.seat, self.names, DEFAULT), answer.code, form)
        words = dict(zip(shown.atoms, shown.texts, strict=True))
        told = ", ".join(words.get(pick) or self.term(s, answer.seat, pick) for pick in answer.picks or [])
        return f": {told or 'nothing'}"

    def term(self, s: State, seat: int, pick: int) -> str:
        """Return the meaning of a pick that is not a card: a seat, or a part of a bargain."""
        return f"for {self.names[pick & 4095]}" if pick >> P_SHIFT == P_TO else term_text(s, seat, pick, self.names)

    # Outcome

    def outcome(self, step: Step) -> None:
        """Write the events, as visible to an observer who sees every card; a new turn begins with the standings."""
        s = step.after
        self.story.add(s, [event.revealed() for event in step.events])
        turns = [event for event in step.events if event.kind == ev.TURN_BEGUN]
        for line in self.story.lines():
            if not line.is_turn:
                if not line.text.startswith("  "):  # card texts are written by `cards`
                    self.write(line.text)
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
        """Write a card's text when it matters for the first time."""
        rules = step.after.rules
        for event in step.events:
            for index in event.names if event.kind in MATTERS else []:
                name, kind, *text = card_face(rules, rules.defs[index]).split("\n")
                if text and name not in self.explained:
                    self.explained.add(name)
                    self.write(f"{name} ({kind}): {' '.join(text)}", "    * ", "      ")

    def levels(self, s: State) -> None:
        """End a turn with the Level of each seat."""
        self.write_passing()
        if s.turns > 1:
            told = ", ".join(f"{name} {p.level}" for name, p in zip(self.names, s.seats, strict=True))
            self.lines += ["", f"  Levels: {told}."]

    def fight(self, s: State) -> None:
        """Explain both totals whenever one of them has changed."""
        fight = s.fight
        if fight is None or fight.lost or not fight.bodies:
            self.totals = []
            return
        told = explain_totals(s.rules, terms(s), self.names, fight.main)
        for line in told:
            if line not in self.totals:
                self.write(line, "  | ", "  |   ")
        self.totals = told

    def end(self, s: State) -> None:
        """Write the final standings."""
        self.title("The end")
        who = listed([self.names[seat] for seat in s.winners])
        self.write(f"{who} won in turn {s.turns}." if who else "Here the playthrough is cut; no one has won yet.", "")
        self.seats(s)


def listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def codes_of(entry: Entry) -> list[int]:
    return [code for part in entry.parts for code in codes_of(part)] or [entry.code]
