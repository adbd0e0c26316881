"""Adapter of bots for the driver: built-in bots answer by their policies, all others get a view."""

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
    """Return the driver of a game; the caller answers for seats without a bot."""
    return Driver(state, [None if bot is None else policy_of(bot) for bot in bots], max_turns, apply)


def policy_of(bot: Bot, honest: bool = True) -> Policy:
    """Return the policy that answers for a bot: its own, unless it overrides methods.

    An honest driver passes a determinization. In a playout, the driver passes the state itself; a bot with overridden
    methods then gets a determinization made here, since it might read hidden cards.
    """
    own = type(bot)
    if isinstance(bot, PolicyBot) and own.choose is PolicyBot.choose and own.interject is PolicyBot.interject:
        return bot.policy

    def answer(world: State, seat: int, speak_up: bool) -> Choice | None:
        return think(bot, look_at(Game(world), seat) if honest else make_seat_view(world, seat), speak_up)

    inner = bot.bot if isinstance(bot, GuardedBot) else bot
    return CallbackPolicy(answer, inner.policy if isinstance(inner, PolicyBot) else None)


def think(bot: Bot, view: SeatView, speak_up: bool = False) -> Choice | None:
    """Return the answer of a bot to its prompt or, with `speak_up`, its interjection or None."""
    option = bot.interject(view) if speak_up else bot.choose(view)
    if option is None and speak_up:
        return None
    try:
        return validate_choice(view, option)._choice()
    except NoAnswer as e:
        raise BadData(f"{type(bot).__name__} {e}") from None
