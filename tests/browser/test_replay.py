"""A finished game watched again: brought along as a file, stepped through, seen from every seat, linked to, saved."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.finished import finished_record
from tests.browser.screens import show
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough


def bring_record(one: Person, folder: Path) -> None:
    """Load the record from a file, as somebody does who has saved one."""
    file = folder / "game.json"
    file.write_bytes(finished_record())
    one.open("/")
    one.page.get_by_role("link", name="Open a record file").click()
    one.page.locator("input[type=file]").set_input_files(file)
    one.see(".replay-bar")


def at(one: Person) -> tuple[int, int, int]:
    """Read the turn, the step and the number of steps."""
    found = re.findall(r"\d+", one.see(".replay-at").inner_text())
    return int(found[0]), int(found[1]), int(found[2])


def to_the_next_fight(one: Person) -> None:
    """Steps on until somebody fights."""
    forward = one.page.get_by_role("button", name="Step forward")
    for _ in range(60):
        if one.page.locator(".combat").count():
            return
        step = at(one)[1]
        forward.click()
        expect(one.page.locator(".replay-at")).not_to_contain_text(f"step {step} ")
    raise AssertionError("nobody ever fights")


@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_a_record_is_stepped_and_scrubbed(
    server: ServerProcess, person: MakePerson, tmp_path: Path, size: tuple[int, int]
) -> None:
    one = person(server, "Ann", size)
    bring_record(one, tmp_path)
    _, step, total = at(one)
    assert step == 0
    assert total > 20
    steps = [step]
    for _ in range(3):
        one.page.get_by_role("button", name="Step forward").click()
        expect(one.page.locator(".replay-at")).not_to_contain_text(f"step {steps[-1]} ")
        steps.append(at(one)[1])
    assert steps == sorted(set(steps))
    one.page.get_by_role("button", name="Step back").click()
    expect(one.page.locator(".replay-at")).to_contain_text(f"step {steps[-2]} of {total}")
    one.page.get_by_role("button", name="Forward a turn").click()
    expect(one.page.locator(".replay-at")).to_contain_text("Turn 1")
    to_the_next_fight(one)
    show(one, "replay")
    scrub = one.page.get_by_label("Moment of the game")
    scrub.fill(str(total))
    expect(one.page.locator(".replay-at")).to_contain_text(f"step {total} of {total}")
    one.page.keyboard.press("Escape")
    scrub.fill("0")
    expect(one.page.locator(".replay-at")).to_contain_text(f"step 0 of {total}")


@thorough
def test_every_seat_sees_its_own_hand(server: ServerProcess, person: MakePerson, tmp_path: Path) -> None:
    one = person(server, "Ann")
    bring_record(one, tmp_path)
    view = one.page.get_by_label("Seen by")
    expect(one.page.locator("#hand")).to_have_count(0)
    first = one.page.locator("#hand .hc-button").first
    label = ""
    hands: dict[str, list[str]] = {}
    for name in ("Ann", "Ben"):
        view.select_option(label=f"As {name} saw it")
        expect(one.page.locator("#hand .hc")).to_have_count(8)
        expect(one.page.locator(".me .nm")).to_contain_text(name)
        expect(first).not_to_have_attribute("aria-label", label)
        label = first.get_attribute("aria-label") or ""
        hands[name] = sorted(one.hand())
    view.select_option(label="All hands face up")
    expect(one.page.locator(".replay-hand")).to_have_count(4)
    expect(one.page.locator(".replay-hand .mini")).to_have_count(32)
    for name, hand in hands.items():
        shown = one.page.locator(".replay-hand", has=one.page.get_by_role("heading", name=name)).locator(".mini")
        assert sorted(shown.evaluate_all("all => all.map(one => one.title)")) == hand


@thorough
def test_a_link_leads_to_a_moment_and_the_record_can_be_saved(
    server: ServerProcess, person: MakePerson, tmp_path: Path
) -> None:
    one, friend = person(server, "Ann"), person(server, "Ben", PHONE)
    bring_record(one, tmp_path)
    one.page.get_by_label("Moment of the game").fill("17")
    expect(one.page).to_have_url(re.compile("#17$"))
    lines = one.log()
    assert lines
    friend.page.goto(one.page.url)
    expect(friend.see(".replay-at")).to_contain_text("step 17 of")
    friend.page.locator(".nav button").nth(2).click()
    expect(friend.page.locator("ol.log .line").last).to_have_text(lines[-1])
    with one.page.expect_download() as download:
        one.page.get_by_role("link", name="Save the record").click()
    saved = tmp_path / "saved.json"
    download.value.save_as(saved)
    assert saved.read_bytes() == finished_record()


def test_a_file_that_is_no_record_is_refused_in_words(
    server: ServerProcess, person: MakePerson, tmp_path: Path
) -> None:
    one = person(server, "Ann")
    odd = tmp_path / "odd.json"
    odd.write_text('{"names": []}')
    one.open("/r")
    with one.refused():
        one.page.locator("input[type=file]").set_input_files(odd)
        expect(one.page.get_by_role("alert")).to_contain_text("That isn't a valid game record")


def test_a_link_keeps_whose_eyes_see_it(server: ServerProcess, person: MakePerson, tmp_path: Path) -> None:
    ann = person(server, "Ann")
    bring_record(ann, tmp_path)
    ann.page.get_by_role("button", name="Forward a turn").click()
    ann.page.get_by_label("Seen by").select_option("1")
    ann.see("#hand")
    expect(ann.page).to_have_url(re.compile(r"#\d+@1$"))
    ben = person(server, "Ben")
    ben.page.goto(ann.page.url)
    ben.see("#hand")
    expect(ben.page.get_by_label("Seen by")).to_have_value("1")
    assert at(ben) == at(ann)
