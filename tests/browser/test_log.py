"""The log goes back as far as one wants to read."""

from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, MakePerson
from tests.browser.scenes import alone
from tests.browser.server_process import ServerProcess

PAGE = 60
"""So many lines the log shows at first, and so many more for each step back."""
TELL = """(lines) => window.sockets.at(-1).onmessage({data: JSON.stringify({t: "log", cmd: "x", lines, first: 1})})"""


def test_earlier_lines_come_page_by_page(server: ServerProcess, person: MakePerson) -> None:
    ann = alone(server, person, "Ann", DESKTOP)
    log = ann.page.locator("ol.log:not(.chat-log)")
    line = {"kind": "turn_begun", "seat": 0, "cards": [], "turn": 1, "follows": False, "private": False, "why": None}
    ann.page.evaluate(TELL, [{**line, "n": n - 150, "text": f"Line {n}."} for n in range(150)])
    earlier = log.get_by_role("button", name="Earlier lines")
    expect(earlier).to_be_visible()
    before = log.locator(".line").count()
    assert before <= PAGE
    # Not by the mouse, on whose way to it the log would scroll to the top and show more lines of itself
    earlier.dispatch_event("click")
    expect(log.locator(".line")).to_have_count(before + PAGE)
    # What was at the top stays in sight, though so much came before it
    assert log.evaluate("e => e.scrollTop") > 1000
    # Going up to the very top does the same
    log.evaluate("e => e.scrollTo({top: 0})")
    expect(log).to_contain_text("Line 0.")
    log.evaluate("e => e.scrollTo({top: 0})")
    expect(earlier).to_have_count(0)
