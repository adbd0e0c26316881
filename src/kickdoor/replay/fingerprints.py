"""Fingerprints of what came of answers, so that a replay notices the first outcome that differs."""

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
    """Return the events without those that only follow from others."""
    return [e for e in events if e.kind not in FOLLOWS]


class Outcomes(Protocol):
    """Takes in what happens in a game: dice, draws and everything else."""

    def copy(self) -> Outcomes:
        """Copy what was taken in so far, to go back to."""

    def after(self, events: list[Event]) -> str:
        """Take in the events of one answer and gives the fingerprint so far."""


class Chain:
    """A chain: each link is made of the one before and of what came of one answer, so it can be taken up anywhere.

    Cards are named by set and id: a card that is added moves their numbers.
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
    """One hash over all events from the first on, as records of format 1 have it."""

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
    """Return a fingerprint of a game before its first answer: who begins, and where each card lies."""
    told = (s.turn, [d.key for d in s.cards], s.decks, s.discards, [(p.hand, p.play) for p in s.seats])
    return blake2b(repr(told).encode(), digest_size=DIGITS // 2, person=b"deal").hexdigest()


def result_of(s: State) -> Result:
    """Sum up a game as it stands."""
    whole = blake2b(state_to_json(s).encode(), digest_size=16).hexdigest()
    return Result(s.winners[:], s.turns, whole)
