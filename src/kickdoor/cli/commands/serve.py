"""`kickdoor serve`: opens the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from kickdoor.advice import to_install, to_serve
from kickdoor.cli.arguments import add_bot, add_budget, add_bus, add_data, add_folders, data_of

if TYPE_CHECKING:
    import socket

    from kickdoor.table.nodes.opening import Shared

HELP = "opens the table in the browser, for you, your friends and bots"
EXAMPLES = (
    "kickdoor serve",
    "kickdoor serve --port 9000 --no-browser",
    "kickdoor serve --lan                  # friends in the same network may join",
    "kickdoor serve --no-browser --host play.example --trust-proxy 127.0.0.1 --log-format json   # behind a proxy",
    "kickdoor serve --log-level info       # a line for each request; --log-addresses says from where",
    "kickdoor serve --store postgresql://kickdoor@db.example/kickdoor   # tables in PostgreSQL",
    "kickdoor serve --store postgresql://… --bus redis://…   # one of several servers; see docs/hosting.md",
    "kickdoor serve --bot my_bot.py:Eager  # a bot of your own, to be chosen in the lobby",
)
PORT = 8642
MOST_TRIES = 20
NETWORK = (
    "port", "no_browser", "lan", "host", "trust_proxy", "log_format", "log_level", "log_addresses", "data", "store",
    "bus",
)  # fmt: skip
"""The options that are about the table in the browser."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command understands."""
    add_network(parser)
    add_bot(parser, "to be chosen in the lobby beside those of kickdoor")
    add_budget(parser, "; less while much waits")
    add_folders(parser)


def add_network(parser: argparse.ArgumentParser) -> None:
    """Adds where and how the table is to be reached."""
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="N", help=f"where to listen (default: {PORT}, or the next free one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--lan", action="store_true", help="let other machines in this network in, not only this one")
    parser.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name this machine goes by, such as a proxy's in front of it; may be given several times",
    )
    parser.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy whose word is taken on where a request came from; may be given several times",
    )
    add_log(parser)
    add_data(parser)
    add_store(parser)


def add_store(parser: argparse.ArgumentParser) -> None:
    """Adds the database that several servers share; the environment can name it, since everybody sees a command."""
    parser.add_argument(
        "--store",
        default=os.environ.get("KICKDOOR_STORE", ""),
        metavar="URL",
        help="keep tables in a PostgreSQL database instead of a file: postgresql://USER@HOST/DATABASE "
        "(default: what KICKDOOR_STORE says)",
    )
    add_bus(parser, "the Redis over which servers with the same store speak to each other")


def add_log(parser: argparse.ArgumentParser) -> None:
    """Adds what is logged; the log goes to the error output."""
    parser.add_argument(
        "--log-format",
        choices=("text", "json"),
        default="text",
        help="how lines are written (default: text)",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="the least that is logged; info has a line for each request (default: warning)",
    )
    parser.add_argument(
        "--log-addresses", action="store_true", help="log where requests come from; no address is logged without this"
    )


def run(options: argparse.Namespace) -> int:
    """Serves until it is stopped; every table is there again the next time."""
    from kickdoor.bots.registry import KnownBots
    from kickdoor.catalog.defaults import default_sets
    from kickdoor.catalog.load import load_catalog
    from kickdoor.engine.machine.errors import BadData

    try:
        from kickdoor.table.logs.quiet_log import LogOptions
        from kickdoor.table.server.serving import Hosting, serve
    except ImportError as e:
        raise BadData(f"the table needs more than is installed ({e.name}): {to_install('table')}") from None
    if not 0 <= options.port < 65536:
        raise BadData(f"--port: {options.port} is no port; they go from 0 to 65535")
    check_proxies(options.trust_proxy)
    load_catalog(default_sets(), options.folder)
    bots = KnownBots(options.bot, options.budget)
    listener = open_port("0.0.0.0" if options.lan else "127.0.0.1", options.port)
    port: int = listener.getsockname()[1]
    address = own_address() if options.lan else "127.0.0.1"
    hosts = ["127.0.0.1", "localhost", "[::1]", address, *options.host]
    link = f"http://{address}:{port}"
    browser = "" if options.no_browser else f"http://127.0.0.1:{port}/"
    log = LogOptions(options.log_format, options.log_level, options.log_addresses)
    opened = open_tables(options, listener, f"http://127.0.0.1:{port}/")
    if opened is None:
        return 0
    shared, sign = opened
    hosting = Hosting(
        hosts, options.folder, browser, link if options.lan else "", proxies=options.trust_proxy, log=log, bots=bots,
        owners=shared.owners, link=shared.link, think=shared.think,
    )  # fmt: skip
    with told_to_end(), sign:
        say_where(link + "/", options.lan, options.host)
        serve(shared.store, listener, hosting)
    print("\nThe table is closed. Games go on where they were when it is opened again.")
    return 0


