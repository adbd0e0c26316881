"""Plays a game with the mouse: looks at the screen, and clicks what somebody who knows little would click."""

from __future__ import annotations

import json
import random

from playwright.sync_api import ElementHandle, Error
from tests.browser.browser_player import Person

QUICK = 1000.0
"""Milliseconds to try a click: what was there may be gone, for others play too."""


class TooLate(Exception):
    """What was on the screen a moment ago is gone."""


MAX_STEPS = 3000
MAX_LOOKS = 4
WORTH_PLAYING = ("Item", "Class", "Race", "Go Up", "Headgear", "Armor", "Footgear", "Hand", "Level")


class Player:
    """Answers whatever is asked. At random where there is a choice, but the same each time."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.page = person.page
        self.rng = random.Random(seed)
        self.clicks = 0
        self.asked_for_help = 0
        self.opened: set[str] = set()
        self.looks = 0
        """How often the sheet that is open was looked at."""
        self.over = False
        """The end of the game is on the screen."""

    def click(self, found: ElementHandle | None) -> bool:
        if found is None:
            raise TooLate
        try:
            found.click(timeout=QUICK)
        except Error as e:
            raise TooLate from e
        self.clicks += 1
        return True

    def find(self, selector: str) -> list[ElementHandle]:
        return self.page.query_selector_all(selector)

    def first(self, selector: str) -> bool:
        return self.click(self.page.query_selector(selector))

    def one_of(self, selector: str) -> bool:
        found = self.find(selector)
        return bool(found) and self.click(self.rng.choice(found))

    def step(self) -> bool:
        """Do one thing, if there is anything to do and it has not gone meanwhile."""
        try:
            return self.look_and_act()
        except TooLate:
            return False

    def look_and_act(self) -> bool:
        seen = self.person.state()
        self.over = bool(seen["over"])
        if self.over or not seen["table"]:
            return False
        self.looks = self.looks + 1 if seen["dialog"] else 0
        if seen["dialog"]:
            return self.in_dialog(seen["dialogForm"], seen["dialogActs"])
        if seen["pass"]:
            return self.one_of(".react .rb button.gold:enabled")
        if seen["ask"]:
            return self.answer(seen["form"], seen["cards"])
        return self.act(seen["acts"], seen["playable"], bool(seen["fight"]))

    def in_dialog(self, form: int, acts: int) -> bool:
        # A form that the game has gone past cannot be sent any more
        gives_up = self.looks > MAX_LOOKS
        if form and not gives_up and self.fill("dialog[open]"):
            return True
        if acts and not gives_up and self.one_of("dialog[open] .card-does .button:not(.danger):enabled"):
            return True
        return self.first("dialog[open] .sheet-head .icon-button")

    def answer(self, form: int, cards: int) -> bool:
        """Answer the question in the middle of the table."""
        if form and self.fill(".ask"):
            return True
        if cards and self.one_of(".ask .pick-cards > .pick > .pick-card:enabled"):
            return True
        return self.first(".ask .ask-buttons .button:not(.quiet):enabled")

    def fill(self, where: str) -> bool:
        """Pick until the form may be sent, and sends it."""
        for _ in range(12):
            send = self.page.query_selector(f"{where} .pick-form > .button:is(.primary, .send):enabled")
            if send is not None:
                return self.click(send)
            more = self.find(f"{where} .pick-form [aria-pressed=false]:enabled")
            more += self.find(f"{where} .steppers .icon-button:last-child:enabled")
            if not more:
                return False
            self.click(self.rng.choice(more))
        return False

    def act(self, acts: list[str], playable: list[str], fights: bool) -> bool:
        """Play a card, or takes the next step of the turn."""
        if not acts:
            return False
        card = next((one for one in playable if one not in self.opened and self.is_for_me(one)), None)
        if card is not None and not fights:
            self.opened.add(card)
            return self.first(f"#hand [aria-label={json.dumps(card)}]")
        if self.page.query_selector(".act .prim:enabled"):
            return self.first(".act .prim:enabled")
        asks = [one for one in acts if one.startswith("Ask for help")]
        if asks and self.asked_for_help < 3:
            self.asked_for_help += 1
            return self.first(f".act .button:enabled:has-text({json.dumps(asks[0])})")
        return self.click(next(iter(self.find(".act .button:not(.quiet):enabled")[::-1]), None))

    @staticmethod
    def is_for_me(label: str) -> bool:
        """Return by its label whether a card is put on rather than thrown at others."""
        return any(word.lower() in label.lower() for word in WORTH_PLAYING) and "Curse" not in label


def play_to_the_end(players: list[Player], most: int = MAX_STEPS) -> None:
    """Have people play until all see that the game is over."""
    for _ in range(most):
        acted = [player.step() for player in players]
        if all(player.over for player in players):
            return
        if not any(acted):
            # Others have the word: the screens say when that changes
            players[0].page.wait_for_timeout(20)
    raise AssertionError(f"the game does not end; the log says at last: {players[0].person.log()[-6:]}")
