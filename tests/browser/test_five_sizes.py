"""A whole game at one table on five sizes of screen and the shared one: each page plays all that the log calls for."""

from __future__ import annotations

from tests.browser.beats_counted import Account, account, note_all
from tests.browser.beats_seen import SHARED, pace
from tests.browser.browser_player import PHONE, MakePerson, Person
from tests.browser.playing import MAX_STEPS, Player
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

SIZES = {
    "Phone": PHONE,
    "Sideways": (844, 390),
    "Tablet": (820, 1180),
    "Laptop": (1280, 800),
    "Large": (1920, 1080),
}
PACE = "normal"
LEVEL = 3
SURE = {"order", "turn", "door", "win"}
"""There is no game without these."""
MAX_SKIPPED_SHARE = 0.1
"""Of all beats, because somebody presses something or too much waits; whoever looks on leaves out next to nothing."""
MIN_SEEN_SHARE = 1 / 3
"""All are accounted for; so many are to be seen, however few frames a machine has on which other tests run."""
OFTEN = 50
"""Milliseconds between two looks."""
QUIET = "() => !document.querySelector('.beats')"


def sit_down(server: ServerProcess, person: MakePerson) -> tuple[list[Person], Person]:
    """Everybody sits down, the shared screen stands beside them, and all is noted from the first roll on."""
    people = [person(server, name, size, True) for name, size in SIZES.items()]
    host, *guests = people
    code = host.take_table({"options": {"winning_level": LEVEL}, "seats": len(people) + 1})
    for guest in guests:
        guest.take_seat(code)
    host.add_bots(1)
    screen = person(server, "The shared screen", SHARED, True)
    screen.open(f"/tv/{code}")
    screen.see(".tv-seat")
    pace(host, PACE)
    for guest in guests:
        guest.ready()
    for one in (*people, screen):
        note_all(one)
    host.start()
    return people, screen


def let_it_be_seen(pages: list[Person]) -> None:
    """Wait until nothing is played on any page. Not by its frames: of those a busy machine gives few."""
    for one in pages:
        one.page.wait_for_function(QUIET, polling=OFTEN)


def look_on_and_play(players: list[Player], pages: list[Person]) -> None:
    """Play to the end as people do who look at what happens before they go on."""
    for _ in range(MAX_STEPS):
        let_it_be_seen(pages)
        acted = [player.page.evaluate(QUIET) and player.step() for player in players]
        if all(player.over for player in players):
            return
        if not any(acted):
            # The table waits until all has been seen
            players[0].page.wait_for_timeout(OFTEN)
    raise AssertionError(f"the game does not end; the log says at last: {players[0].person.log()[-6:]}")


def told_to_all(accounts: list[Account]) -> None:
    """Compare what the pages were told: nobody may have missed a beat because it was never told of it."""
    called = {one.n: one.beat for each in accounts for one in each.beats.values()}
    for each in accounts:
        assert {one.n: one.beat for one in each.beats.values()} == called, each.page


def test_what_never_came_is_told_from_what_was_left_out() -> None:
    """The test below is worth what this account is."""

    def told(*lines: int, rest: float = 0, seconds: float = 1) -> dict[str, object]:
        made = [{"n": n, "beat": "play", "kind": "card_played", "seconds": seconds} for n in lines]
        return {"what": "told", "lines": made, "rest": rest, "frames": 0}

    def played(n: int, frames: int = 9, drawn: bool = True, beat: str = "play") -> list[dict[str, object]]:
        begun = {"what": "begun", "n": n, "beat": beat, "kind": "card_played", "frames": 0}
        return [begun, *[{"what": "drawn", "n": n}] * drawn, {"what": "ended", "n": n, "frames": frames}]

    def faults(*notes: dict[str, object]) -> list[str]:
        return Account("Ann", "normal").read(list(notes)).faults

    one, two, pressed = "Ann: play (card_played, line 1)", "Ann: play (card_played, line 2)", {"what": "pressed"}
    assert faults(told(1, 2), *played(1), *played(2)) == []
    assert faults(told(1, 2), *played(1)) == [f"{two} never came"]
    assert faults(told(1), *played(1, drawn=False)) == [f"{one} had nothing to see"]
    assert faults(told(1), *played(1)[:-1]) == [f"{one} did not end"]
    assert len(faults(told(1), *played(1, beat="door"))) == 1
    assert len(faults(*played(3))) == 3
    assert len(faults(told(1, 2), *played(2), *played(1))) == 1
    # A busy machine gives a page no frame
    assert faults(told(1), *played(1, frames=1, drawn=False)) == []
    # Whoever presses something ends what is played and what waits, but nothing that comes later
    assert faults(told(1, 2), *played(1)[:-1], pressed, played(1)[-1]) == []
    assert faults(told(1), *played(1), pressed, told(2)) == [f"{two} never came"]
    # Twelve seconds at their shortest are more than the two that a page may be behind, unless the table waits for them
    many = range(1, 13)
    assert faults(told(*many), *(note for n in many[7:] for note in played(n))) == []
    waits = faults(told(*many, rest=5), *(note for n in many[7:] for note in played(n)))
    assert waits[0] == f"{one} never came"
    assert len(waits) == 7
    # The page may have begun with the first that it keeps before whoever listens beside it was told
    assert faults(*played(2)[:1], told(1, 2, seconds=3), *played(2)[1:]) == []
    # The last is always seen
    assert len(faults(told(*many), *(note for n in many[7:-1] for note in played(n)))) == 1


@thorough
def test_a_whole_game_is_seen_on_every_screen(slow_server: ServerProcess, person: MakePerson) -> None:
    people, screen = sit_down(slow_server, person)
    pages = [*people, screen]
    look_on_and_play([Player(one, n) for n, one in enumerate(people)], pages)
    let_it_be_seen(pages)
    accounts = [account(page, PACE) for page in pages]
    faults = [fault for each in accounts for fault in each.faults]
    assert faults == [], "\n".join(faults)
    told_to_all(accounts)
    for each, page in zip(accounts, pages, strict=True):
        assert each.came >= SURE, each.told
        assert each.left_out <= MAX_SKIPPED_SHARE * len(each.beats), each.told
        assert each.seen.total() >= MIN_SEEN_SHARE * len(each.beats), each.told
        assert page.page.evaluate("window.wide()") == [], page.name
    # Whoever has won alone is told so in other words
    titles = {one.see(".end-podium h1").inner_text() for one in people} - {"You win!"}
    assert len(titles) == 1
    assert titles.pop().endswith(("wins!", "win!"))
