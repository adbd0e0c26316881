"""Seats bots at a game: those of this package answer by their policies, all others are shown a view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kickdoor.bot import Bot
from kickdoor.bots.custom_bots import GuardedBot, NoAnswer, validate_choice
from kickdoor.bots.policy_bot import PolicyBot
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.game import Game
from kickdoor.policies.driver import Driver
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.policy import CallbackPolicy, Policy
from kickdoor.seat_view import SeatView, look_at, make_seat_view


def drive(
    state: State,
    bots: Sequence[Bot | None],
    max_turns: int = MAX_TURNS,
    apply: Callable[[Answer], list[Event] | None] | None = None,
) -> Driver:
    """Return the driver of a game; a seat without a bot is somebody else's to answer."""
    return Driver(state, [None if bot is None else policy_of(bot) for bot in bots], max_turns, apply)


def policy_of(bot: Bot, honest: bool = True) -> Policy:
    """Return what answers for a bot: its policy, unless it has ways of its own.

    An honest driver shows it a world dealt from what its seat may know. Where the game itself is shown, in a playout,
    those with ways of their own are dealt such a world here: nobody can tell what they look at.
    """
    own = type(bot)
    if isinstance(bot, PolicyBot) and own.choose is PolicyBot.choose and own.interject is PolicyBot.interject:
        return bot.policy

    def answer(world: State, seat: int, speak_up: bool) -> Choice | None:
        return think(bot, look_at(Game(world), seat) if honest else make_seat_view(world, seat), speak_up)

    inner = bot.bot if isinstance(bot, GuardedBot) else bot
    return CallbackPolicy(answer, inner.policy if isinstance(inner, PolicyBot) else None)


def think(bot: Bot, view: SeatView, speak_up: bool = False) -> Choice | None:
    """Have a bot answer its question or, if it speaks up, do something unasked or nothing."""
    option = bot.interject(view) if speak_up else bot.choose(view)
    if option is None and speak_up:
        return None
    try:
        return validate_choice(view, option)._choice()
    except NoAnswer as e:
        raise BadData(f"{type(bot).__name__} {e}") from None
