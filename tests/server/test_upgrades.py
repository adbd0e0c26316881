"""Stored games under changed cards: they go on, and whatever is undone by it is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.catalog.copies import (
    NAME,
    add_card,
    add_comments,
    change_numbers,
    change_words,
    copy_of_set,
    remove_card,
    turn_keys_round,
)
from tests.layers import few
from tests.server.harness import RoomHarness, new_data, play_at_random

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.replay import ReplayMismatch, replay
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.table_record import bare_game
from kickdoor.server.room.room_data import read_room
from kickdoor.server.storage.interface import BASE, NEWEST, QUIET, JournalEntry, StoredSnapshot
from kickdoor.server.storage.journal import GOES_ON, answers_of, effective_entries, goes_on_of
from kickdoor.server.storage.recovery import RecoveryFailed
from kickdoor.server.storage.snapshots import SNAPSHOT_INTERVAL, read_snapshot

Change = Callable[[Path], None]
End = Callable[[RoomHarness], None]
ENDS = pytest.mark.parametrize("end", [RoomHarness.restart, RoomHarness.end], ids=["killed", "ended"])


def begun(tmp_path: Path, seed: str, steps: int) -> tuple[RoomHarness, Path]:
    """Play a while with a copy of a set."""
    folder = copy_of_set(tmp_path)
    data = new_data(2, 4, "normal", [NAME])
    data.secret = f"{sum(seed.encode()):064x}"
    # Out of reach, so that no game is over too soon
    data.options = {"winning_level": 100}
    harness = RoomHarness(data)
    harness.load_rules = lambda sets: load_catalog([], [folder])
    harness.thinkers.folders = [folder]
    clients = [harness.connect(seat) for seat in range(2)]
    assert isinstance(harness.ask(clients[0], wire.Start), wire.Done)
    play_at_random(harness, clients, LehmerRng(seed), steps)
    assert harness.room.playing is not None
    return harness, folder


def note_of(harness: RoomHarness) -> str:
    return str(harness.room_of(harness.connect(0)).note)


def play_on(harness: RoomHarness, steps: int = 60) -> None:
    clients = [harness.connect(seat) for seat in range(2)]
    play_at_random(harness, clients, LehmerRng("on"), steps)


def bare(harness: RoomHarness) -> dict[str, Any]:
    """Return the game without the digest of its cards, and without by how much a fight is lost with these."""
    data: dict[str, Any] = json.loads(state_to_json(harness.state))
    del data["catalog"]
    (data["fight"] or {}).pop("margin", None)
    return data


# What changes nothing


@ENDS
@pytest.mark.parametrize("change", few([change_words, add_comments, turn_keys_round], 1))
def test_other_words_change_nothing(tmp_path: Path, change: Change, end: End) -> None:
    harness, folder = begun(tmp_path, change.__name__, 150)
    state, seq = state_to_json(harness.state), harness.match.seq
    change(folder)
    end(harness)
    assert (state_to_json(harness.state), harness.match.seq) == (state, seq)
    assert note_of(harness) == ""
    assert not [deed for deed in harness.written if deed.kind == GOES_ON]
    play_on(harness)
    replay(harness.record(), harness.match.rules)
    assert harness.record().begun is None


# What does


@ENDS
@pytest.mark.parametrize("change", few([change_numbers, add_card], 1))
@pytest.mark.parametrize("steps", few([170, 30, 420], 1))
def test_a_game_continues_with_changed_cards(tmp_path: Path, change: Change, end: End, steps: int) -> None:
    harness, folder = begun(tmp_path, f"{change.__name__}{steps}", steps)
    before, seq = bare(harness), harness.match.seq
    change(folder)
    end(harness)
    (deed,) = [deed for deed in harness.written if deed.kind == GOES_ON]
    told = goes_on_of(deed)
    assert harness.match.seq == told.answers <= seq
    assert told.catalog != harness.room.data.catalog == harness.match.rules.digest
    note = note_of(harness)
    assert note.startswith("This game was made with other card files. ")
    undone = seq - harness.match.seq
    if not told.why:
        assert (undone, bare(harness)) == (0, before)
        assert f"All {seq} answers stand" in note
    else:
        assert undone > 0
        assert ("The last answer was" if undone == 1 else f"The last {undone} answers were") in note
        assert f"answer {harness.match.seq + 1} of the game, " in note
    # However it was ended, it goes on, also across the next restart, and what follows can be checked
    assert end is RoomHarness.restart or not undone
    play_on(harness)
    given = harness.match.seq
    harness.restart()
    assert harness.match.seq == given
    assert len([deed for deed in harness.written if deed.kind == GOES_ON]) == 1
    record = harness.record()
    assert record.begun is not None
    assert record.begun.answers + len(record.answers) == given
    replay(record, harness.match.rules)


def test_answers_that_come_out_otherwise_are_kept(tmp_path: Path) -> None:
    harness, folder = begun(tmp_path, "kept-a", 1)
    first = dict(harness.snapshots)
    play_on(harness, 260)
    harness.snapshots = first
    before = harness.written[:]
    whole = answers_of(before)
    change_numbers(folder)
    harness.restart()
    assert harness.written[: len(before)] == before
    assert "undone" in note_of(harness)
    stand = answers_of([deed for deed in effective_entries(harness.written) if deed.kind != GOES_ON])
    assert stand == whole[: len(stand)]
    assert len(stand) == harness.match.seq < len(whole)
    assert runtime.prompted_seats(harness.state)
    play_on(harness)
    replay(harness.record(), harness.match.rules)


def test_log_lines_survive_an_upgrade(tmp_path: Path) -> None:
    harness, folder = begun(tmp_path, "said", 200)
    client = harness.connect(0)
    harness.ask(client, wire.Say, text="before the upgrade")
    change_numbers(folder)
    harness.restart()
    assert [text for _, _, text in harness.room.chat] == ["before the upgrade"]
    harness.end()
    harness.restart()
    assert [text for _, _, text in harness.room.chat] == ["before the upgrade"]


# What does not hold


def test_a_snapshot_that_does_not_hold_is_stepped_back_from(tmp_path: Path) -> None:
    harness, _ = begun(tmp_path, "back", 60)
    clients, rng = [harness.connect(seat) for seat in range(2)], LehmerRng("back")
    while QUIET not in harness.snapshots or [frame.KIND for frame in harness.state.stack] == ["turn"]:
        play_at_random(harness, clients, rng, 1)
    harness.end()
    state, seq = state_to_json(harness.state), harness.match.seq
    newest = harness.snapshots[NEWEST]
    assert harness.snapshots[QUIET].seq < newest.seq
    data = json.loads(newest.body)
    data["state"]["stack"].append({"kind": "gone"})
    for body in (json.dumps(data).encode(), b"{garbage", b'{"format":99}'):
        harness.snapshots[NEWEST] = StoredSnapshot(NEWEST, newest.seq, body)
        harness.restart()
        assert (state_to_json(harness.state), harness.match.seq) == (state, seq)
        assert note_of(harness) == ""


def test_a_game_with_a_removed_card_is_kept_and_reported(tmp_path: Path) -> None:
    harness, folder = begun(tmp_path, "gone", 120)
    written, snapshots, stored = harness.written[:], dict(harness.snapshots), harness.stored
    remove_card(folder)
    with pytest.raises(
        RecoveryFailed, match=r"^made with other card files: saved game.cards\[\d+\]: there is no card 'twin/"
    ):
        harness.restart()
    assert (harness.written, harness.snapshots, harness.stored) == (written, snapshots, stored)
    game = bare_game(read_room(stored), written, None)
    assert len(game.answers) == harness.match.seq
    with pytest.raises(ReplayMismatch, match=r"^made with other card files: the deal"):
        replay(game, load_catalog([], [folder]))


@pytest.mark.parametrize("body", [b"{garbage", b'{"format":99}', b'{"format":1}'])
def test_without_a_snapshot_that_can_be_read_it_is_broken_in_words(tmp_path: Path, body: bytes) -> None:
    harness, _ = begun(tmp_path, "unreadable", 20)
    harness.snapshots = {NEWEST: StoredSnapshot(NEWEST, 3, body)}
    with pytest.raises(
        RecoveryFailed, match=r"the snapshot of the game (cannot be read|was written by a newer kickdoor)"
    ):
        harness.restart()


def test_a_difference_under_the_same_rules_is_reported(tmp_path: Path) -> None:
    harness, _ = begun(tmp_path, "false", 40)
    place = [n for n, deed in enumerate(harness.written) if deed.kind == "answer"][-3]
    seat, key, picks, cause, _ = json.loads(harness.written[place].body)
    harness.written[place] = JournalEntry(
        place, 0.0, "answer", json.dumps([seat, key, picks, cause, "00000000"]).encode()
    )
    seq = harness.match.seq
    harness.restart()
    assert harness.match.seq == seq - 3
    note = note_of(harness)
    assert note.startswith("This game did not come out as it was written down. The last 3 answers were undone")
    assert f"answer {seq - 2} of the game, {key} of seat {seat}, now replays differently." in note


# Snapshots


def test_snapshots_are_taken_between_turns_and_hold_what_they_say(tmp_path: Path) -> None:
    harness, _ = begun(tmp_path, "taken", 1)
    first = read_snapshot(harness.snapshots[NEWEST].body)
    assert (first.seq, first.answers) == (0, 0)
    clients = [harness.connect(seat) for seat in range(2)]
    quiet = 0
    last = 0
    rng = LehmerRng("taken")
    for _ in range(700):
        play_at_random(harness, clients, rng, 1)
        if harness.room.playing is None:
            break
        assert harness.room.next_seq - max(one.seq for one in harness.snapshots.values()) <= 2 * SNAPSHOT_INTERVAL
        if QUIET in harness.snapshots and harness.snapshots[QUIET].seq != last:
            last = harness.snapshots[QUIET].seq
            quiet += 1
            assert [frame["kind"] for frame in json.loads(harness.snapshots[QUIET].body)["state"]["stack"]] == ["turn"]
    assert quiet >= 2
    assert BASE not in harness.snapshots


def test_the_last_act_can_be_taken_back_after_either_end(tmp_path: Path) -> None:
    for end in (RoomHarness.restart, RoomHarness.end):
        harness, _ = begun(tmp_path / end.__name__, "undo", 30)
        clients = [harness.connect(seat) for seat in range(2)]
        rng = LehmerRng("undo")
        while not [seat for seat in range(2) if not harness.match.why_not(seat)]:
            play_at_random(harness, clients, rng, 1)
        (seat,) = [seat for seat in range(2) if not harness.match.why_not(seat)]
        client = harness.connect(seat)
        harness.ask(client, wire.Say, text="hm")
        seq, lines = harness.match.seq, harness.match.lines(seat, 0)
        end(harness)
        assert (harness.match.seq, harness.match.lines(seat, 0)) == (seq, lines)
        assert [text for _, _, text in harness.room.chat] == ["hm"]
        assert isinstance(harness.ask(harness.connect(seat), wire.Undo), wire.Done)
        assert harness.match.seq == seq - 1
        harness.restart()
        assert harness.match.seq == seq - 1
        replay(harness.record(), harness.match.rules)


def test_an_undo_that_became_impossible_is_reported(tmp_path: Path) -> None:
    harness, _ = begun(tmp_path, "undo", 30)
    clients = [harness.connect(seat) for seat in range(2)]
    rng = LehmerRng("undo")
    while not [seat for seat in range(2) if not harness.match.why_not(seat)]:
        play_at_random(harness, clients, rng, 1)
    (seat,) = [seat for seat in range(2) if not harness.match.why_not(seat)]
    seq = harness.match.seq
    assert isinstance(harness.ask(clients[seat], wire.Undo), wire.Done)
    place = [n for n, deed in enumerate(harness.written) if deed.kind == "undo"][-1]
    harness.written[place] = JournalEntry(place, 0.0, "undo", b"3")
    harness.restart()
    assert harness.match.seq == seq
    assert f"answer {seq} of the game cannot be taken back by seat 3 now" in note_of(harness)
    play_on(harness)
    replay(harness.record(), harness.match.rules)
