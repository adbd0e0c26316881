"""All that a host can set, declared once: flags, names in the environment, keys of the file and the docs come of it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kickdoor.cli.arguments import budget, count, folder
from kickdoor.policies.search.search_policy import BUDGET

PREFIX = "KICKDOOR_"
CONFIG = "config"
PORT = 8642
MASK = "***"
SECRET_PARTS = re.compile(r"(?i)((?:ssl_?)?password=)[^&]*")


@dataclass(frozen=True)
class Setting:
    """One thing that can be set. `--log-format`, `KICKDOOR_LOG_FORMAT` and the key `log-format` are the same."""

    name: str
    help: str
    default: Any = None
    """None if it is not set; what that means stands in `unset`."""
    metavar: str = ""
    unset: str = ""
    read: Callable[[str], Any] = str
    choices: tuple[str, ...] = ()
    dest: str = ""
    secret: bool = False
    """An address that holds a password."""

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper().replace("-", "_")

    @property
    def place(self) -> str:
        """The name it has among the options of a command."""
        return self.dest or self.name.replace("-", "_")

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def is_list(self) -> bool:
        return isinstance(self.default, list)

    @property
    def usual(self) -> str:
        """Return what holds if nothing is said."""
        if self.is_switch or self.is_list or (self.default in (None, "") and not self.unset):
            return ""
        return self.unset or str(self.default)

    def show(self, value: Any) -> Any:
        """Return a value as it may be printed."""
        return masked(value) if self.secret and value else value


def masked(url: str) -> str:
    """Hide what opens a database or a bus."""
    try:
        word = urlsplit(url).password
    except ValueError:
        return MASK
    shown = url if not word else url.replace(f":{word}@", f":{MASK}@", 1)
    return SECRET_PARTS.sub(rf"\1{MASK}", shown)


def number(least: int, most: int) -> Callable[[str], int]:
    """Make what reads a number within bounds."""

    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text[:20]}' is no number from {least} to {most}")
        return int(text)

    return read


def web_path(text: str) -> str:
    """Read a path of the web; plain letters, so that it stands in pages and links as it is."""
    path = text.rstrip("/")
    if path and not re.fullmatch("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+", path):
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is no path such as /games")
    return path


SETTINGS = (
    Setting(
        "port", "where to listen", PORT, "N", f"{PORT}, or the next free one",
        number(0, 65535),
    ),
    Setting("bind", "the address to listen at, such as 0.0.0.0, ::1 or ::, or unix:/PATH", "", "ADDRESS", "127.0.0.1"),
    Setting("lan", "let other machines in this network in, not only this one", False),
    Setting("host", "another name this machine goes by, such as a proxy's in front of it", [], "NAME"),
    Setting("path", "the path below which a proxy shows the table, such as /games", "", "/PATH", read=web_path),
    Setting("trust-proxy", "a proxy whose word is taken on where a request came from", [], "ADDRESS"),
    Setting("no-browser", "do not open a browser", False),
    Setting("data", "the file tables are kept in", None, "FILE", "tables.db in your home", Path),
    Setting(
        "store", "keep tables in a PostgreSQL database instead of a file: postgresql://USER@HOST/DATABASE", "", "URL",
        secret=True,
    ),
    Setting(
        "bus", "the Redis over which servers with the same store speak to each other: redis://:PASSWORD@HOST:PORT/0, "
        "or rediss:// for TLS", "", "URL", secret=True,
    ),
    Setting(
        "metrics", "serve Prometheus metrics at ADDRESS:PORT or unix:/PATH", "", "PLACE",
        "nowhere",
    ),
    Setting(
        "admin", "the socket by which kickdoor admin speaks to the server", None, "PATH",
        "beside the file of the tables; with --store none", Path,
    ),
    Setting("ban", "an address or network from which nobody may come", [], "ADDRESS"),
    Setting("keep-tables", "delete tables after this many hours of inactivity", 24, "HOURS", read=number(1, 87_600)),
    Setting("keep-records", "days the record of a game is kept", 30, "DAYS", read=number(1, 36_500)),
    Setting("workers", "processes in which bots think", 0, "N", "one less than cores; `think`: one a core", count),
    Setting("budget", "playouts master may spend on a decision; less while much waits", BUDGET, "N", read=budget),
    Setting("set-dir", "a folder with a card set of your own", [], "DIR", read=folder, dest="folder"),
    Setting(
        "bot", "a bot of your own, to be chosen in the lobby. The file runs with your rights: bring none along that "
        "you would not run yourself", [], "FILE.py:CLASS",
    ),
    Setting("log-format", "how lines of the log are written", "text", choices=("text", "json")),
    Setting(
        "log-level", "minimum log level; info logs every request", "warning",
        choices=("debug", "info", "warning", "error"),
    ),
    Setting("log-addresses", "log where requests come from; no address is logged without this", False),
)  # fmt: skip
BY_NAME = {one.name: one for one in SETTINGS}
NETWORK = tuple(one.name for one in SETTINGS if one.name not in ("budget", "set-dir", "bot"))
"""Those that are about the table in the browser and nothing else."""
CONFIG_FILE = Setting(CONFIG, "a TOML file with settings; see kickdoor config", None, "FILE", read=Path)


def add_settings(parser: argparse.ArgumentParser, *names: str, **help: str) -> None:
    """Add flags; `help` says otherwise for a command what some mean. What was not typed is found by `resolve`."""
    wanted = [BY_NAME[name] for name in names or BY_NAME]
    for one in (*wanted, CONFIG_FILE):
        text = help.get(one.place, one.help) + ("; may be given several times" if one.is_list else "")
        text += f" (default: {one.usual})" if one.usual else ""
        more: dict[str, Any] = {"dest": one.place, "default": None, "help": text.replace("%", "%%")}
        if one.is_switch:
            parser.add_argument(one.flag, action="store_true", **more)
        elif one.choices:
            parser.add_argument(one.flag, choices=one.choices, **more)
        else:
            action = "append" if one.is_list else "store"
            parser.add_argument(one.flag, type=one.read, action=action, metavar=one.metavar, **more)
    parser.set_defaults(settings=tuple(one.name for one in wanted))


def markdown() -> str:
    """Write the table of all settings for the docs."""
    rows = ["| setting | in the environment | what it is | if not set |", "|---|---|---|---|"]
    for one in (*SETTINGS, CONFIG_FILE):
        what = one.help + (f": {', '.join(one.choices)}" if one.choices else "")
        what += "; several" if one.is_list else ""
        usual = "no" if one.is_switch else one.usual or "none"
        flag = f"--{one.name}" + (f" {one.metavar}" if one.metavar else "")
        rows.append(f"| `{flag}` | `{one.variable}` | {what} | {usual} |")
    return "\n".join(rows)
