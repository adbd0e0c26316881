"""All server settings, declared once: flags, environment variables, keys of the file and docs are made from them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kickdoor.cli.arguments import budget, count, folder, interactive_budget
from kickdoor.policies.search.search_policy import BUDGET, PURE_BUDGET

PREFIX = "KICKDOOR_"
CONFIG = "config"
PORT = 8642
MASK = "***"
SECRET_PARTS = re.compile(r"(?i)((?:ssl_?)?password=)[^&]*")


@dataclass(frozen=True)
class Setting:
    """One setting. `--log-format`, `KICKDOOR_LOG_FORMAT` and the key `log-format` name the same setting."""

    name: str
    help: str
    default: Any = None
    """The default; None if there is none, which `unset` then describes."""
    metavar: str = ""
    unset: str = ""
    read: Callable[[str], Any] = str
    choices: tuple[str, ...] = ()
    dest: str = ""
    secret: bool = False
    """True for a URL that contains a password."""

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper().replace("-", "_")

    @property
    def attribute(self) -> str:
        """The attribute name among the options of a command."""
        return self.dest or self.name.replace("-", "_")

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def is_list(self) -> bool:
        return isinstance(self.default, list)

    @property
    def default_text(self) -> str:
        """Return the default as text."""
        if self.is_switch or self.is_list or (self.default in (None, "") and not self.unset):
            return ""
        return self.unset or str(self.default)

    def show(self, value: Any) -> Any:
        """Return a value that is safe to print."""
        return mask_password(value) if self.secret and value else value


def mask_password(url: str) -> str:
    """Hide the password in the URL of a database or bus."""
    try:
        password = urlsplit(url).password
    except ValueError:
        return MASK
    shown = url if not password else url.replace(f":{password}@", f":{MASK}@", 1)
    return SECRET_PARTS.sub(rf"\1{MASK}", shown)


def number_within(low: int, high: int) -> Callable[[str], int]:
    """Return a parser of numbers within bounds."""

    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected a number from {low} to {high}, got '{text[:20]}'")
        return int(text)

    return read


def web_path(text: str) -> str:
    """Read a URL path; it has plain characters only, so that pages and links need no escaping."""
    path = text.rstrip("/")
    if path and not re.fullmatch("(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+", path):
        raise argparse.ArgumentTypeError(f"expected a path such as /games, got '{text[:40]}'")
    return path


SETTINGS = (
    Setting(
        "port", "the port to listen on", PORT, "N", f"{PORT}, or the next free one",
        number_within(0, 65535),
    ),
    Setting("bind", "the address to listen on, such as 0.0.0.0, ::1 or ::, or unix:/PATH", "", "ADDRESS", "127.0.0.1"),
    Setting("lan", "allow connections from other machines on this network", False),
    Setting("host", "another host name of this server, such as that of a proxy in front of it", [], "NAME"),
    Setting("path", "the path under which a proxy serves the table, such as /games", "", "/PATH", read=web_path),
    Setting("trust-proxy", "a proxy that is trusted to report client addresses", [], "ADDRESS"),
    Setting("no-browser", "do not open a browser", False),
    Setting("data", "the file that stores the tables", None, "FILE", "tables.db in your home", Path),
    Setting(
        "store", "store tables in a PostgreSQL database instead of a file: postgresql://USER@HOST/DATABASE", "", "URL",
        secret=True,
    ),
    Setting(
        "bus", "the Redis server that connects servers with the same store: redis://:PASSWORD@HOST:PORT/0, "
        "or rediss:// for TLS", "", "URL", secret=True,
    ),
    Setting(
        "metrics", "serve Prometheus metrics at ADDRESS:PORT or unix:/PATH", "", "PLACE",
        "nowhere",
    ),
    Setting(
        "admin", "the socket through which kickdoor admin reaches the server", None, "PATH",
        "beside the file of the tables; none with --store", Path,
    ),
    Setting("ban", "an address or network to refuse", [], "ADDRESS"),
    Setting(
        "keep-tables", "delete tables after this many hours of inactivity", 24, "HOURS", read=number_within(1, 87_600),
    ),
    Setting("keep-records", "delete records of games after this many days", 30, "DAYS", read=number_within(1, 36_500)),
    Setting("workers", "processes that run bots", 0, "N", "one less than cores; for `bot-worker` one per core", count),
    Setting(
        "budget", "playouts master may spend on a decision; fewer under load", interactive_budget(), "N",
        f"{BUDGET}, or {PURE_BUDGET} if the engine is not compiled", budget,
    ),
    Setting("set-dir", "a folder with your own card set", [], "DIR", read=folder, dest="folder"),
    Setting(
        "bot", "your own bot, which players can choose in the lobby. The file runs with your permissions: use only "
        "files that you trust", [], "FILE.py:CLASS",
    ),
    Setting("log-format", "the format of log lines", "text", choices=("text", "json")),
    Setting(
        "log-level", "minimum log level; info logs every request", "warning",
        choices=("debug", "info", "warning", "error"),
    ),
    Setting("log-addresses", "log client addresses; without this no address is logged", False),
)  # fmt: skip
BY_NAME = {setting.name: setting for setting in SETTINGS}
NETWORK = tuple(setting.name for setting in SETTINGS if setting.name not in ("budget", "set-dir", "bot"))
"""The settings that only concern the table in the browser."""
CONFIG_FILE = Setting(CONFIG, "a TOML file with settings; see kickdoor config", None, "FILE", read=Path)


def add_settings(parser: argparse.ArgumentParser, *names: str, **help: str) -> None:
    """Add flags; `help` overrides help texts for a command. `resolve` fills in settings that were not typed."""
    chosen = [BY_NAME[name] for name in names or BY_NAME]
    for setting in (*chosen, CONFIG_FILE):
        text = help.get(setting.attribute, setting.help) + ("; may be given several times" if setting.is_list else "")
        text += f" (default: {setting.default_text})" if setting.default_text else ""
        keywords: dict[str, Any] = {"dest": setting.attribute, "default": None, "help": text.replace("%", "%%")}
        if setting.is_switch:
            parser.add_argument(setting.flag, action="store_true", **keywords)
        elif setting.choices:
            parser.add_argument(setting.flag, choices=setting.choices, **keywords)
        else:
            action = "append" if setting.is_list else "store"
            parser.add_argument(setting.flag, type=setting.read, action=action, metavar=setting.metavar, **keywords)
    parser.set_defaults(settings=tuple(setting.name for setting in chosen))


def markdown() -> str:
    """Write the table of all settings for the docs."""
    rows = ["| setting | environment variable | meaning | default |", "|---|---|---|---|"]
    for setting in (*SETTINGS, CONFIG_FILE):
        meaning = setting.help + (f": {', '.join(setting.choices)}" if setting.choices else "")
        meaning += "; several" if setting.is_list else ""
        default_text = "no" if setting.is_switch else setting.default_text or "none"
        flag = f"--{setting.name}" + (f" {setting.metavar}" if setting.metavar else "")
        rows.append(f"| `{flag}` | `{setting.variable}` | {meaning} | {default_text} |")
    return "\n".join(rows)
