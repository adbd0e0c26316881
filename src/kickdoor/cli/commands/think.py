"""`kickdoor think`: has this machine think for the bots of other machines' tables."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
from typing import cast

from kickdoor.cli.settings import add_settings
from kickdoor.install_hints import to_install

HELP = "thinks for the bots of servers on other machines, over their bus"
EXAMPLES = (
    "kickdoor think --bus redis://:PASSWORD@bus.example:6379/0",
    "KICKDOOR_BUS=rediss://:PASSWORD@bus.example:6379/0 kickdoor think --workers 8",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command understands."""
    add_settings(parser, "bus", "workers", "budget", "set-dir")


def run(options: argparse.Namespace) -> int:
    """Think until it is stopped; what it has begun others take up then."""
    import asyncio

    from kickdoor.bots.registry import BotRegistry
    from kickdoor.catalog.defaults import default_sets
    from kickdoor.catalog.loader import load_catalog
    from kickdoor.cli.commands.serve import termination_signals
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData

    resolve(options)
    if not options.bus:
        raise BadData("--bus: whose bots? Give the servers' bus, as redis://:PASSWORD@HOST:PORT/0")
    try:
        from kickdoor.server.bot_workers.bot_pool import BotPool
        from kickdoor.server.cluster.bus import named, prepare
        from kickdoor.server.cluster.remote_bot_worker import RemoteBotWorker
    except ImportError as e:
        raise BadData(f"this needs more than is installed ({e.name}): {to_install('host')}") from None
    load_catalog(default_sets(), options.folder)
    asyncio.run(prepare(options.bus))
    workers = options.workers or os.cpu_count() or 1
    thinkers = BotPool(workers, options.folder, known=BotRegistry([], options.budget))

    async def work() -> None:
        mine = cast(asyncio.Task[None], asyncio.current_task())
        # What a signal raises in the midst of anything may be lost there; but Windows knows no other way
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, mine.cancel)
        print(f"Thinking for the servers at {named(options.bus)}  (Ctrl-C ends it; no job is lost)", flush=True)
        await RemoteBotWorker(options.bus, thinkers, 2 * workers).run()

    with termination_signals(), contextlib.suppress(asyncio.CancelledError):
        asyncio.run(work())
    thinkers.close()
    return 0
