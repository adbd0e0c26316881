"""`kickdoor replay`: plays a recorded game again and checks it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import add_folders
from kickdoor.core.errors import BadData

if TYPE_CHECKING:
    from kickdoor.replay import Record, Replayer

HELP = "plays a recorded game again and checks it"
EXAMPLES = (
    "kickdoor replay game.json",
    "kickdoor replay game.json --verify",
    "kickdoor replay game.json --log",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as `kickdoor play` saves it")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--verify", action="store_true", help="only check that everything comes out as recorded")
    how.add_argument("--log", action="store_true", help="tell everything that happened, hidden cards too")
    add_folders(parser)


def run(options: argparse.Namespace) -> int:
    """Plays the record again; 1 if something comes out differently."""
    from kickdoor.replay import Replayer, catalog_of, load

    record = load(options.file, options.folder)
    replayer = Replayer(record, catalog_of(record, options.folder))
    if options.log:
        print_log(replayer)
    try:
        replayer.finish()
    except BadData as e:
        print(f"{options.file}: {e}")
        return 1
    print(summary(options.file, record, options.verify))
    return 0


def summary(path: Path, record: Record, brief: bool) -> str:
    """Says what was played again."""
    if brief:
        return f"{path}: verified, {len(record.answers)} answers"
    won = ", ".join(f"seat {seat}" for seat in record.result.winners)
    lines = [
        f"sets       {', '.join(record.sets)}",
        f"seats      {record.seats}",
        f"seed       {record.seed}",
        f"answers    {len(record.answers)}, all as recorded by kickdoor {record.kickdoor or 'of an unknown version'}",
        f"turns      {record.result.turns}",
        f"result     {'won by ' + won if won else 'not finished'}",
    ]
    return "\n".join(lines)


def print_log(replayer: Replayer) -> None:
    """Tells every event of the record in words."""
    from kickdoor.cli.story import tell_events

    while replayer.done < len(replayer.record.answers):
        for line in tell_events(replayer.game.state, replayer.step(), None, []):
            print(line)
