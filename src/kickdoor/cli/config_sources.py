"""Sources of settings: the command line, then the environment, then a file, then the defaults."""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from kickdoor.cli.settings import BY_NAME, CONFIG, CONFIG_FILE, Setting
from kickdoor.engine.machine.errors import BadData

COMMAND_LINE, DEFAULT = "the command line", "default"
SWITCH_WORDS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def resolve(options: argparse.Namespace, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Fill in all settings of a command that were not typed and return the source of each."""
    environ = os.environ if environment is None else environment
    file, path = read_file(options, environ)
    sources: dict[str, str] = {}
    for name in options.settings:
        setting = BY_NAME[name]
        given = getattr(options, setting.attribute)
        if given is not None:
            sources[name] = COMMAND_LINE
            continue
        if environ.get(setting.variable):
            value, sources[name] = from_text(setting, environ[setting.variable]), setting.variable
        elif name in file:
            value, sources[name] = from_file(setting, file[name], path), str(path)
        else:
            value, sources[name] = setting.default, DEFAULT
        setattr(options, setting.attribute, list(value) if setting.is_list else value)
    return sources


def read_file(options: argparse.Namespace, environ: Mapping[str, str]) -> tuple[dict[str, Any], Path]:
    """Read the settings file, if one is named; an unknown key is an error."""
    given: Path | None = getattr(options, CONFIG)
    path_given = given or (Path(environ[CONFIG_FILE.variable]) if environ.get(CONFIG_FILE.variable) else None)
    if path_given is None:
        return {}, Path()
    try:
        values = tomllib.loads(path_given.read_text(encoding="utf-8"))
    except OSError as e:
        raise BadData(f"{CONFIG_FILE.flag} {path_given}: cannot be read: {e.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise BadData(f"{CONFIG_FILE.flag} {path_given}: not valid TOML: {e}") from None
    for key in values:
        if key not in BY_NAME:
            matches = get_close_matches(key.replace("_", "-"), BY_NAME, n=1, cutoff=0.5)
            hint = f"did you mean '{matches[0]}'?" if matches else "kickdoor config lists them"
            raise BadData(f"{CONFIG_FILE.flag} {path_given}: there is no setting '{key}'; {hint}")
    return values, path_given


def from_text(setting: Setting, text: str) -> Any:
    """Read a value from the environment; commas separate the values of a list."""
    if setting.is_switch:
        if text.lower() not in SWITCH_WORDS:
            raise BadData(f"{setting.variable}: expected true or false, found '{text[:40]}'")
        return SWITCH_WORDS[text.lower()]
    parts = [part.strip() for part in text.split(",") if part.strip()] if setting.is_list else [text]
    values = [read(setting, part, setting.variable) for part in parts]
    return values if setting.is_list else values[0]


def from_file(setting: Setting, value: Any, path: Path) -> Any:
    """Read a value from the file; its type must match the setting."""
    where = f"{CONFIG_FILE.flag} {path}: {setting.name}"
    if setting.is_switch:
        if not isinstance(value, bool):
            raise BadData(f"{where}: expected true or false, found {value!r}"[:200])
        return value
    if isinstance(value, list) and not setting.is_list:
        raise BadData(f"{where}: expected one value, found a list")
    parts = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str | int) and not isinstance(part, bool) for part in parts):
        raise BadData(f"{where}: expected text or a whole number, found {value!r}"[:200])
    values = [read(setting, str(part), where) for part in parts]
    return values if setting.is_list else values[0]


def read(setting: Setting, text: str, where: str) -> Any:
    """Read one value as the command line would; `where` names the source in errors."""
    if setting.choices and text not in setting.choices:
        raise BadData(f"{where}: expected one of {', '.join(setting.choices)}, found '{text[:40]}'")
    try:
        return setting.read(text)
    except argparse.ArgumentTypeError as e:
        raise BadData(f"{where}: {e}") from None
