"""The report of a study in a real browser: nothing shuts people out, nothing is fetched, and it fits a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from tests.lab.made_up import MadeUp
from tests.layers import few, thorough

from kickdoor.lab.report.collect import gather
from kickdoor.lab.report.page import page

VARIANT = '[[variants]]\nname = "longer"\n'
SHAPES = [(390, "dark"), (1280, "light")]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with every section but the ladder's, and one with that."""
    folder = tmp_path_factory.mktemp("report")
    cards = [f"deluxe/card_{n}" for n in range(20)]
    made = MadeUp(games=120, chunk=60, more=VARIANT, shift=1.0, cards=cards, gain={cards[0]: 5.0})
    (folder / "all.html").write_text(page(gather(made.write(folder))), encoding="utf-8")
    ladder = MadeUp(games=40, bots=("normal", "easy"), more='line_ups = "pairs"\ncount = []')
    (folder / "second").mkdir()
    (folder / "ladder.html").write_text(page(gather(ladder.write(folder / "second"))), encoding="utf-8")
    return folder


@thorough
@pytest.mark.parametrize("shape", few(SHAPES, 1), ids=str)
def test_nothing_shuts_people_out(browser: Browser, report: Path, shape: tuple[int, str]) -> None:
    width, scheme = shape
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light"
    )
    shown = context.new_page()
    asked: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    for name in ("all.html", "ladder.html"):
        shown.goto((report / name).as_uri())
        shown.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = Axe().run(shown).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in found] == []
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == [(report / name).as_uri() for name in ("all.html", "ladder.html")]
    context.close()
