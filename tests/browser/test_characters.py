"""Bots with characters: drawn at random, chosen, told of at the table; and why one of them refuses."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson
from tests.browser.scenes import KICK
from tests.browser.server_process import ServerProcess
from tests.layers import thorough

from kickdoor.policies.personalities import BY_NAME

NAMES = [name.capitalize() for name in BY_NAME]
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def test_bots_have_characters_by_lot_unless_one_chooses(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann")
    ann.open("/")
    ann.press("New table")
    # A first game is proposed with bots that err
    expect(ann.page.locator("#new-table input[name=level]:checked")).to_have_value("easy")
    ann.page.locator("#new-table input[name=level][value=normal]").check()
    ann.press("Open the table")
    chairs = ann.page.locator(".chair.bot")
    expect(chairs).to_have_count(3)
    names = chairs.locator(".chair-name b").all_inner_texts()
    assert len(set(names)) == 3
    assert set(names) <= set(NAMES)

    # One is chosen, then none; how well it plays stays as it was
    first = chairs.first
    chosen = next(name for name in NAMES if name not in names)
    first.get_by_label("Personality of").select_option(chosen)
    expect(first.locator(".chair-name b")).to_have_text(chosen)
    expect(first.locator(".temper")).to_be_visible()
    first.get_by_label("How well").select_option("Nasty")
    expect(first.locator(".chair-name b")).to_have_text(chosen)
    expect(first.locator(".mark")).to_contain_text("Nasty")
    first.get_by_label("Personality of").select_option("No personality")
    expect(first.locator(".temper")).to_have_count(0)
    expect(first.locator(".chair-name b")).not_to_have_text(re.compile("|".join(NAMES)))

    # Who errs all the time has none
    first.get_by_label("How well").select_option("Easy")
    expect(first.get_by_label("Personality of")).to_have_count(0)
    first.get_by_label("How well").select_option("Master")
    expect(first.locator(".temper")).to_be_visible()


@thorough
def test_a_table_may_be_made_without_characters(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann")
    ann.open("/")
    ann.press("New table")
    form = ann.see("#new-table")
    form.locator("input[name=level][value=normal]").check()
    form.get_by_text("With personalities").click()
    ann.press("Open the table")
    expect(ann.page.locator(".chair.bot")).to_have_count(3)
    expect(ann.page.locator(".chair.bot .temper")).to_have_count(0)
    ann.page.locator(".chair.bot").first.get_by_role("button", name="Remove").click()
    ann.press("Nasty bot")
    expect(ann.page.locator(".chair.bot .temper")).to_have_count(1)


@SIZES
def test_refusal_causes_and_personalities_are_shown(
    server: ServerProcess, person: MakePerson, size: tuple[int, int]
) -> None:
    rory = person(server, "Rory", size)
    rory.take_table({"seats": 3, "bots": "nasty@magpie"})
    rory.start()
    rory.press(KICK)
    rory.press("Ask for help")
    sheet = rory.see("dialog[open].for-bargain")
    sheet.get_by_role("group", name="Who to ask").get_by_role("button", name="Magpie", exact=False).first.click()
    less = sheet.get_by_role("button", name="Fewer: Treasures")
    while less.is_enabled():
        less.click()
    sheet.get_by_role("button", name="Ask Magpie").click()
    if size == PHONE:
        # There the log is not in sight
        expect(rory.page.locator(".toast")).to_contain_text(
            re.compile(r"turns down your offer. “I.d do it for \d Treasures?\.”")
        )
        rory.page.locator(".nav button", has_text="Log").click()
    said = rory.page.locator(".line[data-kind=help_refused] q.because")
    expect(said).to_have_text(re.compile(r"^I.d do it for \d Treasures?\.$"))

    if size == DESKTOP:
        mark = rory.page.locator(".opp .mark").first
        mark.hover()
        expect(mark).to_have_attribute("title", re.compile("^Nasty. Saves cards for when they count"))
    else:
        rory.page.locator(".nav button").first.click()
    rory.page.locator(".opp-button").first.click()
    about = rory.see("dialog[open] .seat-sheet")
    expect(about.locator(".mark")).to_contain_text("Nasty")
    expect(about.locator(".temper")).to_contain_text("Saves cards for when they count")
