"""Where a game comes from: under which rules and with which cards it was made, and what follows if it differs now."""

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
    """A game does not come out as it did. `otherwise`: it was made under other rules or with other card files."""

    def __init__(self, message: str, otherwise: bool = False) -> None:
        super().__init__(message)
        self.otherwise = otherwise

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.otherwise)


class Provenance:
    """Under which rules and with which cards something was made, beside those of the present.

    Games are played again under the present rules, whatever they were made under: most changes touch few games. One
    that differs is false if it was made under the same rules with the same cards; else nobody can tell.
    """

    def __init__(self, version: int, catalog: str, rules: RuleSet, what: str) -> None:
        self.what = what
        """The record, or the game: what messages speak of."""
        self.cards = cards_of(catalog, rules)
        self.words = describe_provenance(version, self.cards)
        """Says what is other than at present; empty if nothing is."""

    def differs(self, how: str) -> ReplayMismatch:
        """Make the complaint about something that differs."""
        return ReplayMismatch(f"{self.words}: {how}" if self.words else how, bool(self.words))

    def check_deal(self, recorder: Recorder, dealt: str) -> None:
        """Object to another deal. Games of 0.1 do not say what theirs was."""
        if dealt and recorder.dealt != dealt:
            raise self.differs(f"the deal of {self.what} comes out differently")

    def give_again(self, recorder: Recorder, step: Step, apply: Callable[[Answer], T], blind: bool = False) -> T:
        """Return an answer again and checks what comes of it; with `blind`, only that it may be given.

        Answers that 0.1 has stored do not say what came of them.
        """
        blind = blind or (not step.outcome and bool(self.words))
        number = recorder.count + 1
        code = parse(step.key)
        if code < 0:
            raise self.differs(f"answer {number} of {self.what}: {step.key[:60]!a} is no option")
        where = f"answer {number} of {self.what}, {key(code)} of seat {step.seat},"
        try:
            out = apply(Answer(step.seat, code, step.picks[:], cause=step.cause))
        except Refused as e:
            why = refusal_text(e.code, e.rules) if str(e) == e.code else str(e)
            raise self.differs(f"{where} is refused: {why}") from None
        if not blind and recorder.answers[-1].outcome != step.outcome:
            raise self.differs(f"{where} now comes out differently")
        return out

    def check_end(self, told: Result, found: Result) -> None:
        """Object to another end.

        How a whole state is written changes with the rules and names the card files, so the hash of it says something
        only where both are the same.
        """
        if not told.state and not told.winners:
            # Saved in the midst of a game
            return
        if (told.winners, told.turns) != (found.winners, found.turns) or (not self.words and told.state != found.state):
            raise self.differs(
                f"{self.what} ends with winners {told.winners} after {told.turns} turns in another state than "
                f"replayed: winners {found.winners} after {found.turns} turns"
            )


def cards_of(catalog: str, rules: RuleSet) -> str:
    """Return with which cards something was made, by the digest it names; empty if with the present ones.

    Up to 0.1 digests were of bytes. Other bytes may mean the same, and then it comes out the same.
    """
    if catalog in (rules.digest, rules.files):
        return ""
    return PERHAPS if is_of_bytes(catalog) else OTHERS


def describe_provenance(version: int, cards: str) -> str:
    """Return under which other rules and with which other cards something was made; empty if under the present ones.

    >>> made(VERSION, OTHERS)
    'made with other card files'
    >>> made(VERSION, "")
    ''
    """
    parts = [f"under other rules ({version}; these are {VERSION})"] if version != VERSION else []
    parts += [cards] if cards else []
    return "made " + " and ".join(parts) if parts else ""


def origin_of(record: Record, rules: RuleSet) -> Provenance:
    """Return where a record comes from."""
    return Provenance(record.rules, record.catalog, rules, "the record")
