"""The state of a game: plain data. A copy is one level deep and shares what never changes."""

from typing import TYPE_CHECKING

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Modifier, Mute
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.ids import CardId, DefinitionId, ModifierId, MonsterId, SeatMask, SeatNo
from kickdoor.engine.machine.events import EVERYONE, Event
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.rng import GameRng, LehmerRng

if TYPE_CHECKING:
    from kickdoor.engine.machine.runtime import Frame


class Seat:
    """A player's character and the cards that lie before them."""

    __slots__ = (
        "after", "bad", "counters", "dead", "equipped", "fresh", "good", "hand", "index", "level", "modifiers", "mutes",
        "newborn", "play", "sex", "sources", "stale", "used",
    )  # fmt: skip

    def __init__(self, index: int) -> None:
        self.index = index
        self.level = 1
        self.sex = nr.MALE
        self.dead = False
        self.newborn = False
        """Draws eight cards at the start of the player's next turn."""
        self.hand: list[int] = []
        self.play: list[int] = []
        """Every card in play before the seat, in the order they came: Class, Race, Items, followers, kept curses."""
        self.equipped: list[int] = []
        self.fresh: list[int] = []
        """Cards just received (AMB-14)."""
        self.used: list[int] = []
        """Abilities used this turn, by their numbers."""
        self.counters: list[int] = []
        self.after: list[int] = []
        """Delayed effects on the player without a card in play: pairs of a modifier and 1 once it is in force."""
        # Derived from the above on demand and never stored. A modifier's source is the card it is on, or -1.
        self.stale = True
        self.good = 0
        """Traits that count where they are an advantage."""
        self.bad = 0
        """Traits that count where they are a disadvantage: a pure Super Munchkin has none of the Class."""
        self.modifiers: list[Modifier] = []
        self.sources: list[int] = []
        self.mutes: list[Mute] = []

    def copy(self) -> "Seat":
        c = Seat(self.index)
        c.level = self.level
        c.sex = self.sex
        c.dead = self.dead
        c.newborn = self.newborn
        c.hand = self.hand[:]
        c.play = self.play[:]
        c.equipped = self.equipped[:]
        if self.fresh:
            c.fresh = self.fresh[:]
        if self.used:
            c.used = self.used[:]
        if self.counters:
            c.counters = self.counters[:]
        if self.after:
            c.after = self.after[:]
        c.stale = self.stale
        c.good = self.good
        c.bad = self.bad
        c.modifiers = self.modifiers
        c.sources = self.sources
        c.mutes = self.mutes
        return c


class Term:
    """One term of a total, with its source. Never changed after creation."""

    __slots__ = ("amount", "body", "card", "modifier", "name", "seat", "side", "sort", "user")

    def __init__(
        self, side: int, seat: SeatNo, body: MonsterId, sort: int, card: CardId, name: int, amount: int,
        modifier: ModifierId = -1, user: SeatNo = -1,
    ) -> None:  # fmt: skip
        self.side = side
        self.seat = seat
        """The seat whose strength it is part of; -1 for the side as a whole."""
        self.body = body
        """The monster it belongs to; -1 for none."""
        self.sort = sort
        self.card = card
        self.name = name
        """Index of the card definition that names it; -1 for a Level."""
        self.amount = amount
        self.modifier = modifier
        """The index of the modifier that gives the amount if it depends on the state; else -1."""
        self.user = user
        """The player of a one-shot, whose cards may silence it (AMB-116)."""


class FightMonster:
    """A monster in the fight. Mate and Clone add a second fight monster for one monster."""

    __slots__ = ("added", "card", "definition", "extra", "group", "tags", "taken", "uid")

    def __init__(self, uid: MonsterId, card: CardId, definition: DefinitionId, group: int, added: bool) -> None:
        self.uid = uid
        self.card = card
        """The physical card: the monster, or the Mate that stands for it."""
        self.definition = definition
        self.group = group
        """Fight monsters of one group share their enhancers (ENHANCER-07)."""
        self.added = added
        self.tags = 0
        """Tags gained in this fight."""
        self.taken = 0
        """Tags lost in this fight."""
        self.extra = 0

    def copy(self) -> "FightMonster":
        c = FightMonster(self.uid, self.card, self.definition, self.group, self.added)
        c.tags = self.tags
        c.taken = self.taken
        c.extra = self.extra
        return c


class Offer:
    """A help offer under discussion: `terms` always give the helper's reward. Never changed after creation."""

    __slots__ = ("asker", "counters", "helper", "terms", "to")

    def __init__(self, asker: SeatNo, to: SeatNo, helper: SeatNo, terms: list[int], counters: int) -> None:
        self.asker = asker
        self.to = to
        self.helper = helper
        self.terms = terms
        self.counters = counters


