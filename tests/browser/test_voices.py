"""What is said at the table: bubbles that cover nothing one plays by, heard politely, and gone when they are read."""

import json
import re

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.scenes import crowd
from tests.browser.screens import SETTLED, barriers, look
from tests.browser.server_process import ServerProcess
from tests.browser.test_layout import MEETING, OUTSIDE
from tests.layers import thorough

LONG = "Only because it will make a noise! And because you asked so very, very nicely."
NEVER = (
    ".mat .name, .mat .level, .mat .rail, .sheet-me .level, .called, .combat .tot, .verdict, .react, .foe .stage-card,"
    ".hc, .act"
)
SIZES = [(1024, 768), (1366, 768), (2560, 1440), (820, 1180)]
SPEAK = """(messages) => {
  for (const one of messages) window.sockets.at(-1).onmessage({data: JSON.stringify(one)});
}"""


def say(one: Person, seats: list[int], text: str = LONG) -> None:
    """Have seats say something, as the server would tell it: bots a line, the first seat a word of its own."""
    lines = [{"t": "said", "seat": n, "line": "imp.agrees.2", "text": text, "params": {}, "n": 0} for n in seats if n]
    words = [{"t": "chat", "seat": 0, "name": one.name, "text": text}] * (0 in seats)
    one.page.evaluate(SPEAK, [*lines, *words])


@thorough
def test_bubbles_cover_nothing_that_one_plays_by(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, DESKTOP)
    bubbles = una.page.locator(".bubble")
    for width, height in SIZES:
        una.page.set_viewport_size({"width": width, "height": height})
        say(una, list(range(6)))
        expect(bubbles).to_have_count(6)
        una.page.evaluate(SETTLED)
        look(una, f"bubbles_{width}")
        assert una.page.evaluate(MEETING, [".bubble", NEVER]) == [], width
        assert una.page.evaluate(OUTSIDE, [".bubble"]) == [], width
        # All of the longest line can be read
        clipped = "all => all.filter(e => e.scrollHeight > e.clientHeight + 2).length"
        assert una.page.locator(".bubble .words").evaluate_all(clipped) == 0, width
    assert barriers(una) == []
    # Each has its last word alone, and it goes by itself
    say(una, [2], "Hm.")
    expect(bubbles.filter(has_text="Hm.")).to_have_count(1)
    expect(bubbles).to_have_count(0, timeout=15_000)


def test_a_phone_has_room_for_the_last_word(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, PHONE)
    say(una, [2])
    bubble = una.page.locator(".bubble:visible")
    expect(bubble).to_have_count(1)
    expect(bubble).to_contain_text(LONG)
    una.page.evaluate(SETTLED)
    look(una, "bubbles_phone")
    assert una.page.evaluate(MEETING, [".phase-line .bubble", NEVER]) == []
    assert una.page.evaluate(OUTSIDE, [".phase-line .bubble"]) == []
    say(una, [0], "Mine.")
    expect(bubble).to_have_text(re.compile("^You Mine.$"))


def test_a_shared_screen_shows_the_speaker(server: ServerProcess, person: MakePerson) -> None:
    una = crowd(server, person, DESKTOP)
    hall = person(server, "Hall", (1920, 1080))
    hall.open(f"/tv/{una.code}")
    expect(hall.page.locator(".tv-seat .level")).to_have_count(6)
    say(hall, [1, 2, 3, 4, 5])
    expect(hall.page.locator(".bubble")).to_have_count(5)
    hall.page.evaluate(SETTLED)
    look(hall, "bubbles_tv")
    covered = ".mat .name, .mat .level, .tv-fight .tot, .verdict, .foe, .fighter, .tv-window"
    assert hall.page.evaluate(MEETING, [".bubble", covered]) == []
    expect(hall.page.locator(".aloud")).to_contain_text(LONG)


def test_bot_lines_are_spoken_unless_muted(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann")
    ann.take_table({"seats": 3, "bots": "normal@imp"})
    ann.start()
    heard = ann.page.locator(".aloud[aria-live=polite]")
    say(ann, [1], "Boo!")
    expect(heard).to_have_text(re.compile(r"^\w+: Boo!$"))
    ann.page.locator("[aria-label='Table menu'], [aria-label='Menu']").first.click()
    ann.press("Settings")
    ann.page.locator("dialog.settings").get_by_label("Bots talk").uncheck()
    expect(ann.page.locator(".bubble")).to_have_count(0)
    kept = json.loads(ann.page.evaluate("localStorage['kickdoor.settings']"))
    assert kept["voices"] is False
    ann.page.reload()
    ann.at_table()
    say(ann, [1], "Boo again!")
    ann.page.wait_for_timeout(900)
    expect(ann.page.locator(".bubble")).to_have_count(0)
    expect(heard).to_have_text("")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_bot_answers_the_face_one_makes_at_it(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    ann = person(server, "Ann", size)
    ann.take_table({"seats": 3, "bots": "normal@honey"})
    ann.start()
    name = ann.page.locator(".opp .name").first.inner_text()
    bubble = ann.page.locator(".bubble:visible", has_text=re.compile("dear|wave|sunshine"))
    for _ in range(20):
        ann.page.locator(".opp-button").first.click()
        faces = ann.page.get_by_role("group", name=f"Make a face at {name}")
        faces.get_by_role("button", name="Wave").click()
        expect(ann.page.locator("dialog[open]")).to_have_count(0)
        ann.page.wait_for_timeout(1500)
        if bubble.count():
            break
    expect(bubble.first).to_be_visible()
    look(ann, f"answer_{size[0]}")
