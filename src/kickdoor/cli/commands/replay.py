"""`kickdoor replay`: a recorded game played again and checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import add_folders

if TYPE_CHECKING:
    from kickdoor.replay import Replayer
    from kickdoor.server.records.table_record import TableRecord

HELP = "replays a recorded game and checks it"
FALSE = 1
UNDECIDED = 3
"""Exit status if the replay differs, but the record has other rules or card files, so that it proves nothing."""
EXAMPLES = (
    "kickdoor replay game.json",
    "kickdoor replay game.json --verify",
    "kickdoor replay game.json --log",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, saved at the table or by the terminal game")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--verify", action="store_true", help="only check that the game replays as recorded")
    how.add_argument("--log", action="store_true", help="print everything that happened, including hidden cards")
    add_folders(parser)


def run(options: argparse.Namespace) -> int:
    """Replay the record; return 1 if it replays differently, or 3 if the rules or cards are also different."""
    from kickdoor.replay import Replayer, ReplayMismatch, catalog_of
    from kickdoor.server.records.table_record import load_record

    record = load_record(options.file)
    rules = catalog_of(record.game, options.folder)
    try:
        replayer = Replayer(record.game, rules)
        if options.log:
            print_log(replayer, record.names)
        replayer.finish()
    except ReplayMismatch as e:
        print(f"{options.file}: {e}")
        return UNDECIDED if e.otherwise else FALSE
    print(summary(options.file, record, options.verify, replayer.origin.words))
    return 0 if record.game.begun is None else UNDECIDED


def summary(path: Path, table: TableRecord, brief: bool, differences: str) -> str:
    """Return a summary of the replay, with the rules of the record if they are different."""
    record = table.game
    begun = record.begun
    before = "" if begun is None else f"{begun.answers} under other rules or with other cards, which cannot be checked"
    if brief:
        text = f"{path}: verified, {len(record.answers)} answers" + (
            f"; {differences}, yet all as recorded" if differences else ""
        )
        return f"{text}; before them {before}" if before else text
    winners = ", ".join(table.names[seat] for seat in record.result.winners)
    lines = [
        f"sets       {', '.join(record.sets)}",
        f"seats      {record.seats}",
        f"seed       {record.seed}",
        *([f"before     {before}"] if before else []),
        f"answers    {len(record.answers)}, all as recorded by kickdoor {record.kickdoor or 'of an unknown version'}",
        *([f"rules      {differences}"] if differences else []),
        f"turns      {record.result.turns}",
        *([f"hints      {hints}"] if (hints := hints_text(table)) else []),
        f"result     {'won by ' + winners if winners else 'not finished'}",
    ]
    return "\n".join(lines)


def hints_text(table: TableRecord) -> str:
    """Return which players asked for hints, and how often."""
    counts = zip(table.names, table.hints or [], strict=False)
    return ", ".join(f"{name} {len(hints)}" for name, hints in counts if hints)


def print_log(replayer: Replayer, names: list[str]) -> None:
    """Report every event of the record in words."""
    from kickdoor.cli.terminal.event_log import tell_events

    while replayer.done < len(replayer.record.answers):
        for line in tell_events(replayer.game.state, replayer.step(), None, names):
            print(line)
