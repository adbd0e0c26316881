"""Pickling of games, views, options and events: objects of the compiled engine as plain data."""

from __future__ import annotations

import copyreg
from pathlib import Path
from typing import Any

from kickdoor.catalog.loader import load_same
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.state import State


def restore_rules(sets: list[str], digest: str, folders: list[str]) -> RuleSet:
    """Load the same mix; raise an error if the card files differ."""
    return load_same(sets, digest, [Path(folder) for folder in folders], "a pickled game")


NOTED = (
    "cause", "source", "loser", "before", "after", "origins", "targets", "need", "monster", "terms", "helper", "totals",
    "turned",
)  # fmt: skip
"""The fields of an event that are noted after it is made."""


def event_again(told: tuple[int, int, int, int, list[int], list[int], int], noted: list[Any]) -> Event:
    """Make an event again from its fields."""
    event = Event(*told)
    for name, value in zip(NOTED, noted, strict=True):
        setattr(event, name, value)
    return event


def fields_of(e: Event) -> tuple[Any, ...]:
    """Return the fields of an event as `event_again` takes them."""
    told = (e.kind, e.seat, e.other, e.amount, e.cards, e.names, e.visible_to)
    return told, [getattr(e, name) for name in NOTED]


def register() -> None:
    """Register how objects of the engine are pickled; the classes of the engine do not import pickle."""
    copyreg.pickle(RuleSet, lambda r: (restore_rules, (r.sets, r.digest, r.folders)))
    copyreg.pickle(State, lambda s: (state_from_json, (state_to_json(s), s.rules)))
    copyreg.pickle(Event, lambda e: (event_again, fields_of(e)))
    copyreg.pickle(Prompt, lambda q: (Prompt, (q.id, q.seat, q.purpose, q.codes, q.blocking)))
