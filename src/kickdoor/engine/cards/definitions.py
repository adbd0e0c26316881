"""What a card is once it is loaded: numbers, ways to play it, and the small programs it runs.

Definitions never change during a game and are shared by every copy of its state. The classes for
operations, conditions and quantities are only the frame here; `effects` fills them in.
"""

from typing import TYPE_CHECKING, ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.field_specs import Field

if TYPE_CHECKING:
    from kickdoor.engine.machine.prompts import Reason
    from kickdoor.engine.machine.resolve import Resolve
    from kickdoor.engine.state.state import State


class Message:
    """A sentence before it has a language: a message id with arguments, which may be messages themselves."""

    __slots__ = ("args", "id")

    def __init__(self, id: str, args: "dict[str, object] | None" = None) -> None:
        self.id = id
        self.args: dict[str, object] = {} if args is None else args


class Condition:
    """A question about a munchkin and, where there is one, a monster in the fight."""

    def holds(self, s: "State", seat: int, body: int, n: int) -> bool:
        raise NotImplementedError

    def rules(self) -> list[str]:
        """Name the rules behind a refusal because of it: first of all the card itself."""
        return ["CHAR-26", "TREASURE-12", "CONFLICT-01"]

    def text(self) -> Message:
        raise NotImplementedError


class Quantity:
    """A number that may depend on the state. `n` is what a die showed or how many cards were paid."""

    def value(self, s: "State", seat: int, body: int, n: int) -> int:
        raise NotImplementedError

    def is_settled(self) -> bool:
        """Return whether it is counted once, when the card is played, and does not follow the fight."""
        return False

    def text(self) -> Message:
        raise NotImplementedError


class Op:
    """One instruction of a card. `run` returns True when it is done, False when it has asked something first."""

    FIELDS: ClassVar[list[Field]] = []
    """What a card file may say about it, besides `when` and `instead`."""

    when: Condition | None
    instead: bool
    """Runs only if the instruction before it found nothing to do."""
    then: bool
    """Runs only if the instruction before it did something."""

    def possible(self, s: "State", fx: "Resolve") -> bool:
        """Return whether it could change anything now."""
        return True

    def run(self, s: "State", fx: "Resolve") -> bool:
        raise NotImplementedError

    def objection(self, s: "State", player: int, victim: int) -> "Reason | None":
        """Return why a card with this instruction may not be played now."""
        return None

    def takes_promised(self, s: "State", fx: "Resolve") -> bool:
        """Return whether it leaves the victim nothing to lose but what is promised, or takes that with the rest."""
        return False

    def is_for_munchkins(self) -> bool:
        """Return whether it adds to the strength of the munchkins."""
        return False

    def has_bonus(self) -> bool:
        """Return whether what it adds is a bonus, a number of its own."""
        return False

    def compels_help(self) -> bool:
        """Return whether it makes somebody help for nothing."""
        return False

    def changes_token(self, kinds: list[int]) -> bool:
        """Return whether it could turn a token into one of some kinds."""
        return False

    def text(self) -> Message:
        raise NotImplementedError


class Program:
    """A list of instructions with the name by which frames refer to it."""

    __slots__ = ("digest", "index", "name", "ops")

    def __init__(self, index: int, name: str, ops: list[Op]) -> None:
        self.index = index
        self.name = name
        self.ops = ops
        self.digest = ""
        """A fingerprint of what it says: a game in the midst of it goes on only with the same."""


class Modifier:
    """A standing change of something that is asked for often: `query` says of what."""

    __slots__ = ("amount", "index", "only_held", "query", "sets", "sort", "source", "until", "when")

    def __init__(self, index: int, query: int, amount: Quantity, sets: bool, when: Condition | None) -> None:
        self.index = index
        self.query = query
        self.amount = amount
        self.sets = sets
        """Replaces the value instead of adding to it."""
        self.when = when
        self.only_held = False
        """Counts only while the Item it stands on is the only one in the hands."""
        self.source = -1
        """Index of the card definition it stands on."""
        self.sort = 0
        """The sort of its strength terms; 0 means as the kind of its card says."""
        self.until = nr.UNTIL_CARD_LEAVES
        """How long it lasts where no card lies there for it; see UNTIL."""


