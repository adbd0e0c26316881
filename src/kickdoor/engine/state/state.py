"""The state of a game: plain data. A copy is one level deep and shares what never changes."""

from typing import TYPE_CHECKING, ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef, Modifier, Mute
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.ids import CardId, DefinitionId, ModifierId, MonsterId, SeatMask, SeatNo
from kickdoor.engine.machine.event_kinds import KINDS
from kickdoor.engine.machine.events import EVERYONE, UNHEARD, Event
from kickdoor.engine.state import fields as f
from kickdoor.engine.state.fields import StateField
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.rng import GameRng, LehmerRng

if TYPE_CHECKING:
    from kickdoor.engine.machine.runtime import Frame


class Seat:
    """A player's character and the cards that lie before them."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("index", f.SEAT, f.DERIVED, "The number of the seat.", f.GIVEN),
        StateField("level", f.NUMBER, f.PUBLIC, "The player's Level.", 1),
        StateField("sex", f.NUMBER, f.APART, "The sex that counts right now.", nr.MALE),
        StateField("dead", f.FLAG, f.PUBLIC, "Whether the character is dead and returns on a later turn."),
        StateField(
            "newborn", f.FLAG, f.PUBLIC, "Whether the player draws a whole hand at the start of their next turn."
        ),
        StateField("hand", f.NUMBERS, f.APART, "The cards in hand."),
        StateField("play", f.NUMBERS, f.PUBLIC, "Every card in play before the seat, in the order they came."),
        StateField("equipped", f.NUMBERS, f.PUBLIC, "Those of the cards in play that are worn or wielded."),
        StateField("fresh", f.NUMBERS, f.APART, "Cards just received (AMB-14)."),
        StateField("used", f.USES, f.PUBLIC, "Abilities used this turn, by their numbers."),
        StateField("counters", f.TOKENS, f.PUBLIC, "Tokens of each kind; shorter where the last kinds are missing."),
        StateField("after", f.MODIFIERS_DUE, f.PUBLIC, "Delayed effects: a modifier, then 1 once it is in force."),
        StateField("stale", f.FLAG, f.DERIVED, "Whether the fields below must be computed again.", 1),
        StateField("good", f.NUMBER, f.DERIVED, "Traits that count where they are an advantage."),
        StateField("bad", f.NUMBER, f.DERIVED, "Traits that count where they are a disadvantage."),
        StateField("modifiers", f.MODIFIERS, f.DERIVED, "The modifiers of the cards in play."),
        StateField("sources", f.NUMBERS, f.DERIVED, "The card that each modifier is on, or -1."),
        StateField("mutes", f.MUTES, f.DERIVED, "What the cards in play silence."),
    )

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = (
        "after",
        "bad",
        "counters",
        "dead",
        "equipped",
        "fresh",
        "good",
        "hand",
        "index",
        "level",
        "modifiers",
        "mutes",
        "newborn",
        "play",
        "sex",
        "sources",
        "stale",
        "used",
    )

    def __init__(self, index: SeatNo) -> None:
        self.index = index
        self.level = 1
        self.sex = 0
        self.dead = False
        self.newborn = False
        self.hand: list[int] = []
        self.play: list[int] = []
        self.equipped: list[int] = []
        self.fresh: list[int] = []
        self.used: list[int] = []
        self.counters: list[int] = []
        self.after: list[int] = []
        self.stale = True
        self.good = 0
        self.bad = 0
        self.modifiers: list[Modifier] = []
        self.sources: list[int] = []
        self.mutes: list[Mute] = []

    def copy(self) -> "Seat":
        c = Seat(self.index)
        c.level = self.level
        c.sex = self.sex
        c.dead = self.dead
        c.newborn = self.newborn
        if self.hand:
            c.hand = self.hand[:]
        if self.play:
            c.play = self.play[:]
        if self.equipped:
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

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("side", f.NUMBER, f.PUBLIC, "The side of the fight.", f.GIVEN),
        StateField("seat", f.SEAT, f.PUBLIC, "The seat whose strength it is part of; -1 for the side.", f.GIVEN),
        StateField("body", f.MONSTER, f.PUBLIC, "The monster it belongs to; -1 for none.", f.GIVEN),
        StateField("sort", f.NUMBER, f.PUBLIC, "The type of term.", f.GIVEN),
        StateField("card", f.CARD, f.PUBLIC, "The card that gives it; -1 for none.", f.GIVEN),
        StateField("name", f.DEFINITION, f.PUBLIC, "The definition that names it; -1 for a Level.", f.GIVEN),
        StateField("amount", f.NUMBER, f.PUBLIC, "The amount.", f.GIVEN),
        StateField("modifier", f.MODIFIER, f.PUBLIC, "The modifier whose amount depends on the state; else -1.", -1),
        StateField(
            "user", f.SEAT, f.PUBLIC, "The player of a one-shot, who may silence it (AMB-116).", -1, optional=True
        ),
    )

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = ("amount", "body", "card", "modifier", "name", "seat", "side", "sort", "user")

    def __init__(
        self,
        side: int,
        seat: SeatNo,
        body: MonsterId,
        sort: int,
        card: CardId,
        name: DefinitionId,
        amount: int,
        modifier: ModifierId = -1,
        user: SeatNo = -1,
    ) -> None:
        self.side = side
        self.seat = seat
        self.body = body
        self.sort = sort
        self.card = card
        self.name = name
        self.amount = amount
        self.modifier = modifier
        self.user = user


class FightMonster:
    """A monster in the fight. Mate and Clone add a second fight monster for one monster."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("uid", f.MONSTER, f.PUBLIC, "The number of the monster.", f.GIVEN),
        StateField(
            "card", f.CARD, f.PUBLIC, "The physical card: the monster, or the Mate that stands for it.", f.GIVEN
        ),
        StateField("definition", f.DEFINITION, f.PUBLIC, "The monster that it fights as.", f.GIVEN),
        StateField("group", f.NUMBER, f.PUBLIC, "Monsters of one group share enhancers (ENHANCER-07).", f.GIVEN),
        StateField("added", f.FLAG, f.PUBLIC, "Whether it joined later.", f.GIVEN),
        StateField("tags", f.TAGS, f.PUBLIC, "Tags gained in this fight."),
        StateField("taken", f.TAGS, f.PUBLIC, "Tags lost in this fight."),
        StateField("extra", f.NUMBER, f.PUBLIC, "Extra strength."),
    )

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = ("added", "card", "definition", "extra", "group", "tags", "taken", "uid")

    def __init__(self, uid: MonsterId, card: CardId, definition: DefinitionId, group: int, added: bool) -> None:
        self.uid = uid
        self.card = card
        self.definition = definition
        self.group = group
        self.added = added
        self.tags = 0
        self.taken = 0
        self.extra = 0

    def copy(self) -> "FightMonster":
        c = FightMonster(self.uid, self.card, self.definition, self.group, self.added)
        c.tags = self.tags
        c.taken = self.taken
        c.extra = self.extra
        return c


