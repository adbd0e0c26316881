"""What the pages read once: the cards of a mix with their words, the sets and options, the rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kickdoor import rulebook
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.load import known_sets, load_catalog
from kickdoor.core import words as w
from kickdoor.core.cards import CardDef
from kickdoor.core.codec import options_to_dict
from kickdoor.core.ruleset import Options, RuleSet
from kickdoor.table.thinkers import folders_of
from kickdoor.view.card_text import CardWriter
from kickdoor.view.language import DEFAULT


def cards_json(sets: tuple[str, ...], folders: list[Path]) -> bytes:
    """Writes the cards of a mix; without sets, of all."""
    own = [folder.name for folder in folders]
    return cards_of(tuple(sorted(set(sets))) or (*known_sets(), *own), tuple(folders))


@cache
def cards_of(sets: tuple[str, ...], folders: tuple[Path, ...]) -> bytes:
    rules = load_catalog(sets, folders_of(list(sets), list(folders)))
    data = {"tags": rules.tags, "counters": rules.counters, "cards": [card_row(rules, d) for d in rules.defs]}
    return msgspec.json.encode(data)


def card_row(rules: RuleSet, d: CardDef) -> dict[str, Any]:
    """Writes one card: its numbers, and the words that stand on it."""
    writer = CardWriter(rules, d, DEFAULT)
    writer.write()
    return {
        "key": d.key,
        "id": d.id,
        "set": d.set_id,
        "name": d.name,
        "kind": w.KINDS[d.kind],
        "deck": w.DECKS[d.deck],
        "copies": d.copies,
        "level": d.level,
        "bonus": d.bonus,
        "value": d.value,
        "slot": w.SLOTS[d.slot],
        "hands": d.hands,
        "big": d.big,
        "label": d.label or writer.voice.text("kind." + w.KINDS[d.kind]),
        "head": writer.head,
        "body": writer.body,
        "foot": writer.foot,
        "flavour": d.flavour,
    }


@cache
def rules_json() -> bytes:
    """Writes the rulebook."""
    rows = [
        {"id": rule.id, "chapter": rule.chapter, "sets": rule.sets, "text": rule.sentence}
        for rule in rulebook.rules().values()
    ]
    return msgspec.json.encode(rows)


def lobby_json(folders: list[Path], address: str) -> bytes:
    """Writes what a new table may be made of, and the address to tell friends."""
    own = [folder.name for folder in folders]
    data = {
        "sets": known_sets() + own,
        "default_sets": list(default_sets()),
        "options": options_to_dict(Options()),
        "address": address,
    }
    return msgspec.json.encode(data)
