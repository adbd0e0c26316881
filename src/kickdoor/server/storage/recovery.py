"""Takes a stored table up again: from its newest snapshot that holds, and the deeds since as long as they come out.

Rules and cards may have changed meanwhile. The game then goes on from the newest state that holds, and everybody is
told; what came out otherwise is set aside, and kept.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state.state import State
from kickdoor.replay.fingerprints import Chain, RunningHash
from kickdoor.replay.provenance import Provenance, ReplayMismatch, describe_provenance
from kickdoor.server.protocol.refusal_codes import RefusalCode, RequestRefused
from kickdoor.server.room.match import Match
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import CHAIN, MAX_CHAT_LINES, RUNNING, RoomData, RulesChange
from kickdoor.server.room.seed_commitments import abort_start
from kickdoor.server.room.tutorial import end_script
from kickdoor.server.storage.interface import BASE, NEWEST, QUIET, JournalEntry, StoredSnapshot
from kickdoor.server.storage.journal import (
    ANSWER,
    CHAT,
    GOES_ON,
    UNDO,
    RulesChangeEntry,
    answers_of,
    effective_entries,
    step_of,
    why_of,
)
from kickdoor.server.storage.snapshots import Snapshot, read_snapshot, request_snapshot, resume, state_of

WHAT = "the game"


class RecoveryFailed(BadData):
    """A table none of whose snapshots can be read or holds; says why of the newest."""


def recover(room: Room, deeds: list[JournalEntry], snapshots: Sequence[StoredSnapshot] = ()) -> None:
    """Bring a room to where it was last written. Clocks go on where they were, once somebody is there.

    `ReplayMismatch` or `RecoveryFailed` if the game cannot go on.
    """
    data, status = room.data, room.data.status
    room.next_seq = max([deed.seq + 1 for deed in deeds[-1:]] + [one.seq for one in snapshots[:1]], default=0)
    room.last_answer = max([deed.seq for deed in deeds if deed.kind == ANSWER], default=0)
    left = effective_entries(deeds)
    if status != "waiting":
        take_up(room, room.start_match(), left, snapshots)
    elif snapshots:
        remember_chat(room, read_snapshot(snapshots[0].body))
    said = [msgspec.json.decode(deed.body) for deed in left if deed.kind == CHAT and deed.seq >= room.chatted]
    room.chat = [*room.chat, *[(seat, name, text) for seat, name, text in said]][-MAX_CHAT_LINES:]
    room.chatted = room.next_seq
    data.status = status
    room.changed = room.played = False
    room.unwritten = bool(room.deeds)
    if data.opening is not None:
        # Whoever had a part to open is gone, and nobody is to blame for a restart
        abort_start(data, [])
        room.unwritten = True
    for i in data.humans:
        # Nobody is to blame for a restart
        data.seats[i].excused = room.now
        room.leave_alone(i)


def take_up(room: Room, match: Match, deeds: list[JournalEntry], snapshots: Sequence[StoredSnapshot]) -> None:
    """Find the newest snapshot that holds and gives the answers since; without any, all answers from the deal on."""
    why = ""
    for one in snapshots:
        try:
            snapshot = read_snapshot(one.body)
            state = check_playable(state_of(snapshot, match.rules))
        except BadData as e:
            why = why or str(e)
            continue
        resume(match, snapshot, state)
        remember_chat(room, snapshot)
        room.snapped = room.snapped_quiet = snapshot.seq
        origin = Provenance(snapshot.rules, snapshot.catalog, match.rules, WHAT)
        go_on(room, match, origin, snapshot.seq, deeds)
        return
    if why:
        words = Provenance(room.data.rules, room.data.catalog, match.rules, WHAT).words
        raise RecoveryFailed(f"{words}: {why}" if words else why)
    from_the_deal(room, match, deeds)


def check_playable(s: State) -> State:
    """See that a game can go on under the present rules: whoever is asked has something to answer."""
    try:
        waits = [
            seat
            for seat in range(len(s.seats))
            if runtime.prompted_seats(s) >> seat & 1 and runtime.legal_options(s, seat)
        ]
    except Exception as e:
        raise BadData(f"saved game: cannot be gone on with: {e!r}"[:300]) from None
    if not waits and not s.winners:
        raise BadData("saved game: nobody is asked anything")
    return s


def remember_chat(room: Room, snapshot: Snapshot) -> None:
    room.chat, room.chatted = snapshot.chat, snapshot.chatted


def go_on(room: Room, match: Match, origin: Provenance, since: int, deeds: list[JournalEntry]) -> None:
    """Do the deeds since a snapshot again; from the first on that differs they are set aside."""
    differs: ReplayMismatch | None = None
    first = room.next_seq
    for deed in deeds:
        if deed.seq >= since:
            try:
                do_again(match, origin, deed)
            except ReplayMismatch as e:
                differs, first = e, deed.seq
                break
    if room.data.status == "over":
        if differs is not None:
            raise differs
    elif differs is not None or origin.words:
        undone = len(answers_of([deed for deed in deeds if deed.seq >= first]))
        why = "" if differs is None else str(differs).removeprefix(f"{origin.words}: ")
        note_switch(room, match, origin, first, undone, why)


def do_again(match: Match, origin: Provenance, deed: JournalEntry) -> None:
    """Give an answer again, or takes one back once more; `Differs` if that does not come to what it did."""
    if deed.kind == ANSWER:
        step = step_of(deed)
        try:
            match.give_again(origin, step)
            match.explain(step.seat, why_of(deed))
        except ReplayMismatch:
            raise
        except Exception as e:
            raise origin.differs(f"answer {match.seq + 1} of the game, {step.key}, fails: {e!r}"[:300]) from None
    elif deed.kind == UNDO:
        take_back(match, origin, msgspec.json.decode(deed.body))


def take_back(match: Match, origin: Provenance, seat: int) -> None:
    """Take an answer back once more."""
    try:
        match.undo(seat)
    except RequestRefused as e:
        raise origin.differs(f"answer {match.seq} of the game cannot be taken back by seat {seat} now: {e}") from None


def note_switch(room: Room, match: Match, origin: Provenance, first: int, undone: int, why: str) -> None:
    """Make the game one of the present rules and cards: from here on its record will come out under them."""
    data = room.data
    note = RulesChangeEntry(first, match.seq, data.rules, data.catalog, why)
    data.switch = RulesChange(data.rules, origin.cards, match.seq, True, undone, why)
    for seat in data.seats:
        # What was heard names cards by numbers, which may be others now
        seat.heard = []
    if why:
        # What was asked and what ran was about a moment that has not been
        data.window, data.asked_at, data.turn_noted = None, {}, match.state.turns
        data.bots_asked = {}
        for seat in data.seats:
            seat.remember([])
        end_script(data)
    rebase(room, match, note)


def rebase(room: Room, match: Match, note: RulesChangeEntry) -> None:
    """Start the record again with the game as it stands."""
    data = room.data
    data.rules, data.catalog, data.outcomes = VERSION, match.rules.digest, CHAIN
    match.before, match.undo_why = None, RefusalCode.UNDO_STANDS
    room.note(GOES_ON, note)
    request_snapshot(room, (BASE, NEWEST, QUIET))


# Games without snapshots: those of 0.1


def from_the_deal(room: Room, match: Match, deeds: list[JournalEntry]) -> None:
    """Give all answers again from the deal on; `Differs` at the first that does not come to what it did.

    A game that was stored under other rules or with other cards and comes out the same goes on under the present ones.
    """
    data = room.data
    if data.outcomes == RUNNING:
        match.recorder.outcomes = RunningHash()
    origin = Provenance(data.rules, data.catalog, match.rules, WHAT)
    origin.check_deal(match.recorder, data.dealt)
    proven = True
    for deed in deeds:
        if deed.kind == ANSWER:
            step = step_of(deed)
            proven = bool(step.outcome)
            match.give_again(origin, step, blind=not proven)
            match.explain(step.seat, why_of(deed))
        elif deed.kind == UNDO:
            take_back(match, origin, msgspec.json.decode(deed.body))
    if not proven and data.turn_noted >= 0 and data.turn_noted != match.state.turns:
        # Deeds of 0.1 do not say what they came to; that the game stands at another turn tells enough
        raise origin.differs(
            f"after {match.seq} answers the game stands at turn {match.state.turns}, not at {data.turn_noted}"
        )
    if data.status == "over":
        return
    note = RulesChangeEntry(room.next_seq, match.seq, data.rules, data.catalog, "")
    if origin.words:
        data.switch = RulesChange(data.rules, origin.cards, match.seq, proven)
    if origin.words or data.outcomes == RUNNING:
        match.recorder.outcomes = Chain(match.rules)
        rebase(room, match, note)


def note_of(data: RoomData) -> str:
    """Return those at a table that its game has gone on under other rules or cards; empty if it has not."""
    switch = data.switch
    if switch is None or data.status != "playing":
        return ""
    words = describe_provenance(switch.rules, switch.cards)
    begin = f"This game was {words}." if words else "This game did not come out as it was written down."
    if switch.undone:
        those = "answer was" if switch.undone == 1 else f"{switch.undone} answers were"
        return f"{begin} The last {those} undone, and it goes on from before: {switch.why}."
    if switch.why:
        return f"{begin} Nothing was undone by it: {switch.why}."
    if switch.proven:
        return f"{begin} All {switch.answers} answers stand, and it goes on under these."
    return (
        f"{begin} Its {switch.answers} answers were given again under these, and it goes on from there. "
        "What they came to was not written down then: some cards may lie otherwise than you remember."
    )