class Fight:
    """The current fight."""

    __slots__ = (
        "bodies", "cards_in", "caught", "compelled", "deal", "enhancers", "escaped", "former", "fought", "frozen",
        "gift", "gift_doors", "helper", "kill_levels", "kills", "lost", "main", "margin", "may_loot", "met", "next_uid",
        "offers", "owed", "pinned", "played", "refillable", "rolled", "runs", "slain", "spoils", "stay", "terms",
        "tokens_met", "used",
    )  # fmt: skip

    stay: bool
    """Whether the compelled helper was asked and stays."""
    enhancers: list[int]
    """Pairs of group and card, flattened."""
    played: list[int]
    """Cards committed to the fight, discarded when it is over."""
    gift: int
    """Treasures that the main fighter draws face-down when the fight is over, with or without a helper."""
    gift_doors: int
    """Doors that the main fighter draws face-down when the fight is over, with or without a helper."""
    owed: int
    """Treasures of monsters driven off."""
    former: list[RewardClaim]
    """The rewards owed to former main fighters; replaced as a whole when it changes."""
    kills: int
    """Monsters killed before the fight was over."""
    kill_levels: int
    """The levels due for them."""
    slain: list[int]
    """For each of these kills: the definition, the seat that helped or -1, and the levels due to the helper."""
    used: list[int]
    """Abilities used in this fight: the number of the ability, then the victim or -1."""
    escaped: list[int]
    """Seat and monster of every escape, in order."""
    spoils: list[int]
    """For every monster killed: its tags, its additional tokens, and the tokens that the neighbour picks."""
    tokens_met: bool
    """Whether a monster that gives tokens was in the fight, even if it has left."""
    refillable: list[int]
    """Cards played into the fight that may be paid for again, each with the seat that played it."""
    cards_in: int
    """Cards played into the fight since it began."""
    caught: list[int]
    """Seat and monster of every catch, in order."""
    margin: int
    """The difference by which the fight was lost."""
    pinned: bool
    """Whether only a sacrifice still allows an escape."""
    frozen: bool
    """Whether cards and abilities can no longer be used in the fight."""
    runs: list[int]
    """Changes of rolls to run away: the seat, or -1 for all fighters, and the amount, alternating."""
    fought: int
    """Mask of the seats that have faced a monster in the fight as main fighter."""
    rolled: int
    """Mask of the seats that have rolled to run away."""
    met: int
    """Tags of the monsters that have left the fight or were beaten in it."""

    def __init__(self, main: SeatNo) -> None:
        self.main = main
        self.helper = -1
        self.compelled = self.stay = self.lost = False
        self.bodies: list[FightMonster] = []
        self.enhancers = []
        self.terms: list[Term] = []
        self.played = []
        self.owed = self.gift = self.gift_doors = 0
        self.former = []
        self.kills = self.kill_levels = 0
        self.slain = []
        self.offers: list[Offer] = []
        self.deal: list[int] = []
        self.used = []
        self.escaped = []
        self.spoils = []
        self.refillable = []
        self.next_uid = self.cards_in = self.margin = 0
        self.caught = []
        self.pinned = self.frozen = self.may_loot = self.tokens_met = False
        self.runs = []
        self.fought = self.rolled = self.met = 0

    def copy(self) -> "Fight":
        c = Fight(self.main)
        c.helper = self.helper
        c.compelled = self.compelled
        c.stay = self.stay
        c.lost = self.lost
        c.bodies = [b.copy() for b in self.bodies]
        c.next_uid = self.next_uid
        c.enhancers = self.enhancers[:]
        c.terms = self.terms[:]
        c.played = self.played[:]
        c.owed = self.owed
        c.gift = self.gift
        c.gift_doors = self.gift_doors
        c.former = self.former
        c.kills = self.kills
        c.kill_levels = self.kill_levels
        c.slain = self.slain[:]
        c.offers = self.offers[:]
        c.deal = self.deal
        c.may_loot = self.may_loot
        c.used = self.used[:]
        c.escaped = self.escaped[:]
        c.spoils = self.spoils[:]
        c.tokens_met = self.tokens_met
        c.refillable = self.refillable[:]
        c.cards_in = self.cards_in
        c.caught = self.caught[:]
        c.margin = self.margin
        c.pinned = self.pinned
        c.frozen = self.frozen
        c.runs = self.runs[:]
        c.fought = self.fought
        c.rolled = self.rolled
        c.met = self.met
        return c


