"""The tutorial, taken as a newcomer takes it: read, and press what is ringed."""

import pytest
from playwright.sync_api import expect
from tests.browser.house_process import HouseProcess
from tests.browser.person import DESKTOP, PHONE, MakePerson, Person
from tests.browser.screens import show
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
MOST = 400


def begin(one: Person) -> None:
    one.open("/tutorial")
    one.press("Begin")
    one.see(".lesson")


def give_away(one: Person) -> None:
    """Gives to charity: which card is up to the pupil."""
    one.page.locator(".ask .pick-form [aria-pressed=false]").first.click()
    one.page.locator(".ask .pick-form > .button.primary").click()
    expect(one.page.locator(".ask .pick-form")).to_have_count(0)


def follow(one: Person) -> bool:
    """Takes the next step the bubble asks for; False once it says that this is the end."""
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


@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_whoever_presses_what_is_ringed_gets_through(
    house: HouseProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    one = person(house, "Pia", size)
    begin(one)
    expect(one.page.locator(".lesson")).to_contain_text("Welcome! You are a munchkin at Level 1.")
    show(one, "lesson")
    for _ in range(MOST):
        if not follow(one):
            break
    expect(one.page.locator(".lesson")).to_contain_text("That is the game")
    expect(one.page.locator(".my-level")).to_have_text("Level 2")
    # The bots go on by themselves, and the bubble does not come back
    one.press("Play on")
    expect(one.page.locator(".lesson")).to_be_hidden()
    one.see(".tbl")


@thorough
def test_it_can_be_skipped_and_gone_on_with(house: HouseProcess, person: MakePerson) -> None:
    one = person(house, "Pia")
    one.open("/tutorial")
    one.page.get_by_role("link", name="Skip it").click()
    expect(one.button("Play now with bots")).to_be_visible()
    begin(one)
    one.page.locator(".lesson").get_by_role("link", name="Skip").click()
    expect(one.button("Play now with bots")).to_be_visible()
    one.open("/tutorial")
    one.page.get_by_role("link", name="Go on where you stopped").click()
    expect(one.page.locator(".lesson")).to_contain_text("Welcome!")
