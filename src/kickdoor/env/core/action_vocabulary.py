"""The tokens of a mix: a small number for every word from which actions are built.

Tokens do not depend on absolute seats, since seats are counted from the acting seat to the left.
"""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import prompts as p

NUMBERS: Final = 16
"""The count of numbers with a token; larger numbers have one `more` token before them for each multiple."""
PICK_KINDS: Final = ("give", "want", "treasures", "place", "card", "tokens", "token_place", "anyway", "to")
"""The kinds of picks of a help offer or of Charity, as `machine.prompts` numbers them."""


class Vocabulary:
    """All tokens of a mix of sets, in consecutive ranges."""

    __slots__ = (
        "acts", "cards", "counters", "done", "hidden", "more", "nothing", "numbers", "pick_kinds", "rules", "seats",
        "sides", "size", "ways", "words",
    )  # fmt: skip

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.words: list[str] = []
        """The text of every token, by number."""
        self.acts = self.add([f"act:{word}" for word in p.ACTS])
        """The first action token, which passes and also declines an interjection."""
        self.done = self.add(["done"])
        """The token that ends the picks of a form."""
        self.nothing = self.add(["nothing"])
        """The token for no card or no target."""
        self.more = self.add(["more"])
        self.numbers = self.add([f"number:{n}" for n in range(NUMBERS)])
        """The first number token; numbers are chosen amounts, or select one of several cards of one name."""
        self.seats = self.add(["seat:self", *[f"seat:left+{n}" for n in range(1, nr.MAX_SEATS)]])
        """The first seat token, for the acting seat; the others follow to the left."""
        self.sides = self.add([f"side:{word}" for word in nr.SIDES])
        self.pick_kinds = self.add([f"term:{word}" for word in PICK_KINDS])
        self.ways = self.add([f"way:{n}" for n in range(ways_of(rules))])
        """The first token of the plays of a card."""
        self.hidden = self.add([f"hidden:{word}" for word in nr.DECKS])
        """The tokens of cards known by their backs only; a number token selects the card."""
        self.counters = self.add([f"token:{word}" for word in rules.counters])
        """The first token of the kinds of food and other tokens."""
        self.cards = self.add([f"card:{d.key}" for d in rules.defs])
        """The first card token; cards are in the order of the card files."""
        self.size = len(self.words)

    def add(self, words: list[str]) -> int:
        """Add a range of tokens and return the number of its first."""
        first = len(self.words)
        self.words.extend(words)
        return first


def ways_of(rules: RuleSet) -> int:
    """Return the largest number of plays or abilities of a single card."""
    most = 0
    for d in rules.defs:
        for play in d.plays + d.abilities:
            most = max(most, play.index)
    return most + 1
