"""A friend who follows the link to a table full of bots takes the place of one, before the game or in it."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough


def follow_link(one: Person, code: str) -> None:
    one.open(f"/t/{code}")
    one.page.get_by_label("Your name").fill(one.name)


def test_before_the_game_a_bot_makes_room(server: ServerProcess, person: MakePerson) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben", PHONE)
    ann.open_table(bots=True)
    follow_link(ben, ann.code)
    expect(ben.see(".join-table")).to_contain_text("a bot will make room for you")
    # Nobody takes a bot for somebody to play with
    expect(ben.page.locator(".join-table")).to_contain_text(re.compile(r"Ann, \w+ \(bot\), \w+ \(bot\), \w+ \(bot\)"))
    ben.press("Sit down")
    expect(ben.see(".chair.you")).to_contain_text("Ben")
    expect(ann.page.locator(".chair.human")).to_have_count(2)
    expect(ann.page.locator(".chair.bot")).to_have_count(2)


@thorough
@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_in_a_game_the_host_lets_a_friend_in(server: ServerProcess, person: MakePerson, size: tuple[int, int]) -> None:
    ann, ben = person(server, "Ann", size), person(server, "Ben", size)
    ann.open_table(bots=True)
    ann.start()
    ann.press("Menu")
    ann.press("Bring your friends")
    expect(ann.see(".invite .code")).to_have_text(ann.code)
    expect(ann.see(".invite").get_by_role("button", name="Copy link")).to_be_visible()
    ann.page.keyboard.press("Escape")
    bots = ann.page.locator(".opp .name, .opp b").all_text_contents()
    follow_link(ben, ann.code)
    expect(ben.see(".join-table")).to_contain_text("The game is under way. You can take a bot's place")
    ben.press("Sit down")
    expect(ben.page.get_by_role("status")).to_contain_text("Waiting for everyone at the table to agree")
    expect(ben.page.locator(".tbl")).to_have_count(0)

    knock = ann.see(".knock")
    expect(knock).to_contain_text("Ben would like to take a bot's place")
    knock.get_by_role("button", name="Let in").click()
    ben.at_table()
    ben.see("#hand .hc")
    expect(ann.page.locator(".knock")).to_have_count(0)
    expect(ann.page.locator(".opp").first).to_contain_text("Ben")
    expect(ann.page.locator("p", has_text=f"Ben takes over from {bots[0]}.")).to_be_visible()
    expect(ben.page.locator(".opp").last).to_contain_text("Ann")


@thorough
def test_a_player_removed_during_a_game_may_watch(server: ServerProcess, person: MakePerson) -> None:
    ann, cay = person(server, "Ann"), person(server, "Cay", PHONE)
    ann.open_table(bots=True)
    ann.start()
    follow_link(cay, ann.code)
    cay.press("Sit down")
    ann.see(".knock").get_by_role("button", name="Turn away").click()
    expect(ann.page.locator(".knock")).to_have_count(0)
    expect(cay.see(".lost")).to_contain_text("You weren't let in this time.")
    cay.see(".tbl")
    expect(cay.page.locator("#hand .hc")).to_have_count(0)
