"""An Item takes the place of what is in its way by one click, and the table says first what that changes."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson
from tests.browser.scenes import gather
from tests.browser.server_process import ServerProcess


def test_an_item_takes_the_place_of_another_by_one_click(server: ServerProcess, person: MakePerson) -> None:
    ursa, _ = gather(server, person, "Ursa", "Vic", seats=3)
    ursa.page.locator("#hand .hc-button", has_text="Bad-Ass Bandana").click()
    swap = ursa.see("dialog[open]").get_by_role("button", name="instead of Helm of Courage")
    expect(swap).to_contain_text("Your strength")
    swap.click()
    expect(ursa.page.locator("dialog[open]")).to_have_count(0)
    expect(ursa.page.locator("#hand .hc-button")).to_have_count(2)
    assert ursa.hand() == ["Eleven-Foot Pole", "Potted Plant"]
    ursa.page.locator("#hand .hc-button", has_text="Eleven-Foot Pole").click()
    both = ursa.see("dialog[open]").get_by_role("button", name="instead of Rat on a Stick and Buckler of Swashing")
    both.click()
    expect(ursa.page.locator("#hand .hc-button")).to_have_count(1)
    assert ursa.hand() == ["Potted Plant"]
