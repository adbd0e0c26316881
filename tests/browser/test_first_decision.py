"""From the lobby to the first decision in two clicks."""

import pytest
from playwright.sync_api import expect
from tests.browser.house_process import HouseProcess
from tests.browser.person import DESKTOP, PHONE, MakePerson


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_play_now_reaches_the_first_decision_in_two_clicks(
    house: HouseProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    ann = person(house, "Ann", size)
    ann.open("/")
    ann.press("Play now with bots")
    ann.at_table()
    expect(ann.page.locator("#hand .hc")).to_have_count(8)
    expect(ann.page.locator(".opp")).to_have_count(3)
    # The first decision: which of the cards to lay out before the game begins
    done = ann.page.locator(".act .prim", has_text="Done")
    expect(done).to_be_enabled()
    done.click()
    expect(done).to_have_count(0)
