"""Determinization: states sampled to fit the observation of one seat.

The sample draws hidden cards, the order of piles and dice. All that the seat knows stays in its place.

A `Determinizer` is made from a game, real or sampled, and then draws any number of samples. A sample does not depend on
anything that is hidden from the seat: places that the seat cannot see get the free ids in order, and the card behind
each id is drawn at random from the unseen cards.
"""

from typing import TYPE_CHECKING, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.machine.events import EVERYONE
from kickdoor.engine.machine.prompts import P_CARD, P_SHIFT, pick
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.state.fields import BARGAIN, HIDDEN, HOLDERS, PUBLIC, StateField, hidden_fields
from kickdoor.engine.state.rng import MODULUS, MULTIPLIER, GameRng, LehmerRng
from kickdoor.engine.state.state import Fight, Offer, Seat, State
from kickdoor.view.frame_redaction import WITHHELD
from kickdoor.view.observe import looked_through
from kickdoor.view.visibility import HIDDEN_PICK, hidden_cards, show_bargain

if TYPE_CHECKING:
    from mypy_extensions import i64

BOTH: Final = (nr.DOOR, nr.TREASURE)
HIDDEN_OF_STATE: Final = hidden_fields(State.FIELDS)
HIDDEN_OF_SEAT: Final = hidden_fields(Seat.FIELDS)
HIDDEN_OF_FIGHT: Final = hidden_fields(Fight.FIELDS)
SPREAD: Final = 1_640_531_527
"""A multiplier that spreads consecutive numbers far apart."""


