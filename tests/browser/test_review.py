"""Looking back in a game that goes on: a line of the log shows the table as it was, and nothing can be done there."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import KICK, alone, in_a_fight
from tests.browser.screens import show
from tests.browser.server_process import ServerProcess
from tests.browser.test_layout import OUTSIDE, SMALL, THUMB, scrolls
from tests.layers import thorough

CURSE = "Curse! Lose the Armor You Are Wearing"
SWORD = "Sneaky Bastard Sword"


def line(one: Person, words: str) -> Locator:
    """Find the last line of the log that says so."""
    return one.page.locator("ol.log:not(.chat-log) .line", has_text=words).last


def look_back(one: Person, words: str) -> None:
    """Click a line of the log; on a phone that is a page of its own."""
    if one.small:
        one.page.locator(".nav button").nth(2).click()
    line(one, words).click(position={"x": 6, "y": 8})
    expect(one.page.locator(".review")).to_contain_text("You're looking at the past")


def in_the_past(one: Person) -> None:
    """Check that nothing can be done."""
    page = one.page
    expect(page.locator(".hc.ok, .act .button, .ask, .react, .pick-form")).to_have_count(0)
    assert len(one.hand()) > 0
    page.locator("#hand .hc-button").first.click()
    sheet = one.see("dialog[open]")
    expect(sheet.locator(".card-large")).to_be_visible()
    expect(sheet.locator(".card-does .button")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def in_the_present(one: Person) -> None:
    expect(one.page.locator(".review, .tbl.past")).to_have_count(0)


def has_won(server: ServerProcess, person: MakePerson) -> Person:
    """Kim has put on a sword, kicked open a door and won; now there are cards to give away."""
    kim = alone(server, person, "Kim", DESKTOP)
    kim.play_card(SWORD, "on the table")
    kim.press(KICK)
    kim.page.locator(".act .prim", has_text="victory").click()
    form = kim.page.locator(".ask .pick-form")
    passing = kim.page.locator(".react .rb button.gold:enabled")
    expect(passing.or_(form)).to_be_visible()
    if passing.count():
        passing.click()
    expect(form).to_be_visible()
    return kim


def test_a_line_of_the_log_shows_the_table_as_it_was(server: ServerProcess, person: MakePerson) -> None:
    kim = has_won(server, person)
    page = kim.page
    level, totals, form = page.locator(".my-level"), page.locator(".combat .tot"), page.locator(".ask .pick-form")
    expect(level).to_have_text("Level 4")
    now = kim.hand()
    assert "Spiky Knees" in now

    look_back(kim, "You kick open the door")
    expect(level).to_have_text("Level 3")
    expect(totals).to_have_text(["5", "1"])
    assert kim.hand() == [card for card in now if card != "Spiky Knees"]
    expect(page.locator("[aria-current=true]")).to_contain_text(["You kick open the door", "You fight"])
    in_the_past(kim)
    # What is asked now is said all the same, and no key answers it
    expect(page.locator(".review-asked")).to_contain_text("Waiting for you")
    for key in ("Enter", "Space", "u"):
        page.locator("#stage").focus()
        page.keyboard.press(key)
    expect(page.locator("dialog[open], .toast")).to_have_count(0)
    expect(level).to_have_text("Level 3")

    kim.press("Back to now")
    in_the_present(kim)
    expect(level).to_have_text("Level 4")
    expect(totals).to_have_count(0)
    expect(form).to_be_visible()
    assert kim.hand() == now


@thorough
def test_steps_and_ways_back_by_keyboard(server: ServerProcess, person: MakePerson) -> None:
    kim = has_won(server, person)
    page = kim.page
    level, totals = page.locator(".my-level"), page.locator(".combat .tot")
    # Tab comes to one line; the arrow keys lead to the others
    expect(page.locator(".moment[tabindex='0']")).to_have_count(1)
    page.locator(".moment[tabindex='0']").focus()
    for _ in range(20):
        if "You kick open the door" in line_at_hand(kim):
            break
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(totals).to_have_text(["5", "1"])
    expect(page.locator("[aria-live=polite]").first).to_contain_text("You're looking at the past")
    page.keyboard.press("ArrowLeft")
    expect(totals).to_have_count(0)
    expect(level).to_have_text("Level 3")
    expect(page.locator("#gear").get_by_role("button", name=SWORD)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#gear").get_by_role("button", name=SWORD)).to_have_count(0)
    assert SWORD in kim.hand()
    kim.press("Step forward")
    kim.press("Step forward")
    expect(totals).to_have_text(["5", "1"])
    page.keyboard.press("Escape")
    in_the_present(kim)
    expect(level).to_have_text("Level 4")
    # The keyboard is the table's again, not at the line
    assert page.evaluate("() => document.activeElement.id") == "stage"

    # After the last moment comes now
    look_back(kim, "3 → 4")
    for _ in range(20):
        if page.locator(".review").count() == 0:
            break
        page.keyboard.press("ArrowRight")
    in_the_present(kim)


def line_at_hand(one: Person) -> str:
    """Read the line the keyboard is at."""
    return str(one.page.evaluate("() => document.activeElement.closest('.line')?.textContent ?? ''"))


@thorough
def test_the_review_works_on_a_phone_during_a_prompt(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(server, person)
    gus.page.locator("#hand").get_by_role("button", name=CURSE).click()
    gus.see("dialog[open]").get_by_role("group").get_by_role("button", name="Fay").click()
    fay.press("I'm done")
    totals = gus.page.locator(".combat .tot")
    expect(totals).to_have_text(["5", "6"])
    gus.page.locator(".nav button").nth(2).click()
    expect(gus.page.locator(".event")).not_to_have_count(0)
    assert gus.page.evaluate(SMALL, [[".event", ".log-filter .segment"], THUMB]) == []

    look_back(gus, "Fay kicks open the door")
    expect(totals).to_have_text(["6", "6"])
    assert CURSE in gus.hand()
    in_the_past(gus)
    expect(gus.page.locator(".review-asked")).to_have_count(0)
    assert gus.page.evaluate(SMALL, [[".review button"], THUMB]) == []
    assert gus.page.evaluate(OUTSIDE, [".review", ".review button"]) == []
    assert scrolls(gus)["across"] <= 0

    # Somebody wants something of this player now
    fay.press("Ask for help")
    fay.see("dialog[open]").get_by_role("group", name="Who to ask").get_by_role("button", name="Gus").click()
    fay.see("dialog[open]").get_by_role("button", name="Ask Gus").click()
    expect(gus.page.locator(".review-asked")).to_contain_text("Waiting for you: ")
    expect(totals).to_have_text(["6", "6"])
    show(gus, "review")
    gus.press("Back to now")
    in_the_present(gus)
    expect(totals).to_have_text(["5", "6"])
    assert CURSE not in gus.hand()
    gus.see(".ask")


@thorough
def test_the_review_does_not_block_prompts(server: ServerProcess, person: MakePerson) -> None:
    kim = has_won(server, person)
    look_back(kim, "You kick open the door")
    assert kim.page.evaluate(OUTSIDE, [".review", ".review button", ".combat .tot", ".hc", ".opp"]) == []
    assert scrolls(kim) == {"down": 0, "across": 0}
    show(kim, "review")


@thorough
def test_partly_known_cards_are_marked(server: ServerProcess, person: MakePerson) -> None:
    kim = has_won(server, person)
    watcher = person(server, "Wes", PHONE)
    watcher.open(f"/t/{kim.code}")
    watcher.press("Watch")
    watcher.heard("3 → 4")
    drawn = kim.page.locator(".event:has(.private)")
    expect(drawn.first).to_contain_text("Not everyone sees this")
    expect(kim.page.locator(".event", has_text="You draw Spiky Knees").locator(".private")).to_have_count(1)
    expect(kim.page.locator(".event", has_text="You kick open the door").locator(".private")).to_have_count(0)
    watcher.page.locator(".nav button").nth(2).click()
    expect(watcher.page.locator(".event")).not_to_have_count(0)
    expect(watcher.page.locator(".event .private")).to_have_count(0)


@thorough
def test_a_late_page_marks_missing_positions(server: ServerProcess, person: MakePerson) -> None:
    kim = has_won(server, person)
    kim.page.reload()
    kim.at_table()
    expect(line(kim, "You kick open the door")).to_be_visible()
    expect(kim.page.locator(".older")).to_contain_text("aren't stored")
    # The last act alone is known: it has led to what is there now
    expect(line(kim, "3 → 4").locator(".moment")).to_have_count(1)
    expect(line(kim, "You kick open the door").locator(".moment")).to_have_count(0)
    line(kim, "You kick open the door").click(position={"x": 6, "y": 8})
    in_the_present(kim)
    expect(kim.page.locator(".my-level")).to_have_text("Level 4")
