"""Lookup of cards and players by the names that a scenario uses."""

import re
from typing import Final

from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.scenario.parsing.yaml_document import Malformed

QUOTES: Final = str.maketrans("", "", '"\u201c\u201d')
PREFIXES: Final = ("curse!", "trap!", "sidekick:")
IN_SET: Final = re.compile(r"(.*\S)\s*\[([^\[\]]+)\]")
NUMBERED: Final = re.compile(r"(.*\S)\s*\(([0-9]{1,3})\)")


def plain(name: str) -> str:
    """Normalize a card name: remove case, quotation marks, leading dots, trailing exclamation marks and prefixes."""
    out = " ".join(name.casefold().replace("\u2019", "'").replace("\u2026", "...").translate(QUOTES).split())
    out = out.lstrip(". ")
    for prefix in PREFIXES:
        if out.startswith(prefix) and len(out) > len(prefix):
            out = out[len(prefix) :].lstrip(". ")
    return out.rstrip("! ")


class Name:
    """A card name in a scenario, such as `Thief (2)` or `Leather Armor of Guy`."""

    def __init__(self, text: str, defs: list[CardDef], number: int, owner: int) -> None:
        self.text = text
        self.defs = defs
        """Card definitions with this name; more than one only in a mix of sets."""
        self.number = number
        """Which of several equal cards, counted from 1; 0 if the scenario gives no number."""
        self.owner = owner
        """Seat of the player named after `of`; -1 for none."""

    def fits(self, d: CardDef) -> bool:
        """Return whether a card definition has this name."""
        return d in self.defs


class Names:
    """The card and player names of one scenario."""

    def __init__(self, rules: RuleSet, players: list[str]) -> None:
        self.rules = rules
        self.players = players
        self.cards: dict[str, list[CardDef]] = {}
        for d in rules.defs:
            self.cards.setdefault(plain(d.name), []).append(d)

    def card(self, text: str) -> Name | None:
        """Parse a card name; None if no card of the sets has it."""
        found = self.cards.get(plain(text))
        if found:
            return Name(text, found, 0, -1)
        rest, number, owner, in_set = text.strip(), 0, -1, ""
        for _ in range(3):
            if (m := NUMBERED.fullmatch(rest)) and not number:
                rest, number = m.group(1), int(m.group(2))
            elif (m := IN_SET.fullmatch(rest)) and not in_set:
                rest, in_set = m.group(1), plain(m.group(2))
            elif owner < 0:
                rest, owner = self.split_owner(rest)
            if plain(rest) in self.cards:
                break
        found = self.cards.get(plain(rest), [])
        if in_set:
            found = [d for d in found if d.set_id == in_set]
        return Name(text, found, number, owner) if found else None

    def split_owner(self, text: str) -> tuple[str, int]:
        """Split `Laser of Guy` into `Laser` and the seat of Guy; -1 if the name has no owner."""
        for seat, player in enumerate(self.players):
            if text.casefold().endswith(" of " + player.casefold()):
                return text[: -len(player) - 4], seat
        return text, -1

    def need_card(self, text: object, line: int = 0) -> Name:
        """Parse a card name; raise `Malformed` if no card of the sets has it."""
        found = self.card(str(text))
        if found is None:
            near = suggest(plain(str(text)), list(self.cards))
            raise Malformed(f"no card of {', '.join(self.rules.sets)} is called '{text}'{near}", line)
        return found

    def player(self, text: object) -> int:
        """Return the seat of the player with this name; -1 if there is none."""
        for seat, player in enumerate(self.players):
            if str(text).casefold() == player.casefold():
                return seat
        return -1

    def need_player(self, text: object, line: int = 0) -> int:
        """Return the seat of a player; raise `Malformed` if no player has this name."""
        seat = self.player(text)
        if seat < 0:
            raise Malformed(f"there is no player '{text}'{suggest(str(text), self.players)}", line)
        return seat
