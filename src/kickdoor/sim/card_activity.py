"""Counts of the cards that acted in a game, and of the ways they acted, from its events and fights.

A card acts by one of these ways, each counted once a game for each definition:

- `played`: from hand, or a one-shot from the table; putting an Item or one-shot on the table does not count
- `used NAME`: its ability was used
- `counted`: it, or a modifier on it, was a term of a fight's strength
- `fought`: a monster was in a fight; `bad stuff`: it caught a player who ran away
- `landed`: a curse took effect, neither cancelled nor without effect
- `ran`: it changed a roll to run away
- `shielded`: it prevented a Curse found by kicking open a door
- `stood`: an Item that changes a rule made a difference: every hand was full, it carried something, a turn ended with
  as many cards as it lets one keep, a helper took the token it gives
"""

from __future__ import annotations

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.fight.strength import terms
from kickdoor.engine.rules.items.equipment import HANDS, slot_use
from kickdoor.engine.rules.turn.charity import HAND_LIMIT
from kickdoor.engine.state.queries import ask_seat, may_use
from kickdoor.engine.state.state import Seat, State

PLAYED = "played"
USED = "used "
COUNTED = "counted"
FOUGHT = "fought"
BAD_STUFF = "bad stuff"
LANDED = "landed"
RAN = "ran"
SHIELDED = "shielded"
STOOD = "stood"


def ways_of(d: CardDef) -> list[str]:
    """List the ways in which a card can act at all."""
    ways = [USED + ability.name for ability in d.abilities]
    runs = d.run != 0 or has(d, nr.Q_RUN)
    strong = d.bonus != 0 or has(d, nr.Q_STRENGTH)
    if d.kind == nr.MONSTER:
        return [*ways, FOUGHT, COUNTED] + ([BAD_STUFF] if d.bad_stuff >= 0 else [])
    if d.kind == nr.CURSE:
        ways.append(LANDED)
    elif d.kind != nr.ITEM:
        ways.append(PLAYED)
    if strong:
        ways.append(COUNTED)
    if runs:
        ways.append(RAN)
    if has(d, nr.Q_DOOR_CURSE_SHIELD):
        ways.append(SHIELDED)
    if stands(d):
        ways.append(STOOD)
    return ways


def stands(d: CardDef) -> bool:
    """Return whether a card is an Item that changes a rule of carrying, of the hand or of helping."""
    return d.kind == nr.ITEM and (
        d.lifts != 0 or any(has(d, q) for q in (nr.Q_HANDS, nr.Q_HAND_LIMIT, nr.Q_HELPER_TOKENS))
    )


def has(d: CardDef, query: int) -> bool:
    return any(m.query == query for m in d.modifiers)


