"""Tests of every screen on desktop and phone, for accessibility."""

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import KICK, alone, crowd, gather
from tests.browser.screens import show
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough

Size = tuple[int, int]
at_both_sizes = pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])


def close(one: Person) -> None:
    one.page.keyboard.press("Escape")
    expect(one.page.locator("dialog[open]")).to_have_count(0)


def sheet(one: Person, name: str) -> None:
    """Show the sheet that lies open, and closes it."""
    one.see("dialog[open]")
    show(one, name)
    close(one)


@at_both_sizes
def test_lobby(server: ServerProcess, person: MakePerson, size: Size) -> None:
    one = person(server, "Ann", size)
    one.open("/")
    expect(one.page.locator(".fan-card")).to_have_count(5)
    show(one, "lobby")
    one.press("Settings")
    sheet(one, "settings")
    one.press("New table")
    one.see("#new-table").scroll_into_view_if_needed()
    show(one, "new_table")


@thorough
@at_both_sizes
def test_library(server: ServerProcess, person: MakePerson, size: Size) -> None:
    one = person(server, "Ann", size)
    one.open("/cards")
    expect(one.page.locator(".gallery-card").nth(59)).to_be_attached()
    show(one, "gallery")
    one.page.locator(".gallery-card").first.click()
    sheet(one, "card")
    one.open("/rules")
    one.see(".rule-row")
    show(one, "rules")


@at_both_sizes
def test_plain_pages(server: ServerProcess, person: MakePerson, size: Size) -> None:
    one = person(server, "Ann", size)
    for path, sign, name in (
        ("/tutorial", ".tutorial-parts", "tutorial"),
        ("/credits", ".authors li", "credits"),
        ("/r", "input[type=file] >> ..", "open_record"),
    ):
        one.open(path)
        one.see(sign)
        show(one, name)
    with one.refused():
        one.open("/nowhere")
        expect(one.page.get_by_role("main").get_by_role("link", name="lobby")).to_be_visible()
        show(one, "lost")


@thorough
@at_both_sizes
def test_waiting_room(server: ServerProcess, person: MakePerson, size: Size) -> None:
    ann, ben, screen = person(server, "Ann", size), person(server, "Ben", size), person(server, "Screen", size)
    code = ann.open_table(seats=5)
    ann.add_bots(2)
    ben.open(f"/t/{code}")
    expect(ben.button("Sit down")).to_be_visible()
    show(ben, "join")
    ben.join(code)
    expect(ann.page.locator(".chair", has_text="Ben")).to_be_visible()
    show(ann, "waiting_room")
    screen.open(f"/tv/{code}")
    expect(screen.page.locator(".tv-seat", has_text="Ben")).to_be_visible()
    show(screen, "shared_screen_waiting")


@thorough
@at_both_sizes
def test_a_turn_at_the_table(server: ServerProcess, person: MakePerson, size: Size) -> None:
    fay, _ = gather(server, person, "Fay", "Gus", seats=3, sizes=(size, PHONE))
    page = fay.page
    expect(fay.button(KICK)).to_be_visible()
    show(fay, "turn")
    page.locator("#hand").get_by_role("button", name="Magic Missile").click()
    sheet(fay, "card_in_hand")
    page.locator(".opp-button").first.click()
    sheet(fay, "player")
    fay.press("Why can't I?")
    sheet(fay, "why")
    fay.press("Menu")
    sheet(fay, "menu")
    fay.press("More…")
    fay.see("dialog[open]")
    show(fay, "more")
    page.locator("dialog").get_by_role("button", name="trade").first.click()
    page.locator("dialog .pick-form .thumb").first.click()
    sheet(fay, "trade")
    fay.press("Sell Items")
    page.locator("dialog .pick-form .thumb").first.click()
    sheet(fay, "sale")


@at_both_sizes
@thorough
def test_a_fight_with_bargains(server: ServerProcess, person: MakePerson, size: Size) -> None:
    fay, gus = gather(server, person, "Fay", "Gus", seats=3, sizes=(size, size))
    fay.press(KICK)
    fay.see(".combat")
    fay.press("Ask for help")
    asking = fay.see("dialog[open].for-bargain")
    show(fay, "bargain")
    asking.get_by_role("group", name="Who to ask").get_by_role("button", name="Gus").click()
    asking.get_by_role("button", name="Ask Gus").click()
    gus.see(".ask")
    show(gus, "offer")
    gus.page.locator(".ask").get_by_role("button", name="a counter-offer").click()
    sheet(gus, "counter_offer")
    gus.page.locator(".ask .button.primary").click()
    expect(fay.page.locator(".combat .tot")).to_have_text(["12", "6"])
    fay.page.locator(".act .prim", has_text="victory").click()
    gus.see(".react")
    show(gus, "window")
    screen = person(server, "Screen", size)
    screen.open(f"/tv/{fay.code}")
    screen.see(".tv-fight")
    show(screen, "shared_screen")


@thorough
@at_both_sizes
def test_a_crowded_fight(server: ServerProcess, person: MakePerson, size: Size) -> None:
    una = crowd(server, person, size)
    una.play_card("Magic Missile", "munchkins")
    expect(una.page.locator(".combat .tot")).to_have_text(["26", "42"])
    show(una, "fight")
    for place, name in ((".nav button:nth-child(2)", "gear"), (".nav button:nth-child(3)", "log")):
        if una.small:
            una.page.locator(place).click()
            show(una, name)
    if not una.small:
        una.page.get_by_role("tab", name="Chat").click()
        show(una, "chat")
        una.page.get_by_role("tab", name="Rules").click()
        una.see(".side-panel .field")
        show(una, "rules_at_the_table")


@at_both_sizes
def test_charity(server: ServerProcess, person: MakePerson, size: Size) -> None:
    kim = alone(server, person, "Kim", size)
    kim.press(KICK)
    kim.page.locator(".act .prim", has_text="victory").click()
    form = kim.page.locator(".ask .pick-form")
    passing = kim.page.locator(".react .rb button.gold:enabled")
    expect(passing.or_(form)).to_be_visible()
    if passing.count():
        passing.click()
    expect(form).to_be_visible()
    form.locator("[aria-pressed=false]").first.click()
    show(kim, "charity")
