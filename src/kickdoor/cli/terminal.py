"""Speaks with the person at the terminal: what is to be seen, what may be done, what was answered."""

from __future__ import annotations

import sys

from rich.console import Console

from kickdoor.cli import forms
from kickdoor.cli.table_text import card_words, hand_lines, table_lines, total_lines
from kickdoor.cli.why_not import refused_lines
from kickdoor.core import machine
from kickdoor.core import prompts as p
from kickdoor.core.errors import Refused
from kickdoor.core.prompts import FORM_BIT, Answer, Prompt, act_of
from kickdoor.core.state import State
from kickdoor.view.options_text import option_text, prompt_text
from kickdoor.view.reasons_text import refusal_text

LAST = (p.TRADE, p.GIVE, p.SHOW, p.ASK, p.UNEQUIP, p.DISCARD)
"""Acts that stand at the end of a menu: always there, seldom wanted."""

HELP = """\
  a number   do that
  Enter      pass, or go on where nothing is asked of you
  ?          which of your cards cannot be played now, and why
  t          the table: levels, strength, cards in play
  s          the fight, term by term
  c NAME     what a card says; c alone shows your own cards
  h          this help
  q          save and leave; kickdoor play --resume goes on"""


class Quit(Exception):
    """The person wants to leave."""


class Terminal:
    """Standard input and output."""

    def __init__(self) -> None:
        self.console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def say(self, text: str, style: str = "") -> None:
        """Prints a line."""
        self.console.print(text, style=style or None)

    def tell(self, lines: list[str], mine: bool) -> None:
        """Prints what happened."""
        for line in lines:
            self.say("  " + line, "" if mine else "dim")

    def read(self, question: str) -> str:
        """Reads a line; the end of the input is leaving."""
        self.console.print(question, end="")
        line = sys.stdin.readline()
        if not line:
            self.say("")
            raise Quit
        if not sys.stdin.isatty():
            self.say(line.rstrip("\n"))
        return line.strip()

    def welcome(self, s: State, seat: int, names: list[str]) -> None:
        """Greets and shows the table."""
        self.say(f"{', '.join(names)} sit at the table. Type h for help.", "bold")
        for line in table_lines(s, names) + hand_lines(s, seat):
            self.say(line)

    def refuse(self, refused: Refused) -> None:
        """Says why an answer was not accepted."""
        self.say("  " + refusal_text(refused.code, refused.rules), "red")

    def ask(self, s: State, seat: int, names: list[str]) -> Answer:
        """Puts the question before the person until it is answered."""
        while True:
            prompt = machine.prompt(s, seat)
            answer = self.menu(s, prompt, names, False)
            if answer is not None:
                return answer

    def interject(self, s: State, seat: int, names: list[str]) -> Answer | None:
        """Asks whether the person wants to act although nothing is asked of him."""
        return self.menu(s, machine.prompt(s, seat), names, True)

    def menu(self, s: State, prompt: Prompt, names: list[str], optional: bool) -> Answer | None:
        """Shows the options and takes one; None for going on where that is possible, or when a form was left."""
        codes = sorted(prompt.codes, key=lambda code: (act_of(code) in LAST, prompt.codes.index(code)))
        self.say("")
        for line in total_lines(s, names) + hand_lines(s, prompt.seat):
            self.say(line)
        self.say(prompt_text(s, prompt, names), "bold")
        for number, code in enumerate(codes, 1):
            self.say(f"  {number:>2}  {option_text(s, prompt.seat, code, names)}{' …' if code & FORM_BIT else ''}")
        while True:
            word = self.read("Enter to go on > " if optional else "> ")
            if not word and optional:
                return None
            if not word and (len(codes) == 1 or p.PASS in codes):
                return self.answer(s, prompt, p.PASS if p.PASS in codes else codes[0], names)
            if word.isdecimal() and 1 <= int(word) <= len(codes):
                return self.answer(s, prompt, codes[int(word) - 1], names)
            self.command(s, prompt.seat, names, word, len(codes))

    def answer(self, s: State, prompt: Prompt, code: int, names: list[str]) -> Answer | None:
        """Makes an answer, filling in its form first; None if the person steps back from the form."""
        picks: list[int] | None = []
        if code & FORM_BIT:
            picks = forms.fill(self, s, prompt.seat, code, names)
        return None if picks is None else Answer(prompt.seat, code, picks, prompt.id)

    def command(self, s: State, seat: int, names: list[str], line: str, count: int) -> None:
        """Does what is no answer."""
        word, _, rest = line.partition(" ")
        if word == "q":
            raise Quit
        if word == "?":
            lines = refused_lines(s, seat, names)
        elif word == "t":
            lines = table_lines(s, names)
        elif word == "s":
            lines = total_lines(s, names) or ["Nobody is fighting."]
        elif word == "c":
            lines = card_words(s, seat, rest)
        elif word == "h":
            lines = HELP.split("\n")
        else:
            lines = [f"Type a number from 1 to {count}, or h for help."]
        for one in lines:
            self.say(one)
