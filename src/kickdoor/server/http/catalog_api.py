"""What the pages read once: the cards of a mix with their words, the sets and options, the rulebook."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from kickdoor import rulebook
from kickdoor.bots.registry import LEVELS
from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.catalog.set_folder import HEAD, folders_of
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Message
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.install_hints import to_serve
from kickdoor.server.room.bot_profiles import PERSONALITIES, levels_with_personality
from kickdoor.text.card_text import CardWriter
from kickdoor.text.message_catalog import DEFAULT, renderer_for

MAX_CACHED_ANSWERS = 20
"""Answers that are kept ready: which mixes are asked for, and under which name the server is, others choose."""
RULINGS = "AMB"
"""The chapter in which the rulings stand."""


def cards_json(sets: tuple[str, ...], folders: list[Path]) -> bytes:
    """Write the cards of a mix; without sets, of all."""
    own = [folder.name for folder in folders]
    return cards_of(tuple(sorted(set(sets))) or (*known_sets(), *own), tuple(folders))


@lru_cache(MAX_CACHED_ANSWERS)
def cards_of(sets: tuple[str, ...], folders: tuple[Path, ...]) -> bytes:
    rules = load_catalog(sets, folders_of(list(sets), list(folders)))
    data = {
        "tags": rules.tags,
        "counters": rules.counters,
        "meals": rules.meals,
        "food": rules.food,
        "names": names_of(list(folders)),
        "bad_stuff": renderer_for(rules, DEFAULT).render(Message("line.bad_stuff", {"text": ""})).strip(),
        "cards": [card_row(rules, d) for d in rules.defs],
    }
    return msgspec.json.encode(data)


def names_of(folders: list[Path]) -> dict[str, str]:
    """Return the names of the sets that do not come with the package; the pages have words for the others."""
    return {folder.name: str(tomllib.loads((folder / HEAD).read_text("utf-8"))["name"]) for folder in folders}


def card_row(rules: RuleSet, d: CardDef) -> dict[str, Any]:
    """Write one card: its numbers, and the words that stand on it."""
    writer = CardWriter(rules, d, DEFAULT)
    writer.write()
    return {
        "key": d.key,
        "id": d.id,
        "set": d.set_id,
        "name": d.name,
        "kind": nr.KINDS[d.kind],
        "deck": nr.DECKS[d.deck],
        "copies": d.copies,
        "level": d.level,
        "bonus": d.bonus,
        "value": d.value,
        "slot": nr.SLOTS[d.slot],
        "hands": d.hands,
        "big": d.big,
        "joins": d.joins,
        "label": d.label or writer.renderer.text("kind." + nr.KINDS[d.kind]),
        "head": writer.head,
        "body": writer.body,
        "foot": writer.foot,
        "signs": writer.signs,
        "flavour": d.flavour,
    }


@cache
def rules_json() -> bytes:
    """Write the rulebook: its rules, then the rulings on what the books leave open, which hold for every set."""
    rows: list[dict[str, Any]] = [
        {"id": rule.id, "chapter": rule.chapter, "sets": rule.sets, "title": "", "text": rule.sentence}
        for rule in rulebook.rules().values()
    ]
    rows += [
        {"id": ruling.id, "chapter": RULINGS, "sets": (), "title": closed(ruling.title), "text": ruling.sentence}
        for ruling in rulebook.rulings().values()
    ]
    for row in rows:
        # A page that searches finds "fight" where the books say "combat"
        row["also"] = rulebook.also(f"{row['title']} {row['text']}")
    return msgspec.json.encode(rows)


def closed(title: str) -> str:
    """End a title like a sentence, so that another can follow it."""
    return title if title.endswith(("?", "!", ".")) else f"{title}."


def lobby_json(folders: list[Path], address: str, bots: Iterable[str] = LEVELS) -> bytes:
    """Write what a new table may be made of, and the address to tell friends."""
    return lobby_of(tuple(folders), address, tuple(bots))


@lru_cache(MAX_CACHED_ANSWERS)
def lobby_of(folders: tuple[Path, ...], address: str, bots: tuple[str, ...]) -> bytes:
    own = [folder.name for folder in folders]
    data = {
        "sets": known_sets() + own,
        # Whoever brings a set of their own wants to see it in play
        "default_sets": [*default_sets(), *own],
        "names": names_of(list(folders)),
        "options": options_to_dict(RuleOptions()),
        "bots": bots,
        "levels_with_personality": levels_with_personality(bots),
        "personalities": PERSONALITIES,
        "address": address,
        "to_let_in": to_serve("--lan"),
    }
    return msgspec.json.encode(data)
