"""What SECURITY.md and the page for hosts say of the code is so: every limit, every test and every file they name."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from kickdoor.cli import main
from kickdoor.server.limits.rate_limits import Limits
from kickdoor.server.logs import formatter, request_ids, throttled_handler
from kickdoor.server.ops import health, metrics, metrics_export
from kickdoor.server.storage import sqlite_store

ROOT = Path(__file__).parents[2]
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
OTHERS = {"--now", "--owner", "--upgrade", "--schema", "--format", "--file", "--clean", "--if-exists", "--dbname"}
OTHERS |= {"--retry", "--retry-connrefused"}
"""Flags of other programs that the page for hosts has people run."""
ROWS = re.findall(r"^\| .+ \| (.+) \| `([a-z_.]+)\.([A-Z][A-Za-z_.]+)` \|$", SECURITY, re.MULTILINE)


def written(value: object) -> str:
    """Write a limit as the table does."""
    if isinstance(value, tuple):
        burst, rate = value
        return f"{burst:,.0f} at once, " + (f"{rate:g} a second" if rate >= 1 else f"{rate * 60:g} a minute")
    assert isinstance(value, int | float)
    return f"{value:,.0f}"


def value_of(module: str, name: str) -> object:
    found: object = import_module(f"kickdoor.server.{module}")
    for part in name.split("."):
        found = getattr(Limits() if found is Limits else found, part)
    return found


@pytest.mark.parametrize(("told", "module", "name"), ROWS, ids=[f"{module}.{name}" for _, module, name in ROWS])
def test_a_limit_is_the_one_of_the_code(told: str, module: str, name: str) -> None:
    assert told == written(value_of(module, name))


def test_every_limit_of_strangers_is_listed() -> None:
    listed = {name for _, module, name in ROWS if module == "limits.rate_limits"}
    assert {f"Limits.{field.name}" for field in fields(Limits)} <= listed
    assert len(ROWS) > 35


@pytest.mark.parametrize("text", [SECURITY, HOSTING], ids=["security", "hosting"])
def test_references_in_security_md_exist(text: str) -> None:
    base = ROOT if text is SECURITY else ROOT / "docs"
    named = set(re.findall(r"`(tests/[a-z_/]+\.py)`", text))
    assert [path for path in named if not (ROOT / path).is_file()] == []
    links = set(re.findall(r"\]\(([^)#:]+)\)", text))
    assert [path for path in links if not (base / path).is_file()] == []
    assert links
    assert len(named) > 12 or text is HOSTING


def test_docs_for_operators_match_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    reasons = (health.STARTING, health.ENDING, health.STORE_FAILS, health.STORE_HANGS, health.NO_LEASE)
    for reason in (*reasons, health.BUS_SILENT, health.DRAINING):
        assert f"`{reason}`" in HOSTING
    assert f"more than {health.BUS_TIMEOUT_S:g} s" in HOSTING
    told = set(re.findall(r"`(kickdoor_[a-z_]+)`", HOSTING))
    assert told >= {one.name for one in metrics.COUNTED}
    assert told >= set(re.findall(r'"(kickdoor_[a-z_]+)"', Path(metrics_export.__file__).read_text(encoding="utf-8")))
    assert f"{sqlite_store.MIN_FREE_BYTES / 1e6:g} MB" in HOSTING
    assert f"{health.STORE_TIMEOUT_S:g} s" in HOSTING
    assert (
        f"{throttled_handler.PACE[0]:g} are written at once and then {throttled_handler.PACE[1] * 60:g} a minute"
        in HOSTING
    )
    assert f"{throttled_handler.CHATTY_PACE[0]:g}, then {throttled_handler.CHATTY_PACE[1]:g} a second" in HOSTING
    assert f"{formatter.MAX_MESSAGE_CHARS:,} letters" in HOSTING
    assert f"{formatter.MAX_TRACE_LINES} lines" in HOSTING
    assert request_ids.ROOM_ID_CHARS == 8
    assert throttled_handler.SUMMARY_DELAY_S == 60
    pace = Limits().requests
    assert f"{pace[0]:g} at once, {pace[1]:g} a second" in HOSTING
    for command in (["serve"], ["bot-worker"], ["config"], ["admin", "ban"], ["admin", "drain"], ["admin", "list"]):
        with pytest.raises(SystemExit):
            main([*command, "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    assert set(re.findall(r"--[a-z][a-z-]+", HOSTING)) - OTHERS <= known


def test_the_readme_leads_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](SECURITY.md)" in readme
    assert "](docs/hosting.md)" in readme
