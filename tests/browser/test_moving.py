"""A seat goes over to another device in the middle of a fight: the new one plays, the old one watches."""

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, MakePerson, Person
from tests.browser.scenes import alone, in_a_fight
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

from kickdoor.install_hints import to_serve


def moving_link(one: Person) -> str:
    """Have the table make a link by which the seat moves, and copies it."""
    one.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.press("Menu")
    menu = one.see("dialog[open]")
    menu.get_by_role("button", name="Move my seat").click()
    # The server of these tests listens to this machine alone, which no other device can reach
    expect(menu).to_contain_text(to_serve("--lan"))
    menu.get_by_role("button", name="Copy link").click()
    expect(menu.get_by_role("button", name="Copied")).to_be_visible()
    return str(one.page.evaluate("navigator.clipboard.readText()"))


@thorough
def test_a_seat_moves_to_another_device(slow_server: ServerProcess, person: MakePerson) -> None:
    fay, phone = in_a_fight(slow_server, person)
    hand = phone.hand()
    link = moving_link(phone)
    desk = person(slow_server, "Gus", DESKTOP)
    desk.page.goto(link)
    desk.at_table()
    expect(desk.page.locator("#hand .hc")).to_have_count(3)
    assert desk.hand() == hand
    assert "move" not in desk.page.url

    # The phone is told, and looks on: no hand, and nothing to do
    expect(phone.page.locator(".moved")).to_contain_text("You're playing on another device now")
    expect(phone.page.locator("dialog[open], #hand, .act, .react")).to_have_count(0)
    expect(phone.page.locator(".opp")).to_have_count(3)
    expect(fay.page.locator(".opp", has_text="Gus")).not_to_contain_text("AWAY")
    desk.play_card("Cotion of Ponfusion", "monsters")
    for one in (fay, desk, phone):
        expect(one.page.locator(".combat .tot")).to_have_text(["6", "9"])

    # Neither its old right nor the link leads back
    phone.open("/")
    with phone.refused():
        phone.page.goto(link)
        expect(phone.see(".join-table")).to_contain_text("under way")
    expect(desk.page.locator("#hand .hc")).to_have_count(2)
    expect(desk.page.locator(".moved")).to_have_count(0)


@thorough
def test_a_used_link_is_explained(slow_server: ServerProcess, person: MakePerson) -> None:
    ann, late = alone(slow_server, person, "Ann", DESKTOP), person(slow_server, "Gil")
    link = moving_link(ann)
    claim = f"{slow_server.url}/api/tables/{ann.code}/claim"
    assert late.context.request.post(claim, data={"move": link.split("#move=")[1]}).ok
    with late.refused():
        late.page.goto(link)
        told = late.see("[role=alert]").inner_text()
    assert "That code has been used already" in told
