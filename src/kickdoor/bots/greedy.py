"""The greedy bots: each takes what helps it most right now. They differ in how much they mind what others get."""

from __future__ import annotations

from typing import ClassVar

from kickdoor.bots import bargaining, choosing, escaping, fighting, hindering, own_turn
from kickdoor.bots.imagining import REST, Mind
from kickdoor.bots.number_bot import Choice, NumberBot
from kickdoor.bots.options import of_act
from kickdoor.bots.weights import NASTY, NORMAL, Temper
from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.lots import Lots
from kickdoor.seat_view import SeatView

OWN_STEPS = (nr.ASK_SETUP, nr.ASK_ARRANGE, nr.ASK_SECOND, nr.ASK_CHARITY, nr.ASK_KEEP)


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
        """Answers by what is asked for."""
        self.notice_turn(view)
        mind = Mind(view, self.TEMPER)
        purpose = view._prompt.purpose
        if purpose in OWN_STEPS:
            return own_turn.go_on(mind)
        if purpose == nr.ASK_FIGHT:
            return fighting.fight(mind, self.tried)
        if purpose == nr.ASK_WINDOW and mind.now.stack[-1].moments(mind.now, self.seat) & REST:
            choice = fighting.stand_by(mind) or hindering.meddle(mind) or bargaining.offer_help(mind, self.tried)
            return choice or (of_act(view._codes, p.PASS)[0], [])
        if purpose in (nr.ASK_WINDOW, nr.ASK_DIE):
            return escaping.answer_event(mind)
        if purpose == nr.ASK_FLEE:
            return escaping.flee(mind)
        if purpose in (nr.ASK_HELP, nr.ASK_OFFER):
            return bargaining.answer_offer(mind)
        if purpose in (nr.ASK_TRADE, nr.ASK_GIFT):
            return bargaining.answer_trade(mind)
        return choosing.choose(mind)

    def consider(self, view: SeatView) -> Choice | None:
        """Takes its levels, plays what it just got, curses the leader, spoils a flight, and offers help that pays."""
        self.notice_turn(view)
        sight = what_matters(view)
        if sight in self.sights:
            return None
        mind = Mind(view, self.TEMPER)
        choice = own_turn.prepare(mind) or hindering.spoil_flight(mind) or bargaining.offer_help(mind, self.tried)
        if choice is None:
            self.sights.add(sight)
        return choice

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
