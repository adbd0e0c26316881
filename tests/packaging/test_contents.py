"""Tests of the contents of sdist and wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from runpy import run_path
from zipfile import ZipFile

import pytest
from setuptools import Distribution
from tests.packaging.building import ROOT, setup_py

import kickdoor


def test_the_sdist_contains_everything_to_build_and_test(tracked: set[str], tmp_path: Path) -> None:
    setup_py("egg_info", "--egg-base", str(tmp_path))
    listed = (tmp_path / "kickdoor.egg-info" / "SOURCES.txt").read_text(encoding="utf-8").splitlines()
    packed = {name for name in listed if ".egg-info/" not in name and not name.startswith(str(tmp_path))}
    untracked = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    # What was written a moment ago and not added yet says nothing about what is packed
    assert packed - set(untracked.split("\0")) == tracked


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel and lays out what is in it, as an install does."""
    work = tmp_path_factory.mktemp("wheel")
    bases = ("egg_info", "--egg-base", str(work), "build", "--build-base", str(work / "build"))
    setup_py(*bases, "bdist_wheel", "--dist-dir", str(work), "--bdist-dir", str(work / "bdist"))
    (wheel,) = work.glob("*.whl")
    assert wheel.name == f"kickdoor-{kickdoor.__version__}-py3-none-any.whl"
    with ZipFile(wheel) as box:
        box.extractall(work / "installed")
    return work / "installed"


def test_the_wheel_contains_the_whole_package(unpacked: Path, tracked: set[str]) -> None:
    here = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    wanted = {name.removeprefix("src/") for name in tracked if name.startswith("src/")}
    assert wanted - here == set()
    name = f"kickdoor-{kickdoor.__version__}"
    assert {one.partition("/")[0] for one in here} == {"kickdoor", f"{name}.data", f"{name}.dist-info"}


def test_the_wheel_contains_the_deployment_files(unpacked: Path, tracked: set[str]) -> None:
    """As it is named in docs/hosting.md; what builds from the sources is with the sources."""
    (share,) = unpacked.glob("*.data/data/share/kickdoor/deploy")
    wanted = {Path(name).name for name in tracked if name.startswith("deploy/")} - {"Containerfile", "compose.yaml"}
    assert {path.name for path in share.iterdir()} == wanted
    doc = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"/opt/kickdoor/share/kickdoor/deploy/([\w.-]+)", doc))
    assert {"kickdoor.service", "kickdoor.toml", "Caddyfile"} <= named <= wanted


def test_an_install_never_says_make(unpacked: Path) -> None:
    advice = run_path(str(unpacked / "kickdoor" / "install_hints.py"))
    assert advice["to_serve"]("--lan") == "kickdoor serve --lan"
    assert advice["to_install"]("server") == "pip install 'kickdoor[server]'"


def test_an_extension_of_an_earlier_build_is_not_packed(tmp_path: Path) -> None:
    names = run_path(str(ROOT / "setup.py"))
    old = tmp_path / "kickdoor" / f"gone.{sysconfig.get_config_var('SOABI')}.so"
    old.parent.mkdir()
    old.touch()
    build = names["AllOrNothing"](Distribution({"ext_modules": []}))
    build.build_lib = str(tmp_path)
    build.ensure_finalized()
    build.run()
    assert not old.exists()


@pytest.mark.thorough
def test_the_engine_compiles_with_mypy_alone() -> None:
    """As pip builds it, with mypy alone: all is looked at as before translating, without the packages that are here."""
    names = run_path(str(ROOT / "setup.py"))
    command = [sys.executable, "-m", "mypy", "--no-site-packages", "--cache-dir", os.devnull, *names["MYPY"]]
    done = subprocess.run(
        [*command, *names["compiled_sources"]()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_version_is_declared_once() -> None:
    assert metadata.version("kickdoor") == kickdoor.__version__, "installed before the version changed: run make again"
    assert f'version = "{kickdoor.__version__}"' not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"\n## {kickdoor.__version__} - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
