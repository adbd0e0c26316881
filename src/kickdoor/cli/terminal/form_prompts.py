"""Forms filled in by the player at the terminal: sales, costs, Charity, trades, help terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kickdoor.cli.terminal.menu import Entry
from kickdoor.cli.terminal.table_text import in_brief
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import CHOOSE, Form, Verdict, option
from kickdoor.engine.rules.items.sales import worth
from kickdoor.engine.state.items import value_of
from kickdoor.engine.state.state import State
from kickdoor.text.message_catalog import renderer_for
from kickdoor.text.options_text import option_text
from kickdoor.text.reasons_text import verdict_text

if TYPE_CHECKING:
    from kickdoor.cli.terminal.screen import Terminal

STEP_BACK = "b"
FIRST_PICK = p.pick(p.P_PLACE, 1)
ANYWAY = p.pick(p.P_ANYWAY)
ONE_TOKEN = p.pick(p.P_TOKENS, 1)


class FormDialog:
    """A form for the player: its subject and its prompts."""

    def __init__(self, terminal: Terminal, s: State, form: Form, code: int, names: list[str]) -> None:
        self.terminal = terminal
        self.s = s
        self.form = form
        self.code = code
        self.names = names

    def name_or_you(self, seat: int) -> str:
        """Name a seat from the player's point of view."""
        return "you" if seat == self.form.seat else self.names[seat]

    def pick_from(self, candidates: list[int], question: str) -> list[int] | None:
        """Let the player pick from a numbered list; None means a step back."""
        lines = [self.entry(pick) for pick in candidates]
        self.terminal.number(lines)
        while True:
            line = self.terminal.line(self.s, self.form.seat, self.names, question, lines)
            words = line.replace(",", " ").split()
            if words == [STEP_BACK]:
                return None
            if all(word.isdecimal() and 1 <= int(word) <= len(candidates) for word in words):
                # By number, since equal tokens are equal picks
                return [candidates[i] for i in dict.fromkeys(int(word) - 1 for word in words)]
            self.terminal.say(f"  Type numbers from 1 to {len(candidates)}, or b to go back.", "red")

    def entry(self, pick: int) -> Entry:
        """Return the menu line of a pick; it holds the card, so that the player can inspect it."""
        text = pick_text(self, pick)
        kind, card = pick >> p.P_SHIFT, pick & 4095
        is_card = kind in (p.P_GIVE, p.P_WANT, p.P_CARD) and p.act_of(self.code) != p.SHOW
        return Entry(text, option(p.PLAY, card) if is_card and not self.is_choice() else -1)

    def is_choice(self) -> bool:
        """Return whether the picks are the choices of a prompt, cards or not."""
        return p.act_of(self.code) == p.CHOOSE_MANY


def fill(terminal: Terminal, s: State, seat: int, code: int, names: list[str]) -> list[int] | None:
    """Prompt for the picks of a form until they are legal; None if the player steps back."""
    form = runtime.form(s, seat, code)
    dialog = FormDialog(terminal, s, form, code, names)
    while True:
        picks = ask_terms(dialog, form) if form.KIND == p.TERMS_FORM else ask_picks(dialog)
        if picks is None:
            return None
        verdict = Verdict(True)
        form.check(s, picks, verdict)
        if verdict.legal:
            return picks
        for line in verdict_text(verdict):
            terminal.say("  " + line, "red")
        if form.KIND == p.SALE_FORM:
            terminal.say(f"  These are worth {worth(s, seat, picks):,} Gold Pieces.", "red")


