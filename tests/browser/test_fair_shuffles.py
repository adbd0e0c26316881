"""Every browser seals its part of the shuffle, opens it when all are sealed, and looks for it in the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.conftest import SLOW
from tests.browser.finished import finished_game, lay_down
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough
from tests.server.harness import salt_of, token_of

KEPT = "Object.entries(sessionStorage).find(([key]) => key.startsWith('kickdoor.part.'))[1]"
TRICK = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  const opening = data.includes('"reveal"');
  if (opening && window.trick === 'wrong') data = data.replace(/"salt":"[^"]*"/, '"salt":"chosen-after-all-others"');
  if (!opening || window.trick !== 'silent') send.call(this, data);
};
"""


def kept(one: Person) -> dict[str, Any]:
    """Return what a page remembers of how the shuffle came about."""
    found: dict[str, Any] = json.loads(one.page.evaluate(KEPT))
    return found


def waiting(server: ServerProcess, person: MakePerson) -> tuple[Person, Person]:
    """Ann and Ben wait with a bot, and each has sealed a part."""
    ann, ben = person(server, "Ann"), person(server, "Ben")
    ben.context.add_init_script(TRICK)
    ben.take_seat(ann.take_table({"seats": 3}))
    ben.ready()
    ann.add_bots(1)
    for one in (ann, ben):
        expect(one.page.locator(".fair .seal")).to_have_count(2)
    return ann, ben


@thorough
def test_parts_are_sealed_and_opened(server: ServerProcess, person: MakePerson) -> None:
    ann, ben = waiting(server, person)
    sealed = kept(ben)
    assert (sealed["told"], sealed["seen"]) == (False, None)
    # A page that comes back has the same part
    ben.page.reload()
    expect(ben.page.locator(".fair .seal")).to_have_count(2)
    assert kept(ben)["salt"] == sealed["salt"]
    ann.start()
    ben.at_table()
    for seat, one in enumerate((ann, ben)):
        memory = kept(one)
        assert (memory["told"], memory["seen"]["seat"], memory["seen"]["seals"][2]) == (True, seat, "")
        assert memory["seen"]["seals"][seat] == memory["seal"]


@thorough
def test_a_wrong_reveal_is_named_and_all_commit_again(slow_server: ServerProcess, person: MakePerson) -> None:
    ann, ben = waiting(slow_server, person)
    before = kept(ann)
    ben.page.evaluate("window.trick = 'wrong'")
    ann.press("Kick it open")
    for one in (ann, ben):
        expect(one.see(".called-off")).to_contain_text("Ben didn't reveal their shuffle key")
        expect(one.page.locator(".fair .seal")).to_have_count(2)
    after = kept(ann)
    assert (after["calledOff"], after["told"], after["seen"]) == (1, False, None)
    assert after["salt"] != before["salt"]
    # A page that was gone while the parts were opened still has what it had sealed
    ben.page.evaluate("window.trick = 'silent'")
    ann.press("Kick it open")
    expect(ben.page.locator("#missing")).to_contain_text("Revealing the shuffle keys")
    ben.page.reload()
    ben.at_table()
    ann.at_table()


def verdicts() -> list[tuple[dict[str, Any] | None, bool, str]]:
    """List what a page may remember of a finished game, whether that fits the record, and what the end says then."""
    data = finished_game().room.data
    seals = [seat.seal for seat in data.seats]
    seen = {"seals": seals, "commitment": data.commitment, "seat": 0, "start": 0}
    true = {"salt": salt_of(0), "seal": seals[0], "told": True, "seen": seen, "calledOff": 0}
    return [
        (true, True, "The shuffle was fair: it includes your key"),
        (true | {"seal": ""}, True, "None of them is this browser's"),
        (None, False, "wasn't there when they were revealed"),
        (true | {"salt": "another"}, False, "your shuffle key isn't the one your browser sent"),
        (
            true | {"seen": seen | {"seals": [seals[0], "0" * 64, "", ""]}},
            False,
            "a player's shuffle key doesn't match",
        ),
        (true | {"seen": seen | {"commitment": "0" * 64}}, False, "the table's shuffle key doesn't match"),
        (true | {"calledOff": 1}, False, "your browser saw more cancelled starts"),
        (true | {"seen": seen | {"start": 1}}, False, "it took part in a different start"),
        (true | {"seen": seen | {"seat": 2}}, False, "Your shuffle key was left out"),
    ]


@thorough
@pytest.mark.parametrize("some", few([slice(4), slice(4, None)], 1), ids=["some", "the rest"])
def test_the_end_page_shows_the_fairness_check(tmp_path: Path, person: MakePerson, some: slice) -> None:
    file = tmp_path / "tables.db"
    code = lay_down(file)
    server = ServerProcess(file, SLOW)
    try:
        for memory, good, says in verdicts()[some]:
            ann = person(server, "Ann")
            if memory is not None:
                place, kept_so = f"kickdoor.part.{finished_game().room.data.id}", json.dumps(json.dumps(memory))
                ann.context.add_init_script(f"sessionStorage['{place}'] = {kept_so}")
            ann.hold(code, token_of(0))
            expect(ann.see(".end .seed")).to_contain_text(says)
            expect(ann.page.locator(".seed .verified")).to_have_count(int(good))
            expect(ann.page.locator(".seed .notice")).to_have_count(0 if good or memory is None else 1)
            ann.page.close()
    finally:
        server.stop()
