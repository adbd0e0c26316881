"""Draws the recordings in `docs/screens`: a fight on a desk and a flight on a phone, as animated webp.

    python -m tests.browser.recordings

Chromium hands over the pictures it draws while a position is played with the mouse and every beat is seen. They are put
together as smoothly as the bound on the file allows.
"""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.beats_seen import pace
from tests.browser.browser_player import DESKTOP, PHONE, Person
from tests.browser.conftest import find_chromium
from tests.browser.scenes import KICK, alone, pass_until
from tests.browser.screens import FOLDER, SETTLED
from tests.browser.server_process import ServerProcess

MAX_BYTES = 1_500_000
TRIES = ((15, 75), (12, 65), (10, 55), (8, 45), (6, 35))
"""Pictures a second and their quality, the best first."""
WIDTHS = {DESKTOP: 960, PHONE: 390}
REST = 1200
"""Milliseconds for which what has come of something is seen."""

Frames = list[tuple[float, bytes]]
"""Pictures with the second at which each was drawn."""


def fight(fay: Person) -> None:
    """Fay kicks open the door, plays a card and wins."""
    fay.press(KICK)
    expect(fay.page.locator(".combat .tot")).to_have_text(["6", "6"])
    calm(fay)
    fay.play_card("Magic Missile", "for the munchkins")
    calm(fay)
    fay.page.locator(".act .prim", has_text="victory").click()
    pass_until(fay.page.locator(".spoils"), fay)
    calm(fay)


def flight(roy: Person) -> None:
    """Roy gives up, and runs from two monsters."""
    roy.press("Give up and run")
    flee = roy.page.locator(".ask .ask-buttons").get_by_role("button", name="Run away from")
    pass_until(flee, roy)
    calm(roy)
    flee.filter(has_text="Drooling Slime").click()
    pass_until(flee.filter(has_text="Flying Frogs").filter(has_text="6+"), roy)
    calm(roy)
    flee.first.click()
    pass_until(roy.button("End your turn"), roy)
    calm(roy)


def calm(one: Person) -> None:
    """Wait until nothing is played any more, and it has been seen."""
    one.page.wait_for_timeout(REST)
    expect(one.page.locator(".beats")).to_have_count(0)
    one.page.wait_for_timeout(REST)


def record(browser: Browser, name: str, size: tuple[int, int], play: Callable[[Person], None]) -> Frames:
    """Play a position and gives what was drawn meanwhile."""
    frames: Frames = []
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "tables.db", 1.0)
        try:
            one = Person(browser, server, name, size, moving=True)
            alone(server, lambda *_: one, name, size, seats=3)
            pace(one)
            one.page.evaluate(SETTLED)
            session = one.context.new_cdp_session(one.page)

            def take(frame: dict[str, Any]) -> None:
                frames.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
                session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

            session.on("Page.screencastFrame", take)
            session.send("Page.startScreencast", {"format": "png"})
            play(one)
            session.send("Page.stopScreencast")
            one.context.close()
        finally:
            server.stop()
    return frames


def evenly(frames: Frames, rate: int) -> list[bytes]:
    """Return the picture that was to be seen at each step of time."""
    (start, _), (end, _) = frames[0], frames[-1]
    steps = int((end - start) * rate) + 1
    out, at = [], 0
    for step in range(steps):
        while at + 1 < len(frames) and frames[at + 1][0] <= start + step / rate:
            at += 1
        out.append(frames[at][1])
    return out


def write(path: Path, frames: Frames, width: int) -> None:
    """Write the recording as smooth and as sharp as it may be large."""
    for rate, quality in TRIES:
        pictures = [drawn(data, width) for data in evenly(frames, rate)]
        first, *rest = pictures
        first.save(
            path, save_all=True, append_images=rest, duration=1000 // rate, loop=0, quality=quality, method=4,
            minimize_size=True,
        )  # fmt: skip
        if path.stat().st_size <= MAX_BYTES:
            print(f"{path.name}: {len(pictures)} pictures, {rate} a second, {path.stat().st_size / 1e6:.2f} MB")
            return
    raise SystemExit(f"{path.name} is larger than {MAX_BYTES / 1e6:g} MB however it is drawn; play less of the game")


def drawn(data: bytes, width: int) -> Image.Image:
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for file, name, size, play in (
            ("recording_fight", "Fay", DESKTOP, fight),
            ("recording_phone", "Roy", PHONE, flight),
        ):
            write(FOLDER / f"{file}.webp", record(browser, name, size, play), WIDTHS[size])
        browser.close()


if __name__ == "__main__":
    main()
