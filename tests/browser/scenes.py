"""Situations several tests begin with."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.house_process import HouseProcess
from tests.browser.person import DESKTOP, PHONE, MakePerson, Person

ONE_SET = ("deluxe",)
ALL_SETS = ("cooks", "deluxe", "star", "steampunk")
KICK = "Kick open the door"


def gather(
    house: HouseProcess,
    person: MakePerson,
    host: str = "Ann",
    guest: str = "Ben",
    sets: tuple[str, ...] = ONE_SET,
    level: int = 10,
    seats: int = 4,
    sizes: tuple[tuple[int, int], tuple[int, int]] = (DESKTOP, PHONE),
) -> tuple[Person, Person]:
    """The host sits at a desk, the guest has a phone, and bots fill up the table; the game begins."""
    ann, ben = person(house, host, sizes[0]), person(house, guest, sizes[1])
    code = ann.take_table({"sets": sets, "options": {"winning_level": level}, "seats": seats})
    ben.take_seat(code)
    ann.add_bots(seats - 2)
    ben.ready()
    ann.start()
    ben.at_table()
    return ann, ben


def in_a_fight(house: HouseProcess, person: MakePerson) -> tuple[Person, Person]:
    """Fay kicks open a door and is in a fight of 6 against 6, which she would lose; Gus looks on."""
    fay, gus = gather(house, person, "Fay", "Gus", seats=3)
    fay.press(KICK)
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])
    expect(gus.page.locator(".combat .tot")).to_have_text(["6", "6"])
    return fay, gus


def drop_connection(one: Person) -> None:
    """Cuts the line of a page; it comes back by itself unless it is offline."""
    one.page.evaluate("() => window.sockets.at(-1).close()")


def alone(house: HouseProcess, person: MakePerson, name: str, size: tuple[int, int], seats: int = 4) -> Person:
    """Somebody plays with bots."""
    one = person(house, name, size)
    one.take_table({"seats": seats, "bots": "normal"})
    one.start()
    return one


def crowd(house: HouseProcess, person: MakePerson, size: tuple[int, int]) -> Person:
    """Una and five bots, each with a lot before them, in the middle of a fight against three monsters."""
    una = alone(house, person, "Una", size, seats=6)
    expect(una.page.locator(".foe")).to_have_count(3)
    return una
