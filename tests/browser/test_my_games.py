"""The record of one's own games in the lobby, and what a browser remembers of how one likes to play."""

import json
import re

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.finished import RECORD
from tests.browser.screens import look
from tests.browser.server_process import ServerProcess
from tests.layers import thorough
from tests.server.harness import token_of

AfterTheGame = tuple[ServerProcess, str]


@thorough
def test_a_finished_game_is_found_again_and_forgotten(after_the_game: AfterTheGame, person: MakePerson) -> None:
    server, code = after_the_game
    ann = person(server, "Ann")
    ann.hold(code, token_of(0))
    ann.see(".end-podium")
    ann.open("/")
    game = ann.see(f"[data-game='{RECORD}']")
    expect(game).to_contain_text(re.compile(r"won"))
    expect(game).to_contain_text("Grizel (bot)")
    expect(game).to_contain_text("You, Ben")
    look(ann, "games")
    game.get_by_role("link", name="The end").click()
    ann.see(".end-podium")
    ann.page.go_back()
    game.get_by_role("link", name="Analyse").click()
    ann.see(".replay-bar")
    ann.see("dialog[open], .analysis")
    ann.page.go_back()
    game.get_by_role("link", name="Replay").click()
    ann.see(".replay-bar")
    ann.page.go_back()
    game.get_by_role("button", name="Forget the game").click()
    expect(game).to_have_count(0)
    # The table itself is still there, and known by its seat; all of it can be forgotten
    expect(ann.page.locator(f"[data-game='{code}']")).to_have_count(1)
    ann.press("Forget all")
    ann.press("Really forget")
    expect(ann.page.locator(".mine")).to_have_count(0)
    ann.page.reload()
    expect(ann.button("Play now with bots")).to_be_enabled()
    expect(ann.page.locator(".mine")).to_have_count(0)


def test_a_game_that_ended_without_one_is_found_too(after_the_game: AfterTheGame, person: MakePerson) -> None:
    server, code = after_the_game
    ben = person(server, "Ben", PHONE)
    held = json.dumps([{"code": code, "token": token_of(1), "name": "Ben", "at": 0}])
    rubbish = json.dumps([{"record": 7}, None, "x"])
    ben.open("/")
    ben.page.evaluate(
        "([held, games]) => { localStorage['kickdoor.seats'] = held; localStorage['kickdoor.games'] = games; }",
        [held, rubbish],
    )
    ben.page.reload()
    row = ben.see(f"[data-game='{code}']")
    expect(row).to_contain_text("Finished while you were away")
    look(ben, "games_phone")
    row.get_by_role("link", name="The end").click()
    ben.see(".end-podium")
    ben.open("/")
    ben.see(f"[data-game='{RECORD}']")


def test_a_first_game_has_easy_bots_and_the_next_ones_have_characters(
    after_the_game: AfterTheGame, person: MakePerson
) -> None:
    server, code = after_the_game
    ann = person(server, "Ann")
    ann.open("/")
    expect(ann.page.locator(".under")).to_contain_text("easy bots for your first game")
    ann.open(f"/t/{code}")
    ann.hold(code, token_of(0))
    ann.see(".end-podium")
    ann.open("/")
    expect(ann.page.locator(".under")).to_contain_text("You and 3 bots, right away.")
    ann.press("New table")
    expect(ann.page.locator("#new-table input[name=level]:checked")).to_have_value("normal")


def test_when_to_be_asked_is_kept_for_the_next_table(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann", DESKTOP)
    ann.take_table({"seats": 3, "bots": "normal"})
    ann.start()
    ann.page.locator(".top .icon-button").last.click()
    ann.page.locator(".preset-field").last.select_option("could_win")
    keep = ann.page.get_by_label("Every turn")
    keep.check()
    kept = json.loads(ann.page.evaluate("localStorage['kickdoor.settings']"))
    assert kept["watch"] == "could_win"
    ann.open("/")
    ann.press("Play now with bots")
    ann.at_table()
    ann.page.locator(".top .icon-button").last.click()
    expect(ann.page.locator(".preset-field").last).to_have_value("could_win")
    expect(keep).to_be_checked()
    keep.click()
    expect(keep).to_have_count(0)
    expect(ann.page.locator(".preset-field").last).to_have_value("ask")
