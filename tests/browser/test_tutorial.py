"""The tutorial, taken as a newcomer takes it: read, and press what is ringed."""

import contextlib

import pytest
from playwright.sync_api import Error, expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.screens import look, show
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough

RINGED = """() => {
  const ring = document.querySelector(".lesson-ring");
  if (!ring || ring.style.opacity !== "1") return null;
  const r = ring.getBoundingClientRect();
  const near = (a, b) => Math.abs(a - b) < 12;
  const found = [...document.querySelectorAll("button:enabled")].find((button) => {
    const b = button.getBoundingClientRect();
    return near(b.left, r.left) && near(b.right, r.right) && near(b.top, r.top) && near(b.bottom, r.bottom);
  });
  if (!found) return null;
  // Cards in a hand lie over one another, and beyond the edge of a phone; this one is to be seen whole
  const corners = [[0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  const covered = ([x, y]) => !found.contains(document.elementFromPoint(r.left + x * r.width, r.top + y * r.height));
  if (found.closest(".hc") && corners.some(covered)) throw new Error("something covers the card that is ringed");
  return [r.left + r.width / 2, r.top + r.height / 2];
}"""
"""Where to press: the middle of the button that is ringed. A ring around more than a button only points."""
MAX_STEPS = 400


def begin(one: Person) -> None:
    one.open("/tutorial")
    one.press("Begin")
    one.see(".lesson")


def give_away(one: Person) -> None:
    """Give to charity: which card is up to the pupil."""
    one.page.locator(".ask .pick-form [aria-pressed=false]").first.click()
    one.page.locator(".ask .pick-form > .button.primary").click()
    expect(one.page.locator(".ask .pick-form")).to_have_count(0)


def follow(one: Person) -> bool:
    """Take the next step the bubble asks for; False once it says that this is the end."""
    page = one.page
    if page.get_by_role("button", name="Play on").count():
        return False
    following = page.locator(".lesson").get_by_role("button", name="Next")
    if following.count():
        following.click()
    elif page.locator(".ask .pick-form").count():
        give_away(one)
    else:
        place = page.evaluate(RINGED)
        if place is not None:
            page.mouse.click(*place)
        page.wait_for_timeout(60)
    return True


@thorough
@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_the_highlighted_controls_finish_the_tutorial(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    one = person(server, "Pia", size)
    begin(one)
    expect(one.page.locator(".lesson")).to_contain_text("Welcome! You are a munchkin at Level 1.")
    show(one, "lesson")
    for _ in range(MAX_STEPS):
        if not follow(one):
            break
    expect(one.page.locator(".lesson")).to_contain_text("That's the game")
    expect(one.page.locator(".my-level")).to_have_text("Level 2")
    # The bots go on by themselves, and the bubble does not come back
    one.press("Play on")
    expect(one.page.locator(".lesson")).to_be_hidden()
    one.see(".tbl")


@thorough
def test_it_can_be_skipped_and_gone_on_with(server: ServerProcess, person: MakePerson) -> None:
    one = person(server, "Pia")
    one.open("/tutorial")
    one.page.get_by_role("link", name="Skip it").click()
    expect(one.button("Play now with bots")).to_be_visible()
    begin(one)
    one.page.locator(".lesson").get_by_role("link", name="Skip").click()
    expect(one.button("Play now with bots")).to_be_visible()
    one.open("/tutorial")
    one.page.get_by_role("link", name="Continue where you left off").click()
    expect(one.page.locator(".lesson")).to_contain_text("Welcome!")


def to_the_bargain(one: Person) -> None:
    """Go on to where help is asked for, and opens the sheet for it."""
    for _ in range(MAX_STEPS):
        if one.page.locator("dialog[open].for-bargain").count():
            return
        follow(one)
    raise AssertionError("nobody is ever asked for help")


def test_highlighted_controls_are_legal_and_the_tutorial_can_be_left(server: ServerProcess, person: MakePerson) -> None:
    one = person(server, "Pia", PHONE)
    begin(one)
    to_the_bargain(one)
    sheet = one.see("dialog[open].for-bargain")
    whom = sheet.get_by_role("group", name="Who to ask")
    expect(whom.get_by_role("button", name="Grizel")).to_have_attribute("aria-pressed", "true")
    look(one, "lesson_bargain")
    # Whoever chooses somebody else is shown the way back, not a button that says no
    whom.get_by_role("button", name="Tock").click()
    box = whom.get_by_role("button", name="Grizel").bounding_box()
    assert box is not None
    one.page.wait_for_function(
        "([x, y]) => { const r = document.querySelector('.lesson-ring').getBoundingClientRect();"
        " return r.left < x && x < r.right && r.top < y && y < r.bottom && r.height < 120; }",
        arg=[box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    look(one, "lesson_other")
    # Nothing lies over the button that closes the sheet
    free = """() => {
      const button = document.querySelector("dialog[open].sheet .sheet-head .icon-button");
      const r = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
    }"""
    one.page.wait_for_function(free)
    expect(one.page.locator(".toast.bad")).to_have_count(0)
    whom.get_by_role("button", name="Grizel").click()
    sheet.get_by_role("button", name="Ask Grizel").click()
    expect(sheet).to_have_count(0)


def test_the_bubble_waits_for_what_happens_to_be_seen(slow_server: ServerProcess, person: MakePerson) -> None:
    one = person(slow_server, "Pia", DESKTOP, moving=True)
    begin(one)
    watched = """() => {
      window.talked = 0;
      const look = () => {
        const playing = document.querySelector("[data-beat]");
        if (playing && document.querySelector(".lesson:popover-open")) window.talked += 1;
        requestAnimationFrame(look);
      };
      look();
    }"""
    one.page.evaluate(watched)
    bar = one.page.locator(".lesson progress")
    seen = []
    for _ in range(MAX_STEPS):
        if one.page.locator(".combat").count() and one.page.locator(".lesson:popover-open").count():
            break
        if bar.is_visible():
            seen.append(float(bar.get_attribute("value") or 0) / float(bar.get_attribute("max") or 1))
        # While the hand still glides, a card may lie over the one that is ringed
        with contextlib.suppress(Error):
            follow(one)
    look(one, "lesson_fight")
    assert seen == sorted(seen)
    assert 0 < seen[0] < seen[-1] < 0.5
    # A frame may pass between the beginning of a beat and the next look
    assert one.page.evaluate("window.talked") <= 3
