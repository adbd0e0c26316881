"""Observation vectors as bytes: fast to write, and equal for all games that look the same to a seat."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.core_rules import FRAMES
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import P_CARD, P_COUNT, P_GIVE, P_PLACE, P_SHIFT, P_WANT
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.rules.fight.participants import body_treasures
from kickdoor.engine.rules.fight.strength import kill_levels, totals
from kickdoor.engine.rules.items.trades import Trade, trade_of
from kickdoor.engine.state.state import Fight, Seat, State
from kickdoor.env.core.episode import Episode
from kickdoor.env.core.observation_fields import MAX_VALUE, Layout
from kickdoor.view.visibility import knows

PROCEDURES: dict[type[Frame], int] = {kind: number for number, kind in enumerate(FRAMES)}


class Places:
    """The start of each field as a plain number, since a lookup by name for every vector is too slow."""

    def __init__(self, layout: Layout) -> None:
        self.cards = layout.fields["hand"].shape[0]
        self.counters = layout.fields["tokens"].shape[1]
        self.find_question(layout)
        self.find_seats(layout)
        self.find_middle(layout)
        self.find_fight(layout)

    def find_question(self, layout: Layout) -> None:
        self.speaks = layout.at("speaks")
        self.unasked = layout.at("unasked")
        self.purpose = layout.at("purpose")
        self.phase = layout.at("phase")
        self.procedures = layout.at("procedures")
        self.turn = layout.at("turn")
        self.turns = layout.at("turns")
        self.winning_level = layout.at("winning_level")
        self.idle_left = layout.at("idle_left")
        self.asked = layout.at("asked")
        self.said = layout.at("said")

    def find_seats(self, layout: Layout) -> None:
        self.level = layout.at("level")
        self.female = layout.at("female")
        self.dead = layout.at("dead")
        self.newborn = layout.at("newborn")
        self.hand_size = layout.at("hand_size")
        self.hand_doors = layout.at("hand_doors")
        self.bonus = layout.at("bonus")
        self.tokens = layout.at("tokens")
        self.hand = layout.at("hand")
        self.shown = layout.at("shown")
        self.known = layout.at("known")
        self.play = layout.at("play")
        self.worn = layout.at("worn")

    def find_middle(self, layout: Layout) -> None:
        self.decks = layout.at("decks")
        self.discarded = layout.at("discarded")
        self.discards = layout.at("discards")
        self.top = layout.at("top")
        self.peeked = layout.at("peeked")
        self.aside = layout.at("aside")
        self.matter = layout.at("matter")
        self.doer = layout.at("doer")
        self.victim = layout.at("victim")
        self.die = layout.at("die")

    def find_fight(self, layout: Layout) -> None:
        self.fight = layout.at("fight")
        self.main = layout.at("main")
        self.helper = layout.at("helper")
        self.lost = layout.at("lost")
        self.strength = layout.at("strength")
        self.treasures = layout.at("treasures")
        self.levels = layout.at("levels")
        self.monsters = layout.at("monsters")
        self.played = layout.at("played")
        self.share = layout.at("share")
        self.offer_from = layout.at("offer_from")
        self.offer_treasures = layout.at("offer_treasures")
        self.offer_gives = layout.at("offer_gives")
        self.offer_wants = layout.at("offer_wants")


class Vector:
    """A writer of vectors of one layout and of token masks, which reuses its buffers."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.at = Places(layout)
        self.bytes = bytearray(layout.size)
        """The buffer of the last vector."""
        # Any other type would be converted to a bytearray on each use
        self.blank = bytearray(layout.size)
        self.no_tokens = bytearray(layout.fields["said"].size)
        self.mask = bytearray(self.no_tokens)
        """The buffer of the last mask."""
        self.me = 0
        self.piles: list[list[int]] = [[], []]
        """A cache of the discard counts and their cards, since the piles are long and seldom change."""
        self.cards: list[CardDef] = []
        self.discards = bytearray(self.at.cards)

    def write(self, episode: Episode, seat: int) -> bytearray:
        """Write the observation of a seat."""
        s = episode.state
        self.me = seat
        self.bytes[:] = self.blank
        self.write_question(episode, s, seat)
        for p in s.seats:
            self.write_seat(s, p)
        self.write_own(s, s.seats[seat].hand)
        if s.seen:
            self.write_seen(s)
        self.write_piles(s)
        for card in s.aside:
            self.count(self.at.aside, s.cards[card].index)
        self.write_matter(s)
        if s.fight is not None:
            self.write_fight(s, s.fight)
        return self.bytes

    def write_mask(self, episode: Episode, seat: int) -> bytearray:
        """Write 1 for each legal token of a seat; all zeros unless the seat is acting."""
        self.mask[:] = self.no_tokens
        if seat == episode.seat:
            for token in episode.legal_actions:
                self.mask[token] = 1
        return self.mask

    # Writing numbers

    def put(self, at: int, value: int) -> None:
        """Write a number."""
        self.bytes[at] = min(max(value, -MAX_VALUE), MAX_VALUE) & 255

    def count(self, at: int, index: int) -> None:
        """Count a card among those of its name."""
        found = self.bytes[at + index]
        if found < MAX_VALUE:
            self.bytes[at + index] = found + 1

    def mark_seat(self, at: int, seat: int) -> None:
        """Mark a seat, counted from the observing seat."""
        if seat >= 0:
            self.bytes[at + (seat - self.me) % self.layout.seats] = 1

    # Writing fields

    def write_question(self, episode: Episode, s: State, seat: int) -> None:
        """Write the prompt of the seat and its unfinished action."""
        at = self.at
        action = episode.action
        if episode.seat == seat and action is not None:
            self.put(at.speaks, 1)
            if episode.is_polled:
                self.put(at.unasked, 1)
            for token in action.said:
                self.count(at.said, token)
        asked = runtime.prompted_seats(s)
        if asked >> seat & 1:
            self.put(at.purpose + s.stack[-1].purpose(s, seat), 1)
        for p in s.seats:
            if asked >> p.index & 1:
                self.mark_seat(at.asked, p.index)
        self.put(at.phase + s.phase, 1)
        for frame in s.stack:
            self.count(at.procedures, PROCEDURES[type(frame)])
        self.mark_seat(at.turn, s.turn)
        self.put(at.turns, s.turns)
        self.put(at.winning_level, s.options.winning_level)
        self.put(at.idle_left, episode.free_actions_left(seat))

    def write_seat(self, s: State, p: Seat) -> None:
        """Write the cards in play of a seat and the backs of its hand."""
        at = self.at
        place = (p.index - self.me) % self.layout.seats
        self.put(at.level + place, p.level)
        if p.sex == nr.FEMALE:
            self.put(at.female + place, 1)
        if p.dead:
            self.put(at.dead + place, 1)
        if p.newborn:
            self.put(at.newborn + place, 1)
        doors = 0
        for card in p.hand:
            if s.cards[card].deck == nr.DOOR:
                doors += 1
        self.put(at.hand_size + place, len(p.hand))
        self.put(at.hand_doors + place, doors)
        for kind in range(len(p.counters)):
            self.put(at.tokens + place * at.counters + kind, p.counters[kind])
        row = at.play + place * at.cards
        for card in p.play:
            self.count(row, s.cards[card].index)
        row = at.worn + place * at.cards
        bonus = 0
        for card in p.equipped:
            d = s.cards[card]
            bonus += d.bonus
            self.count(row, d.index)
        self.put(at.bonus + place, bonus)

    def write_own(self, s: State, hand: list[int]) -> None:
        """Write the seat's own hand."""
        at = self.at
        for card in hand:
            self.count(at.hand, s.cards[card].index)
            if s.seen.get(card, 0):
                self.count(at.shown, s.cards[card].index)

    def write_seen(self, s: State) -> None:
        """Write the cards that the seat has seen in other hands and in the decks."""
        at = self.at
        me = self.me
        held: set[int] = set()
        for p in s.seats:
            row = at.known + ((p.index - me) % self.layout.seats - 1) * at.cards
            for card in p.hand:
                mask = s.seen.get(card, 0)
                if mask:
                    held.add(card)
                    if p.index != me and knows(mask, p.index, me):
                        self.count(row, s.cards[card].index)
        if len(held) < len(s.seen):
            self.write_peeked(s, held)

    def write_peeked(self, s: State, held: set[int]) -> None:
        """Write the cards that the seat has seen in the decks; known locations are skipped, since decks are long."""
        for card, mask in s.seen.items():
            if card in held or not knows(mask, -1, self.me) or (s.fight is not None and is_fought(s.fight, card)):
                continue
            if card in s.decks[s.cards[card].deck]:
                self.count(self.at.peeked, s.cards[card].index)

    def write_piles(self, s: State) -> None:
        """Write the sizes of the decks and the discard piles."""
        at = self.at
        if s.cards is not self.cards or s.discards[0] != self.piles[0] or s.discards[1] != self.piles[1]:
            self.count_piles(s)
        self.bytes[at.discards : at.discards + at.cards] = self.discards
        for deck in range(2):
            pile = s.discards[deck]
            self.put(at.decks + deck, len(s.decks[deck]))
            self.put(at.discarded + deck, len(pile))
            if pile:
                self.count(at.top, s.cards[pile[-1]].index)

    def count_piles(self, s: State) -> None:
        """Count the discarded cards; if cards were only added since, count just those."""
        for deck in range(2):
            kept = len(self.piles[deck])
            if s.cards is not self.cards or s.discards[deck][:kept] != self.piles[deck]:
                self.cards = s.cards
                self.piles = [[], []]
                self.discards = bytearray(self.at.cards)
        for deck in range(2):
            for card in s.discards[deck][len(self.piles[deck]) :]:
                index = s.cards[card].index
                if self.discards[index] < MAX_VALUE:
                    self.discards[index] = self.discards[index] + 1
            self.piles[deck] = s.discards[deck][:]

    def write_matter(self, s: State) -> None:
        """Write the subject: the innermost procedure that concerns a card, a die or a seat."""
        for i in range(len(s.stack) - 1, -1, -1):
            if self.write_frame(s, s.stack[i]):
                return

    def write_frame(self, s: State, frame: Frame) -> bool:
        """Write the subject of a procedure; return False if it has none."""
        at = self.at
        about = frame.matter()
        if about is None:
            trade = trade_of(frame)
            if trade is not None and trade.other == self.me:
                self.write_trade(s, trade)
            return False
        self.mark_seat(at.doer, about.doer)
        self.mark_seat(at.victim, about.victim)
        if about.face:
            self.put(at.die + about.face - 1, 1)
        if about.body >= 0:
            self.write_body(s, about.body)
        if about.card >= 0:
            self.count(at.matter, s.cards[about.card].index)
        return True

    def write_body(self, s: State, uid: int) -> None:
        """Write the monster that the procedure concerns."""
        if s.fight is not None:
            for body in s.fight.bodies:
                if body.uid == uid:
                    self.count(self.at.matter, body.definition)

    def write_trade(self, s: State, trade: Trade) -> None:
        """Write the trade that is proposed to the seat."""
        self.mark_seat(self.at.offer_from, trade.seat)
        for card in trade.gives:
            self.count(self.at.offer_gives, s.cards[card].index)
        for card in trade.wants:
            self.count(self.at.offer_wants, s.cards[card].index)

    def write_fight(self, s: State, fight: Fight) -> None:
        """Write the current fight."""
        at = self.at
        self.put(at.fight, 1)
        self.mark_seat(at.main, fight.main)
        self.mark_seat(at.helper, fight.helper)
        if fight.lost:
            self.put(at.lost, 1)
        both = totals(s)
        self.put(at.strength, both[0])
        self.put(at.strength + 1, both[1])
        treasures = fight.owed
        for body in fight.bodies:
            self.count(at.monsters, body.definition)
            treasures += body_treasures(s, fight, body)
        self.put(at.treasures, treasures)
        self.put(at.levels, kill_levels(s, fight))
        for i in range(1, len(fight.enhancers), 2):
            self.count(at.played, s.cards[fight.enhancers[i]].index)
        for card in fight.played:
            self.count(at.played, s.cards[card].index)
        self.put(at.share, share_of(fight.deal))
        for offer in fight.offers:
            if offer.to == self.me:
                self.mark_seat(at.offer_from, offer.asker)
                self.write_terms(s, offer.terms)

    def write_terms(self, s: State, terms: list[int]) -> None:
        """Write the terms of help that are proposed to the seat, which knows all their cards."""
        self.put(self.at.offer_treasures, share_of(terms))
        for term in terms:
            sort = term >> P_SHIFT
            if sort == P_GIVE or sort == P_CARD:
                self.count(self.at.offer_gives, s.cards[term & 4095].index)
            elif sort == P_WANT:
                self.count(self.at.offer_wants, s.cards[term & 4095].index)


def is_fought(fight: Fight, card: int) -> bool:
    """Return whether a card is a monster of the fight or was played into it."""
    for body in fight.bodies:
        if body.card == card:
            return True
    for i in range(1, len(fight.enhancers), 2):
        if fight.enhancers[i] == card:
            return True
    return card in fight.played


def share_of(terms: list[int]) -> int:
    """Return the number of Treasures that terms give the helper."""
    share = 0
    for term in terms:
        if term >> P_SHIFT == P_COUNT:
            share += term & 4095
        elif term >> P_SHIFT == P_PLACE:
            share += 1
    return share