class Determinizer:
    """The knowledge of one seat about a game, from which samples are drawn."""

    __slots__ = ("free", "hands", "hidden", "never_held", "pattern", "piles", "remembers", "seat", "slots", "unknown")

    def __init__(self, s: State, seat: int, remembers: bool = True) -> None:
        self.seat = seat
        self.remembers = remembers
        """Whether the seat remembers what lies under the top of the discards (AMB-05)."""
        self.hidden = hidden_cards(s, seat)
        if not remembers:
            looked_at = looked_through(s, seat)
            for pile in s.discards:
                self.hidden.update([card for card in pile[:-1] if card not in looked_at])
        self.free = sorted(self.hidden)
        self.unknown: list[list[CardDef]] = [[], []]
        """Unseen cards that a hand may hold, by deck, in catalog order."""
        self.never_held: list[list[CardDef]] = [[], []]
        """Cards that must be played at once: no hand holds one while the game waits."""
        cards, defs = s.cards, s.rules.defs
        for index in sorted([cards[card].index for card in self.free]):
            d = defs[index]
            (self.never_held if d.must_play else self.unknown)[d.deck].append(d)
        self.hands: list[list[int]] = [[], []]
        """The ids that stand for hidden cards in hands, by deck."""
        self.piles: list[list[int]] = [[], []]
        """Ids for hidden cards in the deck, and in the discards if the seat does not remember them."""
        self.slots = 0
        self.pattern = self.blank(s)
        """The game with free ids in all places that the seat cannot see, whatever card is there."""

    def blank(self, s: State) -> State:
        """Copy a game and put free ids where the seat sees no card."""
        c = s.copy()
        c.seen = {}
        reset(c, HIDDEN_OF_STATE)
        c.rng.script = []
        for p in c.seats:
            reset(p, HIDDEN_OF_SEAT)
            if p.index != self.seat:
                self.blank_hand(s, c, p.index)
                continue
            for card in p.hand:
                if s.seen.get(card, 0):
                    c.seen[card] = s.seen[card]
        for deck in BOTH:
            self.blank_deck(s, c, deck)
        c.discards = [self.blank_discards(c, deck) for deck in BOTH]
        if s.marks:
            c.marks = {card: s.marks[card] for card in sorted(s.marks)}
        if c.fight is not None:
            reset(c.fight, HIDDEN_OF_FIGHT)
            self.blank_bargains(s, c, c.fight)
        for i in range(len(c.stack)):
            self.blank_frame(s, c, c.stack[i], c.stack[i - 1] if i else None)
        return c

    def take(self, places: list[list[int]], deck: int, count: int) -> list[int]:
        """Take free ids for a number of hidden places."""
        out = self.free[self.slots : self.slots + count]
        self.slots += count
        places[deck].extend(out)
        return out

    def blank_hand(self, s: State, c: State, index: int) -> None:
        """Replace the cards of a hand that the seat does not know with free ids. Their backs are visible."""
        p = c.seats[index]
        known = sorted([card for card in p.hand if card not in self.hidden])
        doors = 0
        for card in p.hand:
            if card in self.hidden and s.cards[card].deck == nr.DOOR:
                doors += 1
        for card in known:
            c.seen[card] = known_to_mask(self.seat, s.seen[card] | 1 << index == EVERYONE, index)
        fresh = sorted([card for card in p.fresh if card in known])
        withheld = len(p.fresh) - len(fresh)
        count = len(p.hand) - len(known)
        hidden = self.take(self.hands, nr.DOOR, doors) + self.take(self.hands, nr.TREASURE, count - doors)
        p.hand = known + hidden
        # Only the owner knows which of the hidden cards are fresh.
        p.fresh = fill_in(fresh + [WITHHELD] * withheld, hidden)

    def blank_deck(self, s: State, c: State, deck: int) -> None:
        """Replace the cards of a deck with free ids, except for those that the seat has seen there."""
        cards = s.decks[deck]
        places = [i for i in range(len(cards)) if cards[i] not in self.hidden] if s.seen else []
        rest = self.take(self.piles, deck, len(cards) - len(places))
        for i in places:
            rest.insert(i, cards[i])
        c.decks[deck] = rest
        for i in reversed(places):
            c.seen[cards[i]] = known_to_mask(self.seat, s.seen[cards[i]] == EVERYONE, -1)

    def blank_discards(self, c: State, deck: int) -> list[int]:
        """Sort the discards, because no seat knows their order. The top card stays where it is."""
        pile = c.discards[deck]
        if not pile:
            return []
        last = pile[-1]
        if self.remembers:
            return [card for card in sorted(pile) if card != last] + [last]
        return [*self.take(self.piles, deck, len(pile) - 1), last]

    def blank_bargains(self, s: State, c: State, fight: Fight) -> None:
        """Replace each card that was promised unseen with any hidden card of the main fighter."""
        fight.deal = self.terms(s, c, fight.deal, fight.main)
        if fight.offers:
            fight.offers = [
                Offer(o.asker, o.to, o.helper, self.terms(s, c, o.terms, fight.main), o.counters) for o in fight.offers
            ]

    def terms(self, s: State, c: State, terms: list[int], main: int) -> list[int]:
        if not [t for t in terms if t >> P_SHIFT == P_CARD]:
            return terms
        shown = show_bargain(s, terms, self.seat)
        hidden = [pick(P_CARD, card) for card in self.unseen(c, main)] if HIDDEN_PICK in shown else []
        return fill_in([WITHHELD if t == HIDDEN_PICK else t for t in shown], hidden)

    def unseen(self, c: State, seat: int) -> list[int]:
        """List the hidden cards of a hand."""
        if not 0 <= seat < len(c.seats) or seat == self.seat:
            return []
        return [card for card in c.seats[seat].hand if card not in c.seen]

    def blank_frame(self, s: State, c: State, frame: Frame, below: Frame | None) -> None:
        """Replace the cards of a frame that the seat does not know with hidden cards of the right hand."""
        for field in frame.FIELDS:
            visibility = frame.visibility(field)
            if visibility == PUBLIC:
                continue
            if visibility == HIDDEN:
                setattr(frame, field.name, field.initial())
                continue
            cards: list[int] = getattr(frame, field.name)
            if visibility == BARGAIN:
                cards = self.terms(s, c, cards, frame.owner_of_hidden(below))
            elif visibility == HOLDERS:
                cards = self.of_holders(c, cards, frame.hidden_counts(c))
            elif frame.choosing_seat() != self.seat:
                # The order in which another player holds their cards is private.
                known = sorted([card for card in cards if card not in self.hidden and card != WITHHELD])
                withheld = len(cards) - len(known)
                hidden = self.unseen(c, frame.owner_of_hidden(below)) if withheld else []
                cards = fill_in(known + [WITHHELD] * withheld, hidden)
            setattr(frame, field.name, cards)

    def of_holders(self, c: State, cards: list[int], counts: list[int]) -> list[int]:
        """Replace the cards of several hands that the seat does not know with any hidden cards of these hands."""
        out: list[int] = []
        for i in range(0, len(counts), 2):
            seat = counts[i]
            known = [card for card in cards if card not in self.hidden and card in c.seats[seat].hand]
            out += known + self.unseen(c, seat)[: counts[i + 1] - len(known)]
        return out

    def deal(self, rng: LehmerRng) -> State:
        """Draw one sample at random from those that fit the knowledge of the seat."""
        return self.fill(self.pattern.copy(), rng)

    def fill(self, c: State, rng: LehmerRng) -> State:
        """Assign random cards to the free ids, and give the sample dice that no seat can foresee."""
        c.rng = GameRng.drawn(rng)
        cards = c.cards[:]
        for deck in BOTH:
            pool = self.unknown[deck][:]
            shuffle(pool, rng)
            for card in self.hands[deck]:
                cards[card] = pool.pop()
            mix_in(pool, self.never_held[deck], rng)
            for card in self.piles[deck]:
                cards[card] = pool.pop()
            if self.remembers:
                shuffle_under_top(c.discards[deck], rng)
        c.cards = cards
        return c


