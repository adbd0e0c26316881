"""`kickdoor verify`: a check that a game was dealt as promised and replays as recorded."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import add_folders
from kickdoor.cli.commands.replay import FALSE, UNDECIDED

if TYPE_CHECKING:
    from kickdoor.replay.record import Begun
    from kickdoor.server.records.table_record import TableRecord

HELP = "checks that a game was dealt as promised and replays as recorded"
EXAMPLES = (
    "kickdoor verify game.json",
    "kickdoor verify game.json --commitment 9f86d081884c7d65…   # the one the table showed before the game",
    "kickdoor verify game.json --seal 2c26b46b68ffc68f… --seal fcde2b2edba56bf4…   # seals shown at the same time",
)
SEALED_TEXT = "all parts match the seals made before any part was revealed, so no one could choose theirs last"
UNSEALED_TEXT = "none: the parts were shared openly, and a player who knew the secret could have chosen theirs last"
NO_PARTS_TEXT = "none: no seat added a part, so the operator of the server alone chose the seed"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="RECORD", help="a record saved at the table or by `kickdoor play`")
    parser.add_argument(
        "--commitment", default="", metavar="HASH", help="the commitment that the table showed before the game"
    )
    parser.add_argument("--salt", default="", metavar="WORD", help="the word you added to the seed")
    seal = "the seal of a seat, shown before any part of the seed was revealed; may be given several times"
    parser.add_argument("--seal", action="append", default=[], metavar="HASH", help=seal)
    add_folders(parser)


def run(options: argparse.Namespace) -> int:
    """Replay the record; return 1 if anything is false, 2 if it is unreadable, 3 if it cannot be decided."""
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
            print("  answers     do not all replay as recorded, which does not prove that they never did")
            print_seed(record)
            return UNDECIDED
        print(f"{options.file}: FALSE: {e}")
        return FALSE
    begun = record.game.begun
    print(f"{options.file}: {'verified' if begun is None else 'verified in part'}")
    if begun is not None:
        print(f"  before      {unchecked_text(begun)}")
    print(f"  answers     {len(record.game.answers)}, all replayed as recorded")
    if replayer.origin.words:
        print(f"  rules       {replayer.origin.words}, but it replayed identically")
    print_seed(record)
    winners = ", ".join(record.names[seat] for seat in record.game.result.winners)
    print(f"  result      {'won by ' + winners if winners else 'not finished'} after {record.game.result.turns} turns")
    return 0 if begun is None else UNDECIDED


def unchecked_text(begun: Begun) -> str:
    """Return the part that cannot be checked of a game that continued under other rules or cards."""
    return f"{begun.answers} answers were given under other rules or with other cards and cannot be checked"


def print_seed(record: TableRecord) -> None:
    """Print the origin of the seed."""
    proof = record.fairness
    if proof is None:
        print("  seed        given by a player; nothing was promised before")
    else:
        print(f"  commitment  {proof.commitment}")
        print(f"  seed        follows from the server's secret and {parts_text(record.names, proof.salts)}")
        print(f"  seals       {SEALED_TEXT if proof.seals else UNSEALED_TEXT if any(proof.salts) else NO_PARTS_TEXT}")
    if proof is not None and proof.called_off:
        names = sorted({name for names in proof.withheld for name in names})
        blame_text = f", because of {', '.join(names)}" if names else ""
        print(f"  called off  {proof.called_off} times before{blame_text}")


def parts_text(names: list[str], salts: list[str]) -> str:
    """Return the players whose parts are in the seed."""
    contributors = [name for name, salt in zip(names, salts, strict=True) if salt]
    return (
        f"the {'part' if len(contributors) == 1 else 'parts'} of {', '.join(contributors)}"
        if contributors
        else "nothing else"
    )


def check_promises(record: TableRecord, commitment: str, salt: str, seals: list[str]) -> None:
    """Raise `BadData` if the record does not match what the user remembers of the game."""
    from kickdoor.engine.machine.errors import BadData

    proof = record.fairness
    if (commitment or salt or seals) and proof is None:
        raise BadData("the record does not say where its seed came from")
    if proof is not None and commitment and not proof.commitment.startswith(commitment.rstrip("…")):
        raise BadData("the record has a different commitment")
    if proof is not None and salt and salt not in proof.salts:
        raise BadData("your word is not in the seed")
    for seal in seals:
        if proof is not None and not [
            recorded for recorded in proof.seals if seal and recorded.startswith(seal.rstrip("…"))
        ]:
            raise BadData(f"no seat has the seal {seal}")
