"""Who may come: a password, and a host who has to open the door."""

import re

from playwright.sync_api import expect
from tests.browser.browser_player import PHONE, MakePerson, Person
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

WORD = "mellon"


def guarded_table(ann: Person) -> None:
    """Open a table with a password where people have to knock."""
    ann.open("/")
    ann.page.get_by_label("Your name").fill(ann.name)
    ann.press("New table")
    form = ann.see("#new-table")
    form.get_by_label(re.compile("Fill the other seats")).uncheck()
    form.locator(".choice", has_text="ask to join").locator("input").check()
    form.get_by_label("Password").fill(WORD)
    ann.press("Open the table")
    ann.see(".chairs")


def knock(one: Person, code: str, word: str) -> None:
    """Follow the link to the table, says the word and asks for a seat."""
    one.open(f"/t/{code}")
    one.page.get_by_label("Your name").fill(one.name)
    one.page.get_by_label("Password").fill(word)
    one.press("Sit down")


def test_a_stranger_says_the_word_knocks_and_is_let_in(server: ServerProcess, person: MakePerson) -> None:
    ann, ben = person(server, "Ann"), person(server, "Ben", PHONE)
    guarded_table(ann)
    with ben.refused():
        knock(ben, ann.code, "melon")
        expect(ben.page.get_by_role("alert")).to_have_text("That isn't the password.")
    expect(ann.page.locator(".knock")).to_have_count(0)

    ben.page.get_by_label("Password").fill(WORD)
    ben.press("Sit down")
    expect(ben.page.get_by_role("status")).to_contain_text("Waiting for Ann to let you in")
    expect(ben.page.locator(".chairs, .chat")).to_have_count(0)
    expect(ann.see(".knock")).to_have_text(re.compile(r"^Ben\s+would like to join"))
    expect(ann.page.locator(".chair.human")).to_have_count(1)

    ann.press("Let in")
    expect(ann.page.locator(".knock")).to_have_count(0)
    expect(ann.page.locator(".chair.human")).to_have_count(2)
    expect(ben.see(".chair.you")).to_contain_text("Ben")
    ben.ready()
    expect(ann.page.locator(".chair", has_text="Ben").locator(".chair-ready")).to_have_text("ready")


@thorough
def test_a_refused_visitor_is_notified(server: ServerProcess, person: MakePerson) -> None:
    ann, cay = person(server, "Ann"), person(server, "Cay", PHONE)
    guarded_table(ann)
    knock(cay, ann.code, WORD)
    expect(cay.page.get_by_role("heading", name="You've asked to join")).to_be_visible()
    ann.see(".knock").get_by_role("button", name="Turn away").click()
    expect(ann.page.locator(".knock")).to_have_count(0)
    expect(ann.page.locator(".chair.human")).to_have_count(1)
    expect(cay.see(".lost")).to_contain_text("You weren't let in this time.")


@thorough
def test_a_kicked_player_is_notified(server: ServerProcess, person: MakePerson) -> None:
    ann, dan = person(server, "Ann"), person(server, "Dan", PHONE)
    guarded_table(ann)
    knock(dan, ann.code, WORD)
    ann.press("Let in")
    dan.see(".chair.you")
    ann.page.locator(".chair", has_text="Dan").get_by_role("button", name="Kick").click()
    expect(dan.see(".lost")).to_contain_text("The host removed you from your seat")
    expect(dan.page.locator(".chair.you")).to_have_count(0)
    dan.page.reload()
    expect(dan.page.get_by_role("button", name="Sit down")).to_be_visible()


@thorough
def test_spectators_enter_the_password_too(server: ServerProcess, person: MakePerson) -> None:
    ann, eve, screen = person(server, "Ann"), person(server, "Eve", PHONE), person(server, "Screen")
    guarded_table(ann)
    eve.open(f"/t/{ann.code}")
    eve.press("Watch")
    expect(eve.page.get_by_role("heading", name="This table has a password")).to_be_visible()
    eve.page.get_by_label("Password").fill("melon")
    eve.press("Watch")
    expect(eve.page.get_by_role("heading", name="This table has a password")).to_be_visible()
    expect(eve.page.locator(".chairs")).to_have_count(0)
    eve.page.get_by_label("Password").fill(WORD)
    eve.press("Watch")
    eve.see(".chairs")
    screen.open(f"/tv/{ann.code}")
    screen.page.get_by_label("Password").fill(WORD)
    screen.press("Watch")
    screen.see(".tv-join")
