"""A server for browsers: `python table_server.py FILE PORT SPEED POSITIONS BOT…` serves until it is killed.

Time flies by SPEED. A table whose host bears the name of the first player of a position is dealt that position; all
others are dealt as always. It prints its port when it listens; 0 takes a free one.
"""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.scenario.parsing.scenario_parser import Scenario, read_scenario
from kickdoor.scenario.parsing.yaml_document import parse
from kickdoor.scenario.position.builder import Builder
from kickdoor.server.bot_workers.bot_pool import BotQuery
from kickdoor.server.live.room_actor import RoomActor, RoomUnloaded
from kickdoor.server.live.room_manager import RoomManager
from kickdoor.server.room.bot_decision import BotDecision
from kickdoor.server.room.bot_profiles import parted
from kickdoor.server.room.match import Match
from kickdoor.server.room.room import Room
from kickdoor.server.room.room_data import RoomData

FEW_PLAYOUTS = 60
STACKED = ("Kim",)
"""Hosts whose decks are stacked for more than a turn: bots with a character at random would not always draw as many."""


def read_positions(folder: Path) -> dict[str, Scenario]:
    """Read all positions, each under the name of its first player."""
    read = [read_scenario(parse(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.yaml"))]
    found = {next(iter(scenario.players)): scenario for scenario in read}
    assert len(found) == len(read), "two positions for one host"
    return found


def prepared(rules: RuleSet, data: RoomData, scenario: Scenario) -> Match:
    """Make a game that begins in a position."""
    if data.seats[0].name in STACKED:
        for seat in data.seats:
            seat.change_bot(parted(seat.bot)[0])
    match = Match(rules, data)
    match.recorder.game.state = Builder(scenario, rules, scenario.seeds[0]).build()
    return match


class PreparedTables(RoomManager):
    """Tables where positions are laid out."""

    positions: dict[str, Scenario] = {}  # noqa: RUF012

    def room_of(self, data: RoomData) -> Room:
        # Browsers that look for what has come of a click need not wait for the beats of it
        data.pace = "none"
        room = super().room_of(data)
        if data.script < 0:
            room.deal = self.dealer()
        return room

    async def ask_bot(self, running: RoomActor, thought: BotDecision, question: BotQuery) -> None:
        """In a position bots say nothing unless they are asked: there people are to be seen."""
        data = running.room.data
        if not thought.speak_up or data.script >= 0 or data.seats[0].name not in self.positions:
            await super().ask_bot(running, thought, question)
            return

        def keep_silent(room: Room) -> None:
            thought.ready = True

        with contextlib.suppress(RoomUnloaded):
            await self.do(running, keep_silent)

    def dealer(self) -> Callable[[RuleSet, RoomData], Match]:
        def deal(rules: RuleSet, data: RoomData) -> Match:
            scenario = self.positions.get(data.seats[0].name)
            return Match(rules, data) if scenario is None else prepared(rules, data, scenario)

        return deal


def main(data: str, port: str, speed: str, positions: str, *bots: str) -> None:
    from kickdoor.bots.registry import BotRegistry
    from kickdoor.server import run_server
    from kickdoor.server.loadtest.load_servers import FREE
    from kickdoor.server.records import analysis_api
    from kickdoor.server.room import seed_commitments

    # Browsers are no faster than at other tables
    seed_commitments.REVEAL_TIMEOUT_S *= float(speed)

    # Nor have they time to wait for an analysis by an engine that may not be compiled
    analysis_api.BUDGET = FEW_PLAYOUTS

    PreparedTables.positions = read_positions(Path(positions))
    run_server.RoomManager = PreparedTables  # type: ignore[misc]
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", int(port)))
    listener.listen(64)
    store = run_server.open_store(Path(data))
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    clock = run_server.WallClock(float(speed))
    with contextlib.suppress(KeyboardInterrupt):
        hosting = run_server.ServerConfig(["127.0.0.1"], limits=FREE, clock=clock, workers=1, bots=BotRegistry(bots))
        run_server.serve(store, listener, hosting)


if __name__ == "__main__":
    main(*sys.argv[1:])
