"""The work of a worker: play the games of a chunk and return their rows."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.lab import build_info
from kickdoor.lab.build_info import BuildInfo
from kickdoor.lab.bundle import Bundle
from kickdoor.lab.row_recorder import GameRecorder
from kickdoor.lab.rows import Rows, game_rows, parquet
from kickdoor.lab.study_plan import Chunk, LabPlan
from kickdoor.sim.simulate import dealt, play_out
from kickdoor.sim.soak import Fault, GameCount, rules_of, rules_of_game, soak_game


class Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study as sent to a worker."""

    plan: LabPlan
    origin: BuildInfo
    bundle: Bundle


class Done(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished chunk."""

    chunk: Chunk
    tables: dict[str, bytes]
    """Parquet data by table."""
    faults: list[Fault] = []


def play_chunk(work: Work, chunk: Chunk) -> Done:
    """Play a chunk; may run in a separate process or on another machine."""
    build_info.check(work.origin, build_info.current_build(), platform.node())
    root = work.bundle.root()
    rows, faults = soak_rows(work, chunk) if work.plan.soak is not None else played_rows(work, chunk, root)
    return Done(chunk, {table.name: parquet(table, rows[table.name]) for table in work.plan.tables}, faults)


def played_rows(work: Work, chunk: Chunk, root: Path) -> tuple[Rows, list[Fault]]:
    """Play games between bots."""
    plan = work.plan
    cell = plan.cells[chunk.cell]
    rules = rules_of_cell(msgspec.json.encode(cell), str(root))
    build_info.check_cards(cell.digest, rules.digest, cell.mix, platform.node())
    custom_bots = tuple(work.bundle.bots(root))
    rows: Rows = {table.name: [] for table in plan.tables}
    for number in range(chunk.first, chunk.last):
        game = cell.game(number, custom_bots)
        recorder = GameRecorder(dealt(game, rules, number), game.seed_of(number), plan.count)
        play_out(game, number, recorder.state, recorder)
        recorder.finish()
        for name, new_rows in game_rows(cell, game, number, recorder).items():
            rows[name] += new_rows
    return rows, []


@cache
def rules_of_cell(cell: bytes, root: str) -> RuleSet:
    """Load the cards of a cell, once in each process."""
    from kickdoor.lab.study_plan import Cell

    return msgspec.json.decode(cell, type=Cell).rules(Path(root))


def soak_rows(work: Work, chunk: Chunk) -> tuple[Rows, list[Fault]]:
    """Play games at random and check them throughout."""
    plan = work.plan.soak
    assert plan is not None
    all_rules = rules_of(plan)
    rows: Rows = {table: [] for table in ("soaked", "acted")}
    acted: dict[tuple[str, str], int] = {}
    faults: list[Fault] = []
    for number in range(chunk.first, chunk.last):
        count = soak_game(plan, rules_of_game(plan, all_rules, number), number)
        for card, plays in count.acted.items():
            for play in ("", *plays):
                acted[card, play] = acted.get((card, play), 0) + 1
        fault_cells = ("", 0) if count.fault is None else (count.fault.what, count.fault.step)
        mix = "+".join(plan.mix_of(number))
        common = (number, mix, plan.seats_of(number), plan.seed_of(number), count.decisions, count.forced, count.cut)
        rows["soaked"].append((*common, *fault_cells, soak_digest(count)))
        if count.fault is not None:
            faults.append(count.fault)
    rows["acted"] = [(card, play, games) for (card, play), games in sorted(acted.items())]
    return rows, faults


def soak_digest(count: GameCount) -> str:
    """Return a digest of all counts of a game."""
    fault = "" if count.fault is None else count.fault.what
    text = repr((count.decisions, count.forced, count.cut, sorted(count.acted.items()), fault))
    return blake2b(text.encode(), digest_size=8).hexdigest()
