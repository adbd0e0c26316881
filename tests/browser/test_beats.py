"""What happens is seen to happen: on the shared screen, which nobody touches, and on the page of whoever acts."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.beats_seen import Stage, lay_out, pace, saw, watch
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.scenes import KICK, begin, pass_until
from tests.browser.server_process import ServerProcess
from tests.browser.test_replay import bring_record
from tests.layers import few, thorough

LayOut = Callable[..., Stage]

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


def kicked(lay: LayOut) -> Stage:
    stage = lay("Fay", "Gus")
    stage.people[0].press(KICK)
    expect(stage.people[1].page.locator(".combat .tot")).to_have_text(["6", "6"])
    return stage


def the_door(lay: LayOut) -> None:
    stage = kicked(lay)
    stage.saw(beat="door", kind="door_kicked")
    saw(stage.people[0], beat="door", kind="door_kicked")


def a_play(lay: LayOut) -> None:
    stage = kicked(lay)
    stage.people[0].play_card("Magic Missile", "munchkins")
    # 6 against 6 was lost, 11 against 6 is not
    stage.saw(beat="turning", flies="*", roll="total.munchkins", banner="Fay turns the tide!")


def help_asked(lay: LayOut) -> None:
    stage = lay("Hal", "Ivy")
    hal, ivy = stage.people
    hal.press(KICK)
    hal.press("Ask for help")
    hal.page.locator("dialog[open] .pick-form > .button.primary, dialog[open] .button.primary").first.click()
    stage.saw(beat="help", kind="help_asked", mark="gold")
    ivy.page.locator(".ask").get_by_role("button", name="Accept").click()
    stage.saw(beat="help", kind="help_agreed", banner="Ivy helps Hal")


def a_flight(lay: LayOut) -> None:
    stage = lay("Roy", "Liv")
    roy, liv = stage.people
    roy.press("Give up and run")
    flee = roy.page.locator(".ask .ask-buttons").get_by_role("button", name="Run away from")
    pass_until(flee, roy, liv)
    flee.filter(has_text="Drooling Slime").click()
    pass_until(flee.filter(has_text="6+: 1 in 6"), roy, liv)
    stage.saw(beat="flight", face="2")
    stage.saw(beat="bad_stuff", banner="Caught!", mark="red")
    stage.saw(beat="lost", flies="*")
    flee.click()
    pass_until(roy.button("End your turn"), roy, liv)
    stage.saw(beat="flight", face="6")
    stage.saw(beat="flight", kind="escaped", banner="Escaped!")


def a_curse(lay: LayOut) -> None:
    stage = lay("Fay", "Gus")
    fay, gus = stage.people
    gus.page.locator(".opp", has_text="Fay").click()
    gus.see("dialog[open]").get_by_role("button", name="Curse! Lose the Armor").click()
    pass_until(fay.page.locator(".log").get_by_text("You are hit by"), fay, gus)
    stage.saw(beat="curse", mark="violet")


def a_death(lay: LayOut) -> None:
    stage = lay("Dot", "Eve", "Flo")
    dot, eve, flo = stage.people
    flo.press("Give up and run")
    for one in (flo, dot):
        roll = one.page.locator(".ask").get_by_role("button", name="Run away from Plutonium Dragon")
        pass_until(roll, dot, eve, flo)
        roll.click()
    pass_until(dot.page.locator(".grave"), dot, eve, flo)
    stage.saw(beat="death", mark="stone")


def a_sale(lay: LayOut) -> None:
    stage = lay("Sid", "Tam")
    sid = stage.people[0]
    sid.press("Sell Items")
    form = sid.see("dialog[open] .pick-form")
    for card in ("Boots of Butt-Kicking", "Huge Rock", "Kneepads of Allure"):
        form.get_by_role("button", name=card).click()
    form.locator("> .button.primary").click()
    stage.saw(beat="sale", flies="*", roll="level.0")


def charity(lay: LayOut) -> None:
    stage = lay("Bea", "Cal")
    bea = stage.people[0]
    form = bea.see(".ask .pick-form")
    for card in ("Gazebo", "Bullrog"):
        form.get_by_role("button", name=card, exact=True).click()
    form.locator("> .button.primary").click()
    # Nobody but the two of them may know which card it is
    stage.saw(beat="cards", kind="charity_given", flies="back")
    saw(bea, beat="cards", kind="charity_given", flies="*")
    seen = stage.screen.page.evaluate("window.beatsSeen.flatMap((one) => one.flies ?? [])")
    assert "deluxe" not in json.dumps(seen)


def tokens(lay: LayOut) -> None:
    stage = lay("Remy", "Julia", sets=("cooks",))
    remy = stage.people[0]
    remy.play_card("Free Sample", "Play Free Sample")
    remy.see(".ask").locator(".ask-buttons .button").last.click()
    stage.saw(beat="tokens", kind="token_gained", flies="*")


def gear_and_victory(lay: LayOut) -> None:
    stage = lay("Kim", seats=4)
    kim = stage.people[0]
    kim.play_card("Sneaky Bastard Sword", "Put Sneaky Bastard Sword on the table")
    stage.saw(beat="*", flies="deluxe/sneaky_bastard_sword")
    kim.press(KICK)
    claim = kim.button("Claim")
    pass_until(claim, kim)
    claim.first.click()
    pass_until(kim.page.locator(".spoils"), kim)
    stage.saw(beat="victory", banner="Victory!", roll="level.0")


def the_last_step(lay: LayOut) -> None:
    stage = lay("Zoe", "Yan")
    zoe, yan = stage.people
    for one in (zoe, yan):
        # A game that was begun in its midst has no record that comes out; the end of the game would ask for it
        one.page.route("**/api/records/**", lambda route: None)
    yan.play_card("Boil an Anthill", "Boil an Anthill for yourself")
    pass_until(zoe.page.locator(".log").get_by_text("Yan gains"), zoe, yan)
    stage.saw(beat="level", roll="level.1")
    zoe.press(KICK)
    zoe.press("Take Dwarf into your hand")
    expect(zoe.button("Loot the room")).to_be_visible()
    zoe.play_card("Potted Plant", "Look for trouble")
    stage.saw(beat="joins", flies="deluxe/potted_plant")
    zoe.play_card("Wandering Monster", "Lame Goblin")
    pass_until(zoe.page.locator(".foe").nth(1), zoe, yan)
    stage.saw(beat="play", flies="deluxe/lame_goblin", roll="total.monsters")
    claim = zoe.button("Claim")
    pass_until(claim, zoe, yan)
    claim.first.click()
    pass_until(zoe.page.locator(".end-podium"), zoe, yan)
    stage.saw(beat="win", banner="*")


def the_next_turn(lay: LayOut) -> None:
    stage = lay("Bea", "Cal")
    bea, cal = stage.people
    form = bea.see(".ask .pick-form")
    for card in ("Gazebo", "Bullrog"):
        form.get_by_role("button", name=card, exact=True).click()
    form.locator("> .button.primary").click()
    expect(cal.button(KICK)).to_be_visible()
    stage.saw(beat="turn", kind="turn_begun")
    saw(cal, beat="turn", banner="Your turn")


def a_theft(lay: LayOut) -> None:
    stage = lay("Vic", "Wyn")
    vic = stage.people[0]
    vic.page.locator("#gear").get_by_role("button", name="Thief").click()
    theft = vic.see("dialog[open]").get_by_role("button", name="Theft")
    expect(theft.first).to_contain_text("Cost: discard 1 card.")
    theft.filter(has_text="Wyn").or_(theft).first.click()
    form = vic.see("dialog[open] .pick-form")
    form.get_by_role("button", name="Baby").click()
    form.get_by_role("button", name="Discard 1 card").click()
    stage.saw(beat="play", kind="ability_used", flies="*")
    stage.saw(beat="lost", kind="card_discarded")
    stage.saw(beat="flight", kind="die_rolled")
    pass_until(vic.page.locator("#gear").get_by_role("button", name="Horny Helmet"), *stage.people)
    stage.saw(beat="theft", kind="item_taken", flies="deluxe/horny_helmet", mark="red", banner="Vic robs Wyn!")


def spoiled(lay: LayOut, potion: str, act: str, **wanted: str) -> None:
    """Otto spoils the fight by which Nan would win the game."""
    stage = lay("Nan", "Otto")
    nan, otto = stage.people
    nan.press(KICK)
    expect(nan.page.locator(".combat .stake")).to_have_text("If you win this fight, you win the game!")
    otto.play_card(potion, act)
    for one in (stage.screen, nan):
        saw(one, **wanted)


def a_fight_foiled(lay: LayOut) -> None:
    spoiled(
        lay, "Friendship Potion", "Friendship", beat="foiled", banner="Otto spoils the fight!", flies="deluxe/crabs"
    )


def a_fight_taken(lay: LayOut) -> None:
    spoiled(lay, "Transferral Potion", "yourself", beat="stolen", banner="Otto takes over the fight!", mark="gold")


def a_level_lost(lay: LayOut) -> None:
    stage = lay("Vic", "Wyn")
    vic, wyn = stage.people
    vic.play_card("Curse! Lose a Level", "Wyn")
    pass_until(vic.page.locator(".log").get_by_text("Wyn loses 1 level"), vic, wyn)
    stage.saw(beat="level", kind="level_lost")


ACTS: list[Callable[[LayOut], None]] = [
    a_flight,
    gear_and_victory,
    the_door,
    a_play,
    help_asked,
    a_curse,
    a_level_lost,
    a_death,
    a_sale,
    charity,
    a_theft,
    a_fight_foiled,
    a_fight_taken,
    tokens,
    the_last_step,
    the_next_turn,
]


@pytest.mark.parametrize("act", few(ACTS, 2), ids=lambda act: act.__name__)
def test_it_is_seen_to_happen(server: ServerProcess, person: MakePerson, act: Callable[[LayOut], None]) -> None:
    act(partial(lay_out, server, person))


@pytest.mark.parametrize("size", few([PHONE, DESKTOP], 1))
def test_a_key_or_click_ends_an_animation_and_still_counts(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    stage = lay_out(server, person, "Fay", "Gus", size=size)
    fay = stage.people[0]
    fay.page.evaluate(PRESS_AT_ONCE)
    fay.press(KICK)
    assert fay.page.evaluate("window.pressed") == {"before": 1, "after": 0}
    # What lies under it is the table as it is now, and nothing is played later
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])
    stage.saw(beat="door")
    assert [seen["beat"] for seen in fay.page.evaluate("window.beatsSeen")] == ["door"]
    # Who comes later, or again, is shown the table and not what led to it
    fay.page.reload()
    fay.see(".combat")
    watch(fay)
    assert fay.page.locator(".beats").count() == 0


@thorough
def test_reduced_motion_shows_beats_as_stills(server: ServerProcess, person: MakePerson) -> None:
    people = [person(server, name, DESKTOP) for name in ("Fay", "Gus")]
    begin(people)
    pace(people[0])
    for one in people:
        watch(one)
    people[1].page.evaluate(STILLS)
    people[0].press(KICK)
    saw(people[1], beat="door", kind="door_kicked")
    assert people[1].page.evaluate("window.moved") == []


@thorough
def test_the_replay_plays_the_beats_again(server: ServerProcess, person: MakePerson, tmp_path: Path) -> None:
    ann = person(server, "Ann", DESKTOP, True)
    bring_record(ann, tmp_path)
    watch(ann)
    ann.page.get_by_role("button", name="Play", exact=True).click()
    saw(ann, beat="play", flies="*")
    saw(ann, beat="gear", flies="*")
