"""From the lobby to the first decision in two clicks."""

import pytest
from playwright.sync_api import expect
from tests.browser.house_process import HouseProcess
from tests.browser.person import DESKTOP, PHONE, MakePerson

DECISION = ".act .prim:enabled, .ask .button.primary:enabled, .ask .pick-card:enabled, .react .rb button.gold:enabled"
TAKEN = "([button, words]) => !button.isConnected || button.textContent !== words"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_play_now_reaches_the_first_decision_in_two_clicks(
    house: HouseProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    ann = person(house, "Ann", size)
    ann.open("/")
    ann.press("Play now with bots")
    ann.at_table()
    # Eight are dealt, but a card that must be played at once may have left already
    expect(ann.page.locator("#hand .hc").nth(5)).to_be_visible()
    expect(ann.page.locator(".opp")).to_have_count(3)
    # What it is depends on the cards: laying out the first ones, kicking the door, or answering somebody else
    decision = ann.see(DECISION).first.element_handle()
    assert decision is not None
    words = decision.text_content()
    decision.click()
    ann.page.wait_for_function(TAKEN, arg=[decision, words])
