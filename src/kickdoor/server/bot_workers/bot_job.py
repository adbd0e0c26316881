"""What a bot is asked, as it is sent to a worker, and what comes back. All it has to go by travels with the question.

A worker keeps nothing of the bots that come with kickdoor: the next may be asked anywhere, and answers the same. A bot
from a file has no memory that could be sent; it lives in the worker of its table, and begins again where that is
replaced.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kickdoor.bot import Bot
from kickdoor.bots import policy_adapter
from kickdoor.bots.custom_bots import GuardedBot, is_custom
from kickdoor.bots.registry import BotRegistry
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.prompts import Prompt
from kickdoor.policies.lookahead import Choice
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView
from kickdoor.server.bot_workers.refusal_report import reason_told
from kickdoor.server.protocol.server_messages import Reason
from kickdoor.view.observation import Observation

MAX_MEMORY_NUMBERS = 400
"""Numbers a bot may remember: it is all written with its table, after each answer. One with more forgets it all."""
MAX_CACHED_POLICIES = 2000

minds: dict[tuple[str, int, str], Bot] = {}
"""In a worker: the bots from files of the tables that think here."""

Memory = list[list[int]]
"""What a bot remembers of what its seat saw; see `Policy.memory`."""


@dataclass(frozen=True, slots=True)
class BotJob:
    """What a bot is asked."""

    table: str
    level: str
    """Its name; a bot from a file is named by that, as at the command line."""
    sets: list[str]
    folders: list[str]
    seen: str
    """What its seat may know, as JSON."""
    question: list[Any]
    speak_up: bool
    """It is not asked: does it want to say something?"""
    memory: Memory
    """What it remembers; nothing, if it has just sat down."""
    budget: int
    """How many playouts it may spend, if it searches."""
    heard: Memory = field(default_factory=list)
    """What its seat has seen happen since, if it listens; see `grudges.heard`."""


@dataclass(frozen=True, slots=True)
class BotJobResult:
    """What comes of a question."""

    choice: Choice | None
    """None for a bot that does not want to say anything."""
    memory: Memory
    """What it remembers from now on."""
    seconds: float
    """How long it has thought."""
    why: Reason | None = None
    """Why it refuses, if it does."""


def think(errand: BotJob) -> BotJobResult:
    """Answer a bot's question; runs in a worker."""
    observation: Observation = json.loads(errand.seen)
    seat = observation["seat"]
    prompt = Prompt(errand.question[0], seat, *errand.question[1:])
    rules = load_catalog(errand.sets, [Path(folder) for folder in errand.folders])
    view = SeatView(observation, prompt, rules)
    began = time.perf_counter()
    bot = outside_bot(errand, seat) if is_custom(errand.level) else own_bot(errand, seat, rules)
    choice = policy_adapter.think(bot, view, errand.speak_up)
    policy = policy_adapter.policy_of(bot)
    why = reason_told(policy, view._world, seat, choice)
    memory = policy.memory()
    # What a bot from a file remembers stays with its object: nobody could say how to give it back
    if is_custom(errand.level) or sum(map(len, memory)) + len(memory) > MAX_MEMORY_NUMBERS:
        memory = []
    return BotJobResult(choice, memory, time.perf_counter() - began, why)


def own_bot(errand: BotJob, seat: int, rules: RuleSet) -> Bot:
    """Make a bot that comes with kickdoor, as it was when it was last asked, and tells it what has happened since."""
    make = BotRegistry(budget=errand.budget).maker(errand.level)
    bot = make(seat, lots_of(errand, seat))
    policy = policy_adapter.policy_of(bot)
    try:
        if errand.memory:
            policy.restore_memory(errand.memory)
        for told in errand.heard:
            policy.on_event(told, seat, rules)
    except (LookupError, TypeError, ValueError):
        # Another version of it has written that: it begins again
        return make(seat, lots_of(errand, seat))
    return bot


def outside_bot(errand: BotJob, seat: int) -> Bot:
    """Find the bot of a seat that comes from a file, or makes it."""
    mark = (errand.table, seat, errand.level)
    if mark not in minds:
        if len(minds) > MAX_CACHED_POLICIES:
            minds.clear()
        minds[mark] = GuardedBot(errand.level, seat, lots_of(errand, seat), budget=errand.budget)
    return minds[mark]


def lots_of(errand: BotJob, seat: int) -> Rng:
    """Return the chances a bot begins with."""
    return Rng(f"{errand.table}:{seat}:{errand.level}")
