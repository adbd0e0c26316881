"""Tests of the files in deploy/: the programs accept them, and every name in them exists."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from kickdoor.cli import BAD_INPUT, main
from kickdoor.cli.settings import BY_NAME, SETTINGS
from kickdoor.server.ops import metrics, metrics_export

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
VARIABLES = {one.variable for one in SETTINGS}


def find(program: str) -> str:
    """Find a program, also in the folders of root; empty if there is none."""
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin") or ""


def needs(program: str) -> Any:
    return pytest.mark.skipif(not find(program), reason=f"no {program} here")


def run(*command: str) -> str:
    """Run a program that must be content; gives what it says."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def yaml(name: str) -> Any:
    return YAML(typ="safe", pure=True).load((DEPLOY / name).read_text(encoding="utf-8"))


def test_the_settings_file_is_valid(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = (DEPLOY / "kickdoor.toml").read_text(encoding="utf-8")
    assert main(["config", "--config", str(DEPLOY / "kickdoor.toml")]) == 0
    assert 'host = ["play.example"]' in capsys.readouterr().out
    assert set(tomllib.loads(text)) <= set(BY_NAME)
    # Also with what stands there for several servers
    nodes = dict(line.removeprefix("# ").split(" = ", 1) for line in text.splitlines() if " = " in line)
    (tmp_path / "nodes.toml").write_text("\n".join(f"{key} = {value}" for key, value in nodes.items()))
    assert main(["config", "--config", str(tmp_path / "nodes.toml")]) == 0


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
@needs("systemd-analyze")
def test_systemd_accepts_the_units_and_rates_them_as_secure(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=(\S+) (.+)$", text, re.MULTILINE)
    assert command is not None
    own = tmp_path / unit.name
    # What it would start is not there, and is no matter of the unit
    own.write_text(text.replace(command[1], shutil.which("true") or "/bin/true"))
    assert run("systemd-analyze", "verify", str(own)).strip() == ""
    judged = run("systemd-analyze", "security", "--offline=true", "--threshold=20", str(own))
    assert "OK" in judged.splitlines()[-1]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_restarts_only_after_temporary_errors(unit: Path) -> None:
    lines = unit.read_text(encoding="utf-8").splitlines()
    assert "Restart=on-failure" in lines
    assert f"RestartPreventExitStatus={BAD_INPUT}" in lines
    assert "StartLimitIntervalSec=0" in lines


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("Caddyfile*")), ids=lambda file: file.name)
@needs("caddy")
def test_caddy_accepts_its_files(file: Path) -> None:
    assert "Valid configuration" in run("caddy", "validate", "--adapter", "caddyfile", "--config", str(file))
    assert run("caddy", "fmt", str(file)).rstrip() == file.read_text(encoding="utf-8").rstrip()


def test_files_in_the_docs_match_those_in_deploy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Files that stand in docs/hosting.md itself: the machine with the proxy has no package to copy them from."""
    doc = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^sudo tee (\S+) <<'END'\n(.*?)^END$", doc, re.MULTILINE | re.DOTALL))
    here = (DEPLOY / "Caddyfile.nodes").read_text(encoding="utf-8")
    assert written["/etc/caddy/Caddyfile"] == re.sub(r"^\s*#.*\n", "", here, flags=re.MULTILINE)
    (tmp_path / "kickdoor.toml").write_text(written["/etc/kickdoor/kickdoor.toml"])
    assert main(["config", "--config", str(tmp_path / "kickdoor.toml")]) == 0
    assert 'bind = "10.0.0.11"' in capsys.readouterr().out


@needs("nginx")
@needs("openssl")
def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example"]
    run("openssl", "req", "-x509", *made, "-keyout", str(key), "-out", str(certificate))
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"/etc/\S+fullchain\.pem", str(certificate), site)
    site = re.sub(r"/etc/\S+privkey\.pem", str(key), site)
    # Ports that need no privileges
    site = site.replace("443 ssl", "14443 ssl")
    paths = "".join(f"{name}_temp_path {tmp_path};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {paths} {site} }}"
    (tmp_path / "nginx.conf").write_text(whole)
    assert "test is successful" in run(find("nginx"), "-t", "-c", str(tmp_path / "nginx.conf"))


def test_the_compose_file_uses_known_settings() -> None:
    found = yaml("compose.yaml")
    services = found["services"]
    assert set(services) == {"node1", "node2", "bot-worker", "postgres", "redis", "caddy"}
    for name in ("node1", "node2", "bot-worker"):
        assert set(services[name]["environment"]) <= VARIABLES
        assert services[name]["build"]["dockerfile"] == "deploy/Containerfile"
    # Passwords are asked for, and nothing but the proxy is open to others
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert not re.search(r"PASSWORD: [a-z]", text)
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]
    assert found["networks"]["inside"]["internal"] is True


def test_the_containerfile_uses_existing_files_and_settings() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"KICKDOOR_[A-Z_]+", text)) - {"KICKDOOR_PURE"} <= VARIABLES
    assert [name for name in re.findall(r"requirements/\S+", text) if not (ROOT / name).is_file()] == []
    assert re.search(r"^USER kickdoor$", text, re.MULTILINE)
    # Compiling is required: a build without isolation needs all build requirements, locked or not
    locked = (ROOT / "requirements/run.lock").read_text(encoding="utf-8")
    assert "KICKDOOR_PURE=0" in text
    assert "--no-build-isolation" not in text or re.search(r"^mypy==", locked, re.MULTILINE)


def test_prometheus_rules_use_existing_metrics() -> None:
    text = (DEPLOY / "kickdoor.rules.yml").read_text(encoding="utf-8")
    rules = [rule for group in yaml("kickdoor.rules.yml")["groups"] for rule in group["rules"]]
    names = set(re.findall(r"kickdoor_[a-z_]+", Path(metrics_export.__file__).read_text(encoding="utf-8")))
    names |= {one.name for one in metrics.COUNTED} | {f"{one.name}_bucket" for one in metrics.COUNTED}
    named = {name for rule in rules for name in re.findall(r"kickdoor_[a-z_]+", rule["expr"])}
    assert named <= names
    assert len(rules) == text.count("- alert:")
    assert yaml("prometheus.yml")["rule_files"] == ["kickdoor.rules.yml"]


@needs("promtool")
def test_prometheus_accepts_its_files() -> None:
    run("promtool", "check", "config", str(DEPLOY / "prometheus.yml"))
    lines = [*metrics_export.process(), *[line for one in metrics.COUNTED for line in one.lines()]]
    names = "\n".join(lines) + "\n"
    subprocess.run(["promtool", "check", "metrics"], input=names, text=True, check=True)
