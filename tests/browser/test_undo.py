"""Taking something back: what only changed one's own gear, and not what was shown or what others have done since."""

import re

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.scenes import KICK, gather
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

HELMET = "Horny Helmet"


def undo(one: Person, answer: str) -> None:
    """Press the button, which can be pressed also where it will only say why not, and reads what comes back."""
    one.button("Undo").click(force=True)
    expect(one.page.locator(".toast p")).to_have_text(answer)


@thorough
def test_an_item_put_on_is_taken_back_but_a_door_is_not(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = gather(server, person, "Fay", "Gus", seats=3)
    worn = fay.page.locator("#gear").get_by_role("button", name=HELMET)
    button = fay.button("Undo")
    expect(button).to_have_attribute("aria-disabled", "true")
    undo(fay, "There's nothing to undo.")

    fay.play_card(HELMET, "Wear")
    expect(worn).to_be_visible()
    expect(gus.page.locator(".opp", has_text="Fay").locator(".str")).to_have_text(re.compile(r"^Strength7\b"))
    expect(gus.page.locator(".opp", has_text="Fay").locator(".fan")).to_have_text("Cards in hand2")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    undo(gus, "You can't undo this: someone else has acted or must act.")
    undo(fay, "Undone.")
    expect(worn).to_have_count(0)
    assert HELMET in fay.hand()
    expect(gus.page.locator(".opp", has_text="Fay").locator(".str")).to_have_text(re.compile(r"^Strength6\b"))
    expect(gus.page.locator(".opp", has_text="Fay").locator(".fan")).to_have_text("Cards in hand3")
    gus.heard("Fay takes that back.")
    undo(fay, "There's nothing to undo.")

    fay.press(KICK)
    fay.see(".combat")
    undo(fay, "You can't undo this: something was shown to others or changed for them.")
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])
