"""Connections drop and servers die in the middle of a fight; nobody misses anything."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson, Person
from tests.browser.scenes import drop_connection, in_a_fight
from tests.browser.server_process import ServerProcess
from tests.layers import thorough


def log_of(one: Person) -> list[str]:
    """Read the whole log, without the names by which it calls the reader."""
    if one.small:
        one.page.locator(".nav button").nth(2).click()
    expect(one.page.locator("ol.log .line").first).to_be_visible()
    lines = one.page.locator("ol.log .line").evaluate_all("all => all.map(one => one.dataset.kind)")
    if one.small:
        one.page.locator(".nav button").nth(0).click()
    return lines


@thorough
def test_a_client_absent_during_a_fight_misses_nothing(slow_server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(slow_server, person)
    hand = gus.hand()
    assert len(hand) == 3
    with gus.without_server():
        gus.context.set_offline(True)
        drop_connection(gus)
        expect(gus.page.locator(".lost")).to_be_visible()
        expect(fay.page.locator(".opp", has_text="Gus")).to_contain_text("AWAY")
        fay.play_card("Magic Missile", "munchkins")
        expect(fay.page.locator(".combat .tot")).to_have_text(["11", "6"])
        expect(gus.page.locator(".combat .tot")).to_have_text(["6", "6"])
        gus.context.set_offline(False)
        expect(gus.page.locator(".lost")).to_have_count(0)
    expect(gus.page.locator(".combat .tot")).to_have_text(["11", "6"])
    assert gus.hand() == hand
    assert log_of(gus) == log_of(fay)
    expect(fay.page.locator(".opp", has_text="Gus")).not_to_contain_text("AWAY")


@thorough
def test_a_reloaded_page_shows_the_same_fight(slow_server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(slow_server, person)
    before = [(one.hand(), log_of(one)) for one in (fay, gus)]
    for one in (fay, gus):
        one.page.reload()
        expect(one.page.locator(".combat .tot")).to_have_text(["6", "6"])
    assert [(one.hand(), log_of(one)) for one in (fay, gus)] == before
    # And the seat is still one's own
    fay.play_card("Magic Missile", "munchkins")
    expect(gus.page.locator(".combat .tot")).to_have_text(["11", "6"])


def test_a_server_that_was_killed_comes_back_to_the_same_fight(own_server: ServerProcess, person: MakePerson) -> None:
    fay, gus = in_a_fight(own_server, person)
    fay.play_card("Magic Missile", "munchkins")
    for one in (fay, gus):
        expect(one.page.locator(".combat .tot")).to_have_text(["11", "6"])
    before = [(one.hand(), log_of(one)) for one in (fay, gus)]
    with fay.without_server(), gus.without_server():
        own_server.kill()
        for one in (fay, gus):
            expect(one.page.locator(".lost")).to_be_visible()
        own_server.start()
        for one in (fay, gus):
            expect(one.page.locator(".lost")).to_have_count(0)
    for one in (fay, gus):
        expect(one.page.locator(".combat .tot")).to_have_text(["11", "6"])
    assert [(one.hand(), log_of(one)) for one in (fay, gus)] == before
    # The game goes on where it was: Fay wins, if Gus has nothing against it
    fay.page.locator(".act .prim", has_text="victory").click()
    gus.press("I'm done")
    expect(fay.page.locator(".my-level")).to_have_text("Level 4")


def test_an_accident_of_the_server_is_shown_with_its_name(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server)
    problem = {"code": "server", "text": "Something went wrong on the server.", "request": "5d0c11fa"}
    with ann.refused():
        ann.page.route("**/api/lobby", lambda route: route.fulfill(status=500, json=problem))
        ann.open("/")
        expect(ann.page.get_by_role("alert")).to_contain_text("can find it in the log as 5d0c11fa")
    ann.page.unroute_all(behavior="wait")


def test_a_part_wanted_without_a_connection_comes_with_it(own_server: ServerProcess, person: MakePerson) -> None:
    """Script and styles: a sheet asked for while away is there, as it should look, when the connection is back."""
    _, gus = in_a_fight(own_server, person)
    with gus.without_server():
        gus.context.set_offline(True)
        with gus.page.expect_event("requestfailed"):
            gus.press("Menu")
        expect(gus.button("Settings")).to_have_count(0)
        gus.context.set_offline(False)
        expect(gus.button("Settings")).to_be_visible()
    gus.page.wait_for_function("[...document.querySelectorAll('link[rel=stylesheet]')].every(link => link.sheet)")
