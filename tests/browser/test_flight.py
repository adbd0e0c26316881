"""Running from two monsters in the order one likes."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson
from tests.browser.scenes import gather, pass_until
from tests.browser.server_process import ServerProcess
from tests.layers import thorough


@thorough
def test_the_runner_chooses_whom_to_flee_first(server: ServerProcess, person: MakePerson) -> None:
    roy, liv = gather(server, person, "Roy", "Liv", seats=3)
    roy.press("Give up and run")
    flee = roy.page.locator(".ask .ask-buttons").get_by_role("button", name="Run away from")
    pass_until(flee, roy, liv)
    expect(flee).to_have_count(2)
    expect(flee.filter(has_text="Flying Frogs")).to_contain_text("4+: 1 in 2")
    expect(flee.filter(has_text="Drooling Slime")).to_contain_text("3+: 2 in 3")

    # Who is caught by the Slime loses the boots, and without them the Frogs are harder to get away from
    flee.filter(has_text="Drooling Slime").click()
    frogs = flee.filter(has_text="6+: 1 in 6")
    pass_until(frogs, roy, liv)
    expect(flee).to_have_count(1)
    expect(frogs).to_contain_text("Flying Frogs")
    boots = roy.page.locator("#gear").get_by_role("button", name="Boots of Running Really Fast")
    expect(boots).to_have_count(0)
    frogs.click()
    pass_until(roy.button("End your turn"), roy, liv)
    expect(roy.page.locator(".combat")).to_have_count(0)
    liv.heard("Roy escapes Flying Frogs")
