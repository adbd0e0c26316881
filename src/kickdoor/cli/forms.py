"""Fills in forms with the person at the terminal: sales, costs, charity, trades, help terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kickdoor.core import machine
from kickdoor.core import prompts as p
from kickdoor.core import words as w
from kickdoor.core.prompts import CHOOSE, Form, Verdict, option
from kickdoor.core.questions import Choose
from kickdoor.core.state import State
from kickdoor.rules.bargain import TermsForm
from kickdoor.rules.charity import CharityForm
from kickdoor.rules.trade import TradeForm
from kickdoor.view.options_text import option_text, terms_text
from kickdoor.view.reasons_text import verdict_text

if TYPE_CHECKING:
    from kickdoor.cli.terminal import Terminal


def fill(terminal: Terminal, s: State, seat: int, code: int, names: list[str]) -> list[int] | None:
    """Asks for the picks of a form until they are legal; None if the person steps back."""
    form = machine.form(s, seat, code)
    while True:
        picks = (
            ask_terms(terminal, s, form, names)
            if isinstance(form, TermsForm)
            else ask_atoms(terminal, s, form, code, names)
        )
        if picks is None:
            return None
        v = Verdict(True)
        form.check(s, picks, v)
        if v.legal:
            return picks
        for line in verdict_text(v):
            terminal.say("  " + line, "red")


def ask_atoms(terminal: Terminal, s: State, form: Form, code: int, names: list[str]) -> list[int] | None:
    """Lets the person pick from a numbered list; an empty line steps back."""
    for number, atom in enumerate(form.atoms, 1):
        terminal.say(f"  {number:>2}  {atom_text(s, form, code, atom, names)}")
    if isinstance(form, CharityForm):
        to = " and ".join(names[seat] for seat in form.receivers)
        terminal.say(f"They go to {to}." if to else "They are discarded: you are among the lowest yourself.")
    count = str(form.least) if form.least == form.most else f"{form.least} to {min(form.most, len(form.atoms))}"
    chosen = numbers(terminal, f"{count}, numbers separated by spaces; Enter alone steps back > ", len(form.atoms))
    if not chosen:
        return None
    picks = [form.atoms[number - 1] for number in chosen]
    return form.deal(picks, form.receivers) if isinstance(form, CharityForm) else picks


def atom_text(s: State, form: Form, code: int, atom: int, names: list[str]) -> str:
    """Names what a pick stands for."""
    if isinstance(form, TradeForm):
        card = s.cards[atom & 4095].name
        return f"give {card}" if atom >> p.P_SHIFT == p.P_GIVE else f"get {card} from {names[form.other]}"
    if isinstance(form, TermsForm):
        return terms_text(s, form.seat, [atom], names)
    if p.act_of(code) == p.SHOW:
        return names[atom]
    frame = s.stack[-1]
    if isinstance(frame, Choose) and p.act_of(code) == p.CHOOSE_MANY:
        return option_text(s, form.seat, option(CHOOSE, -1, frame.what, atom), names)
    d = s.cards[atom]
    return f"{d.name} ({d.value} gold)" if d.kind == w.ITEM and d.value else d.name


def ask_terms(terminal: Terminal, s: State, form: TermsForm, names: list[str]) -> list[int] | None:
    """Asks what a helper gets: a number of Treasures, then other things."""
    helper = names[form.helper]
    word = terminal.read(f"How many of {form.treasures} Treasures for {helper}? Enter for none, b steps back > ")
    if word == "b":
        return None
    picks: list[int] = []
    if word.isdecimal() and 0 < int(word) < 4096:
        picks.append(p.pick(p.P_COUNT, int(word)))
    elif word not in ("", "0"):
        terminal.say("  That is no number.", "red")
        return ask_terms(terminal, s, form, names)
    if form.atoms:
        for number, atom in enumerate(form.atoms, 1):
            terminal.say(f"  {number:>2}  {atom_text(s, form, p.ASK, atom, names)}")
        more = numbers(
            terminal, "And what of these? Numbers separated by spaces; Enter for nothing > ", len(form.atoms)
        )
        picks += [form.atoms[number - 1] for number in more]
    return picks


def numbers(terminal: Terminal, question: str, most: int) -> list[int]:
    """Reads different numbers from 1 to `most`."""
    while True:
        words = terminal.read(question).replace(",", " ").split()
        if words == ["q"]:
            from kickdoor.cli.terminal import Quit

            raise Quit
        if all(word.isdecimal() and 1 <= int(word) <= most for word in words):
            return list(dict.fromkeys(int(word) for word in words))
        terminal.say(f"  Numbers from 1 to {most}, please.", "red")
