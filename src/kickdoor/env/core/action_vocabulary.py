"""The tokens of a mix: a small number for every word that an act can be said with.

What is said does not depend on who sits where: seats are counted from the speaker's own to the left.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import prompts as p

NUMBERS: Final = 16
"""Numbers that have a token; a larger one is said with `more` before it, once for every so many."""
SORTS: Final = ("give", "want", "treasures", "place", "card", "tokens", "token_place", "anyway", "to")
"""What a pick of a bargain or of Charity is, as `machine.prompts` numbers it."""


class Vocabulary:
    """All tokens of a mix of sets, each range after the other."""

    __slots__ = (
        "acts", "cards", "counters", "done", "hidden", "more", "nothing", "numbers", "rules", "seats", "sides", "size",
        "sorts", "ways", "words",
    )  # fmt: skip

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.words: list[str] = []
        """Every token in words, by its number."""
        self.acts = self.add([f"act:{word}" for word in p.ACTS])
        """Where the acts begin; passing, which is the first, also lets the chance go by to do something unasked."""
        self.done = self.add(["done"])
        """Ends the picks of a form."""
        self.nothing = self.add(["nothing"])
        """Stands where others would name a card or a target."""
        self.more = self.add(["more"])
        self.numbers = self.add([f"number:{n}" for n in range(NUMBERS)])
        """Where the numbers begin: those that are chosen, and which of several cards of one name is meant."""
        self.seats = self.add(["seat:self", *[f"seat:left+{n}" for n in range(1, nr.MAX_SEATS)]])
        """Where the seats begin, from the speaker's own to the left."""
        self.sides = self.add([f"side:{word}" for word in nr.SIDES])
        self.sorts = self.add([f"term:{word}" for word in SORTS])
        self.ways = self.add([f"way:{n}" for n in range(ways_of(rules))])
        """Where the ways to play a card begin."""
        self.hidden = self.add([f"hidden:{word}" for word in nr.DECKS])
        """Stand for cards whose faces the speaker does not know, by their backs; a number says which."""
        self.counters = self.add([f"token:{word}" for word in rules.counters])
        """Where the kinds of food and other tokens begin."""
        self.cards = self.add([f"card:{d.key}" for d in rules.defs])
        """Where the cards begin, in the order of the card files."""
        self.size = len(self.words)

    def add(self, words: list[str]) -> int:
        """Add a range of tokens and gives the number of its first."""
        first = len(self.words)
        self.words.extend(words)
        return first


def ways_of(rules: RuleSet) -> int:
    """Count the ways to play the card that has most, or its abilities."""
    most = 0
    for d in rules.defs:
        for play in d.plays + d.abilities:
            most = max(most, play.index)
    return most + 1
