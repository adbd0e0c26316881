"""`kickdoor verify`: checks that a game was dealt as promised and came out as recorded."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import add_folders
from kickdoor.cli.commands.replay import FALSE, OTHERWISE

if TYPE_CHECKING:
    from kickdoor.replay.record import Begun
    from kickdoor.server.records.table_record import TableRecord

HELP = "checks that a game was dealt as promised and came out as recorded"
EXAMPLES = (
    "kickdoor verify game.json",
    "kickdoor verify game.json --commitment 9f86d081884c7d65…   # the one the table showed before the game",
    "kickdoor verify game.json --seal 2c26b46b68ffc68f… --seal fcde2b2edba56bf4…   # those of the seats, seen then too",
)
SEALED = "all parts are as they were sealed before any was told: nobody could choose theirs last"
OPENLY = "none: the parts were told openly, and who knew the secret could have chosen theirs last"
NOTHING = "none: no seat has added anything, and whoever runs the server has chosen the seed alone"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command understands."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a record saved at the table or by `kickdoor play`")
    parser.add_argument("--commitment", default="", metavar="HASH", help="what the table had shown before the game")
    parser.add_argument("--salt", default="", metavar="WORD", help="what you had added to the seed yourself")
    seal = "a seat's seal that was shown before any part of the seed was told; may be given several times"
    parser.add_argument("--seal", action="append", default=[], metavar="HASH", help=seal)
    add_folders(parser)


def run(options: argparse.Namespace) -> int:
    """Play the record again; 1 if anything is not as it says, 2 if it cannot be read, 3 if nobody can tell."""
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.replay import Replayer, ReplayMismatch, catalog_of
    from kickdoor.server.records.table_record import check_fairness, load_record

    record = load_record(options.file)
    rules = catalog_of(record.game, options.folder)
    try:
        check_fairness(record)
        check_promises(record, options.commitment, options.salt, options.seal)
        replayer = Replayer(record.game, rules)
        replayer.finish()
    except BadData as e:
        if isinstance(e, ReplayMismatch) and e.otherwise:
            print(f"{options.file}: {e}")
            print("  answers     do not all come out as recorded, which says nothing of whether they once did")
            print_seed(record)
            return OTHERWISE
        print(f"{options.file}: FALSE: {e}")
        return FALSE
    begun = record.game.begun
    print(f"{options.file}: {'verified' if begun is None else 'verified in part'}")
    if begun is not None:
        print(f"  before      {before_it(begun)}")
    print(f"  answers     {len(record.game.answers)}, all came out as recorded")
    if replayer.origin.words:
        print(f"  rules       {replayer.origin.words}, yet it came out the same")
    print_seed(record)
    won = ", ".join(record.names[seat] for seat in record.game.result.winners)
    print(f"  result      {'won by ' + won if won else 'not finished'} after {record.game.result.turns} turns")
    return 0 if begun is None else OTHERWISE


def before_it(begun: Begun) -> str:
    """Return what cannot be checked of a game that went on under other rules or cards."""
    return f"{begun.answers} answers were given under other rules or with other cards and cannot be checked"


def print_seed(record: TableRecord) -> None:
    """Report how the seed came about."""
    proof = record.fairness
    if proof is None:
        print("  seed        given by whoever played; nothing was promised before")
    else:
        print(f"  commitment  {proof.commitment}")
        print(f"  seed        follows from the server's secret and {parts_of(record.names, proof.salts)}")
        print(f"  seals       {SEALED if proof.seals else OPENLY if any(proof.salts) else NOTHING}")
    if proof is not None and proof.called_off:
        names = sorted({name for names in proof.withheld for name in names})
        blamed = f", because of {', '.join(names)}" if names else ""
        print(f"  called off  {proof.called_off} times before{blamed}")


def parts_of(names: list[str], salts: list[str]) -> str:
    """Return whose parts are in the seed."""
    givers = [name for name, salt in zip(names, salts, strict=True) if salt]
    return f"the {'part' if len(givers) == 1 else 'parts'} of {', '.join(givers)}" if givers else "nothing else"


def check_promises(record: TableRecord, commitment: str, salt: str, seals: list[str]) -> None:
    """Object to a record that does not hold what somebody remembers of the game."""
    from kickdoor.engine.machine.errors import BadData

    proof = record.fairness
    if (commitment or salt or seals) and proof is None:
        raise BadData("the record says nothing of how its seed came about")
    if proof is not None and commitment and not proof.commitment.startswith(commitment.rstrip("…")):
        raise BadData("the table had committed itself to another seed")
    if proof is not None and salt and salt not in proof.salts:
        raise BadData("your word is not in the seed")
    for seal in seals:
        if proof is not None and not [kept for kept in proof.seals if seal and kept.startswith(seal.rstrip("…"))]:
            raise BadData(f"no seat has the seal {seal}")
