"""Fingerprints of the events of answers, with which a replay detects the first mismatch."""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.events import FOLLOWS, Event
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.state import State
from kickdoor.replay.record import Result

DIGITS = 8


def outcomes_of(events: list[Event]) -> list[Event]:
    """Return the events without those that are derived from others."""
    return [e for e in events if e.kind not in FOLLOWS]


class Outcomes(Protocol):
    """A running fingerprint of all events of a game, dice and draws included."""

    def copy(self) -> Outcomes:
        """Copy the current state, to return to it later."""

    def after(self, events: list[Event]) -> str:
        """Add the events of one answer and return the fingerprint so far."""


class Chain:
    """A hash chain: each link hashes the previous link and the events of one answer, so it can be continued anywhere.

    Cards are named by set and id, since an added card shifts their numbers.
    """

    def __init__(self, rules: RuleSet, link: str = "") -> None:
        self.rules = rules
        self.link = link

    def copy(self) -> Chain:
        return Chain(self.rules, self.link)

    def after(self, events: list[Event]) -> str:
        link = blake2b(self.link.encode(), digest_size=16, person=b"chain")
        for e in outcomes_of(events):
            keys = [self.rules.defs[index].key for index in e.names]
            link.update(repr((e.kind, e.seat, e.other, e.amount, e.cards, keys, e.visible_to)).encode())
        self.link = link.hexdigest()
        return self.link[:DIGITS]


class RunningHash:
    """One hash over all events from the start, as in records of format 1."""

    def __init__(self) -> None:
        self.hash = blake2b(digest_size=16, person=b"outcomes")

    def copy(self) -> RunningHash:
        c = RunningHash()
        c.hash = self.hash.copy()
        return c

    def after(self, events: list[Event]) -> str:
        for e in outcomes_of(events):
            told = (e.kind, e.seat, e.other, e.amount, e.cards, e.names, e.visible_to)
            self.hash.update(repr(told).encode())
        self.hash.update(b";")
        return self.hash.hexdigest()[:DIGITS]


def deal_of(s: State) -> str:
    """Return a fingerprint of a game before its first answer: the starting seat and the place of each card."""
    told = (s.turn, [d.key for d in s.cards], s.decks, s.discards, [(p.hand, p.play) for p in s.seats])
    return blake2b(repr(told).encode(), digest_size=DIGITS // 2, person=b"deal").hexdigest()


def result_of(s: State) -> Result:
    """Return the result of a game in its current state."""
    whole = blake2b(state_to_json(s).encode(), digest_size=16).hexdigest()
    return Result(s.winners[:], s.turns, whole)
