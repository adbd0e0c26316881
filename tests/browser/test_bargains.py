"""Asking for help: terms, a counter-offer, and what the helper gets."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson
from tests.browser.scenes import KICK, gather, in_a_fight, pass_until
from tests.browser.server_process import ServerProcess
from tests.layers import thorough


def test_help_is_bargained_for_and_paid(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(server, person)
    fay.press("Ask for help")
    sheet = fay.see("dialog[open].for-bargain")
    whom = sheet.get_by_role("group", name="Who to ask")
    # Whoever is proposed makes it a fight that is won
    expect(whom.locator("[aria-pressed=true]")).to_contain_text("enough to win")
    whom.get_by_role("button", name="Gus").click()
    expect(sheet.locator(".sum")).to_have_text("Gus gets 1 Treasure.")
    sheet.get_by_role("button", name="Ask Gus").click()

    # Gus sees the terms and what helping would do, and wants more
    expect(gus.see(".ask")).to_contain_text("1 Treasure")
    expect(gus.page.locator(".ask")).to_contain_text("12 to 6")
    gus.page.locator(".ask").get_by_role("button", name="a counter-offer").click()
    terms = gus.see("dialog[open] .bargain")
    expect(terms).to_contain_text("On the table: 1 Treasure")
    terms.get_by_role("button", name="More: Treasures").click()
    expect(terms.locator(".sum")).to_have_text("You help for 2 Treasures.")
    terms.get_by_role("button", name="Make this offer").click()

    # Fay takes it: Gus fights on that side, and the deal stands beside the fight for all to see
    expect(fay.see(".ask")).to_contain_text("2 Treasures")
    fay.page.locator(".ask").get_by_role("button", name="Accept").click()
    for one in (fay, gus):
        expect(one.page.locator(".combat .tot")).to_have_text(["12", "6"])
    expect(fay.page.locator(".deals")).to_contain_text("Gus")
    expect(fay.page.locator(".deals")).to_contain_text("2 Treasures")
    expect(gus.page.locator(".deals")).to_contain_text("2 Treasures")

    # The share: Gus gets both Treasures, Fay gets the level
    fay.page.locator(".act .prim", has_text="victory").click()
    gus.press("I'm done")
    expect(fay.page.locator(".my-level")).to_have_text("Level 4")
    expect(gus.page.locator(".nav button").first).to_contain_text("5")
    expect(fay.page.locator("#hand .hc")).to_have_count(3)


@thorough
def test_help_that_is_refused_leaves_the_fight_as_it_was(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(server, person)
    fay.press("Ask for help")
    sheet = fay.see("dialog[open].for-bargain")
    sheet.get_by_role("group", name="Who to ask").get_by_role("button", name="Gus").click()
    sheet.get_by_role("button", name="Ask Gus").click()
    gus.see(".ask").get_by_role("button", name="Decline Fay's offer").click()
    fay.heard("Gus turns down")
    for one in (fay, gus):
        expect(one.page.locator(".combat .tot")).to_have_text(["6", "6"])
        expect(one.page.locator(".deals")).to_have_count(0)


@thorough
def test_a_helper_gives_to_be_let_in(server: ServerProcess, person: MakePerson) -> None:
    hal, ivy = gather(server, person, "Hal", "Ivy", seats=3)
    hal.press(KICK)
    hal.press("Ask for help")
    sheet = hal.see("dialog[open].for-bargain")
    sheet.get_by_role("group", name="Who to ask").get_by_role("button", name="Ivy").click()
    expect(sheet.locator("h3")).to_have_text(["Ivy gets", "Ivy gives in return"])
    sheet.get_by_text("Ask Ivy for Items").click()
    sheet.get_by_role("button", name="Spiky Knees").click()
    expect(sheet.locator(".sum")).to_have_text("Ivy gets 1 Treasure; Ivy gives Spiky Knees.")
    sheet.get_by_role("button", name="Ask Ivy").click()

    # Ivy sees both sides, wants the armor too, and throws in a Chainsaw
    expect(ivy.see(".ask")).to_contain_text("Hal asks for your help and offers 1 Treasure; you give Spiky Knees.")
    ivy.page.locator(".ask").get_by_role("button", name="a counter-offer").click()
    terms = ivy.see("dialog[open] .bargain")
    expect(terms.locator("h3")).to_have_text(["You get", "You give in return"])
    terms.get_by_text("Ask Hal for Items").click()
    terms.get_by_role("button", name="Leather Armor").click()
    terms.get_by_role("button", name="Chainsaw of Bloody Dismemberment").click()
    expect(terms.locator(".sum")).to_contain_text("you give Spiky Knees, Chainsaw of Bloody Dismemberment")
    terms.get_by_role("button", name="Make this offer").click()
    hal.see(".ask").get_by_role("button", name="Accept").click()
    expect(hal.page.locator(".deals")).to_contain_text("Ivy gives Spiky Knees, Chainsaw of Bloody Dismemberment")
    expect(ivy.page.locator(".deals")).to_contain_text("you give Spiky Knees, Chainsaw of Bloody Dismemberment")

    # Hal wins, but has no room for the Chainsaw beside the Rock, and does without
    hal.page.locator(".act .prim", has_text="victory").click()
    pass_until(hal.page.locator(".ask .pick-card"), ivy)
    hal.page.locator(".ask .pick-card").first.click()
    hal.page.locator("dialog[open]").get_by_role("button", name="Take").click()
    asked = hal.see(".ask")
    expect(asked).to_contain_text("Ivy promised you Chainsaw of Bloody Dismemberment, but you can't carry it.")
    asked.get_by_role("button", name="Decline").click()
    hal.heard("because you had no room")
