"""The greedy bots: each takes what helps it most right now. They differ in how much they mind what others get."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots.number_bot import NumberBot
from kickdoor.lots import Lots
from kickdoor.minds import greedy
from kickdoor.minds.imagining import Choice, Mind
from kickdoor.minds.weights import NASTY, NORMAL, Temper
from kickdoor.seat_view import SeatView


class NormalBot(NumberBot):
    """Plays sensibly, one step ahead."""

    name = "normal"

    TEMPER: ClassVar[Temper] = NORMAL

    def __init__(self, seat: int, lots: Lots) -> None:
        super().__init__(seat, lots)
        self.turn = -1
        self.tried: set[int] = set()
        """What it has tried this turn and will not try again: munchkins asked for help, help offered."""
        self.sights: set[tuple[object, ...]] = set()
        """What it saw this turn when it had nothing to say unasked: there is no need to think that over again."""

    def decide(self, view: SeatView) -> Choice:
        self.notice_turn(view)
        return greedy.decide(self.mind(view), self.tried)

    def consider(self, view: SeatView) -> Choice | None:
        self.notice_turn(view)
        sight = what_matters(view)
        if sight in self.sights:
            return None
        choice = greedy.consider(self.mind(view), self.tried)
        if choice is None:
            self.sights.add(sight)
        return choice

    def mind(self, view: SeatView) -> Mind:
        """Puts what is before it into its head."""
        known = view.observation["card_ids"]
        return Mind(view._world, self.seat, view._codes, view._prompt.purpose, known, self.TEMPER)

    def notice_turn(self, view: SeatView) -> None:
        """Forgets what it tried once a new turn begins."""
        if view._step >> 4 != self.turn:
            self.turn = view._step >> 4
            self.tried.clear()
            self.sights.clear()


def what_matters(view: SeatView) -> tuple[object, ...]:
    """Gathers what a decision to speak up depends on."""
    seen = view.observation
    fight = seen["fight"]
    open_fight = () if fight is None else (fight["main"], fight["helper"], fight["lost"], *fight["totals"])
    levels = [one["level"] for one in seen["seats"]]
    mine = seen["seats"][view.seat]
    return (*levels, tuple(seen["hand"]), tuple(mine["equipped"]), tuple(mine["fresh"]), open_fight, len(view._codes))


class NastyBot(NormalBot):
    """Saves what harms for whoever could win, and helps nobody that far."""

    name = "nasty"

    TEMPER: ClassVar[Temper] = NASTY
