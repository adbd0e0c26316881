"""Whole games and playouts between bots."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from kickdoor.bot import Bot, BotMaker
from kickdoor.bots.policy_adapter import drive, policy_of
from kickdoor.bots.registry import bot_maker
from kickdoor.card_index import Sets
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event as EngineEvent
from kickdoor.engine.machine.prompts import Answer
from kickdoor.event import Event
from kickdoor.game import Game, new_game
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.search.playout import playout as play_out
from kickdoor.rng import Rng, normalize_seed

Bots = str | BotMaker | Sequence[str | BotMaker]
"""The bots of a game: one name or class for all seats, or one for each seat. `file.py:Class` names a custom bot."""

Watcher = Callable[[Event], None]
"""A function that receives each event."""


class Result:
    """The result of a game.

    >>> import kickdoor as kd
    >>> result = kd.play(["normal", "random", "random"], sets="deluxe", seed=3)
    >>> print(result)
    normal (seat 0) wins after 23 turns: Levels 10, 3, 2
    >>> result.winners, result.levels, result.turns
    ([0], [10, 3, 2], 23)
    """

    __slots__ = ("bots", "decisions", "levels", "seed", "turns", "winners")

    def __init__(self, game: Game, bots: list[str], seed: str, decisions: int, max_turns: int) -> None:
        self.bots = bots
        """The names of the bots, by seat."""
        self.seed = seed
        self.winners = game.winners
        """The seats that won: more than one if they won together, none if the game was cut off."""
        self.turns = min(game.turns, max_turns) if max_turns else game.turns
        self.levels = game.levels
        """The Levels at the end, by seat."""
        self.decisions = decisions
        """The number of decisions in which a bot had a choice."""

    @property
    def is_cut(self) -> bool:
        """Whether the game was cut off before a player won."""
        return not self.winners

    def __str__(self) -> str:
        levels = ", ".join(map(str, self.levels))
        if self.is_cut:
            return f"no one wins in {self.turns} turns: Levels {levels}"
        who = " and ".join(f"{self.bots[seat]} (seat {seat})" for seat in self.winners)
        return f"{who} win{'s' if len(self.winners) == 1 else ''} after {self.turns} turns: Levels {levels}"

    def __repr__(self) -> str:
        return f"<Result: {self}>"


def finish(
    game: Game, bots: Bots, seed: str | int = 0, max_turns: int = MAX_TURNS, watch: Watcher | None = None
) -> Result:
    """Let bots play a game to its end."""
    check_turns("max_turns", max_turns, "no limit")
    seed_word = normalize_seed(seed)
    seated = seat_bots(bots, game.seats, seed_word)

    def give(answer: Answer) -> list[EngineEvent]:
        events = game.apply(answer)
        if watch is not None:
            for event in game.tell(events):
                watch(event)
        return events

    driver = drive(game.state, seated, max_turns, give)
    driver.play()
    return Result(game, [bot.name or type(bot).__name__ for bot in seated], seed_word, driver.decisions, max_turns)


def check_turns(name: str, turns: object, zero_meaning: str) -> None:
    """Raise BadData unless `turns` is a number of turns; the message explains 0 with `zero_meaning`."""
    if type(turns) is not int or turns < 0:
        raise BadData(f"{name} must be an integer of at least 0 (0 means {zero_meaning}), got {turns!r}")


def seat_bots(bots: Bots, seats: int, seed: str) -> list[Bot]:
    """Make the bots of a game; the same seed gives them the same random numbers."""
    return [seat_bot(maker, seat, Rng(f"{seed}:{seat}")) for seat, maker in enumerate(bot_makers(bots, seats))]


def bot_makers(bots: Bots, seats: int, places: str = "seats") -> list[BotMaker]:
    """Return a maker for the bot of each seat."""
    makers = [bots] * seats if isinstance(bots, str) or not isinstance(bots, Iterable) else list(bots)
    if len(makers) != seats:
        raise BadData(
            f"expected {seats} bots for {seats} {places}, got {len(makers)}; name one for each, or one for all"
        )
    return [maker_of(maker) for maker in makers]


def maker_of(bot: str | BotMaker) -> BotMaker:
    """Return the maker of a bot that is given by name or as a class."""
    found = bot_maker(bot) if isinstance(bot, str) else bot
    if not callable(found):
        raise BadData(f"{bot!r} is not a bot; pass a name, a class, or 'file.py:Class'")
    return found


def seat_bot(maker: str | BotMaker, seat: int, rng: Rng) -> Bot:
    """Make one bot. Raise BadData if the maker does not return a bot."""
    make = maker_of(maker)
    try:
        inspect.signature(make).bind(seat, rng)
    except TypeError as e:
        raise BadData(f"{maker!r} must accept the arguments (seat, rng): {e}") from e
    except ValueError:  # some callables written in C have no signature
        pass
    bot = make(seat, rng)
    if not isinstance(bot, Bot):
        raise BadData(f"{maker!r} must return a kickdoor.Bot, got {bot!r}")
    return bot


def play(
    bots: Bots,
    sets: Sets | None = None,
    seed: str | int = 0,
    *,
    seats: int = 0,
    options: Mapping[str, object] | None = None,
    folders: Iterable[str | Path] = (),
    max_turns: int = MAX_TURNS,
    watch: Watcher | None = None,
) -> Result:
    """Play a whole game between bots; the same seed gives the same game. `watch` is called with every event.

    >>> import kickdoor as kd
    >>> kd.play("random", sets="all", seats=3, seed=1).winners
    [1]
    >>> doors = []
    >>> result = kd.play("normal", seats=3, watch=lambda event: doors.append(event.word == "door_kicked"))
    >>> 0 < sum(doors) <= result.turns
    True
    """
    if type(seats) is not int:
        raise BadData(f"seats must be a number from 3 to 6, got {seats!r}")
    bot_list = list(bots) if isinstance(bots, Iterable) and not isinstance(bots, str) else bots
    count = seats or (len(bot_list) if isinstance(bot_list, list) else 4)
    # Sexes alternate by seat, as in simulations
    sexes = ["male" if seat % 2 == 0 else "female" for seat in range(count)]
    game = new_game(sets, count, seed, options=options, sexes=sexes, folders=folders)
    return finish(game, bot_list, seed, max_turns, watch)


def playout(game: Game, bots: Bots = "nasty", turns: int = 0, seed: str | int = 0) -> Game:
    """Continue a copy of a game with other dice and return it. `turns` includes the current turn; 0 plays to the end.

    Playouts are fast: bots of this package read the game itself, but do not use what their seat may not know. A custom
    bot gets a view, as in any game. A search must play out determinizations (`view.worlds`), so that it cannot foresee
    hidden cards:

    >>> import kickdoor as kd
    >>> view = kd.new_game("deluxe", seats=3, seed="doctest").view(0)
    >>> ends = [kd.playout(world, turns=3, seed=n) for n, world in enumerate(view.worlds(4))]
    >>> [end.turns for end in ends]
    [3, 3, 3, 3]
    """
    check_turns("turns", turns, "to the end")
    if not isinstance(game, Game):
        raise BadData(f"expected a Game, got {game!r}; view.worlds(count) returns games that fit a view")
    seed_word = normalize_seed(seed)
    copy = game.fork(f"playout:{seed_word}")
    policies = [policy_of(bot, honest=False) for bot in seat_bots(bots, game.seats, seed_word)]
    play_out(copy.state, policies, max(1, game.turns + turns - 1) if turns else MAX_TURNS)
    return copy
