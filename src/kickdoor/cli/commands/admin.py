"""`kickdoor admin`: administration of a running server."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from kickdoor.cli.arguments import add_json, admin_path
from kickdoor.cli.settings import add_settings, number_within

HELP = "manages a running server: lists, shows, ends and exports tables, bans addresses, announces, drains"
EXAMPLES = (
    "kickdoor admin list",
    "kickdoor admin show KRTVDN            # its players, and the addresses they connect from",
    "kickdoor admin end KRTVDN             # closes the table and deletes its stored data",
    "kickdoor admin export KRTVDN game.json",
    "kickdoor admin delete RECORD          # deletes the record of a game: RECORD follows /r/ in its URL",
    "kickdoor admin ban 192.0.2.7 --for 2d # or 2h, 30m; --for 0 lifts the ban; no address lists all bans",
    "kickdoor admin announce 'We close at eleven.'",
    "kickdoor admin drain --seconds 20     # refuses new players, then closes",
    "kickdoor admin list --admin /run/kickdoor/admin.sock   # for a server started with --admin",
)
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86_400}
A_DAY = 86_400.0


def span(text: str) -> float:
    """Read a length of time, such as 30m or 2d."""
    found = re.fullmatch("([0-9]{1,7})([smhd]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"expected a length of time such as 30m, 2h or 1d, got '{text[:20]}'")
    return float(int(found[1]) * UNITS[found[2]])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    orders = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="order")

    def add(name: str, help: str) -> argparse.ArgumentParser:
        one = orders.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        add_settings(one, "admin", "data", "store")
        add_json(one)
        return one

    add("list", "lists tables, most recently used first; with --store those of all servers").add_argument(
        "--status", action="append", default=[], choices=("waiting", "playing", "over"), help="only these"
    )
    for name, help in (
        ("show", "shows a table: seats, options and the addresses of its players, but no cards"),
        ("end", "closes a table and deletes its stored data; the record of a finished game stays"),
    ):
        add(name, help).add_argument("code", metavar="CODE", help="the code of the table")
    export = add("export", "saves the game of a table as a record")
    export.add_argument("code", metavar="CODE", help="the code of the table")
    export.add_argument("file", type=Path, metavar="FILE", help="the file to write, which must not exist yet")
    add("delete", "deletes the record of a game").add_argument(
        "record", metavar="RECORD", help="the part after /r/ in its URL"
    )
    ban = add("ban", "bans an address until the server restarts; for a permanent ban see the setting ban")
    ban.add_argument(
        "address", nargs="?", default="", metavar="ADDRESS", help="an address or network; without it bans are listed"
    )
    ban.add_argument("--for", type=span, default=A_DAY, metavar="TIME", dest="span", help="how long (default: 1d)")
    add("announce", "shows a message at every table").add_argument(
        "text", metavar="TEXT", help="at most 200 characters"
    )
    add("drain", "refuses new players and closes the server after a delay").add_argument(
        "--seconds",
        type=number_within(0, 3600),
        default=10,
        metavar="S",
        help="delay so that proxies can notice (default: 10)",
    )


def run(options: argparse.Namespace) -> int:
    """Send one command to the server and print the result."""
    import json

    from kickdoor.cli.commands.admin_text import text_of
    from kickdoor.cli.config_sources import resolve
    from kickdoor.engine.machine.errors import BadData
    from kickdoor.install_hints import to_install

    resolve(options)
    path = admin_path(options)
    if path is None:
        raise BadData("--admin: which server? Give the socket it was started with, as --admin /run/kickdoor/admin.sock")
    try:
        from kickdoor.server.ops.admin_socket import ask
        from kickdoor.server.storage.record_export import write
    except ImportError as e:
        raise BadData(f"this needs more than is installed ({e.name}): {to_install('server')}") from None
    reply = json.loads(ask(path, json.dumps(order_of(options)).encode()))
    if reply["error"]:
        raise BadData(reply["error"])
    found = reply["found"]
    if options.order == "export":
        write(options.file, found.pop("record").encode())
    print(json.dumps(found, ensure_ascii=False, indent=2) if options.json else text_of(options, found))
    return 0


def order_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the command in the form the server reads."""
    match options.order:
        case "list":
            return {"do": "list"} | ({"statuses": options.status} if options.status else {})
        case "show" | "end" | "export":
            return {"do": options.order, "code": options.code}
        case "delete":
            return {"do": "delete", "record": options.record}
        case "ban":
            return (
                {"do": "ban", "address": options.address, "seconds": options.span}
                if options.address
                else {"do": "bans"}
            )
        case "announce":
            return {"do": "announce", "text": options.text}
    return {"do": "drain", "seconds": options.seconds}
