"""Two people and two bots play a whole game, one at a desk and one with a phone."""

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import PHONE, MakePerson, Person
from tests.browser.playing import Player, play_to_the_end
from tests.browser.scenes import ALL_SETS, ONE_SET
from tests.browser.screens import DRAWING, show
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough

LEVEL = 6 if DRAWING else 3
"""Enough to see everything of a game; a picture of its end wants more to tell."""


def come_together(
    server: ServerProcess, person: MakePerson, sets: tuple[str, ...], level: int
) -> tuple[Person, Person]:
    """Ann opens a table in the lobby, Ben comes by link with a phone, and bots take the other seats."""
    ann, ben = person(server, "Ann"), person(server, "Ben", PHONE)
    code = ann.open_table(sets, level)
    ben.join(code)
    expect(ann.page.locator(".chair", has_text="Ben")).to_be_visible()
    ann.add_bots(2)
    ben.ready()
    ann.start()
    ben.at_table()
    return ann, ben


@thorough
@pytest.mark.parametrize("sets", few([ONE_SET, ALL_SETS], 1), ids=["one set", "all four sets"])
def test_two_people_and_two_bots_play_to_the_end(
    server: ServerProcess, person: MakePerson, sets: tuple[str, ...]
) -> None:
    ann, ben = come_together(server, person, sets, LEVEL)
    players = [Player(ann, 1), Player(ben, 2)]
    play_to_the_end(players)
    titles = [one.see(".end-podium h1").inner_text() for one in (ann, ben)]
    assert titles[0] == titles[1] or "You win!" in titles
    assert all(title.endswith(("wins!", "win!")) for title in titles)
    for one, title in zip((ann, ben), titles, strict=True):
        podium = one.page.locator(".podium li")
        expect(podium).to_have_count(3)
        winner = one.page.locator(".podium .place-1")
        name = winner.locator("b").first.inner_text()
        assert name == one.name if title == "You win!" else name in title
        expect(winner).to_contain_text(f"Level {LEVEL}")
        expect(one.page.locator(".verified")).to_be_visible()
        show(one, "end")
    assert all(player.clicks > 2 for player in players)