class Offer:
    """A help offer under discussion. Never changed after creation."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("asker", f.SEAT, f.PUBLIC, "The seat that makes the offer.", f.GIVEN),
        StateField("to", f.SEAT, f.PUBLIC, "The seat that it is made to.", f.GIVEN),
        StateField("helper", f.SEAT, f.PUBLIC, "The seat that is to help.", f.GIVEN),
        StateField("terms", f.NUMBERS, f.BARGAIN, "The helper's reward, as picks.", f.GIVEN),
        StateField("counters", f.NUMBER, f.PUBLIC, "The number of the counter-offer; 0 for the first offer.", f.GIVEN),
    )

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = ("asker", "counters", "helper", "terms", "to")

    def __init__(self, asker: SeatNo, to: SeatNo, helper: SeatNo, terms: list[int], counters: int) -> None:
        self.asker = asker
        self.to = to
        self.helper = helper
        self.terms = terms
        self.counters = counters


class Fight:
    """The current fight."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("main", f.SEAT, f.PUBLIC, "The main fighter.", f.GIVEN),
        StateField("helper", f.SEAT, f.PUBLIC, "The helper; -1 for none.", -1),
        StateField("compelled", f.FLAG, f.PUBLIC, "Whether the helper was compelled."),
        StateField("stay", f.FLAG, f.PUBLIC, "Whether the compelled helper was asked and stays."),
        StateField("lost", f.FLAG, f.PUBLIC, "Whether the fight is lost and the fighters run."),
        StateField("next_uid", f.MONSTER, f.PUBLIC, "The number that the next monster gets."),
        StateField("enhancers", f.NUMBERS, f.PUBLIC, "A group of monsters and a card played on it, alternating."),
        StateField("played", f.NUMBERS, f.PUBLIC, "Cards committed to the fight, which are discarded when it is over."),
        StateField("owed", f.NUMBER, f.PUBLIC, "Treasures of monsters driven off."),
        StateField("gift", f.NUMBER, f.PUBLIC, "Treasures drawn face-down after the fight, with or without a helper."),
        StateField(
            "gift_doors", f.NUMBER, f.PUBLIC, "Doors drawn face-down after the fight, with or without a helper."
        ),
        StateField("kills", f.NUMBER, f.PUBLIC, "Monsters killed before the fight was over."),
        StateField("kill_levels", f.NUMBER, f.PUBLIC, "The Levels due for these kills."),
        StateField("deal", f.NUMBERS, f.BARGAIN, "The helper's reward, as picks."),
        StateField("may_loot", f.FLAG, f.PUBLIC, "Whether the room may be looted after the fight."),
        StateField("used", f.USES, f.PUBLIC, "Abilities used in the fight, each with the victim or -1, alternating."),
        StateField("escaped", f.NUMBERS, f.PUBLIC, "Seat and monster of every escape, in order, alternating."),
        StateField("caught", f.NUMBERS, f.PUBLIC, "Seat and monster of every catch, in order, alternating."),
        StateField("margin", f.NUMBER, f.PUBLIC, "The difference by which the fight was lost."),
        StateField("pinned", f.FLAG, f.PUBLIC, "Whether only a sacrifice still allows an escape."),
        StateField("frozen", f.FLAG, f.PUBLIC, "Whether cards and abilities can no longer be used in the fight."),
        StateField(
            "runs", f.NUMBERS, f.PUBLIC, "Changes of rolls to run away: the seat or -1 for all, and the amount."
        ),
        StateField("fought", f.NUMBER, f.PUBLIC, "Mask of the seats that have faced a monster as main fighter."),
        StateField("rolled", f.NUMBER, f.PUBLIC, "Mask of the seats that have rolled to run away."),
        StateField("met", f.TAGS, f.PUBLIC, "Tags of the monsters that have left the fight or were beaten in it."),
        StateField(
            "spoils", f.KILLS, f.PUBLIC, "For each monster killed: tags, additional tokens, the neighbour's picks."
        ),
        StateField(
            "slain", f.SLAIN, f.PUBLIC, "For each kill: the definition, the helper, the helper's Levels.", optional=True
        ),
        StateField("tokens_met", f.FLAG, f.PUBLIC, "Whether a monster that gives tokens was in the fight at any time."),
        StateField("refillable", f.NUMBERS, f.PUBLIC, "Cards that may be paid for again, each with its player's seat."),
        StateField("cards_in", f.NUMBER, f.PUBLIC, "The number of cards played into the fight since it began."),
        StateField("bodies", f.FIGHT_MONSTERS, f.APART, "The monsters."),
        StateField("terms", f.LASTING_TERMS, f.APART, "Terms that cards have left in the fight."),
        StateField("offers", f.OFFERS, f.APART, "Open help offers."),
        StateField("former", f.CLAIMS, f.APART, "The rewards owed to former main fighters."),
    )

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = (
        "bodies",
        "cards_in",
        "caught",
        "compelled",
        "deal",
        "enhancers",
        "escaped",
        "former",
        "fought",
        "frozen",
        "gift",
        "gift_doors",
        "helper",
        "kill_levels",
        "kills",
        "lost",
        "main",
        "margin",
        "may_loot",
        "met",
        "next_uid",
        "offers",
        "owed",
        "pinned",
        "played",
        "refillable",
        "rolled",
        "runs",
        "slain",
        "spoils",
        "stay",
        "terms",
        "tokens_met",
        "used",
    )

    def __init__(self, main: SeatNo) -> None:
        self.main = main
        self.helper = -1
        self.compelled = False
        self.stay = False
        self.lost = False
        self.next_uid = 0
        self.enhancers: list[int] = []
        self.played: list[int] = []
        self.owed = 0
        self.gift = 0
        self.gift_doors = 0
        self.kills = 0
        self.kill_levels = 0
        self.deal: list[int] = []
        self.may_loot = False
        self.used: list[int] = []
        self.escaped: list[int] = []
        self.caught: list[int] = []
        self.margin = 0
        self.pinned = False
        self.frozen = False
        self.runs: list[int] = []
        self.fought = 0
        self.rolled = 0
        self.met = 0
        self.spoils: list[int] = []
        self.slain: list[int] = []
        self.tokens_met = False
        self.refillable: list[int] = []
        self.cards_in = 0
        self.bodies: list[FightMonster] = []
        self.terms: list[Term] = []
        self.offers: list[Offer] = []
        self.former: list[RewardClaim] = []

    def copy(self) -> "Fight":
        c = Fight(self.main)
        c.helper = self.helper
        c.compelled = self.compelled
        c.stay = self.stay
        c.lost = self.lost
        c.next_uid = self.next_uid
        if self.enhancers:
            c.enhancers = self.enhancers[:]
        if self.played:
            c.played = self.played[:]
        c.owed = self.owed
        c.gift = self.gift
        c.gift_doors = self.gift_doors
        c.kills = self.kills
        c.kill_levels = self.kill_levels
        if self.deal:
            c.deal = self.deal[:]
        c.may_loot = self.may_loot
        if self.used:
            c.used = self.used[:]
        if self.escaped:
            c.escaped = self.escaped[:]
        if self.caught:
            c.caught = self.caught[:]
        c.margin = self.margin
        c.pinned = self.pinned
        c.frozen = self.frozen
        if self.runs:
            c.runs = self.runs[:]
        c.fought = self.fought
        c.rolled = self.rolled
        c.met = self.met
        if self.spoils:
            c.spoils = self.spoils[:]
        if self.slain:
            c.slain = self.slain[:]
        c.tokens_met = self.tokens_met
        if self.refillable:
            c.refillable = self.refillable[:]
        c.cards_in = self.cards_in
        c.bodies = [one.copy() for one in self.bodies]
        if self.terms:
            c.terms = self.terms[:]
        if self.offers:
            c.offers = self.offers[:]
        if self.former:
            c.former = self.former[:]
        return c


