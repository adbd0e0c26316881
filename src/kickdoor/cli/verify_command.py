"""`kickdoor verify`: checks that a game was dealt as promised and came out as recorded."""

from __future__ import annotations

import argparse
from pathlib import Path

from kickdoor.cli.arguments import add_folders

HELP = "checks that a game was dealt as promised and came out as recorded"
EXAMPLES = (
    "kickdoor verify game.json",
    "kickdoor verify game.json --commitment 9f86d081884c7d65…   # the one the table showed before the game",
)
FALSE = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a record saved at the table or by `kickdoor play`")
    parser.add_argument("--commitment", default="", metavar="HASH", help="what the table had shown before the game")
    parser.add_argument("--salt", default="", metavar="WORD", help="what you had added to the seed yourself")
    add_folders(parser)


def run(options: argparse.Namespace) -> int:
    """Plays the record again; 1 if anything is not as it says, 2 if it cannot be read."""
    from kickdoor.core.errors import BadData
    from kickdoor.replay import Replayer, catalog_of
    from kickdoor.table.records import check_fairness, load_record

    record = load_record(options.file)
    rules = catalog_of(record.game, options.folder)
    try:
        check_fairness(record)
        check_promises(record, options.commitment, options.salt)
        replayer = Replayer(record.game, rules)
        replayer.finish()
    except BadData as e:
        print(f"{options.file}: FALSE: {e}")
        return FALSE
    proof = record.fairness
    print(f"{options.file}: verified")
    print(f"  answers     {len(record.game.answers)}, all came out as recorded")
    if proof is None:
        print("  seed        given by whoever played; nothing was promised before")
    else:
        print(f"  commitment  {proof.commitment}")
        print(f"  seed        follows from the server's secret and {len(proof.salts)} salts: fixed before the game")
    won = ", ".join(record.names[seat] for seat in record.game.result.winners)
    print(f"  result      {'won by ' + won if won else 'not finished'} after {record.game.result.turns} turns")
    return 0


def check_promises(record: object, commitment: str, salt: str) -> None:
    """Objects to a record that does not hold what somebody remembers of the game."""
    from kickdoor.core.errors import BadData
    from kickdoor.table.records import TableRecord

    assert isinstance(record, TableRecord)
    proof = record.fairness
    if (commitment or salt) and proof is None:
        raise BadData("the record says nothing of how its seed came about")
    if proof is not None and commitment and not proof.commitment.startswith(commitment.rstrip("…")):
        raise BadData("the table had committed itself to another seed")
    if proof is not None and salt and salt not in proof.salts:
        raise BadData("your word is not in the seed")
