"""`kickdoor ladder`: every bot against every other, with ratings."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import (
    ALL,
    add_bot,
    add_budget,
    add_folders,
    add_json,
    add_seats,
    check_distinct,
    count,
    file,
    names,
    personality_help,
    seed,
)
from kickdoor.cli.rule_options import add_options, read_options

if TYPE_CHECKING:
    from kickdoor.sim.ladder.game_file import KeptGame, LadderFile
    from kickdoor.sim.ladder.ladder_plan import Ladder
    from kickdoor.sim.ladder.standings import Result

HELP = "plays every bot against every other and rates them"
EXAMPLES = (
    "kickdoor ladder --bots easy,normal,nasty --games 40",
    "kickdoor ladder --bot my_bot.py:Eager --bots Eager,normal,nasty --seats 3 --jobs 2",
    "kickdoor ladder --sets all,mixed --games 100 --jobs 8 --resume ladder.jsonl --plot ladder.svg",
    "kickdoor ladder --line-ups pairs --seed lucky --json",
    "kickdoor ladder --line-ups first --bots master,nasty --games 400 --resume master.jsonl",
)
LINE_UPS = """Every line-up is played with every mix of sets:
  pairs   each bot alone against copies of each other one, both ways
  first   as pairs, but only the bot named first against each of the others
  mixed   every group of as many different bots as there are seats; with fewer bots
          than seats all of them, and each bot in turn fills the extra seats
All bots move one seat after each game, so that every bot has every seat equally often;
the order around mixed tables changes too. A game cut at the turn limit has no winner."""
MIXED = "mixed"
ESTIMATE_WINDOW_S = 3600.0
"""Seconds of progress from which the remaining time is estimated; games may take a minute each and vary in length."""


def mixes(text: str) -> list[list[str]]:
    """Read mixes of sets: `a,b+c` means games with one set and games with two; keywords name those of the package."""
    from kickdoor.catalog.loader import known_sets

    found: list[list[str]] = []
    for name in names(text):
        if name == ALL:
            found += [[set_name] for set_name in known_sets()]
        else:
            found.append(known_sets() if name == MIXED else check_distinct(names(name, "+")))
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_players(parser)
    parser.add_argument(
        "--seed", type=seed, default="1", help="any word; the same seed gives the same games (default: 1)"
    )
    parser.add_argument(
        "--turns", type=count, default=200, metavar="N", help="a game is cut after N turns (default: 200)"
    )
    add_options(parser)
    parser.add_argument("--jobs", type=count, default=1, metavar="K", help="processes to use (default: 1)")
    parser.add_argument(
        "--resume",
        type=file,
        metavar="FILE",
        help="save every finished game here; if the file has games already, continue from them, even with more --games",
    )
    parser.add_argument(
        "--anchor", metavar="BOT", help="the bot whose rating is set to 1000 (default: normal, else the first)"
    )
    parser.add_argument("--plot", type=file, metavar="FILE.svg", help="draw the result as an SVG image")
    parser.add_argument("--traceback", action="store_true", help="if your own bot fails, print the full traceback")
    add_json(parser)
    add_line_ups(parser)


def add_line_ups(parser: argparse.ArgumentParser) -> None:
    """Add the choice of line-ups and the number of games."""
    from kickdoor.sim.ladder.line_ups import SORTS

    group = parser.add_argument_group("line-ups", LINE_UPS)
    group.add_argument(
        "--line-ups", choices=SORTS, default=SORTS[0], help=f"which bots play each other (default: {SORTS[0]})"
    )
    group.add_argument(
        "--games",
        type=count,
        metavar="N",
        help="games per line-up and mix, a multiple of the seats (default: 4 times the seats)",
    )


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add the choice of bots and card sets."""
    from kickdoor.catalog.defaults import default_sets

    parser.add_argument(
        "--bots",
        type=names,
        metavar="BOT,…",
        help=f"the bots: those that come with kickdoor ({personality_help()}), and your own by name or as "
        "FILE.py:CLASS (default: all, without personalities)",
    )
    add_bot(parser, "which --bots may name")
    add_budget(parser)
    parser.add_argument(
        "--sets",
        type=mixes,
        default=[list(default_sets())],
        metavar="SET,…",
        help=f"card sets, each played separately; A+B is a mix, {ALL} means every set by itself, {MIXED} all sets in "
        f"one mix (default: {'+'.join(default_sets())})",
    )
    add_folders(parser, "a folder with your own card set, which joins every mix; may be given several times")
    add_seats(parser)


