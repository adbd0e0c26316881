"""The game is over, and they want another: the same people at a new table, without anybody asking for a link."""

import re

from playwright.sync_api import expect
from tests.browser.browser_player import PHONE, MakePerson
from tests.browser.finished import LEVEL
from tests.browser.server_process import ServerProcess
from tests.layers import thorough
from tests.server.harness import token_of


@thorough
def test_a_rematch_brings_the_same_people_together(
    after_the_game: tuple[ServerProcess, str], person: MakePerson
) -> None:
    server, code = after_the_game
    ann, ben, eve = person(server, "Ann"), person(server, "Ben", PHONE), person(server, "Eve", PHONE)
    for seat, one in enumerate((ann, ben)):
        one.hold(code, token_of(seat))
        expect(one.see(".end-podium h1")).to_contain_text(re.compile("wins?!"))
    eve.open(f"/t/{code}")
    eve.press("Watch")
    eve.see(".end-podium")

    # Ben wants another, and the others see it where they are; to go is up to them
    ben.press("Rematch")
    expect(ben.see(".chair.you")).to_contain_text("Ben")
    assert ben.code != code
    expect(ben.page.locator(".chair-name b")).to_have_text(["Ann", "Ben", "Grizel", "Tock"])
    expect(ben.page.locator(".waiting-head")).to_contain_text(f"to Level {LEVEL}")
    assert ann.code == code
    ann.press("To the rematch")
    expect(ann.see(".chair.you")).to_contain_text("Ann")
    assert ann.code == ben.code
    eve.page.get_by_role("link", name="They're playing again").click()
    expect(eve.see(".join-table")).to_contain_text("Ann, Ben")
    assert eve.code == ben.code

    ben.ready()
    ann.start()
    ben.at_table()
    for one in (ann, ben):
        expect(one.page.locator(".my-level")).to_have_text("Level 1")
