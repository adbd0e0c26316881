"""Records with absurd numbers and padding: refused before anything is built, and kept without what is not the game."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.test_http import app_of

from kickdoor.engine.machine.errors import BadData
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.records.table_record import BROUGHT, name_of, read_record
from kickdoor.server.storage.interface import StoredRecord
from kickdoor.server.storage.sqlite_store import SqliteStore

FIXTURE = Path(__file__).parents[1] / "fixtures/0.1/deluxe.json"
JSON = {"content-type": "application/json"}


def plain(**fields: object) -> bytes:
    """Write a record that stands alone, with something changed."""
    whole = json.loads(FIXTURE.read_bytes())
    game = whole.get("game", whole)
    game["answers"] = game["answers"][:3]
    return json.dumps(game | fields).encode()


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": 10**7, "sexes": []}, {"seats": 10**18, "sexes": []}, {"seats": 2, "sexes": []}, {"seats": -1},
        {"sexes": [0] * 1000}, {"sets": ["deluxe"] * 1000}, {"sets": ["x" * 10**6]}, {"seed": "x" * 10**6},
        {"options": {f"o{n}": 1 for n in range(10_000)}}, {"answers": [[10**9, "pass", [], "", ""]]},
        {"answers": [[0, "x" * 10**6, [], "", ""]]}, {"answers": [[0, "pass", [1] * 10**5, "", ""]]},
        {"answers": [[0, "pass", [10**30], "", ""]]}, {"answers": [[0, "pass", [], "x" * 10**6, ""]]},
        {"kickdoor": "x" * 10**6}, {"dealt": "x" * 10**6}, {"result": {"winners": [0] * 100, "turns": 1, "state": ""}},
        {"result": {"winners": [0], "turns": 10**30, "state": ""}},
    ],
)  # fmt: skip
def test_absurd_numbers_are_refused_before_anything_is_built(fields: dict[str, object]) -> None:
    body = plain(**fields)
    tracemalloc.start()
    try:
        with pytest.raises(BadData):
            read_record(body)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(body) + 2_000_000
    finally:
        tracemalloc.stop()


def test_an_absurd_record_is_refused_over_http(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path)) as web:
        answer = web.post("/api/records", content=plain(seats=10**7, sexes=[]), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_record")


def test_padding_is_not_kept(tmp_path: Path) -> None:
    body = FIXTURE.read_bytes()
    with TestClient(app_of(tmp_path)) as web:
        names = []
        for brought in (body, body + b" " * 2_000_000, b"\n" * 1_000_000 + body):
            answer = web.post("/api/records", content=brought, headers=JSON)
            assert answer.status_code == 201, answer.text
            names.append(answer.json()["id"])
        assert len(set(names)) == 1
        kept = web.get(f"/api/records/{names[0]}").content
    assert len(kept) <= len(body) + 200
    assert name_of(kept) == names[0]


def test_an_address_brings_so_many_bytes_along(tmp_path: Path) -> None:
    body = FIXTURE.read_bytes()
    with TestClient(app_of(tmp_path, Limits(record_bytes=(len(body) * 1.5, 0.0)))) as web:
        found = [web.post("/api/records", content=body, headers=JSON).status_code for _ in range(2)]
    assert found == [201, 429]


def test_the_oldest_uploaded_records_are_deleted_first(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "space.db")
        mine = StoredRecord("rABCDEFGHIJKLMNO", b"x" * 9000)
        brought = [StoredRecord(f"r{n:024x}", b"x" * 9000) for n in range(5)]
        await store.put_record(mine, 0.0)
        for n, record in enumerate(brought):
            await store.put_record(record, 1.0 + n)
        assert await store.make_space(BROUGHT, 20_000) == 3
        assert [await store.record(one.id) is not None for one in brought] == [False] * 3 + [True] * 2
        assert await store.record(mine.id) is not None
        await store.close()

    asyncio.run(run())
