"""From the lobby to the first decision in two clicks, without much to load."""

import gzip

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.server_process import ServerProcess

DECISION = ".act .prim:enabled, .ask .button.primary:enabled, .ask .pick-card:enabled, .react .rb button.gold:enabled"
MAX_BYTES = 120 * 1000
"""Of script and style, gzipped, before the pictures of the cards."""
TAKEN = "([button, words]) => !button.isConnected || button.textContent !== words"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_play_now_reaches_the_first_decision_in_two_clicks(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    ann = person(server, "Ann", size)
    ann.open("/")
    ann.press("Play now with bots")
    ann.at_table()
    # Eight are dealt, but a card that must be played at once may have left already
    expect(ann.page.locator("#hand .hc").nth(5)).to_be_visible()
    expect(ann.page.locator(".opp")).to_have_count(3)
    # What it is depends on the cards: laying out the first ones, kicking the door, or answering somebody else
    decision = ann.see(DECISION).first.element_handle()
    assert decision is not None
    words = decision.text_content()
    decision.click()
    ann.page.wait_for_function(TAKEN, arg=[decision, words])


def test_the_table_loads_little(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann")
    ann.open("/")
    ann.press("Play now with bots")
    ann.see(DECISION)
    urls: set[str] = set()
    ann.page.on("request", lambda one: one.resource_type in ("script", "stylesheet") and urls.add(one.url))
    ann.page.reload()
    ann.see(DECISION)
    ann.page.wait_for_load_state("networkidle")
    sizes = {url: len(gzip.compress(ann.context.request.get(url).body(), mtime=0)) for url in list(urls)}
    assert len(sizes) > 5
    assert sum(sizes.values()) <= MAX_BYTES, sorted(sizes.items(), key=lambda item: -item[1])