class State:
    """The state of one game."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("rules", f.RULES, f.APART, "The rule set, which copies share.", f.GIVEN),
        StateField("options", f.OPTIONS, f.APART, "The rule options, which copies share.", f.GIVEN),
        StateField("rng", f.RNG, f.HIDDEN, "The random numbers to come.", f.GIVEN),
        StateField("seats", f.SEATS, f.APART, "The seats.", f.GIVEN),
        StateField("cards", f.DEFINED_CARDS, f.APART, "The definition of each card; replaced at a reshuffle.", f.GIVEN),
        StateField("decks", f.PILES, f.APART, "Doors and Treasures; the top card is the last."),
        StateField("discards", f.PILES, f.APART, "The discard piles; the top card is the last."),
        StateField("aside", f.NUMBERS, f.PUBLIC, "Cards being resolved right now."),
        StateField(
            "attached", f.PAIRS, f.APART, "Attachments by card: a Cheat! to its Item, an Item to what carries it."
        ),
        StateField("marks", f.PAIRS, f.APART, "Tags that Items in play have gained for good."),
        StateField(
            "mix", f.COPIES, f.APART, "Cards whose number of copies differs from the card files; never changes."
        ),
        StateField("seen", f.PAIRS, f.APART, "Hidden cards that seats other than the holder know, as masks of seats."),
        StateField("stack", f.FRAMES, f.APART, "The frames in progress, the innermost last."),
        StateField("fight", f.FIGHT, f.APART, "The current fight."),
        StateField("turn", f.NUMBER, f.PUBLIC, "The seat whose turn it is."),
        StateField("turns", f.NUMBER, f.PUBLIC, "The number of turns that have begun."),
        StateField("phase", f.NUMBER, f.APART, "The phase of the turn.", nr.SETUP),
        StateField("won_fight", f.FLAG, f.PUBLIC, "Whether a fight has been won and no phase step has followed yet."),
        StateField("won_tags", f.TAGS, f.PUBLIC, "Tags of the monsters of the last fight won."),
        StateField("winners", f.NUMBERS, f.PUBLIC, "The winners; empty while the game continues."),
        StateField("pending", f.NUMBERS, f.HIDDEN, "Triggers waiting to run: seat, card, trigger number, amount."),
        StateField(
            "result", f.NUMBER, f.PUBLIC, "The result that the last finished frame returns to the one below it."
        ),
        StateField("picked", f.NUMBERS, f.HIDDEN, "The picks of the last choice, for the frame below it."),
        StateField("serial", f.NUMBER, f.PUBLIC, "A number that changes with every answer; odd while the game steps."),
        StateField(
            "acts", f.NUMBER, f.PUBLIC, "The number of actions, passes excluded: windows restart when it changes."
        ),
        StateField("actor", f.NUMBER, f.PUBLIC, "The seat that acted last (AMB-07), or -1.", -1, optional=True),
        StateField("next_uid", f.NUMBER, f.PUBLIC, "The number that the next frame gets."),
        StateField("dirty", f.FLAG, f.HIDDEN, "Whether cards in play have changed, so that limits must be checked."),
        StateField("events", f.EVENTS, f.LOCAL, "The list that receives events, if any."),
        StateField("listed", f.NUMBERS, f.LOCAL, "The options listed last, until the next answer."),
        StateField("listed_seat", f.SEAT, f.LOCAL, "The seat that they were listed for.", -1),
        StateField("listed_serial", f.NUMBER, f.LOCAL, "The serial number at which they were listed.", -1),
        StateField("totals", f.NUMBERS, f.LOCAL, "Both totals of the fight."),
        StateField("totals_serial", f.NUMBER, f.LOCAL, "The serial number at which they were computed.", -1),
    )

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
    ) -> Event:
        """Emit an event about at most one card if events are recorded, and return it so that more can be noted."""
        if self.events is None:
            return UNHEARD
        cards = [] if card < 0 else [card]
        return self.record(Event(kind, seat, other, amount, cards, [self.cards[c].index for c in cards], eyes))

    def emit_monster(self, kind: int, seat: SeatNo, other: int, amount: int, body: FightMonster) -> Event:
        """Emit an event about a monster by its fighting name: a Mate is its twin."""
        if self.events is None:
            return UNHEARD
        return self.record(Event(kind, seat, other, amount, [body.card], [body.definition], EVERYONE))

    def emit_cards(
        self, kind: int, seat: SeatNo, other: int, cards: list[int], eyes: SeatMask = EVERYONE, amount: int = -1
    ) -> Event:
        """Emit an event about several cards; the amount is their number by default."""
        if self.events is None:
            return UNHEARD
        names = [self.cards[c].index for c in cards]
        return self.record(Event(kind, seat, other, len(cards) if amount < 0 else amount, cards[:], names, eyes))

    def record(self, event: Event) -> Event:
        """Append an event to the list, with the card in progress if it is the effect of one."""
        assert self.events is not None
        self.events.append(event)
        if KINDS[event.kind].effect:
            for frame in reversed(self.stack):
                if frame.credit(self, event):
                    break
        return event

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = (
        "actor",
        "acts",
        "aside",
        "attached",
        "cards",
        "decks",
        "dirty",
        "discards",
        "events",
        "fight",
        "listed",
        "listed_seat",
        "listed_serial",
        "marks",
        "mix",
        "next_uid",
        "options",
        "pending",
        "phase",
        "picked",
        "result",
        "rng",
        "rules",
        "seats",
        "seen",
        "serial",
        "stack",
        "totals",
        "totals_serial",
        "turn",
        "turns",
        "winners",
        "won_fight",
        "won_tags",
    )

    def __init__(
        self, rules: RuleSet, options: RuleOptions, rng: GameRng, seats: list[Seat], cards: list[CardDef]
    ) -> None:
        self.rules = rules
        self.options = options
        self.rng = rng
        self.seats = seats
        self.cards = cards
        self.decks: list[list[int]] = [[], []]
        self.discards: list[list[int]] = [[], []]
        self.aside: list[int] = []
        self.attached: dict[int, int] = {}
        self.marks: dict[int, int] = {}
        self.mix: dict[str, int] = {}
        self.seen: dict[int, int] = {}
        self.stack: list[Frame] = []
        self.fight: Fight | None = None
        self.turn = 0
        self.turns = 0
        self.phase = 0
        self.won_fight = False
        self.won_tags = 0
        self.winners: list[int] = []
        self.pending: list[int] = []
        self.result = 0
        self.picked: list[int] = []
        self.serial = 0
        self.acts = 0
        self.actor = -1
        self.next_uid = 0
        self.dirty = False
        self.events: list[Event] | None = None
        self.listed: list[int] = []
        self.listed_seat = -1
        self.listed_serial = -1
        self.totals: list[int] = []
        self.totals_serial = -1

    def copy(self) -> "State":
        c = State(self.rules, self.options, self.rng.copy(), [one.copy() for one in self.seats], self.cards)
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
        c.stack = [one.copy() for one in self.stack]
        if self.fight is not None:
            c.fight = self.fight.copy()
        c.turn = self.turn
        c.turns = self.turns
        c.phase = self.phase
        c.won_fight = self.won_fight
        c.won_tags = self.won_tags
        if self.winners:
            c.winners = self.winners[:]
        if self.pending:
            c.pending = self.pending[:]
        c.result = self.result
        if self.picked:
            c.picked = self.picked[:]
        c.serial = self.serial
        c.acts = self.acts
        c.actor = self.actor
        c.next_uid = self.next_uid
        c.dirty = self.dirty
        return c