class State:
    """The state of one game."""

    __slots__ = (
        "actor", "acts", "aside", "attached", "cards", "decks", "dirty", "discards", "events", "fight", "listed",
        "listed_seat", "listed_serial", "marks", "mix", "next_uid", "options", "pending", "phase", "picked",
        "result", "rng", "rules", "seats", "seen", "serial", "stack", "totals", "totals_serial", "turn", "turns",
        "winners", "won_fight", "won_tags",
    )  # fmt: skip

    cards: list[CardDef]
    """The definition of each card in the game by its id; replaced as a whole at a reshuffle."""
    decks: list[list[int]]
    """Door and Treasure; the top card is the last."""
    aside: list[int]
    """Cards being resolved right now."""
    attached: dict[int, int]
    """Attachments by card: a Cheat! or improvement to its Item; an Item to the follower or Item that carries it."""
    marks: dict[int, int]
    """Tags that Items in play have gained for good."""
    mix: dict[str, int]
    """Cards whose number of copies in the game differs from the card files now; never changes."""
    seen: dict[int, int]
    """Hidden cards that seats other than the holder know, as masks of seats."""
    won_fight: bool
    """Whether a fight has been won and no phase step has followed yet."""
    won_tags: int
    """Tags of the monsters of the last fight won."""
    pending: list[int]
    """Triggers waiting to run: seat, card, trigger number and amount, flattened."""
    result: int
    """The result that the last popped frame returns to the frame below, like `picked`."""
    serial: int
    """A number that changes with every answer: even while the game waits, odd while it steps."""
    actor: int
    """The last actor. A window continues to its left (AMB-07); -1 before the first action."""
    acts: int
    """The number of actions so far, passes excluded: windows restart when it changes."""
    dirty: bool
    """Whether cards in play have changed: limits are checked before the next step."""
    events: list[Event] | None
    """The list that receives events, if any. This field and those below are not part of the state."""

    def __init__(
        self, rules: RuleSet, options: RuleOptions, rng: GameRng, seats: list[Seat], cards: list[CardDef]
    ) -> None:
        self.rules = rules
        self.options = options
        self.rng = rng
        self.seats = seats
        self.cards = cards
        self.decks = [[], []]
        self.discards: list[list[int]] = [[], []]
        self.aside = []
        self.attached = {}
        self.marks = {}
        self.mix = {}
        self.seen = {}
        self.stack: list[Frame] = []
        self.fight: Fight | None = None
        self.turn = self.turns = 0
        self.phase = nr.SETUP
        self.won_fight = False
        self.won_tags = 0
        self.winners: list[int] = []
        self.pending = []
        self.result = 0
        self.picked: list[int] = []
        self.serial = self.acts = self.next_uid = 0
        self.actor = -1
        self.dirty = False
        self.events = None
        self.listed: list[int] = []
        self.listed_seat = self.listed_serial = -1
        self.totals: list[int] = [0, 0]
        self.totals_serial = -1

    def copy(self) -> "State":
        """Copy the state; the rule set, the options and the card definitions are shared."""
        c = State(self.rules, self.options, self.rng.copy(), [seat.copy() for seat in self.seats], self.cards)
        c.decks = [self.decks[0][:], self.decks[1][:]]
        c.discards = [self.discards[0][:], self.discards[1][:]]
        if self.aside:
            c.aside = self.aside[:]
        if self.attached:
            c.attached = self.attached.copy()
        if self.marks:
            c.marks = self.marks.copy()
        c.mix = self.mix
        if self.seen:
            c.seen = self.seen.copy()
        c.stack = [frame.copy() for frame in self.stack]
        if self.fight is not None:
            c.fight = self.fight.copy()
        c.turn = self.turn
        c.turns = self.turns
        c.phase = self.phase
        c.won_fight = self.won_fight
        c.won_tags = self.won_tags
        c.winners = self.winners[:]
        c.pending = self.pending[:]
        c.result = self.result
        c.picked = self.picked
        c.serial = self.serial
        c.acts = self.acts
        c.actor = self.actor
        c.next_uid = self.next_uid
        c.dirty = self.dirty
        return c

    def fork(self, rng: LehmerRng) -> "State":
        """Copy the state with other, random dice, so that a trial does not foresee the original's rolls."""
        c = self.copy()
        c.rng = GameRng.drawn(rng)
        return c

    def __deepcopy__(self, memo: dict[int, object]) -> "State":
        return self.copy()

    def emit(
        self,
        kind: int,
        seat: SeatNo = -1,
        other: int = -1,
        amount: int = 0,
        card: CardId = -1,
        eyes: SeatMask = EVERYONE,
    ) -> None:
        """Emit an event about at most one card if events are recorded."""
        if self.events is not None:
            cards = [] if card < 0 else [card]
            self.events.append(Event(kind, seat, other, amount, cards, [self.cards[c].index for c in cards], eyes))

    def emit_monster(self, kind: int, seat: SeatNo, other: int, amount: int, body: FightMonster) -> None:
        """Emit an event about a monster by its fighting name: a Mate is its twin."""
        if self.events is not None:
            self.events.append(Event(kind, seat, other, amount, [body.card], [body.definition], EVERYONE))

    def emit_cards(
        self, kind: int, seat: SeatNo, other: int, cards: list[int], eyes: SeatMask = EVERYONE, amount: int = -1
    ) -> None:
        """Emit an event about several cards; the amount is their number by default."""
        if self.events is not None:
            names = [self.cards[c].index for c in cards]
            self.events.append(Event(kind, seat, other, len(cards) if amount < 0 else amount, cards[:], names, eyes))
