"""Terminal dialog with the player: output, menus and answers."""

from __future__ import annotations

import sys
import textwrap
from contextlib import suppress

from rich.console import Console

from kickdoor import rulebook
from kickdoor.cli.commands.rules import line_of, look_up
from kickdoor.cli.plain_output import plain
from kickdoor.cli.terminal import form_prompts
from kickdoor.cli.terminal.event_log import Line
from kickdoor.cli.terminal.menu import Entry, menu_entries
from kickdoor.cli.terminal.table_text import card_text_lines, hand_lines, own_lines, table_lines, total_lines
from kickdoor.cli.terminal.unavailable_text import unavailable_lines
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData, Refused
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, Prompt, act_of
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.state.state import State
from kickdoor.text.options_text import prompt_text
from kickdoor.text.reasons_text import refusal_text

HELP = """\
  a number   choose that; … means there is more to choose
  Enter      pass, continue, or show the choices again
  ?          what you can't do now, and why; ? NAME asks about one card
  c          your cards in full; c 3 those of choice 3, c NAME any card you can see
  t          the table: Levels, strength, cards in play
  s          the fight, term by term
  r RULE     a rule, such as r COMBAT-19, or a search: r selling items
  h          this help
  q          save and leave, as Ctrl-C does; kickdoor play --resume continues"""


class Quit(Exception):
    """Raised when the player wants to leave."""


