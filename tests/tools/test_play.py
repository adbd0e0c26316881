"""`make play` uses an engine that was compiled in the background only if it is complete and of the present sources."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import play
import pytest

SETUP = """
import os, pathlib, signal, sys
def compiled_sources():
    return ["src/kickdoor/engine/dice.py"]
if __name__ == "__main__":
    pathlib.Path("src/kickdoor/engine/dice{suffix}").write_text("compiled")
    {then}
"""
GAME = f"""
import os, sys
def main():
    print(sys.argv, os.environ.get({play.VARIABLE!r}))
"""
"""Stands for the command line, and tells how it was called."""
pytestmark = pytest.mark.skipif(
    not Path(sysconfig.get_path("include"), "Python.h").is_file(), reason="no header files of Python"
)


class Checkout:
    """A small checkout with one module to compile. Its setup.py writes the module at once and then does as told."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.builds = root / "build" / "background"
        engine = root / "src" / "kickdoor" / "engine"
        engine.mkdir(parents=True)
        (engine.parent / "__init__.py").touch()
        (engine.parent / "cli.py").write_text(GAME)
        workers = engine.parent / "server" / "bot_workers"
        workers.mkdir(parents=True)
        (workers / "worker_process.py").write_text("def lower_priority(nice): assert nice == 19\n")
        self.source = engine / "dice.py"
        self.source.write_text("SIDES = 6\n")
        (root / "tools").mkdir()
        shutil.copy(play.__file__, root / "tools" / "play.py")
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            (root / name).touch()
        self.after_compiling("pass")

    def after_compiling(self, then: str) -> None:
        (self.root / "setup.py").write_text(SETUP.format(suffix=play.SUFFIX, then=then))

    def start(self, compiler: str = sys.executable) -> tuple[str, str]:
        """Start a game; return the line about the engine, and the line of the game."""
        done = subprocess.run(
            [sys.executable, "tools/play.py", "--lan"],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": str(self.root / "src"), "CC": compiler},
            capture_output=True,
            text=True,
            check=True,
        )
        *said, game = done.stdout.splitlines()
        return "".join(said), game

    def wait_for_build(self) -> None:
        with (self.builds / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)

    def ready(self) -> list[Path]:
        """List the finished builds."""
        return [path for path in self.builds.iterdir() if path.is_dir() and path.name != "work"]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


PLAIN = f"{['kickdoor', 'play', '--lan']} None"


def test_the_next_start_uses_the_build(checkout: Checkout) -> None:
    said, game = checkout.start()
    assert "Compiling the engine in the background" in said
    assert game == PLAIN
    checkout.wait_for_build()
    (folder,) = checkout.ready()
    assert [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()] == [
        f"kickdoor/engine/dice{play.SUFFIX}"
    ]
    assert not (checkout.builds / "work").exists()
    assert list((checkout.root / "src").rglob(f"*{play.SUFFIX}")) == []
    said, game = checkout.start()
    assert said == "Using the engine that was compiled in the background."
    assert game.endswith(f" {folder}")


def test_a_stale_build_is_not_used(checkout: Checkout) -> None:
    checkout.start()
    checkout.wait_for_build()
    (old,) = checkout.ready()
    checkout.source.write_text("SIDES = 8\n")
    said, game = checkout.start()
    assert "Compiling" in said
    assert game == PLAIN
    checkout.wait_for_build()
    (new,) = checkout.ready()
    assert new != old
    assert checkout.start()[1].endswith(f" {new}")


def test_sources_that_change_during_the_build_make_it_stale(checkout: Checkout) -> None:
    checkout.after_compiling(f"pathlib.Path({str(checkout.source)!r}).write_text('SIDES = 8')")
    checkout.start()
    checkout.wait_for_build()
    assert checkout.ready() != []
    assert checkout.start()[1] == PLAIN
    checkout.wait_for_build()


def test_one_build_at_a_time(checkout: Checkout) -> None:
    gate = checkout.root / "gate"
    os.mkfifo(gate)
    checkout.after_compiling(f"open({str(gate)!r}).read()")
    assert "Compiling" in checkout.start()[0]
    assert checkout.start() == ("The engine is still being compiled in the background.", PLAIN)
    gate.open("w").close()
    checkout.wait_for_build()
    assert "Using" in checkout.start()[0]


def test_a_killed_build_leaves_nothing_to_use_and_is_repeated(checkout: Checkout) -> None:
    checkout.after_compiling("os.kill(os.getppid(), signal.SIGKILL)")
    checkout.start()
    checkout.wait_for_build()
    assert (checkout.builds / "work").is_dir()
    assert checkout.ready() == []
    said, game = checkout.start()
    assert "Compiling" in said
    assert game == PLAIN
    checkout.wait_for_build()


def test_a_failed_build_is_not_repeated_until_a_source_changes(checkout: Checkout) -> None:
    checkout.after_compiling("sys.exit('no space left')")
    checkout.start()
    checkout.wait_for_build()
    assert checkout.ready() == []
    assert "no space left" in (checkout.builds / "log").read_text()
    assert checkout.start() == (
        "The engine runs uncompiled, because the last build failed: see build/background/log.",
        PLAIN,
    )
    checkout.after_compiling("pass")
    assert "Compiling" in checkout.start()[0]
    checkout.wait_for_build()
    assert "Using" in checkout.start()[0]


def test_without_a_compiler_nothing_is_built(checkout: Checkout) -> None:
    assert checkout.start(compiler="no-such-compiler") == (
        "The engine runs uncompiled, because there is no C compiler or no Python.h.",
        PLAIN,
    )
    assert not checkout.builds.exists()


def test_an_engine_compiled_in_place_is_used_as_it_is(checkout: Checkout) -> None:
    checkout.source.with_name(f"dice{play.SUFFIX}").touch()
    assert checkout.start() == ("", PLAIN)
    assert not checkout.builds.exists()


def test_only_modules_of_the_build_come_from_it(tmp_path: Path) -> None:
    module = tmp_path / "kickdoor" / "engine" / f"dice{play.SUFFIX}"
    module.parent.mkdir(parents=True)
    module.touch()
    finder = play.CompiledModules(tmp_path)
    spec = finder.find_spec("kickdoor.engine.dice")
    assert spec is not None
    assert spec.origin == str(module)
    assert finder.find_spec("kickdoor.engine") is None
    assert finder.find_spec("kickdoor.engine.cards") is None
