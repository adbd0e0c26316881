"""What happens is seen to happen: on the shared screen, which nobody touches, and on the page of whoever acts."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.house_process import HouseProcess
from tests.browser.person import DESKTOP, PATIENCE, PHONE, MakePerson, Person
from tests.browser.scenes import KICK, begin, pass_until
from tests.browser.test_replay import bring_record
from tests.layers import few, thorough

SCREEN = (1600, 900)
PARTS = {
    "flies": "data-flies",
    "banner": "data-banner",
    "roll": "data-roll",
    "mark": "data-mark",
    "face": "data-face",
}
WATCH = """() => {
  window.beatsSeen = [];
  const open = new Map();
  const look = () => {
    for (const one of document.querySelectorAll(".beats")) {
      if (!open.has(one)) {
        const seen = {beat: one.dataset.beat, kind: one.dataset.kind, gone: false};
        open.set(one, seen);
        window.beatsSeen.push(seen);
      }
      const seen = open.get(one);
      for (const [name, attribute] of Object.entries(PARTS)) {
        const found = [...one.querySelectorAll(`[${attribute}]`)].map((part) => part.getAttribute(attribute));
        if (found.length) seen[name] = found;
      }
    }
    for (const [one, seen] of open) if (!one.isConnected) seen.gone = true;
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}""".replace("PARTS", json.dumps(PARTS))
"""Notes every beat that a page plays, with what is in it, and whether it has gone again."""
COME_AND_GONE = """(wanted) => window.beatsSeen.some((seen) => seen.gone && Object.entries(wanted).every(
  ([part, value]) => [seen[part]].flat().some((one) => one !== undefined && (value === "*" || one === value))))"""

PRESS_AT_ONCE = """() => {
  const count = () => document.querySelectorAll(".beats").length;
  window.pressed = new Promise((done) => new MutationObserver((_, observer) => {
    const before = count();
    if (!before) return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    setTimeout(() => done({before, after: count()}));
  }).observe(document.body, {childList: true, subtree: true}));
}"""
"""Presses a key in the middle of the first beat, and tells how many are on the page before and after."""
STILLS = """() => {
  window.moved = [];
  new MutationObserver(() => {
    for (const one of document.querySelector(".beats")?.getAnimations({subtree: true}) ?? [])
      for (const frame of one.effect.getKeyframes())
        if (frame.transform && frame.transform !== "none") window.moved.push(one.animationName);
  }).observe(document.body, {childList: true, subtree: true});
}"""
"""Notes whatever moves in a beat."""


def watch(one: Person) -> None:
    one.page.evaluate(WATCH)


def saw(one: Person, **wanted: str) -> None:
    """Waits until a beat with all of this has been played and is gone; `*` is anything."""
    try:
        one.page.wait_for_function(COME_AND_GONE, arg=wanted, timeout=PATIENCE)
    except Exception as e:
        raise AssertionError(f"{wanted} was not among {one.page.evaluate('window.beatsSeen')}") from e


def pace(host: Person, name: str = "normal") -> None:
    """Has the table wait for beats, as every table does but those of other tests."""
    order = json.dumps({"t": "pace", "pace": name, "cmd": "pace"})
    host.page.evaluate(f"() => window.sockets.at(-1).send({json.dumps(order)})")


@dataclass
class Stage:
    """A table with a shared screen beside it."""

    people: list[Person]
    screen: Person


def lay_out(
    house: HouseProcess,
    person: MakePerson,
    *names: str,
    sets: tuple[str, ...] = ("deluxe",),
    size: tuple[int, int] = DESKTOP,
    seats: int = 3,
) -> Stage:
    people = [person(house, name, size, True) for name in names]
    begin(people, sets, seats=seats)
    screen = person(house, "Screen", SCREEN, True)
    screen.open(f"/tv/{people[0].code}")
    screen.see(".tv-seat")
    pace(people[0])
    for one in (*people, screen):
        watch(one)
    return Stage(people, screen)


def kicked(house: HouseProcess, person: MakePerson) -> Stage:
    stage = lay_out(house, person, "Fay", "Gus")
    stage.people[0].press(KICK)
    expect(stage.people[1].page.locator(".combat .tot")).to_have_text(["6", "6"])
    return stage


def the_door(house: HouseProcess, person: MakePerson) -> None:
    stage = kicked(house, person)
    for one in (stage.screen, stage.people[0]):
        saw(one, beat="door", kind="door_kicked")


def a_play(house: HouseProcess, person: MakePerson) -> None:
    stage = kicked(house, person)
    stage.people[0].play_card("Magic Missile", "munchkins")
    # 6 against 6 was lost, 11 against 6 is not
    saw(stage.screen, beat="turning", flies="*", roll="total.munchkins", banner="Fay turns the fight!")


def help_asked(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Hal", "Ivy")
    hal, ivy = stage.people
    hal.press(KICK)
    hal.press("Ask for help")
    hal.page.locator("dialog[open] .pick-form > .button.primary, dialog[open] .button.primary").first.click()
    saw(stage.screen, beat="help", kind="help_asked", mark="gold")
    ivy.page.locator(".ask").get_by_role("button", name="Accept").click()
    saw(stage.screen, beat="help", kind="help_agreed", banner="Ivy helps Hal")


def a_flight(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Roy", "Liv")
    roy, liv = stage.people
    roy.press("Give up, run away")
    flee = roy.page.locator(".ask .ask-buttons").get_by_role("button", name="Run away from")
    pass_until(flee, roy, liv)
    flee.filter(has_text="Drooling Slime").click()
    pass_until(flee.filter(has_text="6+: 1 in 6"), roy, liv)
    saw(stage.screen, beat="flight", face="2")
    saw(stage.screen, beat="bad_stuff", banner="Caught!", mark="red")
    saw(stage.screen, beat="lost", flies="*")
    flee.click()
    pass_until(roy.button("End your turn"), roy, liv)
    saw(stage.screen, beat="flight", face="6")
    saw(stage.screen, beat="flight", kind="escaped", banner="Escaped!")


def a_curse(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Fay", "Gus")
    fay, gus = stage.people
    gus.page.locator(".opp", has_text="Fay").click()
    gus.see("dialog[open]").get_by_role("button", name="Curse! Lose the Armor").click()
    pass_until(fay.page.locator(".log").get_by_text("hits you"), fay, gus)
    saw(stage.screen, beat="curse", mark="violet")


def a_death(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Dot", "Eve", "Flo")
    dot, eve, flo = stage.people
    flo.press("Give up, run away")
    for one in (flo, dot):
        roll = one.page.locator(".ask").get_by_role("button", name="Run away from Plutonium Dragon")
        pass_until(roll, dot, eve, flo)
        roll.click()
    pass_until(dot.page.locator(".grave"), dot, eve, flo)
    saw(stage.screen, beat="death", mark="stone")


def a_sale(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Sid", "Tam")
    sid = stage.people[0]
    sid.press("Sell Items")
    form = sid.see("dialog[open] .pick-form")
    for card in ("Boots of Butt-Kicking", "Huge Rock", "Kneepads of Allure"):
        form.get_by_role("button", name=card).click()
    form.locator("> .button.primary").click()
    saw(stage.screen, beat="sale", flies="*", roll="level.0")


def charity(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Bea", "Cal")
    bea = stage.people[0]
    form = bea.see(".ask .pick-form")
    for card in ("Gazebo", "Bullrog"):
        form.get_by_role("button", name=card, exact=True).click()
    form.locator("> .button.primary").click()
    # Nobody but the two of them may know which card it is
    saw(stage.screen, beat="cards", kind="charity_given", flies="back")
    saw(bea, beat="cards", kind="charity_given", flies="*")
    assert "deluxe" not in json.dumps(stage.screen.page.evaluate("window.beatsSeen.flatMap((one) => one.flies ?? [])"))


def tokens(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Remy", "Julia", sets=("cooks",))
    remy = stage.people[0]
    remy.play_card("Free Sample", "Play Free Sample")
    remy.see(".ask").locator(".ask-buttons .button").last.click()
    saw(stage.screen, beat="tokens", kind="token_gained", flies="*")


def gear_and_victory(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Kim", seats=4)
    kim = stage.people[0]
    kim.play_card("Sneaky Bastard Sword", "Put Sneaky Bastard Sword on the table")
    saw(stage.screen, beat="*", flies="deluxe/sneaky_bastard_sword")
    kim.press(KICK)
    claim = kim.button("Claim")
    pass_until(claim, kim)
    claim.first.click()
    pass_until(kim.page.locator(".spoils"), kim)
    saw(stage.screen, beat="victory", banner="Victory!", roll="level.0")


def the_last_step(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Zoe", "Yan")
    zoe, yan = stage.people
    yan.play_card("Boil an Anthill", "Boil an Anthill for yourself")
    pass_until(zoe.page.locator(".log").get_by_text("Yan gains"), zoe, yan)
    saw(stage.screen, beat="level", roll="level.1")
    zoe.press(KICK)
    zoe.press("Take Dwarf into your hand")
    expect(zoe.button("Loot the room")).to_be_visible()
    zoe.play_card("Potted Plant", "Look for trouble")
    saw(stage.screen, beat="joins", flies="deluxe/potted_plant")
    zoe.play_card("Wandering Monster", "Lame Goblin")
    pass_until(zoe.page.locator(".foe").nth(1), zoe, yan)
    saw(stage.screen, beat="play", flies="deluxe/lame_goblin", roll="total.monsters")
    claim = zoe.button("Claim")
    pass_until(claim, zoe, yan)
    claim.first.click()
    pass_until(stage.screen.page.locator(".tv-won"), zoe, yan)
    saw(stage.screen, beat="win", banner="*")


def the_next_turn(house: HouseProcess, person: MakePerson) -> None:
    stage = lay_out(house, person, "Bea", "Cal")
    bea, cal = stage.people
    form = bea.see(".ask .pick-form")
    for card in ("Gazebo", "Bullrog"):
        form.get_by_role("button", name=card, exact=True).click()
    form.locator("> .button.primary").click()
    expect(cal.button(KICK)).to_be_visible()
    saw(stage.screen, beat="turn", kind="turn_begun")
    saw(cal, beat="turn", banner="Your turn")


ACTS: list[Callable[[HouseProcess, MakePerson], None]] = [
    a_flight,
    gear_and_victory,
    the_door,
    a_play,
    help_asked,
    a_curse,
    a_death,
    a_sale,
    charity,
    tokens,
    the_last_step,
    the_next_turn,
]


@pytest.mark.parametrize("act", few(ACTS, 2), ids=lambda act: act.__name__)
def test_it_is_seen_to_happen(
    house: HouseProcess, person: MakePerson, act: Callable[[HouseProcess, MakePerson], None]
) -> None:
    act(house, person)


@pytest.mark.parametrize("size", few([PHONE, DESKTOP], 1))
def test_a_key_or_a_click_ends_what_is_played_and_is_heard(
    house: HouseProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    stage = lay_out(house, person, "Fay", "Gus", size=size)
    fay = stage.people[0]
    fay.page.evaluate(PRESS_AT_ONCE)
    fay.press(KICK)
    assert fay.page.evaluate("window.pressed") == {"before": 1, "after": 0}
    # What lies under it is the table as it is now, and nothing is played later
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])
    saw(stage.screen, beat="door")
    assert [seen["beat"] for seen in fay.page.evaluate("window.beatsSeen")] == ["door"]
    # Who comes later, or again, is shown the table and not what led to it
    fay.page.reload()
    fay.see(".combat")
    watch(fay)
    assert fay.page.locator(".beats").count() == 0


@thorough
def test_who_wants_less_motion_sees_every_beat_as_a_still(house: HouseProcess, person: MakePerson) -> None:
    people = [person(house, name, DESKTOP) for name in ("Fay", "Gus")]
    begin(people)
    pace(people[0])
    for one in people:
        watch(one)
    people[1].page.evaluate(STILLS)
    people[0].press(KICK)
    saw(people[1], beat="door", kind="door_kicked")
    assert people[1].page.evaluate("window.moved") == []


@thorough
def test_the_replay_plays_the_beats_again(house: HouseProcess, person: MakePerson, tmp_path: Path) -> None:
    ann = person(house, "Ann", DESKTOP, True)
    bring_record(ann, tmp_path)
    watch(ann)
    ann.page.get_by_role("button", name="Play", exact=True).click()
    saw(ann, beat="play", flies="*")
    saw(ann, beat="gear", flies="*")
