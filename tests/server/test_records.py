"""Records: the seed that was promised, every step as each perspective saw it, and the sums at the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import msgspec
import pytest
from starlette.testclient import TestClient
from tests.server.harness import RoomHarness, new_data, play_at_random, start
from tests.server.test_http import app_of

from kickdoor.cli import main
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.server.records.playback import MAX_STEPS_PER_PAGE, OPEN, WATCHER, Playback
from kickdoor.server.records.table_record import TableRecord, check_fairness, read_record, table_record
from kickdoor.server.room.match import MAX_LOG_LINES
from kickdoor.view.observation import OpenObservation
from kickdoor.view.observe import observe


@pytest.fixture(scope="module")
def harness() -> RoomHarness:
    """A finished game, short enough that the table still remembers every line of its log."""
    for seed in range(5, 60):
        data = new_data(2, 4, "blitz")
        data.secret = f"{seed:064x}"
        data.options = {"winning_level": 5}
        harness, clients = start(2, data=data)
        play_at_random(harness, clients, LehmerRng("0"), 6000)
        if harness.room.data.status == "over" and harness.match.told <= MAX_LOG_LINES:
            return harness
    raise AssertionError("every game is long")


@pytest.fixture(scope="module")
def body(harness: RoomHarness) -> bytes:
    return table_record(harness.room.data, harness.record())


@pytest.fixture(scope="module")
def playback(body: bytes) -> Playback:
    return Playback(read_record(body), [])


def spoil(body: bytes, **fields: object) -> bytes:
    """Change something in a record."""
    data = json.loads(body)
    for path, value in fields.items():
        part = data
        *way, last = path.split("__")
        for name in way:
            part = part[name]
        part[last] = value
    return json.dumps(data).encode()


def test_the_seed_is_the_one_that_was_promised(harness: RoomHarness, body: bytes) -> None:
    record = read_record(body)
    check_fairness(record)
    assert record.fairness is not None
    assert record.fairness.commitment == harness.room.data.commitment
    for spoilt in (
        spoil(body, fairness__secret="00" * 32), spoil(body, fairness__salts=["a", "b", "c", "d"]),
        spoil(body, game__seed="another"), spoil(body, fairness__commitment="0" * 64),
    ):  # fmt: skip
        with pytest.raises(BadData):
            check_fairness(read_record(spoilt))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"fairness": 1}', '{"fairness":null,"names":[],"kinds":[],"game":{}}', "\xff"]
)
def test_invalid_records_are_refused(text: str) -> None:
    with pytest.raises(BadData):
        read_record(text.encode("latin-1"))


def test_names_in_a_record_are_text(body: bytes) -> None:
    record = read_record(spoil(body, names=["\u202e<b>", "", "\n", "x" * 100]))
    assert record.names == ["<b>", "?", "?", "x" * 24]
    with pytest.raises(BadData):
        read_record(spoil(body, names=["only one"]))


def test_every_step_is_shown_as_each_perspective_saw_it(harness: RoomHarness, playback: Playback) -> None:
    total = playback.total
    assert total == harness.match.seq
    for perspective in (WATCHER, "0", "3"):
        seat = -1 if perspective == WATCHER else int(perspective)
        page = playback.page(perspective, total - 3, total)
        assert [view.seq for view in page.views] == list(range(total - 3, total + 1))
        assert page.views[-1].game == observe(harness.state, seat, remembers=False)
        lines = [moment.line for moment in playback.log(perspective)]
        assert [line.text for line in lines] == [line.text for line in harness.match.lines(seat, 0)]
    assert len(playback.page("1", 0, 10_000).views) == MAX_STEPS_PER_PAGE
    assert playback.page("1", 10_000, 10_001).views[0].seq == total
    with pytest.raises(BadData):
        playback.page("4", 0, 1)


def test_going_back_is_the_same_as_coming_from_the_start(playback: Playback) -> None:
    whole = playback.page(OPEN, 30, 79)
    for seq in (30, 39, 40, 41, 79):
        (view,) = playback.page(OPEN, seq, seq).views
        assert view == whole.views[seq - 30]


def test_the_open_perspective_shows_all_hands_and_a_seat_only_its_own(playback: Playback) -> None:
    (opened,) = playback.page(OPEN, 60, 60).views
    hands = cast(OpenObservation, opened.game)["hands"]
    assert {card for hand in hands for card in hand} <= set(opened.game["card_ids"])
    (seen,) = playback.page("2", 60, 60).views
    assert "hands" not in seen.game
    assert seen.game["hand"] == hands[2]
    hidden = {card for i, hand in enumerate(hands) for card in hand if i != 2} - {
        card for one in seen.game["seats"] for card in one["known"]
    }
    assert not hidden & set(seen.game["card_ids"])


def test_the_sums_at_the_end(harness: RoomHarness, playback: Playback) -> None:
    stats = playback.stats()
    assert stats.winners == harness.state.winners
    assert stats.final == [p.level for p in harness.state.seats]
    kinds = [fact.event.kind for fact in harness.match.events if fact.event is not None]
    from kickdoor.engine.machine import events as ev

    assert sum(stats.dice) == kinds.count(ev.DIE_ROLLED)
    assert sum(one.fights_won for one in stats.seats) == kinds.count(ev.FIGHT_WON)
    assert sum(one.curses_suffered for one in stats.seats) == kinds.count(ev.CURSE_LANDED)
    assert sum(map(sum, stats.curses)) == sum(one.curses_played for one in stats.seats)
    assert len(stats.turns) == harness.state.turns
    assert {award.id for award in stats.awards} <= {
        "award.backstab", "award.helpful", "award.runner", "award.cursed", "award.slayer", "award.merchant",
        "award.giver", "award.unlucky", "award.bargain", "award.luck",
    }  # fmt: skip
    assert stats.fair


def test_records_over_http(tmp_path: Path, body: bytes) -> None:
    json_type = {"content-type": "application/json"}
    with TestClient(app_of(tmp_path)) as web:
        kept = web.post("/api/records", content=body, headers=json_type)
        assert kept.status_code == 201
        path = f"/api/records/{kept.json()['id']}"
        assert web.get(path).content == body
        page = web.get(f"{path}/views?view=open&from=5&to=9").json()
        assert [view["seq"] for view in page["views"]] == [5, 6, 7, 8, 9]
        assert web.get(f"{path}/log?view=1").json()[0]["seq"] >= 1
        assert web.get(f"{path}/stats").json()["fair"]
        assert web.get(f"{path}/views?view=9").status_code == 400
        assert web.get(f"{path}/views?from=x").status_code == 400
        assert web.get(f"{path}/views?from=9&to=5").status_code == 400
        for bad in (b"{}", spoil(body, game__seed="x"), spoil(body, game__answers=[]), b"[" * 3000):
            assert web.post("/api/records", content=bad, headers=json_type).status_code == 400


def test_verify_distinguishes_true_and_false_records(
    tmp_path: Path, harness: RoomHarness, body: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    def verify(data: bytes, *more: str) -> tuple[int, str]:
        path = tmp_path / "record.json"
        path.write_bytes(data)
        status = main(["verify", str(path), *more])
        said = capsys.readouterr()
        assert len(said.err.splitlines()) <= 1
        return status, said.out + said.err

    assert verify(body)[0] == 0
    assert verify(body, "--commitment", harness.room.data.commitment, "--salt", "salt-of-1")[0] == 0
    assert verify(body, "--commitment", "0" * 64)[0] == 1
    assert verify(body, "--salt", "never-said")[0] == 1
    first, second = [seat.seal for seat in harness.room.data.seats[:2]]
    status, said = verify(body, "--seal", first, "--seal", f"{second[:16]}…")
    assert status == 0
    assert "the parts of P0, P1" in said
    assert "no one could choose theirs last" in said
    assert verify(body, "--seal", first, "--seal", "0" * 64)[0] == 1
    assert verify(spoil(body, fairness__seals=[second, first, "", ""]))[0] == 1
    status, said = verify(spoil(body, fairness__seals=[]))
    assert (status, "shared openly" in said) == (0, True)
    assert verify(spoil(body, fairness__seals=[]), "--seal", first)[0] == 1
    status, said = verify(spoil(body, fairness__called_off=2, fairness__withheld=[["Ann"], []]))
    assert (status, "2 times before, because of Ann" in said) == (0, True)
    assert verify(spoil(body, fairness__secret="00" * 32))[0] == 1
    answers = json.loads(body)["game"]["answers"]
    answers[20][4] = "00000000"
    assert verify(spoil(body, game__answers=answers))[0] == 1
    assert verify(b"nothing")[0] == 2
    assert verify(spoil(body, game__sets=["no_such_set"]))[0] == 2
    plain = msgspec.json.encode(msgspec.json.decode(body, type=TableRecord).game)
    status, said = verify(plain)
    assert status == 0
    assert "nothing was promised" in said


def test_replay_takes_the_record_of_a_table(
    tmp_path: Path, harness: RoomHarness, body: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(body)
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    winner = harness.room.data.seats[harness.state.winners[0]].name
    assert f"won by {winner}" in said
    assert main(["replay", str(path), "--log"]) == 0
    assert f"{winner} wins the game" in capsys.readouterr().out
    path.write_bytes(spoil(body, names=["only one"]))
    assert main(["replay", str(path)]) == 2