def run(options: argparse.Namespace) -> int:
    """Play, compute the ratings and print them."""
    from kickdoor.cli.commands.ladder_text import text_of

    # The output of a custom bot is not part of the result
    with contextlib.redirect_stdout(sys.stderr):
        result = result_for(options)
    print(json.dumps(result.as_data(), indent=2) if options.json else text_of(result))
    return 0


def result_for(options: argparse.Namespace) -> Result:
    """Play, compute the ratings and draw them."""
    from kickdoor.bots.custom_bots import BotFault
    from kickdoor.sim.ladder.game_file import LadderFile
    from kickdoor.sim.ladder.plot import plot
    from kickdoor.sim.ladder.standings import result_of
    from kickdoor.sim.soak_checkpoint import write_atomically

    ladder = ladder_of(options)
    anchor = anchor_of(options.anchor, ladder)
    if options.plot is not None:
        check_plot(options.plot, options.resume)
    file = None if options.resume is None else LadderFile(options.resume)
    try:
        games = play_with_progress(ladder, file, options.jobs)
    except BotFault as e:
        if options.traceback:
            print(e.trace, file=sys.stderr)
        raise
    except KeyboardInterrupt:
        if file is not None:
            print(
                f"\nThe finished games are in {file.path}; run the same command to continue.", file=sys.stderr, end=""
            )
        raise
    result = result_of(ladder, games, anchor)
    if options.plot is not None:
        write_atomically(options.plot, plot(result).encode())
    return result


def ladder_of(options: argparse.Namespace) -> Ladder:
    """Return the plan from the arguments."""
    from kickdoor.bots.custom_bots import is_custom
    from kickdoor.bots.registry import BotRegistry
    from kickdoor.engine.state.codec import options_to_dict
    from kickdoor.sim.ladder.ladder_plan import LadderOrder, make_ladder

    registry = BotRegistry(options.bot, options.budget)
    bots = list(registry) if options.bots is None else options.bots
    bots = [registry.add(name) if is_custom(name) else name for name in bots]
    order = LadderOrder(
        bots=tuple(bots),
        sets=tuple(tuple(mix) for mix in options.sets),
        games=options.games or 0,
        seats=options.seats,
        line_ups=options.line_ups,
        seed=options.seed,
        turns=options.turns,
        options=options_to_dict(read_options(options.table)),
        folders=tuple(str(folder) for folder in options.folder),
        outside=tuple(registry.own.values()),
        budget=options.budget,
    )
    return make_ladder(order)


def anchor_of(name: str | None, ladder: Ladder) -> str:
    """Return the bot whose rating is fixed."""
    from kickdoor.bots.registry import FALLBACK_BOT
    from kickdoor.catalog.toml_reader import or_listed
    from kickdoor.engine.machine.errors import BadData

    bots = ladder.plan.bots
    if name is not None and name not in bots:
        raise BadData(f"--anchor {name}: this bot is not among those that play{or_listed(name, bots)}")
    return name or (FALLBACK_BOT if FALLBACK_BOT in bots else bots[0])


def check_plot(path: Path, games_file: Path | None) -> None:
    """Raise `BadData` before the first game if the plot could not be written."""
    from kickdoor.engine.machine.errors import BadData

    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadData(f"--plot {path}: no file can be written there")
    if games_file is not None and is_same(path, games_file):
        raise BadData(f"--plot {path}: the games are kept there")
    if path.suffix.lower() != ".svg":
        raise BadData(f"--plot {path}: the picture is an SVG; name it {path.with_suffix('.svg').name}")


def is_same(path: Path, other: Path) -> bool:
    """Return whether two paths name the same file, through links too, even if it does not exist yet."""
    return os.path.realpath(path) == os.path.realpath(other) or (
        path.exists() and other.exists() and path.samefile(other)
    )


def play_with_progress(ladder: Ladder, file: LadderFile | None, jobs: int) -> list[KeptGame]:
    """Play with a progress bar that shows the remaining time."""
    from kickdoor.sim.ladder.ladder_runner import play_ladder

    if not sys.stderr.isatty():
        return play_ladder(ladder, file, jobs)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        "games,",
        TimeElapsedColumn(),
        "elapsed,",
        TimeRemainingColumn(),
        "left",
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=ESTIMATE_WINDOW_S) as bar:
        task = bar.add_task("games", total=ladder.games)
        return play_ladder(ladder, file, jobs, lambda done: bar.update(task, completed=done))
