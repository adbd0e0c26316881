"""Giving away what is more than five cards: to the lowest, as evenly as can be."""

from playwright.sync_api import expect
from tests.browser.house_process import HouseProcess
from tests.browser.person import MakePerson
from tests.browser.scenes import gather


def test_charity_is_shared_evenly_among_the_lowest(house: HouseProcess, person: MakePerson) -> None:
    bea, cal = gather(house, person, "Bea", "Cal", seats=3)
    form = bea.see(".ask .pick-form")
    expect(form).to_contain_text("Cal (Level 2)")
    give = form.locator("> .button.primary")
    expect(give).to_have_text("2 still to choose")
    expect(give).to_be_disabled()
    for card in ("Gazebo", "Bullrog"):
        form.get_by_role("button", name=card, exact=True).click()
    # Two are chosen, and a third is not taken
    form.get_by_role("button", name="Harpies").click()
    expect(bea.page.locator(".toast p")).to_have_text("No more than 2.")
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
