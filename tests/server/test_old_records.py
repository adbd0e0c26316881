"""Records of other rules and cards: shown as far as they come out, verified, and told apart from false ones."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.fixtures.kept import ANSWER, FOLDERS, RECORDS, game_in, is_told, name_of, words_of
from tests.server.test_http import app_of
from tests.server.test_records import spoil
from tests.server.test_versions import OLD, OTHER_CARDS, change, old_tables, stored

from kickdoor.cli import main
from kickdoor.replay import Record, ReplayMismatch
from kickdoor.server.records.playback import OPEN, Playback
from kickdoor.server.records.table_record import read_record, table_record

FINISHED = ("cooks", "deluxe", "star", "steampunk", "mix")
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("name", FINISHED)
@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_record_of_an_earlier_version_is_shown_or_shown_up_to_where_it_differs(
    tmp_path: Path, folder: Path, name: str
) -> None:
    body = (folder / f"{name}.json").read_bytes()
    game = read_record(body).game
    with TestClient(app_of(tmp_path)) as web:
        kept = web.post("/api/records", content=body, headers=JSON)
        if kept.status_code != 201:
            check_unshown(kept, game)
            return
        path = f"/api/records/{kept.json()['id']}"
        page = web.get(f"{path}/views?view=open").json()
        check_page(page, game)
        assert web.get(f"{path}/log?view=0").json()[-1]["seq"] <= page["total"]
        assert web.get(f"{path}/stats").json()["answers"] == page["total"]
        # Written again, but the same record
        assert read_record(web.get(path).content) == read_record(body)


def check_unshown(refused: Any, game: Record) -> None:
    """See that a record which differs from the beginning is not shown, and that it is said why."""
    assert (refused.status_code, refused.json()["code"]) == (409, "other_rules")
    said, words = refused.json()["text"], words_of(game)
    assert words
    assert words in said
    assert "answer 1 " in said or "the deal " in said


def check_page(page: dict[str, Any], game: Record) -> None:
    """See that a record is shown whole, or says from where on not."""
    total = len(game.answers)
    if not page["note"]:
        assert page["total"] == total
        return
    assert is_told(page["note"], words_of(game))
    found = ANSWER.search(page["note"])
    assert page["total"] == (int(found[1]) - 1 if found else total)


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_record_kept_in_the_tables_of_an_earlier_version_can_be_looked_at(tmp_path: Path, folder: Path) -> None:
    path = old_tables(tmp_path / "web.db", time.time(), folder)
    ((body,),) = change(path, "SELECT body FROM records WHERE id='kept-deluxe'")
    game, name = read_record(body).game, f"kept-{FOLDERS.index(folder)}"
    # Records that were looked at are remembered by their names, which are never the same
    change(path, "UPDATE records SET id=?", name)
    with TestClient(app_of(tmp_path)) as web:
        page = web.get(f"/api/records/{name}/views")
        if page.status_code != 200:
            check_unshown(page, game)
        else:
            check_page(page.json(), game)


@pytest.fixture(scope="module")
def body() -> bytes:
    harness = stored("record", 120)
    return table_record(harness.room.data, harness.record())


def differing(body: bytes, number: int, **fields: object) -> bytes:
    answers = json.loads(body)["game"]["answers"]
    answers[number - 1][4] = "00000000"
    return spoil(body, game__answers=answers, **fields)


def test_a_record_of_other_rules_is_looked_at_up_to_the_answer_that_differs(body: bytes) -> None:
    whole = Playback(read_record(spoil(body, game__rules=1, game__result__state="0" * 32)), [])
    assert whole.note == ""
    cut = Playback(read_record(differing(body, 31, game__rules=1)), [])
    assert (cut.total, cut.match.seq) == (30, 30)
    assert cut.note.startswith(f"{OLD}: answer 31 of the record")
    assert cut.page(OPEN, 0, 100).views[30] == whole.page(OPEN, 30, 30).views[0]
    assert cut.log("1") == [moment for moment in whole.log("1") if moment.seq <= 30]
    assert cut.stats().answers == 30
    end = json.loads(body)["game"]["result"]["turns"] + 1
    assert "ends with winners" in Playback(read_record(spoil(body, game__rules=1, game__result__turns=end)), []).note
    for bad, otherwise in (
        (differing(body, 31), False), (differing(body, 1, game__rules=1), True),
        (spoil(body, game__rules=1, game__dealt="00000000"), True),
    ):  # fmt: skip
        with pytest.raises(ReplayMismatch) as caught:
            Playback(read_record(bad), [])
        assert caught.value.otherwise == otherwise


def test_records_of_other_rules_over_http(tmp_path: Path, body: bytes) -> None:
    with TestClient(app_of(tmp_path)) as web:
        kept = web.post("/api/records", content=differing(body, 31, game__rules=1), headers=JSON)
        assert kept.status_code == 201
        page = web.get(f"/api/records/{kept.json()['id']}/views?from=28").json()
        assert (page["total"], len(page["views"])) == (30, 3)
        assert page["note"].startswith(f"{OLD}: answer 31 of the record")
        for bad, status, code in (
            (differing(body, 1, game__rules=1), 409, "other_rules"), (differing(body, 31), 400, "bad_record"),
        ):  # fmt: skip
            refused = web.post("/api/records", content=bad, headers=JSON)
            assert (refused.status_code, refused.json()["code"]) == (status, code)
        assert web.post("/api/records", content=spoil(body, game__rules=0), headers=JSON).status_code == 400


# On the command line


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_the_commands_tell_what_has_become_of_a_record_of_an_earlier_version(
    capsys: pytest.CaptureFixture[str], command: str, path: Path
) -> None:
    words = words_of(game_in(path))
    status = main([command, str(path)])
    said = capsys.readouterr()
    assert words in said.out
    assert "FALSE" not in said.out
    assert said.err == ""
    assert status == 3 if is_told(said.out, words) else status == 0


def test_the_commands_tell_false_from_otherwise(
    tmp_path: Path, body: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"

    def run(data: bytes, *command: str) -> tuple[int, str]:
        path.write_bytes(data)
        status = main([*command, str(path)])
        return status, capsys.readouterr().out

    where = "answer 31 of the record"
    for other, words in (({"game__rules": 1}, OLD), ({"game__catalog": "2:" + "0" * 32}, OTHER_CARDS)):
        same = spoil(body, game__result__state="0" * 32, **other)
        status, said = run(same, "verify")
        assert (status, f"{words}, but it replayed identically" in said) == (0, True)
        assert words in run(same, "replay")[1]
        status, said = run(same, "replay", "--verify")
        assert (status, f"{words}, yet all as recorded" in said) == (0, True)
        for command in (["verify"], ["replay"], ["replay", "--verify"], ["replay", "--log"]):
            status, said = run(differing(body, 31, **other), *command)
            assert status == 3
            assert f"{path}: {words}: {where}" in said
            assert "FALSE" not in said
        # What was promised can be checked whatever the rules
        assert run(spoil(body, fairness__secret="00" * 32, **other), "verify")[0] == 1
    for command in (["verify"], ["replay"], ["replay", "--log"]):
        status, said = run(differing(body, 31), *command)
        assert status == 1
        assert where in said
        assert "made" not in said
