"""Builds what one client is shown: from the seat's own observation, never from what is left of the whole."""

from __future__ import annotations

from typing import get_args

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, Form, Prompt
from kickdoor.engine.rules.items.sales import doubled_sales
from kickdoor.engine.state.items import value_of
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.protocol.server_messages import FormKind
from kickdoor.text.message_catalog import DEFAULT
from kickdoor.text.options_text import PromptWriter, prompt_text
from kickdoor.text.picks_text import pick_text
from kickdoor.text.unavailable_actions import list_unavailable_actions

FORM_KINDS: dict[str, FormKind] = {kind: kind for kind in get_args(FormKind)}
"""The kinds of form that the page knows. It shows a form of another kind as one of cards."""


def question_of(s: State, prompt: Prompt, names: list[str], lang: str) -> wire.Question | None:
    """Return what a seat is asked, if anything."""
    if not prompt.blocking:
        return None
    return wire.Question(prompt=prompt.id, word=prompt.word, text=prompt_text(s, prompt, names, lang))


def choices_of(s: State, prompt: Prompt, names: list[str], lang: str = DEFAULT) -> list[wire.Choice]:
    """List all a seat may do now, each in words."""
    mine: list[int] = []
    if prompt.blocking:
        s.stack[-1].options(s, prompt.seat, mine)
    asker = PromptWriter(s, prompt.seat, names, lang)
    return [choice_of(asker, code, code in mine) for code in prompt.codes]


KEYS: dict[int, str] = {}
MAX_KEYS = 10_000


def key_of(code: int) -> str:
    """Return the key of an option. Those of a seat are much the same from view to view."""
    found = KEYS.get(code)
    if found is None:
        if len(KEYS) >= MAX_KEYS:
            KEYS.clear()
        found = KEYS[code] = p.key(code)
    return found


def choice_of(asker: PromptWriter, code: int, mine: bool) -> wire.Choice:
    s, seat = asker.s, asker.seat
    form = runtime.form(s, seat, code) if code & FORM_BIT else None
    kind = p.kind_of(code)
    return wire.Choice(
        key_of(code),
        p.ACTS[p.act_of(code)],
        asker.action(code),
        p.card_of(code),
        "" if kind == nr.NOTHING else nr.TARGETS[kind],
        p.target_of(code) if kind else -1,
        p.second_of(code),
        mine,
        None if form is None else form_of(asker, code, form),
    )


def form_of(asker: PromptWriter, code: int, form: Form) -> wire.FormShown:
    """Show what a form takes; bargains and trades are told term by term."""
    s, seat = asker.s, asker.seat
    sale = form.KIND == p.SALE_FORM
    return wire.FormShown(
        kind="seats" if p.act_of(code) == p.SHOW else FORM_KINDS.get(form.KIND, "cards"),
        least=form.min_picks,
        most=form.max_picks,
        atoms=form.candidates,
        texts=[pick_text(s, form, code, atom, asker.names, asker.renderer.language.name) for atom in form.candidates],
        receivers=form.takers(),
        most_treasures=form.treasures,
        worths=[value_of(s, atom) for atom in form.candidates] if sale else [],
        doubled=doubled_sales(s, seat) if sale else 0,
    )


def refusals_of(s: State, seat: int, names: list[str], lang: str = DEFAULT) -> list[wire.Refusal]:
    """Return for every card and step that is of no use now why that is so."""
    return [
        wire.Refusal(r.card, r.act, r.text, r.rules, r.codes) for r in list_unavailable_actions(s, seat, names, lang)
    ]
