"""`kickdoor config`: all settings and their sources."""

from __future__ import annotations

import argparse
import json
from typing import Any

from kickdoor.cli.arguments import add_json
from kickdoor.cli.config_sources import DEFAULT, resolve
from kickdoor.cli.settings import BY_NAME, Setting, add_settings, markdown

HELP = "prints all server settings as TOML with their sources; passwords are masked"
EXAMPLES = (
    "kickdoor config",
    "kickdoor config --config /etc/kickdoor/kickdoor.toml",
    "KICKDOOR_LOG_FORMAT=json kickdoor config --port 9000 --json",
    "kickdoor config --host play.example > kickdoor.toml   # a file to start from; add passwords by hand",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_settings(parser)
    add_json(parser)
    parser.add_argument("--markdown", action="store_true", help="print the table of all settings for the docs")


def run(options: argparse.Namespace) -> int:
    """Print the settings that a server started this way would have."""
    if options.markdown:
        print(markdown())
        return 0
    sources = resolve(options)
    rows = [(BY_NAME[name], BY_NAME[name].show(getattr(options, BY_NAME[name].attribute))) for name in sources]
    if options.json:
        found = {setting.name: {"value": plain(value), "from": sources[setting.name]} for setting, value in rows}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    for setting, value in rows:
        print(line(setting, value, sources[setting.name]))
    return 0


def line(setting: Setting, value: Any, source: str) -> str:
    """Write one setting as a line of TOML; a default is written as a comment."""
    # TOML writes text, numbers, booleans and lists of them as JSON does
    written = json.dumps(plain(value), ensure_ascii=False)
    if source != DEFAULT:
        return f"{setting.name} = {written}  # {source}"
    return f"# {setting.name}: {setting.default_text or (written if setting.is_switch else 'none')}"


def plain(value: Any) -> Any:
    """Return a value as JSON data."""
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, bool | int | str) else str(value)
