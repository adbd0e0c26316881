"""Somebody at a screen: a browser profile with one page, which notes whatever goes wrong on it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect
from tests.browser.server_process import ServerProcess

DESKTOP = (1366, 768)
PHONE = (390, 844)
PATIENCE = 20_000.0
"""Milliseconds before something that was to come counts as missing; long, for the machine may be busy."""
VIOLATION = "addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective, e.blockedURI))"
SOCKETS = """window.sockets = []; window.WebSocket = class extends WebSocket {
  constructor(...all) { super(...all); window.sockets.push(this); }
};"""
"""Keeps the connections of a page at hand, so that a test can cut them."""
expect.set_options(timeout=PATIENCE)


class Person:
    """One person with a page. Everything is done as people do it: by what is written on the screen."""

    def __init__(
        self, browser: Browser, server: ServerProcess, name: str, size: tuple[int, int], moving: bool = False
    ) -> None:
        self.tables = server
        self.name = name
        self.small = size[0] < 900
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.small,
            # A proxy of the tests has a certificate that nobody has heard of
            ignore_https_errors=server.url.startswith("https:"),
            reduced_motion="no-preference" if moving else "reduce",
            device_scale_factor=2 if self.small and os.environ.get("KICKDOOR_SCREENS") else 1,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(VIOLATION)
        self.context.add_init_script(SOCKETS)
        self.faults: list[str] = []
        self.cut_off = False
        """The server is away, and the page may say so."""
        self.page = self.context.new_page()
        self.listen(self.page)

    # What goes wrong

    def listen(self, page: Page) -> None:
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("requestfailed", self.failed)
        page.on("request", self.asked)

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not (self.cut_off and re.search("WebSocket|net::ERR", message.text)):
            self.faults.append(f"console: {message.text}")

    def failed(self, request: Request) -> None:
        # What a page no longer wants when it is left is no fault
        if request.failure != "net::ERR_ABORTED" and not self.cut_off:
            self.faults.append(f"failed: {request.url} {request.failure}")

    def asked(self, request: Request) -> None:
        if not request.url.startswith(("data:", "blob:", self.tables.url)):
            self.faults.append(f"foreign: {request.url}")

    @contextmanager
    def without_server(self) -> Iterator[None]:
        """Let the page complain that it cannot reach the server."""
        self.cut_off = True
        yield
        self.cut_off = False

    @contextmanager
    def refused(self) -> Iterator[None]:
        """Let the server refuse something; the console of a browser calls that an error."""
        before = len(self.faults)
        yield
        self.faults[before:] = [fault for fault in self.faults[before:] if "the server responded with" not in fault]

    # Getting about

    def open(self, path: str) -> None:
        self.page.goto(self.tables.url + path)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def press(self, name: str) -> None:
        found = self.button(name).first
        found.wait_for()
        # A click is lost if the button moves while it is held down, as it does when the letters come
        self.page.evaluate("document.fonts.ready.then(() => true)")
        found.click()

    def see(self, selector: str) -> Locator:
        found = self.page.locator(selector)
        expect(found.first).to_be_visible()
        return found

    @property
    def code(self) -> str:
        return urlsplit(self.page.url).path.rsplit("/", 1)[-1]

    # Lobby and waiting room

    def open_table(
        self, sets: tuple[str, ...] = (), level: int = 10, seats: int = 4, speed: str = "No clock", bots: bool = False
    ) -> str:
        """Open a table by the form in the lobby; gives its code."""
        page = self.page
        self.open("/")
        page.get_by_label("Your name").fill(self.name)
        self.press("New table")
        form = self.see("#new-table")
        if sets:
            for box in form.locator(".set-pick input").all():
                box.set_checked(box.get_attribute("value") in sets)
        form.get_by_text(str(seats), exact=True).click()
        form.get_by_label(re.compile("Fill the other seats")).set_checked(bots)
        form.locator(".choice", has=page.get_by_text(speed, exact=True)).locator("input").check()
        form.locator(".level-field input").fill(str(level))
        self.press("Open the table")
        self.see(".chairs")
        return self.code

    def take_table(self, order: dict[str, Any]) -> str:
        """Open a table by the shortest way, where the test is not about the lobby; gives its code."""
        code = self.sit("/api/tables", {"sets": ["deluxe"], "speed": "none", **order})
        self.see(".chairs")
        return code

    def take_seat(self, code: str) -> None:
        """Sit down at a table by the shortest way."""
        self.sit(f"/api/tables/{code}/seats", {})
        self.see(".chairs")

    def sit(self, path: str, order: dict[str, Any]) -> str:
        """Ask the server for a seat and goes to the table."""
        answer = self.context.request.post(self.tables.url + path, data={"name": self.name, **order})
        assert answer.ok, answer.text()
        seated = answer.json()
        self.hold(seated["code"], seated["token"])
        return str(seated["code"])

    def hold(self, code: str, token: str) -> None:
        """Put the token of a seat where the pages keep theirs, once, and goes to the table."""
        held = json.dumps([{"code": code, "token": token, "name": self.name, "at": 0}])
        self.context.add_init_script(f"localStorage['kickdoor.seats'] ??= {json.dumps(held)}")
        self.open(f"/t/{code}")

    def add_bots(self, count: int, level: str = "Normal") -> None:
        """Put bots in the first free seats."""
        for _ in range(count):
            free = self.page.locator(".chair.open")
            left = free.count()
            free.first.get_by_role("button", name=f"{level} bot").click()
            expect(free).to_have_count(left - 1)

    def join(self, code: str) -> None:
        """Follow a link to a table and sits down."""
        self.open(f"/t/{code}")
        self.page.get_by_label("Your name").fill(self.name)
        self.press("Sit down")
        self.see(".chairs")

    def ready(self) -> None:
        self.press("I'm ready")
        expect(self.button("Ready!")).to_be_visible()

    def start(self) -> None:
        start = self.button("Kick it open")
        expect(start).to_have_attribute("aria-disabled", "false")
        start.click()
        self.at_table()

    def at_table(self) -> None:
        """Wait until the game is on the screen."""
        self.see(".tbl .me, .tbl .bottom, .tbl .opps")

    def play_card(self, card: str, act: str) -> None:
        """Open a card of the hand and does something with it."""
        self.page.locator("#hand").get_by_role("button", name=card).click()
        self.page.locator("dialog").get_by_role("button", name=act).click()

    def double_tap(self, x: float, y: float) -> None:
        """Tap twice at one place; the times are those of a quick hand, however slow the machine is."""
        session = self.context.new_cdp_session(self.page)
        begun = time()
        for after in (0.0, 0.15):
            for kind, points, held in (("touchStart", [{"x": x, "y": y}], 0.0), ("touchEnd", [], 0.04)):
                event = {"type": kind, "touchPoints": points, "timestamp": begun + after + held}
                session.send("Input.dispatchTouchEvent", event)
        session.detach()

    # What the table shows

    def totals(self) -> list[int]:
        """Read both totals of the fight."""
        self.see(".combat")
        return [int(text) for text in self.page.locator(".combat .tot").all_text_contents()]

    def hand(self) -> list[str]:
        """Read the names of the cards in hand."""
        labels = self.page.locator("#hand .hc-button").evaluate_all("all => all.map(one => one.ariaLabel)")
        return [label.split(",")[0] for label in labels]

    def log(self) -> list[str]:
        return [text.strip() for text in self.page.locator("ol.log:not(.chat-log) .line").all_text_contents()]

    def heard(self, words: str) -> None:
        """Wait until the log says so; on a phone it is a page of its own."""
        if self.small:
            self.page.locator(".nav button").nth(2).click()
        expect(self.page.locator("ol.log:not(.chat-log)")).to_contain_text(words)
        if self.small:
            self.page.locator(".nav button").nth(0).click()

    def state(self) -> dict[str, Any]:
        """Take in the screen at one glance."""
        found: dict[str, Any] = self.page.evaluate(GLANCE)
        return found


MakePerson = Callable[..., Person]
GLANCE = """() => {
  const all = (s) => [...document.querySelectorAll(s)].filter((e) => !e.disabled && e.ariaDisabled !== "true");
  const n = (s) => all(s).length;
  return {
    over: n(".end-podium"), table: n(".tbl"), dialog: n("dialog[open]"),
    dialogForm: n("dialog[open] .pick-form"), dialogActs: n("dialog[open] .card-does .button:not(.danger)"),
    pass: n(".react .rb button.gold"), ask: n(".ask"), form: n(".ask .pick-form"),
    cards: n(".ask .pick-cards > .pick > .pick-card"), askButtons: n(".ask .ask-buttons .button:not(.quiet)"),
    primary: n(".act .prim"), acts: all(".act .button:not(.quiet)").map((e) => e.textContent.trim()),
    playable: all(".hc.ok .hc-button").map((e) => e.ariaLabel), fight: n(".combat"),
  };
}"""
