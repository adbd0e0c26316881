"""Forms filled in by the player at the terminal: sales, costs, Charity, trades, help terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kickdoor.cli.terminal.menu import Entry
from kickdoor.cli.terminal.table_text import in_brief
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import CHOOSE, Form, Verdict, option
from kickdoor.engine.rules.fight.bargain import TermsForm
from kickdoor.engine.rules.items.sales import SaleForm, worth
from kickdoor.engine.rules.items.trades import TradeForm
from kickdoor.engine.rules.plays.costs import TokenForm
from kickdoor.engine.rules.turn.charity import CharityForm
from kickdoor.engine.state.items import value_of
from kickdoor.engine.state.state import State
from kickdoor.text.message_catalog import renderer_for
from kickdoor.text.options_text import option_text
from kickdoor.text.reasons_text import verdict_text

if TYPE_CHECKING:
    from kickdoor.cli.terminal.screen import Terminal

BACK = "b"
FIRST_PICK = p.pick(p.P_PLACE, 1)
ANYWAY = p.pick(p.P_ANYWAY)
ONE_TOKEN = p.pick(p.P_TOKENS, 1)


class Paper:
    """A form for the player: its subject and its prompts."""

    def __init__(self, terminal: Terminal, s: State, form: Form, code: int, names: list[str]) -> None:
        self.terminal = terminal
        self.s = s
        self.form = form
        self.code = code
        self.names = names

    def called(self, seat: int) -> str:
        """Name a seat from the player's point of view."""
        return "you" if seat == self.form.seat else self.names[seat]

    def pick_from(self, atoms: list[int], question: str) -> list[int] | None:
        """Let the player pick from a numbered list; None means a step back."""
        lines = [self.entry(atom) for atom in atoms]
        self.terminal.number(lines)
        while True:
            line = self.terminal.line(self.s, self.form.seat, self.names, question, lines)
            words = line.replace(",", " ").split()
            if words == [BACK]:
                return None
            if all(word.isdecimal() and 1 <= int(word) <= len(atoms) for word in words):
                # By number, since equal tokens are equal picks
                return [atoms[i] for i in dict.fromkeys(int(word) - 1 for word in words)]
            self.terminal.say(f"  Type numbers from 1 to {len(atoms)}, or b to go back.", "red")

    def entry(self, atom: int) -> Entry:
        """Return the menu line of a pick; it holds the card, so that the player can inspect it."""
        text = atom_text(self, atom)
        sort, card = atom >> p.P_SHIFT, atom & 4095
        is_card = sort in (p.P_GIVE, p.P_WANT, p.P_CARD) and p.act_of(self.code) != p.SHOW
        return Entry(text, option(p.PLAY, card) if is_card and not self.is_choice() else -1)

    def is_choice(self) -> bool:
        """Return whether the picks are the choices of a prompt, cards or not."""
        return p.act_of(self.code) == p.CHOOSE_MANY


def fill(terminal: Terminal, s: State, seat: int, code: int, names: list[str]) -> list[int] | None:
    """Prompt for the picks of a form until they are legal; None if the player steps back."""
    form = runtime.form(s, seat, code)
    paper = Paper(terminal, s, form, code, names)
    while True:
        picks = ask_terms(paper, form) if isinstance(form, TermsForm) else ask_atoms(paper)
        if picks is None:
            return None
        v = Verdict(True)
        form.check(s, picks, v)
        if v.legal:
            return picks
        for line in verdict_text(v):
            terminal.say("  " + line, "red")
        if isinstance(form, SaleForm):
            terminal.say(f"  These are worth {worth(s, seat, picks):,} Gold Pieces.", "red")


