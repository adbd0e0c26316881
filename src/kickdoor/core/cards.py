"""What a card is once it is loaded: numbers, ways to play it, and the small programs it runs.

Definitions never change during a game and are shared by every copy of its state. The classes for
operations, conditions and quantities are only the frame here; `effects` fills them in.
"""

from typing import TYPE_CHECKING, ClassVar

from kickdoor.core import words as w
from kickdoor.core.fields import Field

if TYPE_CHECKING:
    from kickdoor.core.prompts import Reason
    from kickdoor.core.resolve import Resolve
    from kickdoor.core.state import State


class Msg:
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
        """Names the rules behind a refusal because of it: first of all the card itself."""
        return ["CHAR-26", "TREASURE-12", "CONFLICT-01"]

    def text(self) -> Msg:
        raise NotImplementedError


class Quantity:
    """A number that may depend on the state. `n` is what a die showed or how many cards were paid."""

    def value(self, s: "State", seat: int, body: int, n: int) -> int:
        raise NotImplementedError

    def text(self) -> Msg:
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
        """Tells whether it could change anything now."""
        return True

    def run(self, s: "State", fx: "Resolve") -> bool:
        raise NotImplementedError

    def objection(self, s: "State", player: int, victim: int) -> "Reason | None":
        """Says why a card with this instruction may not be played now."""
        return None

    def text(self) -> Msg:
        raise NotImplementedError


class Program:
    """A list of instructions with the name by which frames refer to it."""

    __slots__ = ("index", "name", "ops")

    def __init__(self, index: int, name: str, ops: list[Op]) -> None:
        self.index = index
        self.name = name
        self.ops = ops


class Modifier:
    """A standing change of something that is asked for often: `query` says of what."""

    __slots__ = ("amount", "index", "query", "sets", "source", "when")

    def __init__(self, index: int, query: int, amount: Quantity, sets: bool, when: Condition | None) -> None:
        self.index = index
        self.query = query
        self.amount = amount
        self.sets = sets
        """Replaces the value instead of adding to it."""
        self.when = when
        self.source = -1
        """Index of the card definition it stands on."""


class Mute:
    """Silences a group of strength terms: of the whole fight (a monster's) or of one munchkin (a curse's)."""

    __slots__ = ("but_slot", "sorts", "tag")

    def __init__(self, sorts: int, but_slot: int, tag: int) -> None:
        self.sorts = sorts
        """Bits of the sorts of terms that do not count."""
        self.but_slot = but_slot
        """Items worn in this slot still count."""
        self.tag = tag
        """Only items with one of these tags are silenced; 0 means all."""


class Trigger:
    """Something a card in play does by itself when an event happens to its owner."""

    __slots__ = ("event", "optional", "program", "when")

    def __init__(self, event: int, program: int, optional: bool, when: Condition | None) -> None:
        self.event = event
        self.program = program
        self.optional = optional
        self.when = when


class Play:
    """One way to play a card or use its ability."""

    __slots__ = (
        "aim",
        "aim_kinds",
        "aim_level",
        "aim_name",
        "aim_tag",
        "cost_hand_only",
        "cost_max",
        "cost_min",
        "cost_self",
        "cost_tag",
        "cost_whole_hand",
        "carried",
        "from_hand",
        "from_table",
        "index",
        "limit",
        "moments",
        "name",
        "needs_second",
        "not_self",
        "program",
        "verb",
        "when",
    )

    def __init__(self, index: int, verb: int, moments: int) -> None:
        self.index = index
        self.verb = verb
        self.moments = moments
        self.name = ""
        """The ability's name; empty for the plain play of a card."""
        self.program = -1
        self.aim = w.NOTHING
        self.aim_kinds = 0
        """For card targets: bits of the kinds that may be aimed at."""
        self.aim_level = 0
        """For monsters: highest printed level it works on; 0 means any."""
        self.aim_tag = 0
        self.aim_name = ""
        """For monsters: the only one it works on, by id."""
        self.not_self = False
        self.when: Condition | None = None
        self.from_hand = True
        self.from_table = False
        self.needs_second = False
        """A monster from hand goes with it."""
        self.cost_min = 0
        self.cost_max = 0
        self.cost_hand_only = False
        self.cost_whole_hand = False
        self.cost_self = False
        """The card with the ability is discarded."""
        self.cost_tag = 0
        """Paid with an Item in play that has one of these tags."""
        self.carried = False
        """An Item's ability that works unequipped too."""
        self.limit = 0
        """Once per turn, fight, victim in a fight, or roll; see LIMITS."""


class CardDef:
    """One card as its set prints it."""

    __slots__ = (
        "abilities", "bad_stuff", "big", "bonus", "complex", "copies", "deck", "flavour", "forbids", "hands", "id",
        "index", "key", "kind", "label", "lasts", "level", "levels_gained", "lifts", "modifiers", "moments",
        "must_play", "mutes", "name", "needs", "on_land", "on_reveal", "plays", "run", "sacrifice", "set_id", "side",
        "slot", "table_moments", "tags", "trait", "treasures", "triggers", "value", "vs",
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
    sacrifice: bool
    """A follower that may be given up instead of rolling to run away."""
    lasts: int
    """How long a curse is kept; see LASTS."""
    plays: list[Play]
    """Ways to play the card from hand or, a one-shot, from the table."""
    abilities: list[Play]
    """What it lets its owner do while it is in play; on a monster, what the munchkins may do against it."""
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
        self.tags = self.trait = self.forbids = self.lifts = 0
        self.slot = w.NO_SLOT
        self.big = self.complex = self.must_play = self.sacrifice = False
        self.side = -1
        self.lasts = w.NOT_KEPT
        self.needs = []
        self.vs: list[VersusTrait] = []
        self.modifiers: list[Modifier] = []
        self.mutes: list[Mute] = []
        self.triggers: list[Trigger] = []
        self.plays = []
        self.abilities = []
        self.bad_stuff = self.on_reveal = self.on_land = -1
        self.moments = self.table_moments = 0


class VersusTrait:
    """A monster's bonus or penalty for traits in the fight; one trait of the mask is enough, and it counts once."""

    __slots__ = ("amount", "mask")

    def __init__(self, mask: int, amount: int) -> None:
        self.mask = mask
        self.amount = amount
