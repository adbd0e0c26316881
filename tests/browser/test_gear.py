"""What lies before somebody: lasers joined into one weapon, a follower and what it carries."""

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.scenes import begin
from tests.browser.server_process import ServerProcess
from tests.layers import thorough


@thorough
def test_joined_lasers_and_a_laden_follower(server: ServerProcess, person: MakePerson) -> None:
    wes, kira = person(server, "Wes", DESKTOP), person(server, "Kira", PHONE)
    begin([wes, kira], sets=("star",))
    gear = wes.page.locator("#gear")
    wes.play_card("Dazer", "Wield")
    weapon = gear.locator("li.joined")
    expect(weapon).to_have_count(1)
    expect(weapon.locator(".thumb")).to_have_count(3)
    expect(weapon.get_by_role("button", name="joined into one")).to_have_count(3)
    expect(gear.locator(".slot", has_text="hand")).to_have_count(0)
    expect(wes.page.locator(".my-strength")).to_contain_text("8")

    # The snail carries what the hands cannot hold
    wes.play_card("Cargo Snail", "Play Sidekick")
    snail = gear.locator("li", has=wes.page.get_by_role("button", name="Cargo Snail, Sidekick, Followers"))
    expect(snail).to_have_count(1)
    gear.get_by_role("button", name="Quantum Crowbar, Item, +2, Carried").click()
    wes.see("dialog[open]").get_by_role("button", name="Hand Quantum Crowbar to Sidekick: Cargo Snail").click()
    expect(snail.locator(".riders").get_by_role("button", name="Quantum Crowbar")).to_be_visible()
    expect(gear.locator(".is-carried")).to_have_count(0)
    expect(wes.page.locator(".my-strength")).to_contain_text("10")

    # The others can see all that too
    kira.page.locator(".opp", has_text="Wes").click()
    sheet = kira.see("dialog[open]")
    expect(sheet).to_contain_text("strength 10")
    expect(sheet.get_by_role("button", name="joined into one")).to_have_count(3)
    expect(sheet.get_by_role("heading", name="Followers")).to_be_visible()
    expect(sheet.get_by_role("button", name="Quantum Crowbar, Item, +2, with Sidekick: Cargo Snail")).to_be_visible()