def ask_atoms(paper: Paper) -> list[int] | None:
    """Prompt for some candidates of a form; an empty line steps back."""
    form = paper.form
    if isinstance(form, CharityForm):
        to = " and ".join(paper.names[seat] for seat in form.receivers)
        paper.terminal.say(f"They go to {to}." if to else "You discard them, since no one has a lower Level than you.")
    most = min(form.max_picks, len(form.candidates))
    count = f"{form.min_picks}" if form.min_picks == most else f"{form.min_picks} to {most}"
    example = " Separate numbers by spaces." if most > 1 else ""
    may_be_none = paper.is_choice() and form.min_picks == 0
    enter = "Enter for none, b to go back" if may_be_none else "Enter to go back"
    picks = paper.pick_from(form.candidates, f"Choose {count}.{example} {enter} > ")
    if (not picks and not may_be_none) or picks is None:
        return None
    return form.deal(picks, form.receivers) if isinstance(form, CharityForm) else picks


def atom_text(paper: Paper, atom: int) -> str:
    """Return the text of a pick."""
    s, form = paper.s, paper.form
    if isinstance(form, TradeForm):
        card = in_brief(s, atom & 4095)
        return f"give {card}" if atom >> p.P_SHIFT == p.P_GIVE else f"get {card} from {paper.names[form.other]}"
    if isinstance(form, TermsForm):
        return term_text(paper, form, atom)
    if isinstance(form, TokenForm):
        return f"{renderer_for(s.rules).text('counter.' + s.rules.counters[atom & 4095])} token"
    if p.act_of(paper.code) == p.SHOW:
        return paper.names[atom]
    frame = s.stack[-1]
    if isinstance(frame, ChoiceFrame) and paper.is_choice():
        return option_text(s, form.seat, option(CHOOSE, -1, frame.what, atom), paper.names)
    if isinstance(form, SaleForm):
        value = value_of(s, atom)
        return f"{s.cards[atom].name} ({f'{value:,}' if value else 'no'} gold)"
    return in_brief(s, atom)


def term_text(paper: Paper, form: TermsForm, atom: int) -> str:
    """Return the text of what a helper could get or give."""
    if atom == FIRST_PICK:
        return "one more Treasure, the first pick"
    if atom == ONE_TOKEN:
        return f"{paper.called(form.helper)} get{'' if form.helper == form.seat else 's'} one of the tokens"
    if atom == ANYWAY:
        return renderer_for(paper.s.rules).text("terms.even_lost")
    card = in_brief(paper.s, atom & 4095)
    if atom >> p.P_SHIFT == p.P_CARD:
        return f"you play {card} on {paper.called(form.helper)}"
    giver = form.helper if atom >> p.P_SHIFT == p.P_WANT else form.main
    return f"{paper.called(giver)} give{'' if giver == form.seat else 's'} {card}"


def ask_terms(paper: Paper, form: TermsForm) -> list[int] | None:
    """Prompt for the helper's terms: a number of Treasures, then other things that either player may give."""
    worth_it = f"There {'is' if form.treasures == 1 else 'are'} {form.treasures or 'no'} "
    worth_it += "Treasure to win." if form.treasures == 1 else "Treasures to win."
    who = "do you want" if form.helper == form.seat else f"does {paper.names[form.helper]} get"
    what = f"{worth_it} How many {who} for helping?"
    picks: list[int] = []
    while True:
        word = paper.terminal.line(paper.s, form.seat, paper.names, f"{what} Enter for none, b to go back > ", [])
        if word == BACK:
            return None
        if word in ("", "0") or (word.isdecimal() and int(word) <= max(form.treasures, 1)):
            picks += [p.pick(p.P_COUNT, int(word))] if word not in ("", "0") else []
            break
        paper.terminal.say(f"  Type a number up to {form.treasures}.", "red")
    atoms = form.candidates + ([FIRST_PICK] if form.treasures else []) + ([ANYWAY] if form.candidates else [])
    if paper.s.rules.counters:
        atoms.append(ONE_TOKEN)
    if not atoms:
        return picks
    more = paper.pick_from(atoms, "Anything else? Separate numbers by spaces. Enter for nothing, b to go back > ")
    return None if more is None else picks + more
