"""`kickdoor bot-worker`: a remote bot worker for servers on other machines."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
from typing import cast

from kickdoor.cli.settings import add_settings
from kickdoor.install_hints import to_install

HELP = "runs bots for servers on other machines, over their bus"
EXAMPLES = (
    "kickdoor bot-worker --bus redis://:PASSWORD@bus.example:6379/0",
    "KICKDOOR_BUS=rediss://:PASSWORD@bus.example:6379/0 kickdoor bot-worker --workers 8",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_settings(parser, "bus", "workers", "budget", "set-dir")


def run(options: argparse.Namespace) -> int:
    """Run bot jobs until stopped; other workers then take over unfinished jobs."""
    import asyncio

    from kickdoor.bots.registry import BotRegistry
    from kickdoor.catalog.defaults import default_sets
    from kickdoor.catalog.loader import load_catalog
    from kickdoor.cli.commands.serve import termination_signals
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData

    resolve(options)
    if not options.bus:
        raise BadData("--bus is missing: give the bus of the servers, such as redis://:PASSWORD@HOST:PORT/0")
    try:
        from kickdoor.server.bot_workers.bot_pool import BotPool
        from kickdoor.server.cluster.bus import named, prepare
        from kickdoor.server.cluster.remote_bot_worker import RemoteBotWorker
    except ImportError as e:
        raise BadData(f"this needs more than is installed ({e.name}): {to_install('cluster')}") from None
    load_catalog(default_sets(), options.folder)
    asyncio.run(prepare(options.bus))
    workers = options.workers or os.cpu_count() or 1
    thinkers = BotPool(workers, options.folder, known=BotRegistry([], options.budget))

    async def work() -> None:
        mine = cast(asyncio.Task[None], asyncio.current_task())
        # An exception raised by a signal handler may be lost; Windows offers no other way
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, mine.cancel)
        print(f"Running bots for the servers at {named(options.bus)}  (Ctrl-C stops; no job is lost)", flush=True)
        await RemoteBotWorker(options.bus, thinkers, 2 * workers).run()

    with termination_signals(), contextlib.suppress(asyncio.CancelledError):
        asyncio.run(work())
    thinkers.close()
    return 0
