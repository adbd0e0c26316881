"""Cards dragged to what they are for: targets light up with what would come of it, wrong ones say why."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import FloatRect, Locator, expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import KICK, gather, pass_until
from tests.browser.server_process import ServerProcess

SEEN = os.environ.get("KICKDOOR_TOUCH_SHOTS", "")
"""Where to keep pictures of what is dragged, for eyes."""
CURSE = "Curse! Lose a Level"
POTION = "Potion of General Studliness"
STEPS = 6
LISTEN = """() => {
  const line = window.sockets.at(-1), send = line.send.bind(line);
  window.told = [];
  line.send = (text) => { window.told.push(JSON.parse(text).t); send(text); };
}"""
"""Has the page note what kinds of messages it sends from now on."""


def box(found: Locator) -> FloatRect:
    seen = found.bounding_box()
    assert seen is not None
    return seen


def middle(found: Locator) -> tuple[float, float]:
    at = box(found)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def card(one: Person, name: str) -> Locator:
    return one.page.locator("#hand").get_by_role("button", name=name)


def place(one: Person, name: str) -> Locator:
    return one.page.locator(f'[data-place="{name}"]').first


def shot(one: Person, name: str) -> None:
    if SEEN:
        one.page.wait_for_timeout(400)
        one.page.screenshot(path=Path(SEEN) / f"{name}.png")


def lift(one: Person, source: Locator) -> None:
    """Take a card with the mouse, without letting it go."""
    x, y = middle(source)
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(x, y - 40, steps=STEPS)
    expect(one.page.locator(".drag .ghost")).to_be_visible()


def carry(one: Person, target: Locator) -> None:
    one.page.mouse.move(*middle(target), steps=STEPS)


def drop(one: Person) -> None:
    one.page.mouse.up()
    expect(one.page.locator(".drag .ghost")).to_have_count(0)


def test_a_hand_finds_its_places(server: ServerProcess, person: MakePerson) -> None:
    tess, pia = gather(server, person, "Tess", "Pia", seats=3)
    expect(tess.button(KICK)).to_be_visible()
    lit = tess.page.locator(".drag [data-drop]")

    # An Item on one's own mat is worn; the strength that is written there comes true
    lift(tess, card(tess, "Horny Helmet"))
    mine = tess.page.locator('.drag [data-drop="seat:0"]')
    expect(mine).to_contain_text("4 → 5")
    shot(tess, "wear")
    carry(tess, tess.page.locator("#gear"))
    drop(tess)
    expect(tess.page.locator("#gear").get_by_role("button", name="Horny Helmet, Item, +1, head")).to_be_visible()
    expect(tess.page.locator(".my-strength")).to_contain_text("5")

    # A curse on the mat of somebody else; all who could be hit are lit, and oneself in red
    lift(tess, card(tess, CURSE))
    expect(lit).to_have_count(3)
    expect(tess.page.locator('.drag [data-drop="seat:1"]')).to_contain_text("Pia would go from Level 4 to 3")
    expect(tess.page.locator('.drag [data-drop="seat:0"].harms')).to_be_visible()
    shot(tess, "curse")
    carry(tess, tess.page.locator(".opp", has_text="Pia"))
    drop(tess)
    pass_until(tess.page.locator(".opp", has_text="Pia").locator(".level", has_text="3"), tess, pia)


def test_an_illegal_drop_is_explained_and_changes_nothing(server: ServerProcess, person: MakePerson) -> None:
    tess, _ = gather(server, person, "Tess", "Pia", seats=3)
    expect(tess.button(KICK)).to_be_visible()
    lit = tess.page.locator(".drag [data-drop]")
    tess.page.evaluate(LISTEN)
    before = tess.hand()
    lift(tess, card(tess, "Humongous"))
    expect(lit).to_have_count(0)
    carry(tess, tess.page.locator("#stage"))
    expect(tess.page.locator(".drag .caption.no span")).to_be_visible()
    shot(tess, "forbidden")
    drop(tess)
    expect(tess.page.locator(".toast.bad")).to_contain_text(re.compile("fight|combat", re.I))
    assert tess.hand() == before

    # Dropped nowhere, or with Escape, it goes back; so far nothing was done, only asked
    lift(tess, card(tess, POTION))
    expect(tess.page.locator('.drag [data-drop="seat:1"]')).to_contain_text("Pia would go from Level 4 to 5")
    tess.page.keyboard.press("Escape")
    expect(tess.page.locator(".drag .ghost")).to_have_count(0)
    tess.page.mouse.up()
    lift(tess, tess.page.locator("#gear .is-carried .thumb"))
    carry(tess, place(tess, "deck:door"))
    drop(tess)
    lift(tess, tess.page.locator("#gear .slots .thumb").first)
    expect(tess.page.locator("dialog[open]")).to_have_count(0)
    assert tess.hand() == before
    assert set(tess.page.evaluate("window.told")) == {"preview", "why"}


def test_an_enhancer_is_dragged_onto_a_monster(server: ServerProcess, person: MakePerson) -> None:
    tess, pia = gather(server, person, "Tess", "Pia", seats=3)
    tess.press(KICK)
    expect(tess.page.locator(".combat .tot")).to_have_text(["4", "6"])

    # One's own fight: what would harm oneself is told in red, and the sheet has no green button for it
    card(tess, "Humongous").click()
    sheet = tess.see("dialog[open]")
    play = sheet.locator(".card-does .button.play").first
    expect(play.locator("small")).to_have_text(re.compile(r"Monsters 6\s→\s16: you would lose by 12\."))
    shot(tess, "sheet_harms")
    expect(play).not_to_have_class(re.compile("primary"))
    expect(play).to_have_accessible_description(re.compile("you would lose by 12"))
    expect(sheet.locator(".button.primary")).to_have_count(0)
    tess.page.keyboard.press("Escape")

    # A potion on the stage goes to the side it does no harm to
    lift(tess, card(tess, "Magic Missile"))
    expect(tess.page.locator('.drag [data-drop="side:munchkins"]')).to_contain_text(
        "Munchkins 4 → 9: you would win by 3"
    )
    expect(tess.page.locator('.drag [data-drop="side:monsters"].harms')).to_contain_text("you would lose")
    carry(tess, place(tess, "verdict"))
    expect(tess.page.locator(".drag .caption")).to_contain_text("Munchkins 4 → 9")
    shot(tess, "potion")
    drop(tess)
    expect(tess.page.locator(".combat .tot")).to_have_text(["9", "6"])

    # Somebody else spoils it with a finger, after seeing what it comes to
    finger_onto_monster(tess, pia)


def finger_onto_monster(tess: Person, pia: Person) -> None:
    foe = pia.page.locator(".foe .lie")
    finger = Finger(pia)
    finger.down(*middle(card(pia, "Intelligent")))
    x, y = middle(foe)
    finger.move(x, y)
    label = pia.page.locator('.drag [data-drop^="monster:"]')
    expect(label).to_contain_text("6 → 11")
    expect(pia.page.locator(".drag .caption")).to_contain_text("Monsters 6 → 11: Tess would lose by 2")
    shot(pia, "phone_enhancer")
    finger.up()
    for one in (tess, pia):
        expect(one.page.locator(".combat .tot")).to_have_text(["9", "11"])


class Finger:
    """A finger on a screen, which can be kept there."""

    def __init__(self, one: Person) -> None:
        self.session = one.context.new_cdp_session(one.page)
        self.x, self.y = 0.0, 0.0

    def send(self, kind: str) -> None:
        points = [] if kind == "touchEnd" else [{"x": self.x, "y": self.y}]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.send("touchStart")

    def move(self, x: float, y: float) -> None:
        """Move up first, as one lifts a card."""
        for to_x, to_y in ((self.x, self.y - 30), (self.x, self.y - 60), (x, y), (x, y + 1)):
            self.x, self.y = to_x, to_y
            self.send("touchMove")

    def aside(self, by: float) -> None:
        for _ in range(STEPS):
            self.x += by / STEPS
            self.send("touchMove")

    def up(self) -> None:
        self.send("touchEnd")


def test_a_finger_scrolls_the_hand_sideways(server: ServerProcess, person: MakePerson) -> None:
    tess, pia = gather(server, person, "Tess", "Pia", seats=3, sizes=(DESKTOP, PHONE))
    hand = pia.page.locator("#hand .hand")
    hand.evaluate("one => one.scrollTo(0, 0)")
    finger = Finger(pia)
    finger.down(*middle(card(pia, "Cotion of Ponfusion")))
    finger.aside(-150)
    expect(pia.page.locator(".drag .ghost")).to_have_count(0)
    finger.up()
    pia.page.wait_for_function("document.querySelector('#hand .hand').scrollLeft > 60")
    expect(pia.page.locator("dialog[open]")).to_have_count(0)
    # A tap is still a tap
    card(pia, "Wight Brothers").tap()
    expect(pia.see("dialog[open]")).to_contain_text("Wight Brothers")
    pia.page.keyboard.press("Escape")

    # In somebody's fight a second tap at the same place plays what can be played in one way only
    tess.press(KICK)
    expect(pia.page.locator(".combat .tot")).to_have_text(["4", "6"])
    hand.evaluate("one => one.scrollTo(0, 0)")
    at = middle(card(pia, "Intelligent"))
    pia.double_tap(*at)
    expect(pia.page.locator(".combat .tot")).to_have_text(["4", "11"])
    expect(pia.page.locator("dialog[open]")).to_have_count(0)


def test_a_phone_has_a_place_for_everything(server: ServerProcess, person: MakePerson) -> None:
    tess, _ = gather(server, person, "Tess", "Pia", seats=3, sizes=(PHONE, DESKTOP))
    expect(tess.button(KICK)).to_be_visible()
    finger = Finger(tess)
    finger.down(*middle(card(tess, "Horny Helmet")))
    finger.move(*middle(tess.page.locator("#gear")))
    # To carry it only has no place on the table
    tray = tess.page.locator(".drag .tray .chip")
    expect(tray).to_have_count(2)
    expect(tess.page.locator('.drag [data-drop="seat:0"]')).to_contain_text("4 → 5")
    shot(tess, "phone_wear")
    finger.move(*middle(tray.first))
    shot(tess, "phone_tray")
    finger.up()
    expect(tess.page.locator("#gear .is-carried")).to_have_count(2)

    finger.down(*middle(card(tess, CURSE)))
    pia = tess.page.locator(".opp", has_text="Pia")
    finger.move(*middle(pia))
    expect(tess.page.locator(".drag .over")).to_contain_text("Level −1")
    expect(tess.page.locator(".drag .caption")).to_contain_text("Pia would go from Level 4 to 3.")
    shot(tess, "phone_curse")
    finger.up()
    expect(tess.page.locator(".react, .ask").first).to_be_visible()


def test_a_double_click_does_the_one_obvious_thing(server: ServerProcess, person: MakePerson) -> None:
    tess, pia = gather(server, person, "Tess", "Pia", seats=3)
    expect(tess.button(KICK)).to_be_visible()

    # A curse may hit two others: which, the sheet asks
    card(tess, CURSE).dblclick()
    expect(tess.see("dialog[open]").get_by_role("group").get_by_role("button")).to_have_count(3)
    tess.page.keyboard.press("Escape")

    # Of three who could go up a Level one is oneself
    card(tess, POTION).dblclick()
    pass_until(tess.page.locator(".my-level", has_text="4"), tess, pia)
    expect(tess.page.locator("dialog[open]")).to_have_count(0)
    assert POTION not in tess.hand()

    # What lies before one is put on by it
    tess.page.locator("#gear").get_by_role("button", name="Huge Rock").dblclick()
    expect(tess.page.locator("#gear .is-carried")).to_have_count(0)