class Terminal:
    """Standard input and output."""

    def __init__(self) -> None:
        self.console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self.reading = False
        """Whether it is waiting for the player right now."""
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  # adds history and editing to input() where available

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        self.console.print(self.fit(text), style=style or None)

    def say_command(self, text: str, command: str) -> None:
        """Print a text and a command, unbroken so that it can be copied."""
        self.say(text)
        self.console.print("  " + command)

    def fit(self, text: str) -> str:
        """Make a line plain text, wrapped between words on an interactive terminal."""
        text = plain(text)
        if not self.console.is_terminal or len(text) <= self.console.width:
            return text
        margin = " " * (len(text) - len(text.lstrip()) + 4)
        # The ellipsis for a submenu stays with its line, and the end of a prompt keeps its space
        unbroken = text.replace(" …", "\u00a0…").replace("> ", ">\u00a0")
        width = max(self.console.width, 20)
        return textwrap.fill(unbroken, width, subsequent_indent=margin, break_on_hyphens=False).replace("\u00a0", " ")

    def tell(self, lines: list[Line]) -> None:
        """Print log lines."""
        for line in lines:
            if line.is_turn:
                self.say("")
                self.say(line.text, "bold")
            else:
                self.say("  " + line.text, "" if line.about_reader else "dim")

    def read(self, question: str) -> str:
        """Read a line; the end of the input means leaving."""
        self.reading = True
        lines_above, _, question = self.fit(question).rpartition("\n")
        if lines_above:
            self.console.print(lines_above)
        try:
            if sys.stdin.isatty() and self.console.is_terminal:
                return input(question).strip()
            self.console.print(question, end="")
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            if not sys.stdin.isatty():
                self.say(line.rstrip("\n"))
            return line.strip()
        except EOFError:
            self.say("")
            raise Quit from None
        finally:
            self.reading = False

    def welcome(self, s: State, seat: int, names: list[str]) -> None:
        """Greet the player at the start of a game."""
        others = [name for other, name in enumerate(names) if other != seat]
        self.say(f"You're at the table with {', '.join(others[:-1])} and {others[-1]}.", "bold")
        self.say(
            f"The first to reach Level {s.options.winning_level} wins. Kick open doors, kill monsters and take their "
            "Treasures. The others will help you for a price, or make sure you lose."
        )
        self.say("Choose by number. ? explains what you can't do, c shows your cards, h lists the other commands.")

    def welcome_back(self, s: State, seat: int, names: list[str], last: list[Line]) -> None:
        """Show the state of a resumed game."""
        self.say("Your game continues. Here's what happened last:", "bold")
        self.tell(last)
        self.say("")
        for line in table_lines(s, seat, names):
            self.say(line)

    def refuse(self, refused: Refused) -> None:
        """Print why an answer was refused."""
        self.say("  " + refusal_text(refused.code, refused.rules), "red")

    def ask(self, s: State, seat: int, names: list[str]) -> Answer:
        """Prompt the player until there is an answer."""
        while True:
            answer = self.menu(s, runtime.prompt(s, seat), names)
            if answer is not None:
                return answer

    def interject(self, s: State, seat: int, names: list[str]) -> Answer | None:
        """Ask whether the player wants to interject."""
        while True:
            prompt = runtime.prompt(s, seat)
            lines = menu_entries(s, seat, [code for code in prompt.codes if act_of(code) != p.DONE], names)
            self.show(s, prompt, names, lines)
            entry = self.choose(s, seat, names, lines, "Enter to continue >  ")
            if entry is None:
                return None
            answer = self.answer(s, prompt, entry, names)
            if answer is not None:
                return answer

    def menu(self, s: State, prompt: Prompt, names: list[str]) -> Answer | None:
        """Show the options and take one; None if the player stepped back and must be prompted again."""
        lines = menu_entries(s, prompt.seat, prompt.codes, names)
        passing = next((line for line in lines if line.code == p.PASS), lines[0] if len(lines) == 1 else None)
        self.show(s, prompt, names, lines)
        if len(lines) == 1 and lines[0].code & FORM_BIT:
            return self.answer(s, prompt, lines[0], names)
        entry = self.choose(s, prompt.seat, names, lines, "Enter to pass > " if p.PASS in prompt.codes else "> ")
        entry = entry or passing
        return None if entry is None else self.answer(s, prompt, entry, names)

    def show(self, s: State, prompt: Prompt, names: list[str], lines: list[Entry]) -> None:
        """Show the fight, the player's cards, the prompt and the options."""
        seat = prompt.seat
        is_taking_part = s.turn == seat or in_combat(s, seat)
        self.say("")
        for line in total_lines(s, seat, names) + (own_lines(s, seat) if is_taking_part else hand_lines(s, seat)):
            self.say(line)
        self.say(prompt_text(s, prompt, names), "bold")
        if len(lines) != 1 or not lines[0].code & FORM_BIT:
            self.number(lines)

    def number(self, lines: list[Entry]) -> None:
        """Print the lines of a menu."""
        for number, line in enumerate(lines, 1):
            self.say(f"  {number:>2}  {line.text}")

    def choose(self, s: State, seat: int, names: list[str], lines: list[Entry], question: str) -> Entry | None:
        """Take one line of a menu; None for Enter alone."""
        while True:
            word = self.line(s, seat, names, question, lines)
            if not word:
                return None
            if word.isdecimal() and 1 <= int(word) <= len(lines):
                return lines[int(word) - 1]
            self.say(f"Type a number from 1 to {len(lines)}, or h for help.")

    def answer(self, s: State, prompt: Prompt, entry: Entry, names: list[str]) -> Answer | None:
        """Return the answer for a line, through its submenu or form; None if the player steps back."""
        while entry.parts:
            self.number(entry.parts)
            part = self.choose(s, prompt.seat, names, entry.parts, "Which one? Enter to go back > ")
            if part is None:
                return None
            entry = part
        picks: list[int] | None = []
        if entry.code & FORM_BIT:
            picks = form_prompts.fill(self, s, prompt.seat, entry.code, names)
        return None if picks is None else Answer(prompt.seat, entry.code, picks, prompt.id)

    def line(self, s: State, seat: int, names: list[str], question: str, lines: list[Entry]) -> str:
        """Run commands until a line is not a command, and return that line."""
        while True:
            word = self.read(question)
            output = self.command(s, seat, names, word, lines)
            if output is None:
                return word
            for text in output:
                self.say(text)

    def command(self, s: State, seat: int, names: list[str], line: str, lines: list[Entry]) -> list[str] | None:
        """Run a command and return its output; None if the line may be an answer."""
        word, _, rest = line.partition(" ")
        if word == "q":
            raise Quit
        if word.startswith("?"):
            return unavailable_lines(s, seat, names, line[1:].strip())
        if word == "t":
            return table_lines(s, seat, names)
        if word == "s":
            return total_lines(s, seat, names) or ["No one is fighting."]
        if word == "c":
            number = int(rest) if rest.isdecimal() else 0
            cards = lines[number - 1].cards() if 1 <= number <= len(lines) else []
            return card_text_lines(s, seat, rest, [card for card in cards if card < len(s.cards)])
        if word == "r":
            return rule_lines(rest)
        return HELP.split("\n") if word == "h" else None


def rule_lines(words: str) -> list[str]:
    """Return rules by id, chapter or words."""
    if not words:
        return [f"Add a rule or some words, such as r COMBAT-19. Chapters: {', '.join(rulebook.chapters())}"]
    try:
        return [line_of(entry) for entry in look_up(words.split())]
    except BadData as e:
        return [f"{e}."]
