"""What is on the screen is there whole, can be read large, and stays where it is until somebody takes it away."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import PHONE, MakePerson
from tests.browser.scenes import KICK, begin, crowd, gather, in_a_fight, pass_until
from tests.browser.server_process import ServerProcess
from tests.layers import few

LAPTOP = (1280, 800)
SIZES = [LAPTOP, (820, 1180), (1920, 1080), (1366, 768)]


def test_a_click_on_the_ground_of_a_panel_leaves_it_open(server: ServerProcess, person: MakePerson) -> None:
    fay, _ = in_a_fight(server, person)
    fay.press("Ask for help")
    sheet = fay.see("dialog[open].for-bargain")
    send = sheet.locator(".send")
    expect(sheet.locator(".comes-to")).not_to_be_empty()
    # The sheet has come to rest
    sheet.evaluate("sheet => Promise.all(sheet.getAnimations({ subtree: true }).map((one) => one.finished))")
    place = send.bounding_box()
    sheet.get_by_role("button", name="Fewer: Treasures").click()
    expect(sheet.locator(".sum")).to_contain_text("nothing")
    assert send.bounding_box() == place
    box = sheet.bounding_box()
    assert box
    fay.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    fay.page.mouse.click(box["x"] + 1, box["y"] + 200)
    expect(sheet).to_be_visible()
    # A sheet that darkens the table is still closed by a click beside it
    fay.page.keyboard.press("Escape")
    fay.page.locator("#hand .hc-button").first.click()
    expect(fay.page.locator("dialog[open].modal")).to_be_visible()
    fay.page.mouse.click(4, 400)
    expect(fay.page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.parametrize("size", few(SIZES, 2), ids=str)
def test_won_treasures_are_fully_visible(server: ServerProcess, person: MakePerson, size: tuple[int, int]) -> None:
    fay, gus = gather(server, person, "Fay", "Gus", seats=3, sizes=(size, PHONE))
    fay.press(KICK)
    fay.play_card("Magic Missile", "munchkins")
    claim = fay.button("Claim")
    pass_until(claim, fay, gus)
    claim.first.click()
    pass_until(fay.page.locator(".spoils ~ .quiet-stage h2"), fay, gus)
    arena = fay.page.locator(".arena")
    assert arena.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    # Small as the cards may be there, they are read large, but by a finger
    if not fay.small:
        fay.page.locator(".spoils .stage-card").first.hover()
        expect(fay.page.locator(".preview .kd-card")).to_be_visible()


def test_equipment_of_others_is_shown_large(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, LAPTOP)
    una.page.locator(".opp .thing[data-look]").first.hover()
    expect(una.page.locator(".preview .kd-card")).to_be_visible()
    una.page.mouse.move(640, 4)
    expect(una.page.locator(".preview")).to_have_count(0)
    una.page.locator(".foe .stage-card").first.hover()
    expect(una.page.locator(".preview .kd-card")).to_be_visible()


def test_the_sex_of_every_munchkin_is_visible(server: ServerProcess, person: MakePerson) -> None:
    fay, _ = in_a_fight(server, person)
    expect(fay.page.locator("#gear .sex")).to_have_attribute("title", "female")
    expect(fay.page.locator(".opp .sex").first).to_have_attribute("title", "male")


def test_all_that_a_monster_brings_can_be_read(server: ServerProcess, person: MakePerson) -> None:
    flo = person(server, "Flo", LAPTOP)
    begin([person(server, "Dot", LAPTOP), person(server, "Eve", PHONE), flo])
    reward = flo.see(".reward")
    expect(reward).to_contain_text("levels")
    assert reward.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_speech_bubbles_do_not_cover_possible_helpers(server: ServerProcess, person: MakePerson) -> None:
    fay, _ = gather(server, person, "Fay", "Gus", seats=3, sizes=(LAPTOP, PHONE))
    fay.press(KICK)
    fay.press("Ask for help")
    sheet = fay.see("dialog[open].for-bargain")
    words = json.dumps({"t": "advice", "text": "Ask Gus for help, who is the strongest of all the others here."})
    fay.page.evaluate("(data) => window.sockets.at(-1).onmessage({data})", words)
    toast, panel = fay.see(".toast").bounding_box(), sheet.bounding_box()
    assert toast
    assert panel
    assert toast["x"] + toast["width"] <= panel["x"]
