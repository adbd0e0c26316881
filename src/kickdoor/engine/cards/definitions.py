"""Definitions of loaded cards: numbers, ways to play the card, and the programs it runs.

Definitions never change during a game and are shared by every copy of its state. The classes for ops, conditions and
quantities are only base classes; `effects` implements them.
"""

from typing import TYPE_CHECKING, ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.field_specs import Field
from kickdoor.engine.ids import DeckNo, EventKind, MonsterId, ProgramId, QueryNo, SeatNo, TimingMask

if TYPE_CHECKING:
    from kickdoor.engine.machine.prompts import Reason
    from kickdoor.engine.machine.resolve import Resolve
    from kickdoor.engine.state.state import State


class Message:
    """An untranslated message: a message id with arguments, which may be messages themselves."""

    __slots__ = ("args", "id")

    def __init__(self, id: str, args: "dict[str, object] | None" = None) -> None:
        self.id = id
        self.args: dict[str, object] = {} if args is None else args


class Condition:
    """A condition on a player and, if there is one, a monster in the fight."""

    def holds(self, s: "State", seat: SeatNo, body: MonsterId, n: int) -> bool:
        raise NotImplementedError

    def rules(self) -> list[str]:
        """Return the rules behind a refusal by this condition; the first one is the card itself."""
        return ["CHAR-26", "TREASURE-12", "CONFLICT-01"]

    def text(self) -> Message:
        raise NotImplementedError


class Quantity:
    """A number that may depend on the state. `n` is the face of a die or the number of cards paid."""

    def value(self, s: "State", seat: SeatNo, body: MonsterId, n: int) -> int:
        raise NotImplementedError

    def is_settled(self) -> bool:
        """Return whether it is computed once, when the card is played, and does not follow the fight."""
        return False

    def text(self) -> Message:
        raise NotImplementedError


class Op:
    """One instruction of a card. `run` returns True when it is done, False when it has pushed a prompt first."""

    DOC: ClassVar[str] = ""
    """One sentence for authors of cards. Compiled classes have no docstring."""
    FIELDS: ClassVar[list[Field]] = []
    """The keys of the op in a card file, besides `when` and `instead`."""

    when: Condition | None
    instead: bool
    """Whether the op runs only if the op before it had nothing to do."""
    then: bool
    """Whether the op runs only if the op before it did something."""

    def possible(self, s: "State", fx: "Resolve") -> bool:
        """Return whether the op could change anything now."""
        return True

    def run(self, s: "State", fx: "Resolve") -> bool:
        raise NotImplementedError

    def objection(self, s: "State", player: SeatNo, victim: SeatNo) -> "Reason | None":
        """Return the reason why a card with this op may not be played now, or None."""
        return None

    def takes_promised(self, s: "State", fx: "Resolve") -> bool:
        """Return whether the victim can lose only promised cards to the op, or loses them with the rest."""
        return False

    def is_for_munchkins(self) -> bool:
        """Return whether the op adds to the strength of the munchkins' side."""
        return False

    def has_bonus(self) -> bool:
        """Return whether the op adds a bonus, a number of its own."""
        return False

    def compels_help(self) -> bool:
        """Return whether the op makes a player help for nothing."""
        return False

    def changes_token(self, kinds: list[int]) -> bool:
        """Return whether the op could change a token to one of some kinds."""
        return False

    def text(self) -> Message:
        raise NotImplementedError


class Program:
    """A list of ops with the name by which frames refer to it."""

    __slots__ = ("digest", "index", "name", "ops")

    def __init__(self, index: int, name: str, ops: list[Op]) -> None:
        self.index = index
        self.name = name
        self.ops = ops
        self.digest = ""
        """A digest of the ops. A game in the middle of the program continues only with the same digest."""


class Modifier:
    """A standing change of a value that is often needed; `query` names the value."""

    __slots__ = ("amount", "index", "only_held", "query", "sets", "sort", "source", "until", "when")

    def __init__(self, index: int, query: QueryNo, amount: Quantity, sets: bool, when: Condition | None) -> None:
        self.index = index
        self.query = query
        self.amount = amount
        self.sets = sets
        """Whether it replaces the value instead of adding to it."""
        self.when = when
        self.only_held = False
        """Whether it counts only while its Item is the only one in the hands."""
        self.source = -1
        """The index of the card definition it is on."""
        self.sort = 0
        """The kind of its strength terms; 0 means the one of its kind of card."""
        self.until = nr.UNTIL_CARD_LEAVES
        """How long it lasts without a card in play; see UNTIL."""


class Mute:
    """A modifier that silences a group of strength terms.

    A monster's applies to the whole fight, a curse's to one player.
    """

    __slots__ = ("but_slot", "complex", "hands", "reverse", "slot", "sorts", "tag", "unless", "with_bonus")

    def __init__(self, sorts: int, but_slot: int, tag: int) -> None:
        self.sorts = sorts
        """Bits of the kinds of terms that do not count."""
        self.but_slot = but_slot
        """The slot whose Items still count."""
        self.tag = tag
        """The tags that an Item must have one of to be silenced; 0 means all Items."""
        self.slot = nr.NO_SLOT
        """The slot whose Items are silenced; 0 means all."""
        self.hands = 0
        """The number of hands of the Items that are silenced; 0 means all."""
        self.complex = False
        """Whether only complex Items are silenced."""
        self.with_bonus = False
        """Whether only terms with a bonus of their own are silenced, not doubling."""
        self.unless = 0
        """Mask of the traits whose owners' terms still count."""
        self.reverse = False
        """Whether the terms are subtracted instead of silenced."""


