"""Events of a game, as data and as sentences."""

from __future__ import annotations

from kickdoor.card_index import Card
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.state import State
from kickdoor.text.event_text import narrate
from kickdoor.view.redact import redact, sees, witness

SPECTATOR = -1


class Event:
    """Something that happened in a game.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed="doctest", names=["Aric", "Bo", "Cleo"])
    >>> while game.phase == "setup":
    ...     events = game.do(game.options(game.asked[0])[0])
    >>> events[-1]
    <Event turn_begun: "Turn 1: Bo.">
    >>> events[-1].word, events[-1].seat, events[-1].amount
    ('turn_begun', 1, 1)
    >>> roll = next(event for event in events if event.word == "die_rolled")
    >>> roll.text(), roll.text(roll.seat)
    ('Aric rolls a 2.', 'You roll a 2.')
    """

    __slots__ = ("_event", "_names", "_rules")

    def __init__(self, event: ev.Event, state: State, names: list[str]) -> None:
        self._event = event
        self._rules = state.rules
        self._names = names

    @property
    def word(self) -> str:
        """The kind of event, such as `card_played` or `level_gained`."""
        return ev.EVENTS[self._event.kind]

    @property
    def seat(self) -> int:
        """The seat that acted or was affected; -1 for none."""
        return self._event.seat

    @property
    def other(self) -> int:
        """The other seat, or another value that depends on the kind of event; see docs/events.md."""
        return self._event.other

    @property
    def amount(self) -> int:
        """The amount: Levels, cards, the face of a die."""
        return self._event.amount

    @property
    def cause(self) -> Card | None:
        """The card whose effect this is, or that explains it, as a definition; None for none. All seats know it."""
        return None if self._event.cause < 0 else Card(self._rules, self._rules.defs[self._event.cause])

    @property
    def source(self) -> int:
        """The seat that played or used the card behind this event; -1 for none."""
        return self._event.source

    @property
    def before(self) -> int | None:
        """The number that this event changes, such as a Level, before it; None if it changes none."""
        return None if self._event.before < 0 else self._event.before

    @property
    def after(self) -> int | None:
        """The number that this event changes, after it; None if it changes none."""
        return None if self._event.after < 0 else self._event.after

    def cards(self, seat: int | None = None) -> list[Card]:
        """List the cards of the event that a seat may know; without a seat, list all of them."""
        if seat is not None and not sees(self._event, seat):
            return []
        defs = self._rules.defs
        found = zip(self._event.cards, self._event.names, strict=True)
        return [Card(self._rules, defs[name], card) for card, name in found]

    def text(self, seat: int | None = None) -> str:
        """Return the event as a sentence with what the seat may know; the seat is "you", and -1 is a spectator.

        Without a seat the sentence includes hidden cards.
        """
        people = len(self._names)
        if seat is not None and not SPECTATOR <= seat < people:
            raise BadData(f"there is no seat {seat}; seats are 0 to {people - 1}, -1 is a spectator")
        facts = redact(self._event, witness(self._event, people) if seat is None else seat, self._rules)
        if self._event.kind in ev.LEVELS:
            facts["level"] = self._event.after
        return narrate(self._rules, facts, self._names, me=SPECTATOR if seat is None else seat)

    def __repr__(self) -> str:
        return f'<Event {self.word}: "{self}">'

    def __str__(self) -> str:
        return self.text()


def tell(state: State, events: list[ev.Event], names: list[str]) -> list[Event]:
    """Convert events of the engine."""
    return [Event(event, state, names) for event in events]
