"""Tests of settings: flags, environment and file have the same settings, in this order, and `config` prints them."""

from __future__ import annotations

import argparse
import json
import tomllib
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from kickdoor.cli.config_sources import resolve
from kickdoor.cli.settings import SETTINGS, Setting, add_settings, markdown, mask_password
from kickdoor.engine.machine.errors import BadData

ROOT = Path(__file__).parents[2]
TRIED = {"port": "9000", "keep-tables": "48", "keep-records": "7", "workers": "3", "budget": "50"}


def parsed(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_settings(parser)
    return parser.parse_args(arguments)


def tried(one: Setting) -> str:
    """Return a value that is not the usual one."""
    return one.choices[-1] if one.choices else TRIED.get(one.name, "/tmp/of-a-test")


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.name)
def test_flag_environment_and_file_give_the_same_value(one: Setting, tmp_path: Path) -> None:
    typed = parsed(one.flag) if one.is_switch else parsed(one.flag, tried(one))
    from_environment = parsed()
    filed = parsed()
    text = "true" if one.is_switch else json.dumps([tried(one)] if one.is_list else tried(one))
    file = tmp_path / "k.toml"
    file.write_text(f"{one.name} = {text}\n")
    assert resolve(typed, {})[one.name] == "the command line"
    assert resolve(from_environment, {one.variable: "true" if one.is_switch else tried(one)})[one.name] == one.variable
    assert resolve(filed, {"KICKDOOR_CONFIG": str(file)})[one.name] == str(file)
    values = [getattr(found, one.attribute) for found in (typed, from_environment, filed)]
    assert values[0] == values[1] == values[2] != one.default


def test_flags_override_the_environment_and_that_the_file(tmp_path: Path) -> None:
    file = tmp_path / "k.toml"
    file.write_text('port = 1\nlog-level = "info"\nkeep-tables = 5\nhost = ["a", "b"]\n')
    options = parsed("--port", "3", "--config", str(file))
    resolve(options, {"KICKDOOR_PORT": "2", "KICKDOOR_LOG_LEVEL": "error", "KICKDOOR_HOST": ""})
    assert (options.port, options.log_level, options.keep_tables) == (3, "error", 5)
    assert (options.host, options.trust_proxy) == (["a", "b"], [])
    options.host.append("c")
    again = parsed()
    resolve(again, {})
    assert again.host == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("prot = 1", "there is no setting 'prot'; did you mean 'port'?"),
        ("log_level = 'info'", "did you mean 'log-level'?"),
        ("port = 'many'", "port: expected a number from 0 to 65535, got 'many'"),
        ("port = true", "expected text or a whole number"),
        ("port = [1]", "expected one value, found a list"),
        ("lan = 1", "lan: expected true or false"),
        ("log-format = 'xml'", "expected one of text, json, found 'xml'"),
        ("port = ", "not valid TOML"),
    ],
)
def test_an_invalid_file_is_refused_in_one_line(run: Run, tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "k.toml"
    file.write_text(text)
    status, _, said = run("config", "--config", str(file))
    assert status == 2
    assert words in said
    assert said.count("\n") == 1


def test_an_invalid_environment_variable_is_refused() -> None:
    for name, value in (("LAN", "perhaps"), ("PORT", "70000"), ("LOG_LEVEL", "loud")):
        with pytest.raises(BadData, match=f"KICKDOOR_{name}"):
            resolve(parsed(), {f"KICKDOOR_{name}": value})


def test_a_missing_file_is_named(run: Run, tmp_path: Path) -> None:
    status, _, said = run("serve", "--no-browser", "--config", str(tmp_path / "none.toml"))
    assert status == 2
    assert "none.toml: cannot be read" in said


def test_printed_settings_are_a_file_without_passwords(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KICKDOOR_BUS", "rediss://:open-sesame@bus.example:6379/0?ssl_password=other-word")
    store = "postgresql://kickdoor:open-sesame@db.example/kickdoor?password=other-word&sslmode=require"
    arguments = ["--store", store, "--host", "a.example", "--host", "b.example", "--lan", "--port", "9000"]
    status, out, _ = run("config", *arguments)
    assert status == 0
    assert "sesame" not in out
    assert "other-word" not in out
    assert 'bus = "rediss://:***@bus.example:6379/0?ssl_password=***"  # KICKDOOR_BUS' in out
    found = tomllib.loads(out)
    assert (found["port"], found["lan"], found["host"]) == (9000, True, ["a.example", "b.example"])
    # What is as usual stands there too, as a comment
    assert "# log-format: text" in out
    status, out, _ = run("config", *arguments, "--json")
    assert json.loads(out)["port"] == {"value": 9000, "from": "the command line"}
    assert "sesame" not in out
    file = tmp_path / "k.toml"
    file.write_text(run("config", "--keep-tables", "48", "--log-addresses")[1])
    assert run("config", "--config", str(file))[0] == 0


def test_an_invalid_url_is_masked_completely() -> None:
    assert mask_password("postgresql://a:[b@c/d") == "***"
    assert mask_password("redis://127.0.0.1:6379/0") == "redis://127.0.0.1:6379/0"


def test_the_docs_have_the_table_of_settings(run: Run) -> None:
    assert run("config", "--markdown")[1] == markdown() + "\n"
    assert markdown() in (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
