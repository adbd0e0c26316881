"""Text for the results of administration commands."""

from __future__ import annotations

import argparse
import time
from typing import Any


def ago(seconds: float) -> str:
    """Return a duration, roughly."""
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(0.0, seconds):.0f} s"


def counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def text_of(options: argparse.Namespace, found: Any) -> str:
    """Return the text for the result of a command."""
    match options.order:
        case "list":
            return "\n".join(row(one) for one in found) or "There are no tables."
        case "show":
            return shown(found)
        case "end":
            return f"Table {options.code.upper()} is closed, and its stored data is deleted."
        case "export":
            return f"{options.file}: {found['answers']} answers under rules {found['rules']}. It shows all hands."
        case "delete":
            return "The record is deleted."
        case "ban":
            return banned(options, found)
        case "announce":
            return f"Shown to {counted(found, 'client')}."
    return f"The server accepts no new players and closes in {options.seconds} s."


def row(one: dict[str, Any]) -> str:
    people = ", ".join(one["people"]) or "no one"
    bots = f" and {counted(one['bots'], 'bot')}" if one["bots"] else ""
    return f"{one['code']}  {one['status']:8}{ago(time.time() - one['touched']):>6} ago  {people}{bots}"


def shown(one: dict[str, Any]) -> str:
    """Return the text for one table."""
    connected: dict[int, list[str]] = {}
    for client in one["connected"]:
        connected.setdefault(client["seat"], []).append(client["address"] or "?")
    marks = [name for name in ("listed", "locked", "password", "watchers") if one[name]]
    lines = [
        f"table {one['code']} ({one['id'][:8]}), {one['status']}, {', '.join(one['sets'])}",
        f"created {ago(time.time() - one['made'])} ago; {', '.join(marks) or 'open only to people who have its code'}",
    ]
    for n, seat in enumerate(one["seats"]):
        who = f"{seat['name']} ({seat['bot']})" if seat["kind"] == "bot" else seat["name"] or "-"
        driven = ", a bot stands in" if seat["driven"] else ""
        lines.append(f"seat {n}: {seat['kind']:5} {who}{driven}  {' '.join(connected.pop(n, []))}".rstrip())
    lines += [f"watching: {' '.join(addresses)}" for addresses in connected.values()]
    lines += [f"record {one['record']}"] if one["record"] else []
    return "\n".join(lines)


def banned(options: argparse.Namespace, found: Any) -> str:
    if options.address:
        if not options.span:
            return f"{options.address} is no longer banned."
        return f"{options.address} is banned for {ago(options.span)}; {counted(found, 'client')} disconnected."
    lines = [f"{network}  {'in the settings' if left is None else 'for ' + ago(left)}" for network, left in found]
    return "\n".join(lines) or "No address is banned."
