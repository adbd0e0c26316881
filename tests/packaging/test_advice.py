"""Tests of install hints: one module knows whether kickdoor runs from a checkout."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.packaging.building import ROOT

from kickdoor.install_hints import is_checkout, to_install, to_serve

TARGET = re.compile(r"^([a-z-]+):.*## ", re.MULTILINE)
SHOWN = {".py", ".svelte", ".ts", ".json", ".toml", ".html"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).touch()
    return tmp_path / "src" / "kickdoor"


def test_a_checkout_has_make(checkout: Path) -> None:
    assert is_checkout(checkout)
    assert to_serve("--lan", checkout) == "make play ARGS=--lan"
    assert to_install("bench", checkout) == "make bench"


@pytest.mark.parametrize("place", ["lib/python3.13/site-packages/kickdoor", "kickdoor", "app/src/kickdoor"])
def test_an_install_has_not(checkout: Path, place: str) -> None:
    package = checkout.parent.parent / place  # also an environment inside the checkout, as .venv is
    assert to_serve("--lan", package) == "kickdoor serve --lan"
    assert to_install("server", package) == "pip install 'kickdoor[server]'"


def test_only_one_module_mentions_make() -> None:
    targets = TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
    assert "play" in targets
    says_make = re.compile(rf"\bmake ({'|'.join(targets)})\b(?! art/)")
    found = []
    for folder in (ROOT / "src" / "kickdoor", ROOT / "web" / "src"):
        for path in folder.rglob("*"):
            if (
                path.suffix in SHOWN
                and path != ROOT / "src" / "kickdoor" / "install_hints.py"
                and "static" not in path.parts
            ):
                found += [f"{path}: {line.strip()}" for line in path.read_text(encoding="utf-8").splitlines()
                          if says_make.search(line)]  # fmt: skip
    assert found == []


def test_the_build_prints_to_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    master, terminal = pty.openpty()
    script = (
        f"import os, runpy, sys, types, setuptools; os.open({os.ttyname(terminal)!r}, os.O_RDWR)\n"  # makes it its own
        "def mypycify(*a, **k): raise RuntimeError('no compiler')\n"
        "sys.modules['mypyc.build'] = types.SimpleNamespace(mypycify=mypycify)\n"
        "setuptools.setup = lambda **kept: None\n"
        "sys.argv[:] = ['setup.py', 'bdist_wheel']\n"
        "runpy.run_path('setup.py', run_name='__main__')\n"
    )
    monkeypatch.delenv("KICKDOOR_PURE", raising=False)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, start_new_session=True, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    shown = os.read(master, 10_000).decode()
    os.close(master)
    os.close(terminal)
    for said in (shown, done.stderr):
        assert "compiling the engine, which takes several minutes" in said
        assert "installing the engine as pure Python: no compiler" in said
