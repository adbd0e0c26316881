"""A stretch of a game without a mouse: from the lobby through two turns with a fight won, a gift and an escape."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

FOCUSED = """() => {
  const e = document.activeElement;
  return e === document.body ? "" : `${e.ariaLabel ?? e.textContent ?? ""} ${e.id} ${e.className}`.trim();
}"""
MAX_TABS = 90


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, one: Person) -> None:
        self.one = one
        self.page: Page = one.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def focused(self) -> str:
        """Return where the keyboard is; empty if it is lost."""
        return str(self.page.evaluate(FOCUSED))

    def is_somewhere(self) -> None:
        """Wait until the keyboard has its place again: what it stood on may be gone a moment before it moves on."""
        self.page.wait_for_function(f"() => ({FOCUSED})() !== ''")

    def tab_to(self, words: str) -> None:
        """Go on with Tab until it is there."""
        for _ in range(MAX_TABS):
            if words in self.focused():
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {words!r}; it is at {self.focused()!r}")

    def question(self, words: str) -> None:
        """Wait until the large button says so, passing whatever else is asked meanwhile."""
        wanted = self.page.locator(".act .prim", has_text=words)
        for _ in range(400):
            if wanted.count():
                return
            if self.page.locator(".react .rb button.gold:enabled").count():
                self.to_the_table()
                self.press("Space")
            self.page.wait_for_timeout(40)
        expect(wanted).to_be_visible()

    def to_the_table(self) -> None:
        """Leave any button, so that Space and Enter are the table's."""
        self.press("Escape")

    def step(self, words: str) -> None:
        """Take the step the large button offers, by Enter."""
        self.question(words)
        self.to_the_table()
        self.press("Enter")
        expect(self.page.locator(".act .prim", has_text=words)).to_have_count(0)


PLAYED = """() => localStorage.setItem("kickdoor.games", JSON.stringify([
  {record: "before", code: "BEFORE", at: 1, sets: ["deluxe"], names: ["Kim"], bots: [false], winners: [0], you: 0},
]))"""
"""A first game would have easy bots, who ask for this and that."""


def begin(keys: Keys) -> None:
    """Open a game with bots from the lobby."""
    keys.one.open("/")
    keys.page.evaluate(PLAYED)
    keys.page.reload()
    expect(keys.one.button("Play now with bots")).to_be_enabled()
    keys.tab_to("field")
    keys.page.keyboard.type(keys.one.name)
    keys.tab_to("Play now with bots")
    keys.press("Enter")
    keys.one.at_table()


def pass_until_charity(keys: Keys) -> None:
    """Report nothing until there are cards to give away."""
    for _ in range(400):
        if keys.page.locator(".ask .pick-form").count():
            return
        if keys.page.locator(".react .rb button.gold:enabled").count():
            keys.press("Space")
        keys.page.wait_for_timeout(40)
    raise AssertionError(f"nothing to give away; the log ends: {keys.one.log()[-5:]}")


def give_to_charity(keys: Keys) -> None:
    """Fill the form that lies open and sends it."""
    page = keys.page
    send = page.locator(".ask .pick-form > .button.primary")
    expect(send).to_be_visible()
    keys.to_the_table()
    keys.press("Enter")
    while not send.is_enabled():
        keys.tab_to("pick-card")
        keys.press("Space")
        keys.press("Tab")
    keys.tab_to("Give these away")
    keys.press("Enter")
    expect(page.locator(".ask .pick-form")).to_have_count(0)


def test_two_turns_by_keyboard_alone(server: ServerProcess, person: MakePerson) -> None:
    kim = person(server, "Kim")
    keys = Keys(kim)
    begin(keys)
    keys.question("Kick open the door")

    # An Item from the hand: h leads to the hand, Enter opens the card, Enter plays it
    keys.press("h")
    keys.tab_to("Sneaky Bastard Sword")
    keys.press("Enter")
    expect(kim.see("dialog[open]")).to_contain_text("Sneaky Bastard Sword")
    keys.tab_to("Put Sneaky Bastard Sword on the table")
    keys.press("Enter")
    expect(kim.page.locator("#gear").get_by_role("button", name="Sneaky Bastard Sword")).to_be_visible()
    keys.is_somewhere()

    # A door, a fight, the win
    keys.step("Kick open the door")
    expect(kim.page.locator(".combat .tot")).to_have_text(["5", "1"])
    keys.step("victory")
    pass_until_charity(keys)
    expect(kim.page.locator(".my-level")).to_have_text("Level 4")

    # Six cards are one too many; giving one away ends the turn
    give_to_charity(keys)

    # The others, and Kim's next turn: a monster that is too strong
    keys.step("Kick open the door")
    expect(kim.page.locator(".combat .tot")).to_have_text(["6", "10"])
    keys.tab_to("Give up and run")
    keys.press("Enter")
    run_away(keys)
    keys.step("End your turn")
    expect(kim.page.locator(".whose")).not_to_contain_text("Your turn")
    expect(kim.page.locator(".my-level")).to_have_text("Level 4")


def run_away(keys: Keys) -> None:
    """Pass where there is nothing to say, and rolls where it is asked to."""
    page = keys.page
    for _ in range(300):
        if page.locator(".combat").count() == 0:
            return
        if page.locator(".react .rb button.gold:enabled").count():
            keys.to_the_table()
            keys.press("Space")
        elif page.locator(".ask .ask-buttons .button.primary:enabled").count():
            keys.to_the_table()
            keys.press("Enter")
        page.wait_for_timeout(40)
    raise AssertionError(f"still in the fight; the log ends: {keys.one.log()[-5:]}")


@thorough
def test_keys_tell_and_open_things(server: ServerProcess, person: MakePerson) -> None:
    kim = person(server, "Kim")
    keys = Keys(kim)
    begin(keys)
    keys.question("Kick open the door")
    said = kim.page.locator(".toast p")
    for key, words in (("s", "You: strength 3"), ("t", "clock"), ("h", "Gazebo")):
        keys.press(key)
        expect(said).to_contain_text(words, ignore_case=True)
    for key, title in (("1", "You"), ("?", "Why can't I?")):
        keys.press(key)
        expect(kim.page.locator("dialog[open] h2").first).to_have_text(title)
        keys.press("Escape")
        expect(kim.page.locator("dialog[open]")).to_have_count(0)
        keys.is_somewhere()
    keys.press("/")
    keys.tab_to("chat-field")
    keys.page.keyboard.type("hello from the keyboard")
    keys.press("Enter")
    expect(kim.page.locator(".chat-log")).to_contain_text("hello from the keyboard")
