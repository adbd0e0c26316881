"""Situations several tests begin with."""

from __future__ import annotations

import contextlib

from playwright.sync_api import Error, Locator, expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.playing import QUICK
from tests.browser.server_process import ServerProcess

ONE_SET = ("deluxe",)
ALL_SETS = ("cooks", "deluxe", "star", "steampunk")
KICK = "Kick open the door"
MAX_LOOKS = 400


def gather(
    server: ServerProcess,
    person: MakePerson,
    host: str = "Ann",
    guest: str = "Ben",
    sets: tuple[str, ...] = ONE_SET,
    level: int = 10,
    seats: int = 4,
    sizes: tuple[tuple[int, int], tuple[int, int]] = (DESKTOP, PHONE),
) -> tuple[Person, Person]:
    """The host sits at a desk, the guest has a phone, and bots fill up the table; the game begins."""
    ann, ben = person(server, host, sizes[0]), person(server, guest, sizes[1])
    begin([ann, ben], sets, level, seats)
    return ann, ben


def begin(people: list[Person], sets: tuple[str, ...] = ONE_SET, level: int = 10, seats: int = 3) -> None:
    """The first opens a table, the others sit down, and bots fill it up; the game begins."""
    host, *guests = people
    code = host.take_table({"sets": sets, "options": {"winning_level": level}, "seats": seats})
    for guest in guests:
        guest.take_seat(code)
    host.add_bots(seats - len(people))
    for guest in guests:
        guest.ready()
    host.start()
    for guest in guests:
        guest.at_table()


def in_a_fight(server: ServerProcess, person: MakePerson) -> tuple[Person, Person]:
    """Fay kicks open a door and is in a fight of 6 against 6, which is lost as it stands; Gus looks on."""
    fay, gus = gather(server, person, "Fay", "Gus", seats=3)
    fay.press(KICK)
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])
    expect(gus.page.locator(".combat .tot")).to_have_text(["6", "6"])
    return fay, gus


def pass_until(wanted: Locator, *people: Person) -> None:
    """Have people say that they are done whenever they are asked whether they want to react, until it is there."""
    for _ in range(MAX_LOOKS):
        if wanted.first.is_visible():
            return
        for one in people:
            done = one.page.locator(".react .rb button.gold:enabled")
            # The window may close while the hand is on its way
            with contextlib.suppress(Error):
                if done.count():
                    done.first.click(timeout=QUICK)
        wanted.page.wait_for_timeout(20)
    expect(wanted.first).to_be_visible()


def drop_connection(one: Person) -> None:
    """Cut the line of a page; it comes back by itself unless it is offline."""
    one.page.evaluate("() => window.sockets.at(-1).close()")


def alone(server: ServerProcess, person: MakePerson, name: str, size: tuple[int, int], seats: int = 4) -> Person:
    """Somebody plays with bots."""
    one = person(server, name, size)
    one.take_table({"seats": seats, "bots": "normal"})
    one.start()
    return one


def crowd(server: ServerProcess, person: MakePerson, size: tuple[int, int]) -> Person:
    """Una and five bots, each with a lot before them, in the middle of a fight against three monsters."""
    una = alone(server, person, "Una", size, seats=6)
    expect(una.page.locator(".foe")).to_have_count(3)
    return una
