"""Food tokens: one is chosen, four different ones become a level, and some are paid for strength in a fight."""

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.scenes import KICK, begin
from tests.browser.server_process import ServerProcess
from tests.layers import thorough


@thorough
def test_a_set_of_four_is_a_level_and_others_are_paid(server: ServerProcess, person: MakePerson) -> None:
    remy, julia = person(server, "Remy", DESKTOP), person(server, "Julia", PHONE)
    begin([remy, julia], sets=("cooks",))
    tokens = remy.page.locator("#gear .tokens")
    expect(tokens).to_have_attribute("aria-label", "Tokens: 3 meat, 2 veggie, 2 drink, 0 dessert")

    # The fourth kind makes a set, which turns into a level by itself
    remy.play_card("Free Sample", "Play Free Sample")
    kinds = remy.see(".ask").locator(".ask-buttons .button")
    expect(kinds).to_contain_text(["Meat", "Veggie", "Drink", "Dessert"])
    expect(kinds.last).to_contain_text("You would go from Level 2 to 3.")
    kinds.last.click()
    expect(tokens).to_have_attribute("aria-label", "Tokens: 2 meat, 1 veggie, 1 drink, 0 dessert")
    expect(remy.page.locator(".my-level")).to_have_text("Level 3")
    julia.heard("Remy turns in a Balanced Meal.")

    # What is paid is chosen kind by kind, no more of each than there is
    remy.press(KICK)
    expect(remy.page.locator(".combat .tot")).to_have_text(["3", "10"])
    remy.play_card("Mystery Ingredient", "Play Mystery Ingredient")
    form = remy.see("dialog[open] .pick-form")
    pay = form.locator(".button.primary")
    expect(pay).to_be_disabled()
    more = form.get_by_role("button", name="More: meat")
    more.click()
    more.click()
    expect(more).to_be_disabled()
    form.get_by_role("button", name="More: drink").click()
    expect(form.locator(".stepper b")).to_have_text(["2", "0", "1"])
    form.get_by_role("button", name="Fewer: meat").click()
    expect(pay).to_have_text("Choose these (2)")
    pay.click()
    expect(tokens).to_have_attribute("aria-label", "Tokens: 1 meat, 1 veggie, 0 drink, 0 dessert")
    for one in (remy, julia):
        expect(one.page.locator(".combat .tot")).to_have_text(["11", "10"])