class Acting:
    """A counter of card activity in one game."""

    def __init__(self, s: State) -> None:
        self.state = s
        self.ways: set[tuple[int, str]] = set()
        """The index of the definition, and the way the card acted."""
        self.landing: dict[int, int] = {}
        """The number of times each Curse landed and had an effect."""
        self.landed = -1
        """The last Curse that landed since a door was opened."""
        self.turn = self.helper = -1
        """The seat whose turn it was at the last update, and the helper."""

    def watch(self, events: list[Event]) -> None:
        """Process the events since the last update, while the game waits for an answer."""
        reshuffled = any(event.kind == ev.RESHUFFLED for event in events)
        for event in events:
            if event.names:
                self.note(event, reshuffled)
            elif event.kind == ev.DIE_ROLLED and event.other == nr.FOR_ESCAPE:
                self.roll(self.state.seats[event.seat])
        self.carry()
        self.keep_and_help(events)
        if self.state.fight is not None:
            for term in terms(self.state):
                if term.name >= 0 and term.amount:
                    self.ways.add((term.name, COUNTED))

    def note(self, event: Event, reshuffled: bool) -> None:
        """Note one event about a card."""
        kind, name = event.kind, event.names[0]
        if kind == ev.CARD_PLAYED:
            if not self.laid_out(event, reshuffled):
                self.ways.add((name, PLAYED))
        elif kind == ev.ABILITY_USED:
            self.ways.add((name, USED + self.state.rules.defs[name].abilities[event.amount].name))
        elif kind in (ev.FIGHT_BEGUN, ev.MONSTER_JOINED):
            self.ways.add((name, FOUGHT))
        elif kind == ev.CAUGHT:
            self.ways.add((name, BAD_STUFF))
        elif kind == ev.CURSE_LANDED:
            self.landing[name] = self.landing.get(name, 0) + 1
            self.landed = name
        elif kind == ev.DOOR_KICKED:
            self.landed = -1
        elif kind == ev.CURSE_NO_EFFECT:
            self.fizzle(name, self.state.seats[event.seat])

    def fizzle(self, name: int, p: Seat) -> None:
        """Note a Curse without effect: it landed and found nothing, or it was prevented."""
        if self.landed == name:
            self.landing[name] -= 1
        else:
            self.shield(p)
        self.landed = -1

    def laid_out(self, event: Event, reshuffled: bool) -> bool:
        """Return whether a card was only put on the table."""
        d = self.state.rules.defs[event.names[0]]
        if d.kind != nr.ONESHOT:
            return d.kind == nr.ITEM
        # A reshuffle assigns new card ids, so the card can no longer be identified
        return reshuffled or event.cards[0] in self.state.seats[event.seat].play

    def roll(self, p: Seat) -> None:
        """Note the cards that change a seat's roll to run away."""
        for card in p.play:
            d = self.state.cards[card]
            if d.kind == nr.ITEM and not (card in p.equipped and may_use(self.state, p, card)):
                continue
            if d.run or has(d, nr.Q_RUN):
                self.ways.add((d.index, RAN))

    def shield(self, p: Seat) -> None:
        """Note the card that prevented a Curse found by kicking open a door."""
        for card in p.equipped:
            d = self.state.cards[card]
            if has(d, nr.Q_DOOR_CURSE_SHIELD):
                self.ways.add((d.index, SHIELDED))

    def carry(self) -> None:
        """Note Items that carry another, and extra hands that are full."""
        s = self.state
        for item, host in s.attached.items():
            if s.cards[item].kind == nr.ITEM and s.cards[host].lifts:
                self.stand(host)
        for p in s.seats:
            for card in self.worn(p, nr.Q_HANDS):
                if slot_use(s, p.equipped, nr.HAND) == ask_seat(s, p.index, nr.Q_HANDS, HANDS):
                    self.stand(card)

    def keep_and_help(self, events: list[Event]) -> None:
        """Note cards that let a turn end with more cards in hand, or that gave a helper a token."""
        s = self.state
        kinds = [event.kind for event in events]
        if ev.TURN_BEGUN in kinds and self.turn >= 0:
            p = s.seats[self.turn]
            if len(p.hand) == ask_seat(s, p.index, nr.Q_HAND_LIMIT, HAND_LIMIT):
                for card in self.worn(p, nr.Q_HAND_LIMIT):
                    self.stand(card)
        if self.helper >= 0 and any(e.kind == ev.TOKEN_GAINED and e.seat == self.helper for e in events):
            for card in self.worn(s.seats[self.helper], nr.Q_HELPER_TOKENS):
                self.stand(card)
        self.turn = s.turn
        self.helper = s.fight.helper if s.fight is not None else -1

    def worn(self, p: Seat, query: int) -> list[int]:
        """List the equipped Items that change the answer to a query."""
        return [card for card in p.equipped if has(self.state.cards[card], query)]

    def stand(self, card: int) -> None:
        if stands(self.state.cards[card]):
            self.ways.add((self.state.cards[card].index, STOOD))

    def result(self) -> dict[str, list[str]]:
        """Return the ways in which each card acted in this game."""
        landed = {(name, LANDED) for name, count in self.landing.items() if count > 0}
        out: dict[str, list[str]] = {}
        for name, way in sorted(self.ways | landed):
            out.setdefault(self.state.rules.defs[name].key, []).append(way)
        return out