def open_tables(
    options: argparse.Namespace, listener: socket.socket, link: str
) -> tuple[Shared, contextlib.AbstractContextManager[None]] | None:
    """Opens the tables, with the sign that tells where they are; none if they are open already, and one is led there.

    Tables in a database have no sign: several servers may have them open.
    """
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.table.nodes.opening import Shared, open_shared
    from kickdoor.table.nodes.ownership import OneServer
    from kickdoor.table.server.serving import open_store
    from kickdoor.table.store.database import InUse

    try:
        if options.store:
            if options.data is not None:
                raise BadData("--store and --data: tables are kept in one place; give one of them")
            return open_shared(options.store, options.bus), contextlib.nullcontext()
        if options.bus:
            raise BadData("--bus: servers that speak to each other share their tables; give --store URL too")
        data = data_of(options.data)
        sign = data.with_name(data.name + ".address")
        try:
            return Shared(open_store(data), OneServer()), signed(sign, link)
        except InUse:
            if not go_there(sign, options.no_browser):
                raise
            listener.close()
            return None
    except BaseException:
        listener.close()
        raise


def check_proxies(addresses: list[str]) -> None:
    """Sees that proxies are named by their addresses: a name can become another's."""
    from ipaddress import ip_network

    from kickdoor.engine.machine.errors import BadData

    for address in addresses:
        try:
            ip_network(address)
        except ValueError as e:
            raise BadData(f"--trust-proxy: {e}") from None


@contextlib.contextmanager
def told_to_end() -> Iterator[None]:
    """Takes being told to end for what it is, however it is told: the way a table is closed, and no failure.

    While it serves, the server hears of it first and closes everything; it hands on what it has heard afterwards.
    """

    def end(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def hang_up(number: int, frame: FrameType | None) -> None:
        # The terminal is gone: nobody can be told anything more, but all else is as if told to end
        sys.stdout = io.StringIO()
        signal.raise_signal(signal.SIGTERM)

    handlers: dict[int, Callable[[int, FrameType | None], None]] = {signal.SIGTERM: end}
    hup = getattr(signal, "SIGHUP", None)
    if hup is not None and signal.getsignal(hup) is not signal.SIG_IGN:
        handlers[hup] = hang_up
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def signed(sign: Path, link: str) -> Iterator[None]:
    """Leaves word of where the table is, for as long as it is there."""
    from kickdoor.table.store.database import keep_private

    keep_private(sign)
    try:
        sign.write_text(link, encoding="utf-8")
        yield
    finally:
        sign.unlink(missing_ok=True)


def go_there(sign: Path, no_browser: bool) -> bool:
    """Opens the table that is open already, where its address can be told."""
    import webbrowser

    link = sign.read_text(encoding="utf-8") if sign.is_file() else ""
    if not link.startswith("http://127.0.0.1:"):
        return False
    print(f"The table is open already at {link}")
    if not no_browser:
        webbrowser.open(link)
    return True


def open_port(host: str, port: int) -> socket.socket:
    """Listens at a port; if the usual one is taken, at one of the next."""
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.table.server.serving import listen_at

    for number in range(port, port + (MOST_TRIES if port == PORT else 1)):
        with contextlib.suppress(OSError):
            return listen_at(host, number)
    raise BadData(f"--port: {port} is in use; try another one, or 0 for any")


def own_address() -> str:
    """Finds the address by which this machine is known in its network; sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def say_where(link: str, lan: bool, names: list[str]) -> None:
    """Prints the address, a picture of it for a phone's camera, and who can reach it."""
    import segno

    segno.make(link).terminal(out=sys.stdout, compact=True)
    print(f"The table is open at {link}  (Ctrl-C closes it; nothing is lost)")
    if lan:
        print("Exposed to everybody in this network: the lobby, open tables, and with a seat's token that seat's hand.")
        print("There is no encryption: do not use it like this on the open internet.")
    elif names:
        print(f"Only this machine can reach it, and whoever is let through to it as {', '.join(names)}.")
    else:
        print(f"Only this machine can reach it. To let friends in, start it with --lan: {to_serve('--lan')}")
    sys.stdout.flush()