def reset(thing: object, fields: list[StateField]) -> None:
    """Give fields their initial values."""
    for field in fields:
        setattr(thing, field.name, field.initial())


def fixed_determinization(s: State, seat: int) -> State:
    """Return the sample in which a seat makes its decision: the same for all games with the same observation."""
    dealer = Determinizer(s, seat)
    return dealer.fill(dealer.pattern, determinization_rng(s.serial))


def determinization_rng(serial: int) -> LehmerRng:
    """Return the rng that draws the sample in which a seat makes its decision."""
    after: i64 = serial % (MODULUS - 1) + 1
    return LehmerRng.at(after * SPREAD % (MODULUS - 1) + 1)


def shuffle(pool: list[CardDef], rng: LehmerRng) -> None:
    """Shuffle in place.

    The draws equal those of `LehmerRng.below`, but use machine numbers, because sampling spends most of its time here.
    """
    x: i64 = rng.x
    i: i64 = len(pool)
    while i > 1:
        x = x * MULTIPLIER % MODULUS
        j: i64 = (x * i) >> 31
        i -= 1
        pool[i], pool[j] = pool[j], pool[i]
    rng.x = x


def mix_in(pool: list[CardDef], more: list[CardDef], rng: LehmerRng) -> None:
    """Insert cards at random places of a shuffled list, which stays uniformly shuffled."""
    for d in more:
        i = rng.below(len(pool) + 1)
        pool.append(d)
        pool[-1], pool[i] = pool[i], pool[-1]


def shuffle_under_top(pile: list[int], rng: LehmerRng) -> None:
    """Shuffle discards in place, except for the top card."""
    x: i64 = rng.x
    i: i64 = len(pile) - 1
    while i > 1:
        x = x * MULTIPLIER % MODULUS
        j: i64 = (x * i) >> 31
        i -= 1
        pile[i], pile[j] = pile[j], pile[i]
    rng.x = x


def known_to_mask(me: int, is_open: bool, holder: int) -> int:
    """Return the seats that know a card as far as the observer can tell."""
    if not is_open and me >= 0:
        return 1 << me
    return EVERYONE if holder < 0 else EVERYONE & ~(1 << holder)


def fill_in(shown: list[int], hidden: list[int]) -> list[int]:
    """Put hidden cards in the places of those withheld, as long as there are any."""
    left = hidden[:]
    out: list[int] = []
    for card in shown:
        if card != WITHHELD:
            out.append(card)
        elif left:
            out.append(left.pop())
    return out