class Trigger:
    """An effect that a card in play has when an event happens to its owner."""

    __slots__ = ("event", "hurts", "optional", "program", "when")

    def __init__(self, event: EventKind, program: ProgramId, optional: bool, when: Condition | None) -> None:
        self.event = event
        self.program = program
        self.optional = optional
        self.when = when
        self.hurts = False
        """Whether it is a disadvantage: a player with only the advantages of a Class or Race is exempt."""


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
    """For card targets: whether cards in any player's play may be aimed at, not only the player's own."""
    aim_kinds: int
    """For card targets: bits of the kinds that may be aimed at."""
    aim_level: int
    """For monsters: the highest printed level it works on; 0 means any."""
    aim_added: bool
    """For monsters: whether it works only on one that was added to the fight (AMB-94)."""
    aim_side: int
    """For sides: the only side it may be aimed at."""
    aim_name: str
    """For monsters: the id of the only one it works on."""
    needs_second: bool
    """Whether a monster from hand is played with it."""
    cost_self: bool
    """Whether the card with the ability is discarded."""
    cost_worth: int
    """The total worth of the Items in play that pay for it."""
    cost_tag: int
    """The tags of which the Item in play that pays for it has one."""
    cost_same_deck: bool
    """Whether all cards paid must be of one deck."""
    cost_valued: bool
    """Whether it is paid with Items that have a value, from hand or table; their total worth is the amount paid."""
    cost_token_min: int
    """The number of tokens returned to the pool for it."""
    cost_token_kinds: list[int]
    """The kinds of token that pay for it; an empty list means all."""
    again: bool
    """Whether it may be paid for again with more tokens later in the same fight."""
    carried: bool
    """Whether an Item's ability also works unequipped."""
    limit: int
    """How often it may be used: once per turn, fight, victim in a fight, or roll; see LIMITS."""
    power: int
    """The number of the ability among those of a player, shared by all cards that give it (AMB-105); else -1."""

    def __init__(self, index: int, verb: int, moments: TimingMask) -> None:
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
    """The definition of one card as printed by its set."""

    __slots__ = (
        "abilities", "after_run", "bad_stuff", "becomes", "big", "bonus", "complex", "copies", "deck", "flavour",
        "forbids", "gives", "hands", "id", "index", "joins", "key", "kind", "label", "lasts", "level", "levels_gained",
        "lifts", "makes", "modifiers", "moments", "must_play", "mutes", "name", "needs", "on_kill", "on_land",
        "on_reveal", "on_spare", "plays", "powers", "run", "sacrifice", "set_id", "side", "sides_with", "slot",
        "table_moments", "tags", "takes", "trait", "treasures", "triggers", "value", "vs",
    )  # fmt: skip

    key: str
    """The name of the card among those of all sets."""
    side: int
    """The side a one-shot may strengthen; -1 means either."""
    run: int
    """A change of run-away rolls: the owner's, or the runner's against this monster."""
    trait: int
    """The bit of the Class or Race this card gives."""
    needs: list[int]
    """Trait masks; a player who uses the Item has a trait of each."""
    forbids: int
    """Mask of the traits whose owners may not use the Item."""
    lifts: int
    """Limits that do not apply to the Item this card is attached to; see LIFTS."""
    gives: int
    """Tags that it gives to the Item it is attached to, or to the monster it enhances."""
    takes: int
    """Tags that it removes."""
    becomes: int
    """The kind of token that all terms of the enhanced monster become; -1 for none."""
    sides_with: int
    """Tags a monster has while another one in the fight has them."""
    makes: int
    """Its effect on the size of its Item; see SIZES."""
    joins: int
    """The tag of the Items with which it forms one weapon: together they take the hands of one (ITEM-44)."""
    sacrifice: bool
    """Whether it is a follower that may be sacrificed instead of rolling to run away."""
    lasts: int
    """How long a curse is kept; see LASTS."""
    plays: list[Play]
    """Ways to play the card from hand or, a one-shot, from the table."""
    abilities: list[Play]
    """Abilities of its owner while it is in play; on a monster, of the fighters against it."""
    powers: list[str]
    """The names of its standing effects."""
    on_kill: int
    """The program of a monster for the main fighter who kills it."""
    on_spare: int
    """The program of a monster for the main fighter it does not fight."""
    after_run: int
    """The program of a monster that caught a player, after all have run."""
    on_land: int
    """The program of a curse when it takes effect."""
    moments: int
    """All timings at which one of its plays could be legal from hand; a quick test before the full one."""
    table_moments: int
    """All timings at which a play or ability could be legal from the table."""

    def __init__(self, index: int, id: str, set_id: str, name: str, deck: DeckNo, kind: int) -> None:
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
    """A monster's bonus or penalty for traits in the fight. One trait of the mask is enough, and it counts once."""

    __slots__ = ("amount", "mask")

    def __init__(self, mask: int, amount: int) -> None:
        self.mask = mask
        self.amount = amount
