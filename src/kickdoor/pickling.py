"""Lets games, views, options and events travel between processes: the compiled engine's objects as plain data."""

from __future__ import annotations

import copyreg
from pathlib import Path

from kickdoor.catalog.loader import load_same
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.state import State


def rules_again(sets: list[str], digest: str, folders: list[str]) -> RuleSet:
    """Load the mix again; other card files are an error."""
    return load_same(sets, digest, [Path(folder) for folder in folders], "a pickled game")


def register() -> None:
    """Report pickle how; the classes of the engine keep out of it."""
    copyreg.pickle(RuleSet, lambda r: (rules_again, (r.sets, r.digest, r.folders)))
    copyreg.pickle(State, lambda s: (state_from_json, (state_to_json(s), s.rules)))
    copyreg.pickle(Event, lambda e: (Event, (e.kind, e.seat, e.other, e.amount, e.cards, e.names, e.visible_to)))
    copyreg.pickle(Prompt, lambda q: (Prompt, (q.id, q.seat, q.purpose, q.codes, q.blocking)))