def ask_picks(dialog: FormDialog) -> list[int] | None:
    """Prompt for some candidates of a form; an empty line steps back."""
    form = dialog.form
    if form.KIND == p.CHARITY_FORM:
        receivers = " and ".join(dialog.names[seat] for seat in form.takers())
        dialog.terminal.say(
            f"They go to {receivers}." if receivers else "You discard them, since no one has a lower Level than you."
        )
    max_picks = min(form.max_picks, len(form.candidates))
    count = f"{form.min_picks}" if form.min_picks == max_picks else f"{form.min_picks} to {max_picks}"
    example = " Separate numbers by spaces." if max_picks > 1 else ""
    is_optional = dialog.is_choice() and form.min_picks == 0
    enter_text = "Enter for none, b to go back" if is_optional else "Enter to go back"
    picks = dialog.pick_from(form.candidates, f"Choose {count}.{example} {enter_text} > ")
    if (not picks and not is_optional) or picks is None:
        return None
    return form.complete(picks)


def pick_text(dialog: FormDialog, pick: int) -> str:
    """Return the text of a pick."""
    s, form = dialog.s, dialog.form
    if form.KIND == p.TRADE_FORM:
        card = in_brief(s, pick & 4095)
        return f"give {card}" if pick >> p.P_SHIFT == p.P_GIVE else f"get {card} from {dialog.names[form.other]}"
    if form.KIND == p.TERMS_FORM:
        return term_text(dialog, form, pick)
    if form.KIND == p.TOKENS_FORM:
        return f"{renderer_for(s.rules).text('counter.' + s.rules.counters[pick & 4095])} token"
    if p.act_of(dialog.code) == p.SHOW:
        return dialog.names[pick]
    if dialog.is_choice():
        return option_text(s, form.seat, option(CHOOSE, -1, form.thing(pick), pick), dialog.names)
    if form.KIND == p.SALE_FORM:
        value = value_of(s, pick)
        return f"{s.cards[pick].name} ({f'{value:,}' if value else 'no'} gold)"
    return in_brief(s, pick)


def term_text(dialog: FormDialog, form: Form, pick: int) -> str:
    """Return the text of what a helper could get or give."""
    if pick == FIRST_PICK:
        return "one more Treasure, the first pick"
    if pick == ONE_TOKEN:
        return f"{dialog.name_or_you(form.other)} get{'' if form.other == form.seat else 's'} one of the tokens"
    if pick == ANYWAY:
        return renderer_for(dialog.s.rules).text("terms.even_lost")
    card = in_brief(dialog.s, pick & 4095)
    if pick >> p.P_SHIFT == p.P_CARD:
        return f"you play {card} on {dialog.name_or_you(form.other)}"
    giver = form.giver(pick)
    return f"{dialog.name_or_you(giver)} give{'' if giver == form.seat else 's'} {card}"


def ask_terms(dialog: FormDialog, form: Form) -> list[int] | None:
    """Prompt for the helper's terms: a number of Treasures, then other things that either player may give."""
    treasures_text = f"There {'is' if form.treasures == 1 else 'are'} {form.treasures or 'no'} "
    treasures_text += "Treasure to win." if form.treasures == 1 else "Treasures to win."
    helper_text = "do you want" if form.other == form.seat else f"does {dialog.names[form.other]} get"
    question = f"{treasures_text} How many {helper_text} for helping?"
    picks: list[int] = []
    while True:
        word = dialog.terminal.line(
            dialog.s, form.seat, dialog.names, f"{question} Enter for none, b to go back > ", []
        )
        if word == STEP_BACK:
            return None
        if word in ("", "0") or (word.isdecimal() and int(word) <= max(form.treasures, 1)):
            picks += [p.pick(p.P_COUNT, int(word))] if word not in ("", "0") else []
            break
        dialog.terminal.say(f"  Type a number up to {form.treasures}.", "red")
    candidates = form.candidates + ([FIRST_PICK] if form.treasures else []) + ([ANYWAY] if form.candidates else [])
    if dialog.s.rules.counters:
        candidates.append(ONE_TOKEN)
    if not candidates:
        return picks
    others = dialog.pick_from(
        candidates, "Anything else? Separate numbers by spaces. Enter for nothing, b to go back > "
    )
    return None if others is None else picks + others
