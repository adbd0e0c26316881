"""Dealing on the table: selling with the sum in sight, swapping, giving away."""

from playwright.sync_api import Locator, expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.scenes import gather
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

SALE = (
    ("Boots of Butt-Kicking", 400, "600 Gold short of a level"),
    ("Horny Helmet", 1000, "for 1 level"),
    ("Horny Helmet", 400, "600 Gold short of a level"),
    ("Leather Armor", 600, "400 Gold short of a level"),
    ("Kneepads of Allure", 1200, "for 1 level"),
    ("Leather Armor", 1000, "for 1 level"),
)
"""What is tapped, one after the other: on, and off again; and what the sum says then."""


def test_a_sale_is_added_up_before_it_is_made(server: ServerProcess, person: MakePerson) -> None:
    sid, tam = gather(server, person, "Sid", "Tam", seats=3)
    sid.press("Sell Items")
    form = sid.see("dialog[open] .pick-form")
    total, sell = form.locator(".sum"), form.locator(".button.primary")
    expect(sell).to_be_disabled()
    for card, gold, verdict in SALE:
        form.get_by_role("button", name=card).click()
        expect(total.locator("b")).to_have_text(f"{gold:,} Gold")
        expect(total).to_contain_text(verdict)
        expect(sell).to_be_enabled(enabled=gold >= 1000)
    expect(sell).to_have_text("Sell for 1 level")
    sell.click()
    expect(sid.page.locator("dialog[open]")).to_have_count(0)
    expect(sid.page.locator(".my-level")).to_have_text("Level 4")
    assert sid.hand() == ["Huge Rock", "Potted Plant"]
    expect(sid.page.locator("#gear .thumb")).to_have_count(2)
    expect(tam.page.locator(".opp", has_text="Sid")).to_contain_text("Level 4")


def propose(one: Person, words: str, *cards: str) -> Locator:
    """Open a deal from the sheet of the other player and picks what it is about."""
    one.page.locator(".opp", has_text="Tam").click()
    one.see("dialog[open]").get_by_role("button", name=words).click()
    form = one.see("dialog[open] .pick-form")
    for card in cards:
        form.get_by_role("button", name=card).click()
    return form


def carries(one: Person, *names: str) -> None:
    """Check what lies before somebody."""
    expect(one.page.locator("#gear .thumb")).to_have_count(len(names))
    for name in names:
        expect(one.page.locator("#gear").get_by_role("button", name=name)).to_be_visible()


@thorough
def test_swaps_and_gifts_need_a_partner(server: ServerProcess, person: MakePerson) -> None:
    sid, tam = gather(server, person, "Sid", "Tam", seats=3)
    form = propose(sid, "Propose a trade to Tam", "Leather Armor", "Spiky Knees")
    expect(form.locator(".sum")).to_have_text("You give Leather Armor for Spiky Knees.")
    form.get_by_role("button", name="Propose it to Tam").click()
    deal = tam.see(".ask .deal")
    expect(deal.locator("> div").first.get_by_role("button", name="Leather Armor")).to_be_visible()
    expect(deal.locator("> div").last.get_by_role("button", name="Spiky Knees")).to_be_visible()
    carries(sid, "Leather Armor", "Boots of Butt-Kicking", "Horny Helmet")
    tam.page.locator(".ask").get_by_role("button", name="Accept").click()
    carries(sid, "Boots of Butt-Kicking", "Horny Helmet", "Spiky Knees")
    carries(tam, "Leather Armor")

    # What was refused may not be offered again at once
    for gift, answer in (("Boots of Butt-Kicking", "Decline Sid's offer"), ("Horny Helmet", "Accept")):
        form = propose(sid, "Give Items to Tam", gift)
        expect(form.locator(".sum")).to_have_text(f"You give {gift} to Tam.")
        form.get_by_role("button", name="Offer it to Tam").click()
        expect(tam.see(".ask")).to_contain_text(f"Sid wants to give you {gift}.")
        tam.page.locator(".ask").get_by_role("button", name=answer).click()
        expect(tam.page.locator(".ask")).to_have_count(0)
    carries(tam, "Leather Armor", "Horny Helmet")
    carries(sid, "Boots of Butt-Kicking", "Spiky Knees")
