"""Cards thrown at others at any time: into their fight, and into their turn while they think."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson
from tests.browser.scenes import gather, in_a_fight
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

CURSE = "Curse! Lose the Armor You Are Wearing"


def test_a_curse_hits_a_player_during_a_fight_prompt(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(server, person)
    expect(fay.page.locator("#gear").get_by_role("button", name="Leather Armor")).to_be_visible()
    assert CURSE in gus.hand()
    # It is Fay's fight and Fay's question, nobody else's
    expect(gus.page.locator(".ask, .react")).to_have_count(0)
    gus.page.locator("#hand").get_by_role("button", name=CURSE).click()
    sheet = gus.see("dialog[open]")
    sheet.get_by_role("group").get_by_role("button", name="Fay").click()

    # Everybody may answer it but Gus, who has thrown it; nobody can, and says so
    expect(fay.see(".react")).to_contain_text("Curse")
    expect(gus.button("I'm done")).to_have_count(0)
    fay.press("I'm done")
    for one in (fay, gus):
        expect(one.page.locator(".combat .tot")).to_have_text(["5", "6"])
    expect(fay.page.locator("#gear").get_by_role("button", name="Leather Armor")).to_have_count(0)
    assert CURSE not in gus.hand()
    fay.heard(f"Gus plays {CURSE}")
    # The fight goes on as before
    expect(fay.button("Give up and run")).to_be_visible()


@thorough
def test_a_curse_hits_a_player_before_the_door(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = gather(server, person, "Fay", "Gus", seats=3)
    expect(fay.button("Kick open the door")).to_be_visible()
    gus.page.locator(".opp", has_text="Fay").click()
    gus.see("dialog[open]").get_by_role("button", name=CURSE).click()
    fay.press("I'm done")
    expect(fay.page.locator("#gear").get_by_role("button", name="Leather Armor")).to_have_count(0)
    expect(fay.button("Kick open the door")).to_be_visible()


@thorough
def test_a_potion_thrown_on_the_monsters_turns_a_fight(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(server, person)
    gus.page.locator("#hand").get_by_role("button", name="Cotion of Ponfusion").click()
    gus.see("dialog[open]").get_by_role("button", name="monsters").click()
    for one in (fay, gus):
        expect(one.page.locator(".combat .tot")).to_have_text(["6", "9"])
    chips = fay.page.locator(".combat .mon .mods")
    expect(chips).to_contain_text("Cotion of Ponfusion +3")
