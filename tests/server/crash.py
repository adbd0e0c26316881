"""Kills a real server again and again while clients play, and watches that nothing anybody has seen is ever lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

from tests.processes import end, start
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from kickdoor.catalog.defaults import default_sets
from kickdoor.engine.machine.prompts import P_SHIFT, P_TO
from kickdoor.server.loadtest.load_clients import post
from kickdoor.server.room.room_data import seal_of
from kickdoor.view.observation import Observation

SERVER = Path(__file__).with_name("crash_server.py")


class Server:
    """The process that is killed."""

    def __init__(self, data: Path | str, *more: str) -> None:
        self.data = data
        self.more = more
        self.kills = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(SERVER), str(self.data), *self.more]
        self.process = start(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = f"127.0.0.1:{self.process.stdout.readline().strip()}"

    def kill(self) -> None:
        """End the process as a power cut would; its workers end by themselves."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=60)  # ends only when no worker is left that holds the output
        self.kills += 1


class Player:
    """One seat. Remembers all it has ever been told, and objects if it is ever told otherwise."""

    thinks = 0.0
    """Seconds at most before an answer."""
    line: ClassVar[dict[str, Any]] = {"compression": None, "max_size": None, "open_timeout": 20}

    def __init__(self, code: str, token: str, seat: int, rng: random.Random) -> None:
        self.code = code
        self.token = token
        self.seat = seat
        self.rng = rng
        self.seq = -1
        self.lines: dict[int, str] = {}
        self.games: dict[int, str] = {}
        self.number = 0
        self.acknowledged = 0
        self.over = False
        self.problems: list[str] = []
        self.last = ""
        """What was heard last, for whoever waits too long."""

    async def play(self, address: str) -> None:
        """Play until the connection ends, coming back as long as the server lives."""
        while not self.over:
            with contextlib.suppress(OSError, WebSocketException, EOFError):
                await self.converse(address)
            await asyncio.sleep(0.05)

    async def converse(self, address: str) -> None:
        async with connect(f"ws://{address}/ws", **self.line) as ws:
            self.last = f"came to {address}"
            since = max(self.lines, default=0)
            await ws.send(json.dumps({"t": "hello", "code": self.code, "token": self.token, "since": since}))
            view: dict[str, Any] | None = None
            async for data in ws:
                message = json.loads(data)
                self.last = f"{message['t']} {message.get('code', '')} of {address}"
                if message["t"] == "view":
                    view = message
                    self.look(message)
                if message["t"] == "view" or (message["t"] == "refused" and message["code"] != "stale" and view):
                    # Whoever plays with bots alone has no clock: what is refused must be done otherwise
                    order = self.choose(view or message)
                    if order:
                        await asyncio.sleep(self.thinks * self.rng.random())
                        await ws.send(json.dumps(order))
                elif message["t"] == "done":
                    self.acknowledged += 1

    def look(self, view: dict[str, Any]) -> None:
        """Compare a view with all that was seen before."""
        if view["seq"] < self.seq:
            self.problems.append(f"seat saw {self.seq} answers and now {view['seq']}")
        self.seq = view["seq"]
        for line in view["lines"]:
            known = self.lines.setdefault(line["n"], line["text"])
            if known != line["text"]:
                self.problems.append(f"line {line['n']} was {known!r} and is {line['text']!r}")
        if sorted(self.lines) != list(range(1, len(self.lines) + 1)):
            self.problems.append("lines of the log are missing")
        game: Observation = view["game"]
        written = json.dumps(game, sort_keys=True)
        if self.games.setdefault(view["seq"], written) != written:
            self.problems.append(f"the game after {view['seq']} deeds is another than it was")
        self.over = bool(game["winners"])

    def choose(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """Answer at random, if anything is asked."""
        if view["question"] is None or (view["window"] and view["window"]["done"]):
            return None
        choice = self.rng.choice(view["choices"])
        form = choice["form"]
        picks: list[int] = []
        if form:
            picks = form["atoms"][: form["least"]]
            if form["kind"] == "charity" and form["receivers"]:
                picks = [P_TO << P_SHIFT | form["receivers"][0], *picks]
        self.number += 1
        order = {"t": "do", "cmd": f"c{self.number}", "key": choice["key"], "picks": picks}
        return order | {"prompt": view["question"]["prompt"]}


def seat_all(server: Server, tables: int, seed: int) -> list[Player]:
    """Open tables, with people in two seats; the third is for a bot."""
    players: list[Player] = []
    for number in range(tables):
        order = {"name": "P0", "sets": list(default_sets()), "seats": 3, "speed": "blitz", "pace": "none"}
        made = post(server.address, "/api/tables", order)
        joined = post(server.address, f"/api/tables/{made['code']}/seats", {"name": "P1"})
        for seat, token in enumerate((made["token"], joined["token"])):
            players.append(Player(made["code"], token, seat, random.Random(seed * 100 + 2 * number + seat)))
    return players


SALT = "a-salt-for-all-the-tables"
ORDERS = {
    1: ['{"t":"ready","cmd":"ready","on":true}'],
    0: [
        '{"t":"bot","cmd":"bot","seat":2,"level":"easy"}',
        '{"t":"start","cmd":"start"}',
        json.dumps({"t": "reveal", "cmd": "reveal", "salt": SALT}),
    ],
}


async def begin(server: Server, players: list[Player]) -> None:
    """Start every game: players commit salts, hosts start, and salts are revealed."""
    for player in sorted(players, key=lambda one: -one.seat):
        async with connect(f"ws://{server.address}/ws", compression=None, max_size=None) as ws:
            await ws.send(json.dumps({"t": "hello", "code": player.code, "token": player.token}))
            shown = json.loads(await ws.recv())
            seal = json.dumps({"t": "seal", "cmd": "seal", "hash": seal_of(SALT, shown["id"])})
            for order in [seal, *ORDERS[player.seat]]:
                await ws.send(order)
                while json.loads(await ws.recv())["t"] != "done":
                    pass


async def torment(server: Server, players: list[Player], kills: int, rng: random.Random) -> None:
    """Let everybody play, and kills the server at random moments."""
    await begin(server, players)
    for number in range(kills + 1):
        seen = sum(player.seq for player in players)
        tasks = [asyncio.create_task(player.play(server.address)) for player in players]
        # A moment counts from when there was something to lose again
        for _ in range(400):
            await asyncio.sleep(0.05)
            if sum(player.seq for player in players) > seen + 3 or all(player.over for player in players):
                break
        await asyncio.sleep(rng.random() * 0.6)
        server.kill()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if number < kills:
            server.start()


def run(folder: Path, kills: int, tables: int, seed: int) -> tuple[Server, list[Player]]:
    """Run all steps; the server is killed at the end."""
    server = Server(folder / "crash.db")
    try:
        players = seat_all(server, tables, seed)
        asyncio.run(torment(server, players, kills, random.Random(seed)))
    finally:
        end(server.process)
    return server, players
