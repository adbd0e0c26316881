"""Snapshots of a table: where it can be taken up without playing all answers again.

A snapshot is of a moment from which nothing can be taken back, or of the moment before the last act, which is then done
again: so the last act may be taken back after waking as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.state import State
from kickdoor.replay.fingerprints import Chain
from kickdoor.server.protocol.server_messages import Reason, TermShown
from kickdoor.server.room.game_log import LogEvent
from kickdoor.server.room.match import MAX_LOG_LINES, Match
from kickdoor.server.room.room import Room
from kickdoor.server.storage.format_upgrades import Step, read_stored
from kickdoor.server.storage.interface import NEWEST, QUIET, StoredSnapshot

FORMAT = 1
STEPS: list[Step] = []
SNAPSHOT_INTERVAL = 50
"""Deeds after which a snapshot is taken, as soon as a turn is over; after twice as many, whatever goes on."""
Chat = tuple[int, str, str]


class StoredLogEvent(Struct, array_like=True):
    """One line of the log before it has words; see `match.Told`. Cards are named by set and id."""

    event: list[Any] | None
    turn: int
    seat: int
    level: int
    terms: list[str]
    helper: int
    follows: bool
    moved: list[list[int]]
    why: Reason | None = None
    beat: str = ""
    seconds: float = 0.0
    moves: list[str] = []
    need: int = 0
    monster: int = -1
    cause: str = ""
    chips: list[list[TermShown]] = []


class Snapshot(Struct):
    """A table as it was before the deed of a number."""

    format: int
    rules: int
    """The version of the rules."""
    catalog: str
    """The digest of the card files."""
    seq: int
    """The number of the next deed."""
    answers: int
    """How many answers stand."""
    state: msgspec.Raw
    """The game; null where there is none yet."""
    link: str
    """The fingerprint of all that has come of the answers."""
    told: int
    """Lines of the log before those that follow."""
    log: list[StoredLogEvent]
    chat: list[Chat]
    chatted: int
    """Deeds below this number are in the chat."""
    undo_by: int
    undo_why: str


def fact_of(told: LogEvent, rules: RuleSet) -> StoredLogEvent:
    """Make what is kept of a line of the log."""
    e = told.event
    event: list[Any] | None = None
    if e is not None:
        event = [e.kind, e.seat, e.other, e.amount, e.cards, [rules.defs[index].key for index in e.names], e.visible_to]
    return StoredLogEvent(
        event, told.turn, told.seat, told.level, list(told.terms), told.helper, told.follows, list(told.moved),
        told.why, told.beat, told.seconds, list(told.moves), told.need, told.monster, told.cause, list(told.chips),
    )  # fmt: skip


def told_of(fact: StoredLogEvent, rules: RuleSet) -> LogEvent:
    """Make a line of the log of what was kept of it."""
    event: Event | None = None
    if fact.event is not None:
        kind, seat, other, amount, cards, keys, eyes = fact.event
        found = [rules.card(key) for key in keys]
        event = Event(kind, seat, other, amount, cards, [d.index for d in found if d is not None], eyes)
    return LogEvent(
        event, fact.turn, fact.seat, fact.level, fact.terms, fact.helper, fact.follows, fact.moved, fact.why,
        fact.beat, fact.seconds, fact.moves, fact.need, fact.monster, fact.cause, fact.chips,
    )  # fmt: skip


def snapshot_of(room: Room) -> Snapshot:
    """Take a snapshot of a table after all its deeds, or before its last answer if that may be taken back."""
    match, seq = room.match, room.next_seq
    if match is None:
        nothing = msgspec.Raw(b"null")
        return Snapshot(FORMAT, VERSION, "", seq, 0, nothing, "", 0, [], room.chat, room.chatted, -1, "")
    state, outcomes, answers, lines = match.state, match.recorder.outcomes, match.seq, len(match.events)
    if match.before is not None:
        state, outcomes, answers, lines = match.before, match.outcome_before, answers - 1, match.lines_before
        seq = room.last_answer
    first = max(0, lines - MAX_LOG_LINES)
    assert isinstance(outcomes, Chain)
    return Snapshot(
        format=FORMAT,
        rules=VERSION,
        catalog=match.rules.digest,
        seq=seq,
        answers=answers,
        state=msgspec.Raw(state_to_json(state).encode()),
        link=outcomes.link,
        told=match.dropped + first,
        log=[fact_of(told, match.rules) for told in match.events[first:lines]],
        chat=room.chat,
        chatted=room.chatted,
        undo_by=match.undo_by,
        undo_why=match.undo_why,
    )


def request_snapshot(room: Room, kinds: Sequence[str]) -> None:
    """Have a snapshot written with the next deeds, under each of some kinds."""
    snapshot = snapshot_of(room)
    body = msgspec.json.encode(snapshot)
    room.snapshots = [StoredSnapshot(kind, snapshot.seq, body) for kind in kinds]
    room.snapped = room.next_seq
    if QUIET in kinds:
        room.snapped_quiet = room.next_seq


def take_if_due(room: Room) -> None:
    """Take a snapshot when the last is old enough: the first with the deal, the last with the end of the game."""
    match, since = room.match, room.next_seq - room.snapped
    if room.snapshots or not since:
        return
    first = room.snapped < 0 and match is not None
    if first or since >= 2 * SNAPSHOT_INTERVAL or (match is not None and match.is_over):
        request_snapshot(room, (NEWEST,))
    elif match is not None and room.next_seq - room.snapped_quiet >= SNAPSHOT_INTERVAL and match.before is None:
        if is_between_turns(match.state):
            request_snapshot(room, (QUIET,))


decoder = msgspec.json.Decoder(Snapshot)


def read_snapshot(body: bytes) -> Snapshot:
    return read_stored(body, decoder, FORMAT, STEPS, "the snapshot of the game")


def state_of(snapshot: Snapshot, rules: RuleSet) -> State:
    """Return the game of a snapshot; `BadData` if it does not hold with these cards and rules."""
    try:
        return state_from_json(bytes(snapshot.state).decode(), rules, same_cards=False)
    except (LookupError, TypeError, ValueError, AssertionError) as e:
        if isinstance(e, BadData):
            raise
        raise BadData(f"saved game: cannot be read: {e!r}"[:300]) from None


def is_between_turns(s: State) -> bool:
    """Return whether nothing but a turn is going on: no procedure that other rules could have cut in two."""
    return len(s.stack) == 1 and s.fight is None and not s.pending and not s.aside


def resume(match: Match, snapshot: Snapshot, state: State) -> None:
    """Take a game up where a snapshot has it."""
    match.recorder.go_on_from(state, snapshot.answers, snapshot.link)
    match.events = [told_of(fact, match.rules) for fact in snapshot.log]
    match.dropped = snapshot.told
    match.undo_by, match.undo_why = snapshot.undo_by, snapshot.undo_why
    match.before = None
