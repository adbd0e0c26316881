"""A finished game analysed: asked for, stopped, and read as chart, table and lists that lead to their moments."""

import re
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect
from tests.analysis.conftest import BOTS, NAMES, full_game
from tests.analysis.conftest import finished_game as short_game
from tests.browser.browser_player import DESKTOP, PHONE, MakePerson, Person
from tests.browser.screens import DRAWING, check, show
from tests.browser.server_process import ServerProcess
from tests.layers import few, thorough
from tests.server.harness import token_of

from kickdoor.analysis.analyse import AnalysisOptions, analyse
from kickdoor.analysis.report import Analysis, ChartPoint, Decision, Summary, Turning
from kickdoor.catalog.loader import load_catalog
from kickdoor.replay import Record, save
from kickdoor.server.records.analysis_api import AnalysisShown
from kickdoor.server.records.table_record import TableRecord

LONG = 120_000.0
"""Milliseconds; an analysis takes as long as the engine takes, which need not be compiled."""
PICTURE_PLAYOUTS = 6_000
FEW_PLAYOUTS = 60


def bring_short_game(one: Person, folder: Path) -> None:
    """Load a game that is analysed in seconds."""
    save(short_game(load_catalog(["deluxe"])), folder / "game.json")
    one.open("/r")
    one.page.locator("input[type=file]").set_input_files(folder / "game.json")
    one.see(".replay-bar")


def told(turns: int) -> Analysis:
    """Make up what was found in a game: somebody rises, and one deed turns it."""
    chart = [
        ChartPoint(7 * turn, turn, True, [10_000 - 900 * turn, 400 * turn, 500 * turn], [300] * 3)
        for turn in range(turns)
    ]
    turning = [Turning(14, 2, 0, "Turn 2: Player 1 dies! Player 1 82% → 73%.", [8200, 800, 1000], [7300, 1200, 1500])]
    dear = Decision(9, 1, 0, "Pass", "Kick", False, 4000, 5200, 300, True, "Turn 1: Pass, 40%; master: Kick, 52%")
    good = Decision(16, 2, 1, "Kick", "Pass", True, 3000, 2100, 200, True, "Turn 2: Kick, 30%, as master would")
    summaries = [Summary(0, 9, 7, 1200, [0], []), Summary(1, 8, 8, 0, [], [1]), Summary(2, 5, 5, 0, [], [])]
    return Analysis(1, ["Player 1", "Player 2", "Player 3"], [0], turns, 99, chart, turning, [dear, good], summaries)


@pytest.mark.parametrize("size", few([DESKTOP, PHONE], 1), ids=["desktop", "phone"])
def test_an_analysis_leads_to_its_moments(
    server: ServerProcess, person: MakePerson, tmp_path: Path, size: tuple[int, int]
) -> None:
    one = person(server, "Ann", size)
    bring_short_game(one, tmp_path)
    body = msgspec.json.encode(AnalysisShown("done", 100, analysis=told(6))).decode()
    one.page.route("**/analysis", lambda route: route.fulfill(body=body, content_type="application/json"))
    one.press("Analyse")
    sheet = one.page.get_by_role("dialog", name="Analysis")
    expect(sheet.locator("svg .chart-line")).to_have_count(3)
    expect(sheet.locator("svg .chart-point")).to_have_count(1)
    expect(sheet.get_by_role("img")).to_have_attribute("aria-label", re.compile("Player 1 55%, Player 2 20%"))
    sheet.get_by_text("Show the chart as a table").click()
    expect(sheet.get_by_role("row").nth(2)).to_contain_text("91 ± 3%")
    check(one, "analysis")
    whose = sheet.get_by_label("Whose decisions")
    expect(whose).to_have_value("0")
    expect(sheet.get_by_role("button", name="master: Kick")).to_contain_text("−12 ± 3 points")
    whose.select_option(label="Player 2")
    expect(sheet).to_contain_text("Player 2 made 8 decisions, all just like the Master bot.")
    expect(sheet.get_by_role("button", name="as master would")).to_contain_text("+9 ± 2 points")
    sheet.get_by_role("button", name="Player 1 dies!").click()
    expect(sheet).to_have_count(0)
    expect(one.see(".replay-at")).to_contain_text("step 14 of")
    one.press("Analyse")
    expect(one.page.locator("dialog .chart-here")).to_have_count(1)
    one.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.fixture(scope="module")
def real_analysis() -> tuple[Record, Analysis]:
    """A game with its analysis. Pictures show a whole game; for the checks alone, a short one is enough."""
    rules = load_catalog(["deluxe"])
    game = full_game(rules) if DRAWING else short_game(rules)
    return game, analyse(game, rules, AnalysisOptions(NAMES, PICTURE_PLAYOUTS if DRAWING else FEW_PLAYOUTS))


@thorough
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_picture_of_an_analysis_shows_a_real_game(
    server: ServerProcess,
    person: MakePerson,
    tmp_path: Path,
    size: tuple[int, int],
    real_analysis: tuple[Record, Analysis],
) -> None:
    game, analysis = real_analysis
    (tmp_path / "game.json").write_bytes(msgspec.json.encode(TableRecord(NAMES, BOTS, None, game)))
    body = msgspec.json.encode(AnalysisShown("done", 100, analysis=analysis)).decode()
    one = person(server, "Ann", size)
    one.page.route("**/analysis", lambda route: route.fulfill(body=body, content_type="application/json"))
    one.open("/r")
    one.page.locator("input[type=file]").set_input_files(tmp_path / "game.json")
    one.see(".replay-bar")
    one.press("Analyse")
    expect(one.page.get_by_role("dialog", name="Analysis").locator("svg .chart-line")).to_have_count(3)
    show(one, "analysis")


@thorough
def test_a_real_game_is_analysed_while_the_page_waits(
    server: ServerProcess, person: MakePerson, tmp_path: Path
) -> None:
    one = person(server, "Ann")
    bring_short_game(one, tmp_path)
    one.press("Analyse")
    expect(one.page.locator("dialog svg.chart")).to_be_visible(timeout=LONG)
    expect(one.page.locator("dialog")).to_contain_text("just like the Master bot")
    # Nobody waits for it twice
    one.press("Close analysis")
    one.press("Analyse")
    one.see("dialog svg.chart")


@thorough
def test_an_analysis_at_the_end_of_a_game_is_stopped_by_who_asked(
    after_the_game: tuple[ServerProcess, str], person: MakePerson
) -> None:
    server, code = after_the_game
    ann = person(server, "Ann")
    ann.hold(code, token_of(0))
    ann.see(".end-podium")
    ann.press("Analyse")
    expect(ann.see(".analysis progress")).to_be_in_viewport()
    ann.press("Stop")
    expect(ann.page.locator(".analysis")).to_contain_text("The analysis was stopped.")
    ann.press("Analyse again")
    ann.see(".analysis progress")


def test_a_lone_player_gets_a_hint(server: ServerProcess, person: MakePerson) -> None:
    ann = person(server, "Ann")
    ann.open("/")
    ann.press("Play now with bots")
    ann.at_table()
    ann.press("Hint")
    expect(ann.page.locator(".toast")).to_have_text(re.compile(r"% chance to win|worth considering"), timeout=LONG)
