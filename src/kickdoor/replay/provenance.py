"""Provenance of a game: the rules and cards it was made with, and how to treat a replay that differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from kickdoor.catalog.digest import is_of_bytes
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData, Refused
from kickdoor.engine.machine.prompts import Answer, key, parse
from kickdoor.engine.rules.version import VERSION
from kickdoor.replay.record import Record, Result, Step
from kickdoor.replay.recorder import Recorder
from kickdoor.text.reasons_text import refusal_text

T = TypeVar("T")
OTHERS = "with other card files"
PERHAPS = "perhaps with other card files"


class ReplayMismatch(BadData):
    """A replay that differs. `otherwise` means that the game was made with other rules or card files."""

    def __init__(self, message: str, otherwise: bool = False) -> None:
        super().__init__(message)
        self.otherwise = otherwise

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.otherwise)


class Provenance:
    """The rules and cards that a game was made with, compared with the current ones.

    Games are always replayed with the current rules, since most changes affect few games. A game that differs is false
    if it was made with the same rules and cards. Otherwise the difference proves nothing.
    """

    def __init__(self, version: int, catalog: str, rules: RuleSet, what: str) -> None:
        self.what = what
        """The subject of messages: the record or the game."""
        self.cards = cards_of(catalog, rules)
        self.words = describe_provenance(version, self.cards)
        """The differences from the current rules and cards in words; empty if there are none."""

    def differs(self, how: str) -> ReplayMismatch:
        """Return the error for something that differs."""
        return ReplayMismatch(f"{self.words}: {how}" if self.words else how, bool(self.words))

    def check_deal(self, recorder: Recorder, dealt: str) -> None:
        """Raise ReplayMismatch if the deal differs. Games of 0.1 do not store theirs."""
        if dealt and recorder.dealt != dealt:
            raise self.differs(f"the deal of {self.what} replays differently")

    def give_again(self, recorder: Recorder, step: Step, apply: Callable[[Answer], T], blind: bool = False) -> T:
        """Apply a recorded answer and check its fingerprint; with `blind`, check only that it is legal.

        Answers stored by 0.1 have no fingerprint.
        """
        blind = blind or (not step.outcome and bool(self.words))
        number = recorder.count + 1
        code = parse(step.key)
        if code < 0:
            raise self.differs(f"answer {number} of {self.what}: {step.key[:60]!a} is not an option")
        where = f"answer {number} of {self.what}, {key(code)} of seat {step.seat},"
        try:
            out = apply(Answer(step.seat, code, step.picks[:], cause=step.cause))
        except Refused as e:
            why = refusal_text(e.code, e.rules) if str(e) == e.code else str(e)
            raise self.differs(f"{where} is refused: {why}") from None
        if not blind and recorder.answers[-1].outcome != step.outcome:
            raise self.differs(f"{where} now replays differently")
        return out

    def check_end(self, told: Result, found: Result) -> None:
        """Raise ReplayMismatch if the end differs.

        The format of a state depends on the rules and contains the card files, so the hash of the state is compared
        only if both are the same.
        """
        if not told.state and not told.winners:
            # The record was saved during the game.
            return
        if (told.winners, told.turns) != (found.winners, found.turns) or (not self.words and told.state != found.state):
            raise self.differs(
                f"{self.what} ends with winners {told.winners} after {told.turns} turns in another state than "
                f"replayed: winners {found.winners} after {found.turns} turns"
            )


def cards_of(catalog: str, rules: RuleSet) -> str:
    """Return in words whether a game was made with other cards, by its digest; empty for the current ones.

    Up to 0.1 the digests were of bytes. Other bytes may have the same meaning and then replay identically.
    """
    if catalog in (rules.digest, rules.files):
        return ""
    return PERHAPS if is_of_bytes(catalog) else OTHERS


def describe_provenance(version: int, cards: str) -> str:
    """Return in words whether a game was made with other rules or cards; empty for the current ones.

    >>> describe_provenance(VERSION, OTHERS)
    'made with other card files'
    >>> describe_provenance(VERSION, "")
    ''
    """
    parts = [f"under other rules ({version}; these are {VERSION})"] if version != VERSION else []
    parts += [cards] if cards else []
    return "made " + " and ".join(parts) if parts else ""


def origin_of(record: Record, rules: RuleSet) -> Provenance:
    """Return the provenance of a record."""
    return Provenance(record.rules, record.catalog, rules, "the record")
