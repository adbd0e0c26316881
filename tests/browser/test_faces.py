"""The faces of cards: a picture is shown whole where there is room for it."""

from playwright.sync_api import expect
from tests.browser.browser_player import MakePerson
from tests.browser.screens import look
from tests.browser.server_process import ServerProcess


def test_the_picture_of_a_card_without_words_is_not_cut_off(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann")
    ann.open("/cards#deluxe/leather_armor")
    bare = ann.page.locator(".kd-card[data-bare]")
    expect(bare.first).to_be_visible()
    bare.first.scroll_into_view_if_needed()
    look(ann, "bare_cards")
    fits = bare.locator(".kd-art img:not(.kd-back)").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().width > 150).map(e => getComputedStyle(e).objectFit)"
    )
    assert fits
    assert set(fits) == {"contain"}
