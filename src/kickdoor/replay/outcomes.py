"""Fingerprints of what came of answers, so that a replay notices the first outcome that differs."""

from __future__ import annotations

from hashlib import blake2b

from kickdoor.engine.machine.events import Event
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.state import State
from kickdoor.replay.record import Result

DIGITS = 8


class Outcomes:
    """A running hash over all events of a game: dice, draws and everything else that happened."""

    def __init__(self) -> None:
        self.hash = blake2b(digest_size=16, person=b"outcomes")

    def copy(self) -> Outcomes:
        """Copies the hash so far, to go back to."""
        c = Outcomes()
        c.hash = self.hash.copy()
        return c

    def after(self, events: list[Event]) -> str:
        """Takes in the events of one answer and gives the fingerprint so far."""
        for e in events:
            told = (e.kind, e.seat, e.other, e.amount, e.cards, e.names, e.eyes)
            self.hash.update(repr(told).encode())
        self.hash.update(b";")
        return self.hash.hexdigest()[:DIGITS]


def deal_of(s: State) -> str:
    """Gives a fingerprint of a game before its first answer: who begins, and where each card lies."""
    told = (s.turn, [d.key for d in s.cards], s.decks, s.discards, [(p.hand, p.play) for p in s.seats])
    return blake2b(repr(told).encode(), digest_size=DIGITS // 2, person=b"deal").hexdigest()


def result_of(s: State) -> Result:
    """Sums up a game as it stands."""
    whole = blake2b(state_to_json(s).encode(), digest_size=16).hexdigest()
    return Result(s.winners[:], s.turns, whole)
