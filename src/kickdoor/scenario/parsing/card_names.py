"""Matches the names that scenarios use with cards: no regard to case, dots, exclamation marks and prefixes."""

import re
from typing import Final

from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.scenario.parsing.yaml_document import Malformed

QUOTES: Final = str.maketrans("", "", '"\u201c\u201d')
PREFIXES: Final = ("curse!", "trap!", "sidekick:")
IN_SET: Final = re.compile(r"^(.*\S)\s*\[([^\[\]]+)\]$")
NUMBERED: Final = re.compile(r"^(.*\S)\s*\(([0-9]{1,3})\)$")


def plain(name: str) -> str:
    """Strip a name of what does not matter."""
    out = " ".join(name.casefold().replace("\u2019", "'").replace("\u2026", "...").translate(QUOTES).split())
    out = out.lstrip(". ")
    for prefix in PREFIXES:
        if out.startswith(prefix) and len(out) > len(prefix):
            out = out[len(prefix) :].lstrip(". ")
    return out.rstrip("! ")


class Name:
    """A name as a scenario writes it: the card, and which one of several."""

    def __init__(self, text: str, defs: list[CardDef], number: int, owner: int) -> None:
        self.text = text
        self.defs = defs
        """Definitions that have this name; more than one only in a mix of sets."""
        self.number = number
        """The n-th of equal cards; 0 where the scenario does not say."""
        self.owner = owner
        """The seat named with `of`; -1 for none."""

    def fits(self, d: CardDef) -> bool:
        return d in self.defs


class Names:
    """All card and player names of one scenario."""

    def __init__(self, rules: RuleSet, players: list[str]) -> None:
        self.rules = rules
        self.players = players
        self.cards: dict[str, list[CardDef]] = {}
        for d in rules.defs:
            self.cards.setdefault(plain(d.name), []).append(d)

    def card(self, text: str) -> Name | None:
        """Understand a card name; None if no card of the sets has it."""
        found = self.cards.get(plain(text))
        if found:
            return Name(text, found, 0, -1)
        rest, number, owner, in_set = text.strip(), 0, -1, ""
        for _ in range(3):
            if (m := NUMBERED.match(rest)) and not number:
                rest, number = m.group(1), int(m.group(2))
            elif (m := IN_SET.match(rest)) and not in_set:
                rest, in_set = m.group(1), plain(m.group(2))
            elif owner < 0:
                rest, owner = self.without_owner(rest)
            if plain(rest) in self.cards:
                break
        found = self.cards.get(plain(rest), [])
        if in_set:
            found = [d for d in found if d.set_id == in_set]
        return Name(text, found, number, owner) if found else None

    def without_owner(self, text: str) -> tuple[str, int]:
        """Split `Laser of Guy` where Guy plays."""
        for seat, player in enumerate(self.players):
            if text.casefold().endswith(" of " + player.casefold()):
                return text[: -len(player) - 4], seat
        return text, -1

    def need_card(self, text: object, line: int = 0) -> Name:
        """Understand a card name or refuses the scenario."""
        found = self.card(str(text))
        if found is None:
            near = suggest(plain(str(text)), list(self.cards))
            raise Malformed(f"no card of {', '.join(self.rules.sets)} is called '{text}'{near}", line)
        return found

    def player(self, text: object) -> int:
        """Return a player's seat by name; -1 if nobody is called so."""
        for seat, player in enumerate(self.players):
            if str(text).casefold() == player.casefold():
                return seat
        return -1

    def need_player(self, text: object, line: int = 0) -> int:
        seat = self.player(text)
        if seat < 0:
            raise Malformed(f"there is no player '{text}'{suggest(str(text), self.players)}", line)
        return seat
