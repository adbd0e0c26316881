"""Seats bots at a game: those of this package answer by their policies, all others are shown a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kickdoor.bot import Bot
from kickdoor.bots.outside import NoAnswer, among
from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.game import Game
from kickdoor.minds.driver import Driver
from kickdoor.minds.imagining import Choice
from kickdoor.minds.patience import MOST_TURNS
from kickdoor.minds.policy import Asked, Policy
from kickdoor.seat_view import SeatView, look_at


def drive(
    state: State,
    bots: Sequence[Bot | None],
    most_turns: int = MOST_TURNS,
    apply: Callable[[Answer], list[Event] | None] | None = None,
) -> Driver:
    """Gives the driver of a game; a seat without a bot is somebody else's to answer."""
    return Driver(state, [None if bot is None else policy_of(bot) for bot in bots], most_turns, apply)


def policy_of(bot: Bot) -> Policy:
    """Gives what answers for a bot: its policy, unless it has ways of its own."""
    own = type(bot)
    if isinstance(bot, PolicyBot) and own.choose is PolicyBot.choose and own.interject is PolicyBot.interject:
        return bot.policy
    return Asked(lambda world, seat, speak_up: think(bot, look_at(Game(world), seat), speak_up))


def think(bot: Bot, view: SeatView, speak_up: bool = False) -> Choice | None:
    """Has a bot answer its question or, if it speaks up, do something unasked or nothing."""
    option = bot.interject(view) if speak_up else bot.choose(view)
    if option is None and speak_up:
        return None
    try:
        return among(view, option)._choice()
    except NoAnswer as e:
        raise BadData(f"{type(bot).__name__} {e}") from None
