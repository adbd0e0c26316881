"""Contents of cards, read from the card files; the referee uses no other reader."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import kickdoor

CATALOG = Path(kickdoor.__file__).parent / "catalog"
Line = dict[str, Any]
"""A condition, an op or a modifier, as written in a card file."""


class Fact:
    """Contents of one card."""

    def __init__(self, key: str, deck: int, said: Line) -> None:
        self.key = key
        self.deck = deck
        """0 for a Door, 1 for a Treasure."""
        self.id = key.rpartition("/")[2]
        self.said = said
        self.kind: str = said["kind"]
        self.bonus: int = said.get("bonus", 0)
        self.value: int = said.get("value", 0)
        self.slot: str = said.get("slot", "none")
        self.hands: int = said.get("hands", 1) if self.slot == "hand" else 0
        self.tags: frozenset[str] = frozenset(said.get("tags", ()))
        self.gives: frozenset[str] = frozenset(said.get("gives", ()))
        self.lifts: frozenset[str] = frozenset(said.get("lifts", ()))
        self.only: frozenset[str] = frozenset(said.get("only", ()))
        self.not_for: frozenset[str] = frozenset(said.get("not_for", ()))
        self.level: int = said.get("level", 0)
        self.levels: int = said.get("levels", 1)
        self.treasures: int = said.get("treasures", 0)
        self.static: list[Line] = said.get("static", [])
        self.mutes: list[Line] = said.get("mute", [])
        self.plays: list[Line] = said.get("play", [])
        self.abilities: list[Line] = said.get("ability", [])
        self.text = repr(said)

    def asks(self, query: str) -> list[Line]:
        """List the modifiers of one kind."""
        return [one for one in self.static if one["query"] == query]

    def says(self, op: str) -> bool:
        """Return whether an op of this kind occurs anywhere on the card."""
        return f"'op': '{op}'" in self.text

    @property
    def is_item(self) -> bool:
        """Return whether the card is an Item when in play; a one-shot counts too (ITEM-01, TREASURE-10)."""
        return self.kind in ("item", "oneshot")


@cache
def facts_of(name: str) -> dict[str, Fact]:
    """Read the cards of a set, by set and id."""
    found: dict[str, Fact] = {}
    for path in sorted((CATALOG / name).glob("*/*.toml")):
        for card, said in tomllib.loads(path.read_text(encoding="utf-8")).items():
            found[f"{name}/{card}"] = Fact(f"{name}/{card}", int(path.parent.name == "treasure"), said)
    return found


def facts_of_mix(sets: list[str]) -> dict[str, Fact]:
    """Read the cards of several sets."""
    return {key: fact for name in sets for key, fact in facts_of(name).items()}
