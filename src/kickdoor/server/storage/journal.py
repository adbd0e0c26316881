"""What deeds of a table hold: answers, acts taken back, chat, and where a game went on under other rules or cards."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from kickdoor.engine.machine.prompts import Answer
from kickdoor.replay.record import Step
from kickdoor.server.protocol.server_messages import Reason
from kickdoor.server.storage.interface import JournalEntry

ANSWER, UNDO, CHAT, GOES_ON = "answer", "undo", "chat", "goes_on"
REASON = 5
"""The place of a reason in an answer."""


class RulesChangeEntry(Struct):
    """Where a game went on under other rules or cards, or although an answer came out otherwise."""

    first: int
    """The number of the first deed that was set aside, up to this one; this one, if none was."""
    answers: int
    """How many answers stand."""
    rules: int
    catalog: str
    """What they were given under."""
    why: str
    """What came out otherwise; empty if nothing did."""


goes_on = msgspec.json.Decoder(RulesChangeEntry)
reason = msgspec.json.Decoder(Reason)
"""Not to decode with: `convert` knows the type from then on, in every thread (see `formats`)."""


def step_of(deed: JournalEntry) -> Step:
    """Read an answer. Those of 0.1 do not say what they came to."""
    seat, key, picks, cause, *outcome = msgspec.json.decode(deed.body)
    return Step(seat, key, picks, cause, outcome[0] if outcome else "")


def answer_body(answer: Answer, key: str, outcome: str, why: Reason | None) -> list[Any]:
    """Make what an answer is written as; why a bot refuses stands behind it, where records do not look."""
    body = [answer.seat, key, answer.picks, answer.cause, outcome]
    return body if why is None else [*body, why]


def why_of(deed: JournalEntry) -> Reason | None:
    """Read why a bot has refused; None if it has not."""
    body = msgspec.json.decode(deed.body)
    return msgspec.convert(body[REASON], Reason) if len(body) > REASON else None


def goes_on_of(deed: JournalEntry) -> RulesChangeEntry:
    return goes_on.decode(deed.body)


def effective_entries(deeds: list[JournalEntry]) -> list[JournalEntry]:
    """Leave out what was set aside; what was said stays said."""
    out: list[JournalEntry] = []
    for deed in deeds:
        if deed.kind == GOES_ON:
            first = goes_on_of(deed).first
            out = [one for one in out if one.seq < first or one.kind == CHAT]
        out.append(deed)
    return out


def answers_of(deeds: list[JournalEntry]) -> list[Step]:
    """List the answers among some deeds that were not taken back."""
    out: list[Step] = []
    for deed in deeds:
        if deed.kind == ANSWER:
            out.append(step_of(deed))
        elif deed.kind == UNDO:
            del out[-1:]
    return out


def last_goes_on(deeds: list[JournalEntry]) -> tuple[int, RulesChangeEntry] | None:
    """Find where a game last went on under other rules or cards: the number of that deed, and what it says."""
    found = [deed for deed in deeds if deed.kind == GOES_ON]
    return (found[-1].seq, goes_on_of(found[-1])) if found else None
