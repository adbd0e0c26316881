"""Somebody dies: the others take from the body, the highest Level first, and a new munchkin comes back."""

import re

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import KICK, begin, pass_until
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

DRAGON = "Run away from Plutonium Dragon"


def take(one: Person, card: str) -> None:
    """Take a card from the body: looks at it, and chooses it."""
    one.see(".ask").get_by_role("button", name=card).click()
    one.see("dialog[open]").get_by_role("button", name=card).click()
    expect(one.page.locator("dialog[open]")).to_have_count(0)


@thorough
def test_the_dead_are_looted_in_order_and_come_back(server: ServerProcess, person: MakePerson) -> None:
    dot, eve, flo = person(server, "Dot", DESKTOP), person(server, "Eve", PHONE), person(server, "Flo", DESKTOP)
    begin([dot, eve, flo])
    flo.press("Give up and run")
    for one in (flo, dot):
        roll = one.page.locator(".ask").get_by_role("button", name=DRAGON)
        pass_until(roll, dot, eve, flo)
        roll.click()
    pass_until(dot.page.locator(".grave"), dot, eve, flo)

    # All see who takes first; the dead has no say, and whoever comes later has none yet
    for one, order in ((dot, ["Flo", "Eve"]), (eve, ["Flo", "You"]), (flo, ["You", "Eve"])):
        looters = one.see(".grave").locator(".looters li")
        expect(looters).to_have_text([f"{order[0]} Level 8", f"{order[1]} Level 3"])
        expect(looters.first).to_have_attribute("aria-current", "true")
    expect(dot.page.locator(".grave h2")).to_have_text("You're dead")
    expect(eve.page.locator(".grave h2")).to_have_text("Dot is dead")
    for one in (dot, eve):
        expect(one.page.locator(".ask")).to_have_count(0)
        expect(one.page.locator(".grave .thumb")).to_have_count(3)

    take(flo, "Helm of Courage")
    expect(flo.page.locator(".ask")).to_have_count(0)
    expect(dot.page.locator(".grave .looters li")).to_have_text(["Eve Level 3"])
    expect(eve.see(".ask").locator(".pick-card")).to_have_count(2)
    take(eve, "Magic Missile")
    assert flo.hand() == ["Baby", "Helm of Courage"]
    assert eve.hand() == ["Potted Plant", "Magic Missile"]
    expect(dot.page.locator(".decks .pile").last).to_contain_text("Leather Armor")

    # With the next turn there is a new munchkin, who has kept Level and Class and draws eight cards
    expect(dot.page.locator(".dead-note")).to_be_visible()
    expect(dot.page.locator("#hand .hc")).to_have_count(0)
    flo.press("End your turn")
    expect(dot.page.locator("#hand .hc")).to_have_count(8)
    expect(dot.page.locator(".dead-note")).to_have_count(0)
    expect(dot.page.locator(".my-level")).to_have_text("Level 7")
    expect(dot.page.locator("#gear .thumb")).to_have_attribute("aria-label", re.compile("^Cleric"))
    expect(dot.button(KICK)).to_be_visible()
    expect(flo.page.locator(".opp", has_text="Dot")).not_to_contain_text("dead")
