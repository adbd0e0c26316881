"""Bots that whoever runs the server has brought along: chosen by name, in the lobby and in the waiting room."""

from pathlib import Path

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

EAGER = Path(__file__).parents[2] / "examples" / "eager_bot.py"


@thorough
def test_a_bot_of_the_hosts_own_is_chosen_and_stood_in_for(slow_server: ServerProcess, person: MakePerson) -> None:
    slow_server.stop()
    slow_server.bots = [f"{EAGER}:Eager"]
    slow_server.start()
    ann = person(slow_server, "Ann")
    ann.open("/")
    ann.press("New table")
    form = ann.see("#new-table")
    form.get_by_text("Eager", exact=True).click()
    expect(form).to_contain_text("A custom bot on this server.")
    ann.press("Open the table")
    ann.see(".chairs")
    expect(ann.page.locator(".chair.bot")).to_have_count(3)
    expect(ann.page.locator(".chair.bot").first).to_contain_text("Eager")
    chosen = ann.page.locator(".chair.bot select").first
    expect(chosen.locator("option")).to_have_text(["Easy", "Normal", "Nasty", "Master", "Eager"])
    chosen.select_option("nasty")
    expect(ann.page.locator(".chair.bot .mark").first).to_contain_text("Nasty")

    with ann.without_server():
        slow_server.stop()
        slow_server.bots = []
        slow_server.start()
        ann.page.reload()
        note = ann.page.locator(".notice", has_text="the bot Eager is not here; normal plays in its place.")
        expect(note).to_be_visible()
    expect(ann.page.locator(".chair.bot .mark").last).to_contain_text("Normal")
    expect(ann.page.locator(".chair.bot select").first.locator("option")).to_have_count(4)
    assert [line for line in slow_server.complaints() if "no bot Eager here, normal plays instead" in line]
