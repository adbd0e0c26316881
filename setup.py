"""Compiles the engine with mypyc where that works; everything else about the build is in pyproject.toml.

KICKDOOR_PURE=1 never compiles, KICKDOOR_PURE=0 insists on compiling; unset, a failed compilation leaves a pure install.
"""

import contextlib
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED_PACKAGES = ("engine", "view", "text", "policies", "env/core")
BUILD_COMMANDS = {"build", "build_ext", "bdist_wheel"}  # not editable_wheel: `make compile` builds in place
CHOICE = os.environ.get("KICKDOOR_PURE", "")


COMPILED_MODULES = (
    "sim/card_activity.py",
    "sim/invariants.py",
    "sim/random_play.py",
    *(
        f"server/room/{name}.py"
        for name in (
            "bot_turns", "broadcast", "card_moves", "commands", "game_log", "match", "offer_limits", "prompt_views",
            "public_view", "room", "scheduler", "tutorial",
        )
    ),
)  # fmt: skip
"""Compiled with the engine: random play, which drives simulations, what is checked in it, and what a table does for
every answer. The other modules of a room define what is stored and sent, whose annotations are read, or are seldom
called."""
LEFT_PYTHON = {"__init__.py", "errors.py", "observation.py", "frame_types.py", "part_types.py"}
"""Package files keep their doctests; exceptions cannot be native classes; types keep the annotations that are read."""


MYPY = ["--follow-imports=silent"]
"""Of modules that are not compiled only the types are wanted: what they import need not be there where it is built."""


def compiled_sources() -> list[str]:
    """Return the modules to compile."""
    found = (path for package in COMPILED_PACKAGES for path in Path("src/kickdoor", package).rglob("*.py"))
    extra = [str(Path("src/kickdoor", name)) for name in COMPILED_MODULES]
    return sorted(str(path) for path in found if path.name not in LEFT_PYTHON) + extra


def say(text: str) -> None:
    """Report progress on stderr and, since pip hides the output of a build, on the terminal."""
    print(f"kickdoor: {text}", file=sys.stderr)  # noqa: T201
    if not sys.stderr.isatty():
        with contextlib.suppress(OSError), open("/dev/tty", "w", encoding="utf-8") as terminal:
            terminal.write(f"\r\nkickdoor: {text}\r\n")


def fall_back(reason: object) -> None:
    """Continue without extensions, unless they were asked for."""
    if CHOICE == "0":
        raise SystemExit(f"kickdoor: cannot compile the engine: {reason}")
    say(f"installing the engine as pure Python: {reason}")


def extensions() -> list[Extension]:
    """Translate the engine to C."""
    sources = compiled_sources()
    if CHOICE == "1" or not sources or BUILD_COMMANDS.isdisjoint(sys.argv):
        return []
    say("compiling the engine, which takes several minutes; with KICKDOOR_PURE=1 it is left as Python")
    try:
        from mypyc.build import mypycify

        # One C file per module: all cores can compile, and gcc takes half the time and memory of one large file.
        return list(mypycify([*MYPY, *sources], opt_level="3", multi_file=True, group_name="kickdoor"))
    except (Exception, SystemExit) as reason:  # mypycify exits on a type error
        fall_back(reason)
        return []


class AllOrNothing(build_ext):
    """Build of every extension or none: a module's extension does not load without the one they share."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Compile on all cores; `parallel` alone compiles in turn the files of one extension, which are most."""
        compile_files = self.compiler.compile
        with ThreadPoolExecutor(self.parallel) as pool:

            def compile_each(sources: list[str], **options: Any) -> list[str]:
                done = pool.map(lambda source: compile_files([source], **options), sources)
                return [file for files in done for file in files]

            self.compiler.compile = compile_each
            super().build_extensions()

    def run(self) -> None:
        # An older extension would be packed too, and would hide the source of a module that is no longer compiled.
        wanted = {Path(self.build_lib, self.get_ext_filename(extension.name)) for extension in self.extensions}
        for old in set(Path(self.build_lib).rglob("*.so")) - wanted:
            old.unlink()
        try:
            super().run()
        except Exception as reason:
            for built in self.get_outputs():
                Path(built).unlink(missing_ok=True)
            self.extensions = []
            fall_back(reason)


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing})