class Mute:
    """Silences a group of strength terms: of the whole fight (a monster's) or of one munchkin (a curse's)."""

    __slots__ = ("but_slot", "complex", "hands", "reverse", "slot", "sorts", "tag", "unless", "with_bonus")

    def __init__(self, sorts: int, but_slot: int, tag: int) -> None:
        self.sorts = sorts
        """Bits of the sorts of terms that do not count."""
        self.but_slot = but_slot
        """Items worn in this slot still count."""
        self.tag = tag
        """Only items with one of these tags are silenced; 0 means all."""
        self.slot = nr.NO_SLOT
        """Only Items of this slot are silenced; 0 means all."""
        self.hands = 0
        """Only Items that take so many hands are silenced; 0 means all."""
        self.complex = False
        """Only complex Items are silenced."""
        self.with_bonus = False
        """Only what has a bonus of its own is silenced, not what doubles."""
        self.unless = 0
        """Trait mask of those whose terms count all the same."""
        self.reverse = False
        """The terms are not silenced but subtracted."""


class Trigger:
    """Something a card in play does by itself when an event happens to its owner."""

    __slots__ = ("event", "hurts", "optional", "program", "when")

    def __init__(self, event: int, program: int, optional: bool, when: Condition | None) -> None:
        self.event = event
        self.program = program
        self.optional = optional
        self.when = when
        self.hurts = False
        """A disadvantage: it spares one who has only what is good about a Class or Race."""


class Play:
    """One way to play a card or use its ability."""

    __slots__ = (
        "again",
        "aim",
        "aim_added",
        "aim_anyones",
        "aim_kinds",
        "aim_level",
        "aim_name",
        "aim_side",
        "aim_tag",
        "carried",
        "cost_hand_only",
        "cost_max",
        "cost_min",
        "cost_same_deck",
        "cost_self",
        "cost_tag",
        "cost_token_kinds",
        "cost_token_max",
        "cost_token_min",
        "cost_valued",
        "cost_whole_hand",
        "cost_worth",
        "from_table",
        "index",
        "limit",
        "moments",
        "name",
        "needs_second",
        "not_self",
        "power",
        "program",
        "verb",
        "when",
    )

    name: str
    """The ability's name; empty for the plain play of a card."""
    aim_anyones: bool
    """For card targets: cards in anybody's play, not only one's own."""
    aim_kinds: int
    """For card targets: bits of the kinds that may be aimed at."""
    aim_level: int
    """For monsters: highest printed level it works on; 0 means any."""
    aim_added: bool
    """For monsters: only one that was added to the fight (AMB-94)."""
    aim_side: int
    """For sides: the only one it may be aimed at."""
    aim_name: str
    """For monsters: the only one it works on, by id."""
    needs_second: bool
    """A monster from hand goes with it."""
    cost_self: bool
    """The card with the ability is discarded."""
    cost_worth: int
    """Paid with Items in play worth so much in all."""
    cost_tag: int
    """Paid with an Item in play that has one of these tags."""
    cost_same_deck: bool
    """All cards paid must be of one deck."""
    cost_valued: bool
    """Paid with Items that have a value, from hand or table; what they are worth counts as paid."""
    cost_token_min: int
    """Tokens that go back to the pool for it."""
    cost_token_kinds: list[int]
    """The kinds that pay for it; none named means all."""
    again: bool
    """More tokens may be paid for it later in the same fight."""
    carried: bool
    """An Item's ability that works unequipped too."""
    limit: int
    """Once per turn, fight, victim in a fight, or roll; see LIMITS."""
    power: int
    """Number of the ability among those that are a munchkin's own, whichever card gives them (AMB-105); else -1."""

    def __init__(self, index: int, verb: int, moments: int) -> None:
        self.index = index
        self.verb = verb
        self.moments = moments
        self.name = ""
        self.program = -1
        self.aim = nr.NOTHING
        self.aim_anyones = False
        self.aim_kinds = 0
        self.aim_level = 0
        self.aim_tag = 0
        self.aim_added = False
        self.aim_side = -1
        self.aim_name = ""
        self.not_self = False
        self.when: Condition | None = None
        self.from_table = False
        self.needs_second = False
        self.cost_min = 0
        self.cost_max = 0
        self.cost_hand_only = False
        self.cost_whole_hand = False
        self.cost_self = False
        self.cost_worth = 0
        self.cost_tag = 0
        self.cost_same_deck = False
        self.cost_valued = False
        self.cost_token_min = 0
        self.cost_token_max = 0
        self.cost_token_kinds = []
        self.again = False
        self.carried = False
        self.limit = 0
        self.power = -1


