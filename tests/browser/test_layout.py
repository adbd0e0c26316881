"""Everything fits: six players on a small laptop without scrolling, and a phone for thumbs."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import crowd, gather
from tests.browser.screens import SETTLED
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough

PARTS = [".top", ".opps", ".decks", ".stage", ".combat", "#gear", "#hand", ".act", ".side-bar"]
THUMB = 44
OUTSIDE = """(selectors) => selectors.flatMap((s) => [...document.querySelectorAll(s)].flatMap((e) => {
  const r = e.getBoundingClientRect();
  const inside = r.left >= -1 && r.top >= -1 && r.right <= innerWidth + 1 && r.bottom <= innerHeight + 1;
  return inside ? [] : [`${s} ${e.textContent.trim().slice(0, 30)} ${JSON.stringify(r)}`];
}))"""
SMALL = """([selectors, least]) => selectors.flatMap((s) => [...document.querySelectorAll(s)].flatMap((e) => {
  const r = e.getBoundingClientRect();
  if (!r.width || (r.width >= least - 0.5 && r.height >= least - 0.5)) return [];
  return [`${s} ${e.ariaLabel ?? e.textContent.trim().slice(0, 30)}: ${r.width} x ${r.height}`];
}))"""
CUT = """(selectors) => selectors.flatMap((s) => [...document.querySelectorAll(s)].flatMap((e) =>
  e.scrollHeight > e.clientHeight + 1 ? [`${s}: ${e.scrollHeight} in ${e.clientHeight}`] : []))"""
MEETING = """([ones, others]) => [...document.querySelectorAll(ones)].flatMap((one) => {
  const a = one.getBoundingClientRect();
  return [...document.querySelectorAll(others)].flatMap((other) => {
    const b = other.getBoundingClientRect();
    const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    return apart ? [] : [`${one.className} and ${other.className}`];
  });
})"""
SCROLLS = """() => ({
  down: document.scrollingElement.scrollHeight - innerHeight,
  across: document.scrollingElement.scrollWidth - innerWidth,
})"""


WIDTHS = [(1024, 768), (1366, 768), (2560, 1440)]
ROOM_FOR_NAMES = """() => [...document.querySelectorAll(".opp .name")].map((e) => {
  const before = e.textContent;
  e.textContent = "Ermentrude";
  const fits = e.scrollWidth <= e.clientWidth + 1 && parseFloat(getComputedStyle(e).fontSize) >= 11;
  e.textContent = before;
  return fits;
})"""


def scrolls(one: Person) -> dict[str, float]:
    found: dict[str, float] = one.page.evaluate(SCROLLS)
    return found


def test_six_players_fit_on_a_small_laptop(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, DESKTOP)
    expect(una.page.locator(".opp")).to_have_count(5)
    for part in PARTS:
        expect(una.page.locator(part).first).to_be_visible()
    assert una.page.evaluate(OUTSIDE, [*PARTS, ".opp", ".hc", ".act .button", ".combat .tot"]) == []
    found = scrolls(una)
    assert found["down"] <= 0
    assert found["across"] <= 0


def test_mats_have_room_for_names_of_ten_letters(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, DESKTOP)
    for width, height in WIDTHS:
        una.page.set_viewport_size({"width": width, "height": height})
        assert una.page.evaluate(ROOM_FOR_NAMES) == [True] * 5, width
        assert una.page.evaluate(OUTSIDE, [".opp", ".foe", ".combat .tot", ".hc"]) == []


def test_a_phone_scrolls_down_only(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, PHONE)
    tabs = una.page.locator(".nav button")
    expect(tabs).to_have_count(4)
    for tab in tabs.all():
        tab.click()
        expect(tab).to_have_attribute("aria-current", "page")
        assert scrolls(una)["across"] <= 0
        assert una.page.evaluate(OUTSIDE, [".nav button"]) == []
        touched = [".nav button", ".top .icon-button", ".act .button", "#hand .hc-button"]
        assert una.page.evaluate(SMALL, [touched, THUMB]) == []


@thorough
def test_a_window_leaves_all_of_the_fight_in_sight(server: ServerProcess, person: MakePerson) -> None:
    una, guest = gather(server, person, "Una", "Guest", seats=6, sizes=(DESKTOP, DESKTOP))
    una.press("Give up")
    for one in (una, guest):
        one.see(".react")
        expect(one.page.locator(".foe")).to_have_count(3)
        one.page.evaluate(SETTLED)
        assert one.page.evaluate(CUT, [".combat", ".below"]) == []
        assert one.page.evaluate(MEETING, [".react", ".foe, .fighter, .vs, .combat .mods"]) == []
        assert one.page.evaluate(OUTSIDE, [".react .button", ".react select", ".foe", ".combat .mods"]) == []
    expect(una.page.locator(".foe .chance")).to_have_count(3)


@thorough
@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_nothing_covers_anything_on_the_shared_screen(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    una, guest = gather(server, person, "Una", "Guest", seats=6, sizes=(DESKTOP, PHONE))
    screen = person(server, "Screen", size)
    screen.open(f"/tv/{una.code}")
    screen.see(".tv-fight")
    una.press("Give up")
    guest.see(".react")
    screen.see(".tv-window")
    parts = ".tv-seat, .tv-fight, .tv-card, .tv-lines li, .tv-window"
    assert screen.page.evaluate(MEETING, [".tv-tools, .tv-invite", parts]) == []


@thorough
def test_when_to_be_asked_is_chosen_in_the_window_itself(server: ServerProcess, person: MakePerson) -> None:
    una, guest = gather(server, person, "Una", "Guest", seats=6, sizes=(DESKTOP, PHONE))
    una.press("Give up")
    field = guest.see(".react").get_by_label("Ask me")
    assert guest.page.evaluate(SMALL, [[".react .button", ".react .icon-button", ".react select"], THUMB]) == []
    field.select_option("when it affects me")
    expect(guest.page.locator(".toast")).to_contain_text("until the end of this turn")
    guest.press("I'm done")


def test_touch_targets_are_large_enough(server: ServerProcess, person: MakePerson) -> None:
    fay, gus = gather(server, person, "Fay", "Gus", seats=3)
    fay.press("Kick open the door")
    gus.see(".combat")
    fay.press("Ask for help")
    fay.see("dialog[open]").get_by_role("group", name="Who to ask").get_by_role("button", name="Gus").click()
    fay.see("dialog[open]").get_by_role("button", name="Ask Gus").click()
    gus.see(".ask")
    assert gus.page.evaluate(SMALL, [[".ask .button", ".nav button", "#hand .hc-button", ".opp-button"], THUMB]) == []
    gus.page.locator(".ask").get_by_role("button", name="a counter-offer").click()
    gus.see("dialog[open] .bargain")
    large = ["dialog .icon-button", "dialog .segment", "dialog .pick-form > .button"]
    assert gus.page.evaluate(SMALL, [large, THUMB]) == []
    assert scrolls(gus)["across"] <= 0


@thorough
def test_a_discard_pile_shows_its_top_card_alone(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, DESKTOP)
    una.page.locator(".decks .pile").first.click()
    sheet = una.see("dialog[open]")
    expect(sheet.get_by_role("heading")).to_have_text("Door discards: 2")
    expect(sheet.locator(".thumb")).to_have_count(1)
    expect(sheet.locator(".thumb")).to_have_attribute("aria-label", re.compile("^Maul Rat"))
    expect(sheet).not_to_contain_text("Lame Goblin")
