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

TYPED, USUAL = "the command line", "default"
WORDS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def resolve(options: argparse.Namespace, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Fill in all settings of a command that were not typed and return the source of each."""
    around = os.environ if environment is None else environment
    file, path = read_file(options, around)
    sources: dict[str, str] = {}
    for name in options.settings:
        one = BY_NAME[name]
        typed = getattr(options, one.place)
        if typed is not None:
            sources[name] = TYPED
            continue
        if around.get(one.variable):
            value, sources[name] = from_text(one, around[one.variable]), one.variable
        elif name in file:
            value, sources[name] = from_file(one, file[name], path), str(path)
        else:
            value, sources[name] = one.default, USUAL
        setattr(options, one.place, list(value) if one.is_list else value)
    return sources


def read_file(options: argparse.Namespace, around: Mapping[str, str]) -> tuple[dict[str, Any], Path]:
    """Read the settings file, if one is named; an unknown key is an error."""
    typed: Path | None = getattr(options, CONFIG)
    named = typed or (Path(around[CONFIG_FILE.variable]) if around.get(CONFIG_FILE.variable) else None)
    if named is None:
        return {}, Path()
    try:
        found = tomllib.loads(named.read_text(encoding="utf-8"))
    except OSError as e:
        raise BadData(f"{CONFIG_FILE.flag} {named}: cannot be read: {e.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise BadData(f"{CONFIG_FILE.flag} {named}: not valid TOML: {e}") from None
    for key in found:
        if key not in BY_NAME:
            close = get_close_matches(key.replace("_", "-"), BY_NAME, n=1, cutoff=0.5)
            hint = f"did you mean '{close[0]}'?" if close else "kickdoor config lists them"
            raise BadData(f"{CONFIG_FILE.flag} {named}: there is no setting '{key}'; {hint}")
    return found, named


def from_text(one: Setting, text: str) -> Any:
    """Read a value from the environment; commas separate the values of a list."""
    if one.is_switch:
        if text.lower() not in WORDS:
            raise BadData(f"{one.variable}: expected true or false, found '{text[:40]}'")
        return WORDS[text.lower()]
    parts = [part.strip() for part in text.split(",") if part.strip()] if one.is_list else [text]
    found = [read(one, part, one.variable) for part in parts]
    return found if one.is_list else found[0]


def from_file(one: Setting, value: Any, path: Path) -> Any:
    """Read a value from the file; its type must match the setting."""
    where = f"{CONFIG_FILE.flag} {path}: {one.name}"
    if one.is_switch:
        if not isinstance(value, bool):
            raise BadData(f"{where}: expected true or false, found {value!r}"[:200])
        return value
    if isinstance(value, list) and not one.is_list:
        raise BadData(f"{where}: expected one value, found a list")
    parts = value if isinstance(value, list) else [value]
    if not all(isinstance(part, str | int) and not isinstance(part, bool) for part in parts):
        raise BadData(f"{where}: expected text or a whole number, found {value!r}"[:200])
    found = [read(one, str(part), where) for part in parts]
    return found if one.is_list else found[0]


def read(one: Setting, text: str, where: str) -> Any:
    """Read one value as the command line would; `where` names the source in errors."""
    if one.choices and text not in one.choices:
        raise BadData(f"{where}: expected one of {', '.join(one.choices)}, found '{text[:40]}'")
    try:
        return one.read(text)
    except argparse.ArgumentTypeError as e:
        raise BadData(f"{where}: {e}") from None