class CardDef:
    """One card as its set prints it."""

    __slots__ = (
        "abilities", "after_run", "bad_stuff", "becomes", "big", "bonus", "complex", "copies", "deck", "flavour",
        "forbids", "gives", "hands", "id", "index", "joins", "key", "kind", "label", "lasts", "level", "levels_gained",
        "lifts", "makes", "modifiers", "moments", "must_play", "mutes", "name", "needs", "on_kill", "on_land",
        "on_reveal", "on_spare", "plays", "powers", "run", "sacrifice", "set_id", "side", "sides_with", "slot",
        "table_moments", "tags", "takes", "trait", "treasures", "triggers", "value", "vs",
    )  # fmt: skip

    key: str
    """Names it among the cards of all sets."""
    side: int
    """The side a one-shot may strengthen; -1 means either."""
    run: int
    """Change of run-away rolls: the owner's, or the fleer's against this monster."""
    trait: int
    """The bit of the Class or Race this card gives."""
    needs: list[int]
    """Trait masks; a munchkin who uses the Item has a trait of each."""
    forbids: int
    """Trait mask of those who may not use the Item."""
    lifts: int
    """Limits that do not apply to the Item this card is attached to; see LIFTS."""
    gives: int
    """Tags that the Item it is attached to, or the monster it enhances, gets by it."""
    takes: int
    """Tags that it takes away."""
    becomes: int
    """The kind of token that all terms of the monster it enhances become; -1 for none."""
    sides_with: int
    """Tags a monster has while another one in the fight has them."""
    makes: int
    """What it makes of the size of its Item; see SIZES."""
    joins: int
    """The tag of the Items with which it is one weapon: together they take the hands of one (ITEM-44)."""
    sacrifice: bool
    """A follower that may be given up instead of rolling to run away."""
    lasts: int
    """How long a curse is kept; see LASTS."""
    plays: list[Play]
    """Ways to play the card from hand or, a one-shot, from the table."""
    abilities: list[Play]
    """What it lets its owner do while it is in play; on a monster, what the munchkins may do against it."""
    powers: list[str]
    """Names for what it does without being used."""
    on_kill: int
    """Program of a monster for the main fighter who kills it."""
    on_spare: int
    """Program of a monster for the main fighter it does not fight."""
    after_run: int
    """Program of a monster that caught somebody, when all have run."""
    on_land: int
    """Program of a curse as it lands."""
    moments: int
    """All moments at which some play of it could be legal from hand; a quick test before the real one."""
    table_moments: int
    """The same for plays and abilities from the table."""

    def __init__(self, index: int, id: str, set_id: str, name: str, deck: int, kind: int) -> None:
        self.index = index
        self.id = id
        self.set_id = set_id
        self.key = f"{set_id}/{id}"
        self.name = name
        self.deck = deck
        self.kind = kind
        self.label = self.flavour = ""
        self.copies = 1
        self.level = self.treasures = self.levels_gained = self.bonus = self.value = self.hands = self.run = 0
        self.tags = self.trait = self.forbids = self.lifts = self.gives = self.takes = self.joins = 0
        self.makes = nr.MAKES_NOTHING
        self.sides_with = 0
        self.becomes = -1
        self.slot = nr.NO_SLOT
        self.big = self.complex = self.must_play = self.sacrifice = False
        self.side = -1
        self.lasts = nr.NOT_KEPT
        self.needs = []
        self.vs: list[VersusTrait] = []
        self.modifiers: list[Modifier] = []
        self.mutes: list[Mute] = []
        self.triggers: list[Trigger] = []
        self.plays = []
        self.abilities = []
        self.powers = []
        self.bad_stuff = self.on_reveal = self.on_land = self.on_kill = self.on_spare = self.after_run = -1
        self.moments = self.table_moments = 0


class VersusTrait:
    """A monster's bonus or penalty for traits in the fight; one trait of the mask is enough, and it counts once."""

    __slots__ = ("amount", "mask")

    def __init__(self, mask: int, amount: int) -> None:
        self.mask = mask
        self.amount = amount
