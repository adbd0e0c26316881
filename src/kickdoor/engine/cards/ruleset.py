"""The fixed data of a game: the cards of the mixed sets, and the entries that the rules register for them.

Registries belong to a rule set, never to the process, because one server runs tables with different mixes.
"""

from typing import TYPE_CHECKING, Final

from kickdoor.engine.cards.definitions import CardDef, Modifier, Program

if TYPE_CHECKING:
    from kickdoor.engine.machine.rules_interface import RulesInterface
    from kickdoor.engine.machine.runtime import Frame


FIGHTER_FIRST: Final = "fighter_first"
AGREE: Final = "agree"
RUN_ORDERS: Final = (FIGHTER_FIRST, AGREE)


class RuleOptions:
    """Rule options, by the names of the rulings that allow them."""

    __slots__ = (
        "first_player",
        "help_when_winning",
        "listen_at_the_door",
        "run_order",
        "shared_victory",
        "token_roll",
        "tokens_survive_death",
        "winning_level",
    )

    def __init__(self) -> None:
        self.first_player = "roll"
        self.help_when_winning = False
        self.tokens_survive_death = False
        self.run_order: str = FIGHTER_FIRST
        self.token_roll = False
        self.listen_at_the_door = False
        self.shared_victory = False
        self.winning_level = 10


class RuleSet:
    """The loaded mix of sets."""

    __slots__ = (
        "ability_moments", "answered_kinds", "answers_to", "by_key", "counters", "counter_tags", "defs", "digest",
        "female", "files", "folders", "food", "frames", "human", "male", "meals", "modifiers", "powers",
        "procedures", "programs", "sets", "sidekicks", "tags", "traits", "triggered",
    )  # fmt: skip

    def __init__(self, sets: list[str]) -> None:
        self.sets = sets
        self.digest = ""
        """The digest of the meaning of the card files."""
        self.files = ""
        """The hash of the bytes of the card files, including words and comments."""
        self.folders: list[str] = []
        """The folders of the sets that do not come with the package."""
        self.defs: list[CardDef] = []
        self.by_key: dict[str, CardDef] = {}
        self.programs: list[Program] = []
        self.modifiers: list[Modifier] = []
        self.traits: list[str] = []
        """Names of traits by bit: classes, races, sexes, human."""
        self.tags: list[str] = []
        self.counters: list[str] = []
        """Kinds of token; a monster with one of these names as a tag gives such tokens."""
        self.counter_tags: list[int] = []
        """The tag of each kind."""
        self.meals: list[list[int]] = []
        """Sets of kinds; one token of each kind is turned in for a level."""
        self.powers: list[str] = []
        """Names of the abilities that Classes, Races and monsters give to a player."""
        self.food: list[int] = []
        """Kinds that are food. Cards of any set that do not name a kind of token mean these (AMB-112)."""
        self.answered_kinds: list[int] = []
        """Kinds for which some card of the mix can respond to the taking."""
        self.male = self.female = 0
        self.human = 0
        """The trait bit of a player without a Race card; 0 if there are no Races."""
        self.sidekicks = False
        """Whether followers are Sidekicks: one in play, discarded at will, sacrificed (COMBINE-03, AMB-47)."""
        self.answers_to = 0
        """Timings at which some card of the mix can respond. Windows that no card could use are not opened."""
        self.ability_moments = 0
        """Timings at which some card in play of the mix gives its owner an option."""
        self.triggered = 0
        """Bits of the events that some card of the mix reacts to."""
        self.frames: dict[str, type[Frame]] = {}
        self.procedures: RulesInterface

    def __deepcopy__(self, memo: dict[int, object]) -> "RuleSet":
        """Return the rule set itself, because it never changes after loading."""
        return self

    def card(self, key: str) -> CardDef | None:
        """Find a card by set and id, such as `set/card`."""
        if len(self.by_key) != len(self.defs):
            self.by_key = {d.key: d for d in self.defs}
        return self.by_key.get(key)

    def trait_bit(self, name: str) -> int:
        """Return the bit of a trait, registering it if it is new."""
        if name not in self.traits:
            self.traits.append(name)
        return 1 << self.traits.index(name)

    def power(self, name: str) -> int:
        """Return the number of a player's ability, registering it if it is new."""
        if name not in self.powers:
            self.powers.append(name)
        return self.powers.index(name)

    def counter(self, name: str) -> int:
        """Return the number of a kind of token, registering it and its tag if they are new."""
        if name not in self.counters:
            self.counters.append(name)
            self.counter_tags.append(self.tag_bit(name))
        return self.counters.index(name)

    def tag_bit(self, name: str) -> int:
        if name not in self.tags:
            self.tags.append(name)
        return 1 << self.tags.index(name)
