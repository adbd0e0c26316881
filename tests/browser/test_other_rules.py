"""Games made under other rules: the page says why one cannot go on, that one has gone on, and where a record ends."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.finished import finished_record
from tests.browser.scenes import in_a_fight
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

OLD = "made under other rules (1; these are"


def change(server: ServerProcess, what: Callable[[sqlite3.Connection], None]) -> None:
    """End a house, changes what it has stored, and opens it again."""
    server.stop()
    server.complaints()
    with sqlite3.connect(server.data) as db:
        what(db)
    db.close()
    server.start()


def make_old(db: sqlite3.Connection) -> None:
    for table, room in db.execute("SELECT id, room FROM tables").fetchall():
        data: dict[str, Any] = json.loads(room) | {"rules": 1}
        db.execute("UPDATE tables SET room=? WHERE id=?", (json.dumps(data).encode(), table))
    for table, kind, body in db.execute("SELECT table_id, kind, body FROM snapshots").fetchall():
        old = json.dumps(json.loads(body) | {"rules": 1}).encode()
        db.execute("UPDATE snapshots SET body=? WHERE table_id=? AND kind=?", (old, table, kind))


def make_different(db: sqlite3.Connection) -> None:
    """Have the game played with a card that is there no more."""
    make_old(db)
    for table, kind, body in db.execute("SELECT table_id, kind, body FROM snapshots").fetchall():
        data: dict[str, Any] = json.loads(body)
        data["state"]["cards"][0] = "deluxe:lost_and_never_found"
        db.execute("UPDATE snapshots SET body=? WHERE table_id=? AND kind=?", (json.dumps(data).encode(), table, kind))


def without(people: tuple[Person, Person], server: ServerProcess, what: Callable[[sqlite3.Connection], None]) -> None:
    with people[0].without_server(), people[1].without_server():
        for one in people:
            # A page without a socket, loaded to its end
            one.open("/credits")
            one.page.wait_for_load_state("networkidle")
        change(server, what)


@thorough
def test_a_game_that_cannot_continue_is_explained(own_server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(own_server, person)
    code = fay.page.url
    fay.play_card("Magic Missile", "munchkins")
    expect(gus.page.locator(".combat .tot")).to_have_text(["11", "6"])
    without((fay, gus), own_server, make_different)
    fay.page.goto(code)
    shown = fay.page.locator("main.no-table")
    expect(shown).to_contain_text("This game can't continue here")
    expect(shown).to_contain_text(OLD)
    expect(shown).to_contain_text("lost_and_never_found")
    # The house tells whoever runs it, and nothing else is wrong
    said = own_server.complaints()
    assert [line for line in said if "cannot be woken" not in line and "are kept at /r/s" not in line] == []
    assert len(said) == 2


@thorough
def test_a_game_continued_under_other_rules_is_marked(own_server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(own_server, person)
    code = fay.page.url
    without((fay, gus), own_server, make_old)
    fay.page.goto(code)
    expect(fay.page.locator(".toast")).to_contain_text(f"This game was {OLD}")
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])


def test_a_record_of_other_rules_ends_where_it_differs(
    server: ServerProcess, person: MakePerson, tmp_path: Path
) -> None:
    data = json.loads(finished_record())
    data["game"]["rules"] = 1
    data["game"]["answers"][40][4] = "00000000"
    file = tmp_path / "old.json"
    file.write_text(json.dumps(data))
    one = person(server)
    one.open("/r")
    one.page.locator("input[type=file]").set_input_files(file)
    one.see(".replay-bar")
    expect(one.page.locator(".replay-at")).to_contain_text("of 40")
    one.page.keyboard.press("End")
    expect(one.page.locator(".toast")).to_contain_text(f"it was {OLD}")
    expect(one.page.locator(".toast")).to_contain_text("answer 41 of the record")
