"""What lies at hand is in sight and in place: one's own mat, the large card, the main button, what is said."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import KICK, gather
from tests.browser.server_process import ServerProcess
from tests.browser.test_touch import Finger, box, card, drop, lift, middle, place
from tests.browser.test_tutorial import begin
from tests.layers import few

TITLE = "Really Impressive Title"
CUT_OFF = """() => {
  const mat = document.querySelector("#gear").getBoundingClientRect();
  return [...document.querySelectorAll("#gear .thumb")].filter((one) => {
    const b = one.getBoundingClientRect();
    const seen = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
    return b.left < mat.left || b.right > mat.right + 1 || b.bottom > mat.bottom + 1 || !one.contains(seen);
  }).map((one) => one.ariaLabel);
}"""
"""What lies on one's own mat and is not to be seen whole."""


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Return whether two things do not cover each other, to the pixel."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across < 1 or down < 1


def bottom(found: Locator) -> float:
    at = box(found)
    return at["y"] + at["height"]


def test_ones_own_mat_takes_and_shows_whatever_goes_before_oneself(server: ServerProcess, person: MakePerson) -> None:
    nan, _ = gather(server, person, "Nan", "Otto", seats=3)
    gear = nan.page.locator("#gear")
    for name in (TITLE, "Hireling"):
        lift(nan, card(nan, name))
        expect(nan.page.locator('.drag [data-drop="seat:0"]')).to_be_visible()
        nan.page.mouse.move(*middle(gear.locator(".called")), steps=4)
        drop(nan)
        expect(gear.get_by_role("button", name=name)).to_have_count(1)
    expect(gear.locator(".thumb")).to_have_count(8)
    assert nan.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_a_power_that_can_be_used_is_marked_on_its_card(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    nan, _ = gather(server, person, "Nan", "Otto", seats=3, sizes=(size, DESKTOP))
    wizard = nan.page.locator("#gear").get_by_role("button", name="Wizard")
    expect(nan.button(KICK)).to_be_visible()
    expect(wizard.locator(".usable")).to_have_count(0)
    nan.press(KICK)
    # With three cards in hand a wizard may charm the monster
    expect(wizard.locator(".usable")).to_have_count(1)
    # The armor can be taken off as ever, which is no power of it
    expect(nan.page.locator("#gear .usable")).to_have_count(1)
    expect(nan.page.locator(".stakes")).to_have_text("If you win this fight, you win the game!")


def test_the_large_card_covers_neither_the_totals_nor_what_is_to_be_pressed(
    server: ServerProcess, person: MakePerson
) -> None:
    nan, _ = gather(server, person, "Nan", "Otto", seats=3)
    nan.press(KICK)
    sums = box(nan.see(".combat .vs"))
    for name in ("Hireling", "Baby", "Elf"):
        nan.page.mouse.move(*middle(card(nan, name)))
        large = nan.page.locator(".preview:popover-open", has_text=name)
        expect(large).to_be_visible()
        assert apart(box(large), sums), name
        assert apart(box(large), box(nan.page.locator(".act .prim"))), name


def test_the_main_button_keeps_its_place_from_step_to_step(server: ServerProcess, person: MakePerson) -> None:
    nan, otto = gather(server, person, "Nan", "Otto", seats=3)
    main, others = nan.page.locator(".act .prim"), nan.page.locator(".act .button:not(.prim, .quiet)")
    expect(main).to_contain_text(KICK)
    expect(others).to_have_count(0)
    before = bottom(main)
    nan.press(KICK)
    expect(main).to_contain_text("Claim")
    assert bottom(main) == pytest.approx(before, abs=1)
    otto.play_card("Friendship Potion", "Friendship")
    expect(main).to_contain_text("Loot the room")
    expect(others).to_have_count(1)
    assert bottom(main) == pytest.approx(before, abs=1)


def test_a_second_click_explains_an_unavailable_action(server: ServerProcess, person: MakePerson) -> None:
    nan, otto = gather(server, person, "Nan", "Otto", seats=3)
    said = nan.page.locator(".toast")
    card(nan, "Baby").dblclick()
    expect(nan.page.locator(".toast.bad")).to_contain_text("fight")
    nan.page.keyboard.press("Escape")
    # A Staff in one hand leaves one, and the Rock takes two
    nan.page.locator("#gear").get_by_role("button", name="Huge Rock").dblclick()
    expect(said).to_contain_text("hand")

    # On a phone it lies on the stage, and covers neither who sits there nor what is in hand
    at = middle(card(otto, "Horny Helmet"))
    otto.double_tap(*at)
    told = otto.page.locator(".toast.bad")
    expect(told).to_contain_text("turn")
    otto.page.keyboard.press("Escape")
    expect(otto.page.locator("dialog[open]")).to_have_count(0)
    for other in (".top", ".opps", ".bottom"):
        assert apart(box(told), box(otto.page.locator(other).first)), other


def test_a_carried_item_explains_why_it_is_not_equipped(server: ServerProcess, person: MakePerson) -> None:
    vic, _ = gather(server, person, "Vic", "Wyn", seats=3)
    lift(vic, card(vic, "Sneaky Bastard Sword"))
    vic.page.mouse.move(*middle(place(vic, "seat:0").locator(".called")), steps=4)
    drop(vic)
    expect(vic.page.locator(".toast")).to_contain_text("without wearing it: your hands are full")


@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_the_bubble_of_the_tutorial_gives_way_to_a_card_that_is_opened(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    one = person(server, "Pia", size)
    begin(one)
    bubble = one.page.locator(".lesson")
    while "This is your hand" not in (bubble.text_content() or ""):
        bubble.get_by_role("button", name="Next").click()
    open_card(one, "Harpies")
    large = one.see("dialog[open] .kd-card").first
    # It is placed again a few times a second
    one.page.wait_for_timeout(600)
    assert apart(box(bubble), box(large))
    expect(one.page.locator(".lesson-ring")).to_have_css("opacity", "0")


def open_card(one: Person, name: str) -> None:
    found = card(one, name)
    found.scroll_into_view_if_needed()
    if one.small:
        finger = Finger(one)
        finger.down(*middle(found))
        finger.up()
    else:
        one.page.mouse.click(*middle(found))
