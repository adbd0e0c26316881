"""Looks at a screen with the eyes of axe-core; with KICKDOOR_SCREENS=1 also draws it for `docs/screens`."""

from __future__ import annotations

import base64
import os
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from tests.browser.browser_player import Person

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
DRAWING = os.environ.get("KICKDOOR_SCREENS") == "1"
GRAVE = ("serious", "critical")
QUALITY = 82
SETTLED = """async () => {
  const inSight = (image) => {
    const r = image.getBoundingClientRect();
    return r.width && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth;
  };
  const passing = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  const images = [...document.images].filter(inSight);
  const waits = [...images.map((one) => one.decode()), ...passing.map((one) => one.finished)];
  const settled = Promise.all([document.fonts.ready, ...waits.map((one) => one.catch(() => {}))]);
  await Promise.race([settled, new Promise((enough) => setTimeout(enough, 3000))]);
}"""
"""Waits for letters and pictures, and until nothing glides any more; not for ever, for what is removed never ends."""

MIN_FONT_PX = 11
"""Pixels that letters need to be read."""
TOO_SMALL = """(least) => {
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // What is written on a card is told where the card is read; what only a screen reader finds has no size
    if (parent.closest(".kd-card, svg, .sr, [aria-hidden=true]")) continue;
    const box = parent.getBoundingClientRect();
    const shown = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const text = parent.textContent.trim().slice(0, 20);
    // Letters of no size at all leave their place to an icon
    if (shown && size && size < least - 0.05) found.add(`${parent.className}: ${size} ${text}`);
  }
  return [...found];
}"""


def show(one: Person, name: str) -> None:
    """Check a screen with `check`, and draw its picture: `name`, on a phone `phone_name`."""
    one.page.evaluate(SETTLED)
    if DRAWING:
        draw(one, f"phone_{name}" if one.small else name)
    check(one, name)


def check(one: Person, name: str) -> None:
    """Check that a screen is accessible and readable in both themes."""
    for theme in ("dark", "light"):
        one.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        one.page.evaluate(SETTLED)
        found = barriers(one)
        assert found == [], f"{name}, {'phone' if one.small else 'desktop'}, {theme}: {found}"
        small = one.page.evaluate(TOO_SMALL, MIN_FONT_PX)
        assert small == [], f"{name}, {theme}: {small}"
    one.page.evaluate("() => (document.documentElement.dataset.theme = 'dark')")


def barriers(one: Person) -> list[str]:
    """List the serious faults of what is on the screen."""
    found = Axe().run(one.page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"][:3]
    ]


def draw(one: Person, name: str) -> None:
    """Have the browser itself write the picture."""
    session = one.context.new_cdp_session(one.page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))
    session.detach()


def look(one: Person, name: str) -> None:
    """Draw the screen into the folder KICKDOOR_LOOK names, for whoever wants to look at what a test has before it."""
    folder = os.environ.get("KICKDOOR_LOOK")
    if folder:
        one.page.evaluate(SETTLED)
        one.page.screenshot(path=f"{folder}/{name}.png")
