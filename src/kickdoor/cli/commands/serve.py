"""`kickdoor serve`: the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import io
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from kickdoor.cli.arguments import store_path
from kickdoor.cli.settings import add_settings
from kickdoor.install_hints import to_install, to_serve

if TYPE_CHECKING:
    from kickdoor.bots.registry import BotRegistry
    from kickdoor.cli.listeners import ServerListeners
    from kickdoor.server.cluster.backends import Shared
    from kickdoor.server.run_server import ServerConfig

HELP = "opens the table in the browser for you, your friends and bots"
EXAMPLES = (
    "kickdoor serve",
    "kickdoor serve --port 9000 --no-browser",
    "kickdoor serve --lan                  # friends on the same network can join",
    "kickdoor serve --no-browser --host play.example --trust-proxy 127.0.0.1 --log-format json   # behind a proxy",
    "kickdoor serve --config kickdoor.toml # settings from a file; kickdoor config prints them all",
    "kickdoor serve --metrics 127.0.0.1:9642   # metrics for Prometheus",
    "kickdoor serve --log-level info       # log each request; --log-addresses adds client addresses",
    "kickdoor serve --store postgresql://kickdoor@db.example/kickdoor   # tables in PostgreSQL",
    "kickdoor serve --store postgresql://… --bus redis://…   # one of several servers; see docs/hosting.md",
    "kickdoor serve --bot my_bot.py:Eager  # your own bot, which players can choose in the lobby",
)
HOUR, DAY = 3600.0, 86_400.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Serve until stopped; every table is available again after the next start."""
    from kickdoor.bots.registry import BotRegistry
    from kickdoor.catalog.defaults import default_sets
    from kickdoor.catalog.loader import load_catalog
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData

    resolve(options)
    try:
        from kickdoor.cli.listeners import open_listeners
        from kickdoor.server import run_server
    except ImportError as e:
        raise BadData(f"the table needs more than is installed ({e.name}): {to_install('server')}") from None
    load_catalog(default_sets(), options.folder)
    bots = BotRegistry(options.bot, options.budget)
    listeners = open_listeners(options)
    try:
        result = open_tables(options, listeners.local)
        if result is None:
            return 0
        shared, address_path = result
        open_admin(options, listeners)
        with termination_signals(), address_path:
            print_address(listeners, options.host)
            run_server.serve(shared.store, listeners.listener, server_config(options, listeners, shared, bots))
    finally:
        listeners.close()
    print("\nThe table is closed. Games continue when you open it again.")
    return 0


def server_config(
    options: argparse.Namespace, listeners: ServerListeners, shared: Shared, bots: BotRegistry
) -> ServerConfig:
    """Return the server configuration from the settings."""
    from kickdoor.server.live.retention import RetentionPolicy
    from kickdoor.server.logs.throttled_handler import LogOptions
    from kickdoor.server.run_server import ServerConfig

    return ServerConfig(
        listeners.hosts, options.folder, "" if options.no_browser or not listeners.local else f"{listeners.local}/",
        listeners.link if listeners.exposed else "",
        workers=options.workers,
        proxies=options.trust_proxy,
        log=LogOptions(options.log_format, options.log_level, options.log_addresses),
        bots=bots,
        owners=shared.owners,
        link=shared.link,
        think=shared.think,
        metrics=listeners.metrics,
        admin=listeners.admin,
        bans=options.ban,
        path=options.path,
        keeping=RetentionPolicy(options.keep_tables * HOUR, options.keep_records * DAY),
    )  # fmt: skip


def open_admin(options: argparse.Namespace, listeners: ServerListeners) -> None:
    """Open the admin socket for the operator; with a table file a failure to open the default socket is ignored."""
    from kickdoor.cli.arguments import admin_path
    from kickdoor.engine.machine.errors import BadData

    path = admin_path(options)
    with contextlib.suppress(*[] if options.admin is not None else [BadData]):
        if path is not None:
            listeners.open_admin(path)


def open_tables(
    options: argparse.Namespace, local: str
) -> tuple[Shared, contextlib.AbstractContextManager[None]] | None:
    """Open the tables and publish their address; return None after redirecting to a server that has them open already.

    Tables in a database publish no address, since several servers may have them open.
    """
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.server.cluster.backends import Shared, open_shared
    from kickdoor.server.cluster.ownership import SingleServerOwnership
    from kickdoor.server.run_server import open_store
    from kickdoor.server.storage.sqlite_database import InUse

    if options.store:
        if options.data is not None:
            raise BadData("--store and --data cannot be combined; give one of them")
        return open_shared(options.store, options.bus), contextlib.nullcontext()
    if options.bus:
        raise BadData("--bus requires a shared store; give --store URL too")
    data = store_path(options.data)
    address_path = data.with_name(data.name + ".address")
    try:
        return Shared(open_store(data), SingleServerOwnership()), address_file(
            address_path, f"{local}/"
        ) if local else contextlib.nullcontext()
    except InUse:
        if not open_running_server(address_path, options.no_browser):
            raise
        return None


@contextlib.contextmanager
def termination_signals() -> Iterator[None]:
    """Treat every termination signal as a normal way to close the table.

    While serving, the server receives the signal first, closes everything and then passes it on.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def hang_up(number: int, frame: FrameType | None) -> None:
        # The terminal is gone: print nothing more and otherwise shut down as for a termination signal
        sys.stdout = io.StringIO()
        signal.raise_signal(signal.SIGTERM)

    handlers: dict[int, Callable[[int, FrameType | None], None]] = {signal.SIGTERM: interrupt}
    sighup = getattr(signal, "SIGHUP", None)
    if sighup is not None and signal.getsignal(sighup) is not signal.SIG_IGN:
        handlers[sighup] = hang_up
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def address_file(address_path: Path, link: str) -> Iterator[None]:
    """Publish the address of the table in a file for as long as it is open."""
    from kickdoor.server.storage.sqlite_database import keep_private

    keep_private(address_path)
    try:
        address_path.write_text(link, encoding="utf-8")
        yield
    finally:
        address_path.unlink(missing_ok=True)


def open_running_server(address_path: Path, no_browser: bool) -> bool:
    """Open the table of a running server in the browser, if its address is known."""
    import webbrowser

    link = address_path.read_text(encoding="utf-8") if address_path.is_file() else ""
    if not link.startswith("http://"):
        return False
    print(f"The table is already open at {link}")
    if not no_browser:
        webbrowser.open(link)
    return True


def print_address(listeners: ServerListeners, names: list[str]) -> None:
    """Print the address and who can reach it, with a QR code for phones in the same room."""
    if not listeners.local:
        print(f"The table is open at {listeners.link}  (Ctrl-C closes it; nothing is lost)")
        print("Only a proxy that may use this socket can reach it.")
        sys.stdout.flush()
        return
    link = f"{listeners.link}/"
    # A phone cannot reach the loopback address, and a QR code in a log has no use
    if listeners.exposed and sys.stdout.isatty():
        import segno

        segno.make(link).terminal(out=sys.stdout, compact=True)
    print(f"The table is open at {link}  (Ctrl-C closes it; nothing is lost)")
    if listeners.exposed:
        print(
            "Everyone on this network sees the lobby and open tables, and the hand of any seat whose token they have."
        )
        print("The connection is not encrypted, so do not expose it to the internet this way.")
    elif names:
        print(f"Only this machine can reach it, and clients of a proxy that serves it as {', '.join(names)}.")
    else:
        print(f"Only this machine can reach it. To let friends join, start it with --lan: {to_serve('--lan')}")
    sys.stdout.flush()
