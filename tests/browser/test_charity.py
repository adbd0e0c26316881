"""Giving away what is more than five cards: to the lowest, as evenly as can be."""

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.scenes import gather
from tests.browser.screens import look
from tests.browser.server_process import ServerProcess
from tests.browser.test_touch import Finger, box, middle


def test_charity_is_shared_evenly_among_the_lowest(server: ServerProcess, person: MakePerson) -> None:
    bea, cal = gather(server, person, "Bea", "Cal", seats=3)
    form = bea.see(".ask .pick-form")
    expect(form).to_contain_text("Cal (Level 2)")
    give = form.locator("> .button.primary")
    expect(give).to_have_text("Choose 2 more")
    expect(give).to_be_disabled()
    for card in ("Gazebo", "Bullrog"):
        form.get_by_role("button", name=card, exact=True).click()
    # Two are chosen, and a third is not taken
    form.get_by_role("button", name="Harpies").click()
    expect(bea.page.locator(".toast p")).to_have_text("You can choose only 2. Put one back first.")
    expect(form.locator("[aria-pressed=true]")).to_have_count(2)

    # Both to one is not even; the other way round it is
    form.get_by_role("button", name="Gazebo goes to Cal").click()
    give.click()
    expect(bea.page.locator(".toast p")).to_have_text("The cards must be shared as evenly as possible.")
    form.get_by_role("button", name="Bullrog goes to").click()
    expect(form.get_by_role("button", name="Bullrog goes to Cal")).to_be_visible()
    give.click()
    expect(form).to_have_count(0)
    expect(bea.page.locator("#hand .hc")).to_have_count(5)
    expect(cal.page.locator("#hand .hc")).to_have_count(1)
    assert cal.hand() == ["Bullrog"]
    assert not {"Gazebo", "Bullrog"} & set(bea.hand())
    # With that the turn is over
    expect(bea.page.locator(".whose")).not_to_contain_text("Your turn")


def test_on_a_phone_a_card_is_read_by_keeping_a_finger_on_it(server: ServerProcess, person: MakePerson) -> None:
    bea, _ = gather(server, person, "Bea", "Cal", seats=3, sizes=(PHONE, DESKTOP))
    form = bea.see(".ask .pick-form")
    card = form.get_by_role("button", name="Gazebo", exact=True)
    look(bea, "charity")
    finger = Finger(bea)
    finger.down(*middle(card))
    expect(bea.see("dialog[open] h2")).to_have_text("Gazebo")
    finger.up()
    look(bea, "charity_read")
    # Reading picks nothing, and it lies open until it is closed
    expect(form.locator("[aria-pressed=true]")).to_have_count(0)
    bea.page.locator("dialog[open]").get_by_role("button", name="Close").click()
    expect(bea.page.locator("dialog[open]")).to_have_count(0)
    card.tap()
    expect(form.locator("[aria-pressed=true]")).to_have_count(1)
    expect(bea.page.locator("dialog[open]")).to_have_count(0)
    # The last card can be brought out from behind the button
    last, give = form.locator(".pick-card").last, form.locator("> .button.primary")
    give.evaluate("(button) => button.closest('.stage').scrollTo(0, 9999)")
    assert box(last)["y"] + box(last)["height"] <= box(give)["y"]
