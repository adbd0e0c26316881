"""What a bot sees of the game: its own hand, and what lies open on the table."""

from __future__ import annotations

from kickdoor.core import words as w
from kickdoor.core.cards import CardDef
from kickdoor.core.machine import Frame
from kickdoor.core.queries import may_use
from kickdoor.core.state import State
from kickdoor.rules.curse import CurseLands
from kickdoor.rules.fighting import body_treasures
from kickdoor.rules.strength import kill_levels, munchkin_strength, totals, winning
from kickdoor.rules.trade import Trade


class Munchkin:
    """One munchkin as everybody sees him."""

    def __init__(self, index: int, level: int, cards: int, dead: bool, strength: int) -> None:
        self.index = index
        self.level = level
        self.cards = cards
        """How many cards he holds."""
        self.dead = dead
        self.strength = strength
        self.play: list[int] = []
        self.equipped: list[int] = []


class FightSeen:
    """The fight as everybody sees it."""

    def __init__(self, main: int, helper: int, ours: int, theirs: int, won: bool) -> None:
        self.main = main
        self.helper = helper
        self.munchkins = ours
        self.monsters = theirs
        self.won = won
        """The munchkins would win as things stand."""
        self.lost = False
        self.treasures = 0
        self.levels = 0
        """Levels the main fighter would gain."""
        self.offers: list[tuple[int, int, list[int]]] = []
        """Open help offers: who made it, who would help, what the helper gets."""


class Sight:
    """The game from one seat."""

    def __init__(self, seat: int, turn: int, turns: int, phase: int) -> None:
        self.seat = seat
        self.turn = turn
        self.turns = turns
        self.phase = phase
        self.winning_level = 10
        self.hand: list[int] = []
        self.usable: list[int] = []
        """Own Items that he may use, if there is room."""
        self.munchkins: list[Munchkin] = []
        self.fight: FightSeen | None = None
        self.victim = -1
        """Who is about to be struck by a curse."""
        self.given: list[int] = []
        """What a trade under discussion gives the seat, and what it takes from him."""
        self.taken: list[int] = []
        self.cards: dict[int, CardDef] = {}
        """Definitions of the cards it can see, by id."""

    @property
    def me(self) -> Munchkin:
        """His own munchkin."""
        return self.munchkins[self.seat]

    def leader(self) -> int:
        """Finds the most dangerous other munchkin: the highest Level, then the strongest."""
        others = [m for m in self.munchkins if m.index != self.seat and not m.dead]
        return max(others, key=lambda m: (m.level, m.strength, -self.distance(m.index))).index if others else -1

    def distance(self, seat: int) -> int:
        """Counts the places to a seat, going left: ties are broken by it, so that no seat is favoured."""
        return (seat - self.seat) % len(self.munchkins)

    def free_of(self, kind: int) -> bool:
        """Tells whether he has no card of a kind before him."""
        return not any(self.cards[c].kind == kind for c in self.me.play)


def sight(s: State, seat: int) -> Sight:
    """Builds up what a seat sees, field by field; nothing that is hidden from it gets in."""
    out = Sight(seat, s.turn, s.turns, s.phase)
    out.winning_level = s.options.winning_level
    out.hand = s.seats[seat].hand[:]
    see(s, out, out.hand)
    for p in s.seats:
        m = Munchkin(p.index, p.level, len(p.hand), p.dead, munchkin_strength(s, p.index))
        m.play = p.play[:]
        m.equipped = p.equipped[:]
        out.munchkins.append(m)
        see(s, out, m.play)
    see(s, out, s.aside)
    mine = s.seats[seat]
    out.usable = [c for c in mine.play + mine.hand if s.cards[c].kind == w.ITEM and may_use(s, mine, c)]
    add_fight(s, out)
    if s.stack:
        add_question(s, out, s.stack[-1])
    return out


def see(s: State, out: Sight, cards: list[int]) -> None:
    for card in cards:
        out.cards[card] = s.cards[card]


def add_fight(s: State, out: Sight) -> None:
    """Shows the fight."""
    fight = s.fight
    if fight is None:
        return
    both = totals(s)
    seen = FightSeen(fight.main, fight.helper, both[0], both[1], winning(s))
    seen.lost = fight.lost
    seen.treasures = fight.owed + sum(body_treasures(s, fight, body) for body in fight.bodies)
    seen.levels = kill_levels(s, fight)
    seen.offers = [(o.asker, o.helper, o.terms[:]) for o in fight.offers if out.seat in (o.asker, o.to)]
    out.fight = seen
    see(s, out, [body.card for body in fight.bodies] + fight.enhancers[1::2] + fight.played)


def add_question(s: State, out: Sight, frame: Frame) -> None:
    """Shows what the open question is about."""
    if isinstance(frame, CurseLands):
        out.victim = frame.victim
    elif isinstance(frame, Trade) and out.seat == frame.other:
        out.given = frame.gives[:]
        out.taken = frame.wants[:]
