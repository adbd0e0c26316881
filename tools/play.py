"""Runs `kickdoor play` in a checkout, for `make play`, and compiles the engine in the background.

The game starts at once. If the engine is not compiled, a separate process of lowest priority compiles a copy of the
sources. It moves the finished modules to `build/background/DIGEST` in one step, DIGEST being that of the sources, and
the next start uses them. So no start finds modules of other sources or an unfinished build. Nothing is written to
`src`: only this script uses that folder, and tests and other commands do not.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from hashlib import blake2b
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TextIO

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "build" / "background"
LOG = HOME / "log"
COMPILE = "--compile-in-background"
VARIABLE = "KICKDOOR_BACKGROUND_BUILD"
"""Tells worker processes, which run this file again, the folder of compiled modules."""
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
NICE = 19


class CompiledModules(MetaPathFinder):
    """An importer of compiled modules from a folder of their own; all other modules come from `src`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("kickdoor"):
            return None
        file = self.folder / (name.replace(".", "/") + SUFFIX)
        return spec_from_file_location(name, file) if file.is_file() else None


def is_compiled_in_place() -> bool:
    """Return whether `make compile` has compiled the engine; make compiles it again if it is out of date."""
    return next((ROOT / "src").rglob(f"*{SUFFIX}"), None) is not None


def digest_of(root: Path) -> str:
    """Return a digest of all that a build depends on: setup.py, and each folder with compiled modules."""
    with contextlib.chdir(root):
        compiled = runpy.run_path("setup.py")["compiled_sources"]()
        files = {file for source in compiled for file in Path(source).parent.glob("*.py")}
        digest = blake2b(SUFFIX.encode(), digest_size=8)
        for file in sorted({Path("setup.py"), *files}):
            data = file.read_bytes()
            digest.update(f"{file.as_posix()} {len(data)}\0".encode() + data)
    return digest.hexdigest()


def can_compile() -> bool:
    """Return whether there seem to be a C compiler and the headers of Python."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if not compiler or not shutil.which(compiler[0]) or not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return False
    # A Mac without developer tools has a compiler that only asks to install them.
    return sys.platform != "darwin" or subprocess.run(["xcode-select", "-p"], capture_output=True).returncode == 0


def take_lock() -> TextIO | None:
    """Lock builds; return None if a build is running. The system releases the lock when the last holder ends."""
    lock = (HOME / "lock").open("w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return None
    return lock


def prepare() -> str:
    """Choose the engine for this start, and start a build if it needs one; return a line for the player, if any."""
    os.environ.pop(VARIABLE, None)
    if is_compiled_in_place():
        return ""
    digest = digest_of(ROOT)
    if (HOME / digest).is_dir():
        os.environ[VARIABLE] = str(HOME / digest)
        return "Using the engine that was compiled in the background."
    if (HOME / f"{digest}.failed").is_file():
        return f"The engine runs uncompiled, because the last build failed: see {LOG.relative_to(ROOT)}."
    if not can_compile():
        return "The engine runs uncompiled, because there is no C compiler or no Python.h."
    HOME.mkdir(parents=True, exist_ok=True)
    lock = take_lock()
    if lock is None:
        return "The engine is still being compiled in the background."
    with lock, LOG.open("w", encoding="utf-8") as log:
        # In a session of its own the build outlives Ctrl-C: a short game would never get a compiled engine.
        subprocess.Popen(
            [sys.executable, __file__, COMPILE, str(lock.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=(lock.fileno(),),
        )
    return "Compiling the engine in the background. The next `make play` will use it."


def compile_in_background(lock: int) -> None:
    """Compile a copy of the sources, so that none can change meanwhile, and move the modules to their folder."""
    # Imported here, because the program may not import the package before `use_build`.
    from kickdoor.server.bot_workers.worker_process import lower_priority

    lower_priority(NICE)
    if find_spec("mypyc") is None:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "compile.lock")], check=True)
    work = HOME / "work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(ROOT / "src", work / "src", ignore=shutil.ignore_patterns("__pycache__", f"*{SUFFIX}"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, work)
    digest = digest_of(work)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=work, env=os.environ | {"KICKDOOR_PURE": "0"}, pass_fds=(lock,), check=False)
    if done.returncode == 0:
        publish(work, digest)
    elif done.returncode > 0:  # else it was killed, and the next start tries again
        (HOME / f"{digest}.failed").touch()
    shutil.rmtree(work)


def publish(work: Path, digest: str) -> None:
    """Move the compiled modules to the folder of a digest in one step, and delete older builds."""
    for old in HOME.iterdir():
        if old.is_dir() and old != work:
            shutil.rmtree(old)
    ready = work / "ready"
    for module in (work / "src").rglob(f"*{SUFFIX}"):
        target = ready / module.relative_to(work / "src")
        target.parent.mkdir(parents=True, exist_ok=True)
        module.rename(target)
    os.sync()  # else a power cut could keep the new name of the folder and lose the contents of its files
    ready.rename(HOME / digest)


def use_build() -> None:
    """Import compiled modules from the folder that was chosen, if any."""
    if VARIABLE in os.environ:
        sys.meta_path.insert(0, CompiledModules(Path(os.environ[VARIABLE])))


def main() -> None:
    """Run `kickdoor play`, or a build."""
    if sys.argv[1:2] == [COMPILE]:
        compile_in_background(int(sys.argv[2]))
        return
    if line := prepare():
        print(line, flush=True)
    use_build()
    sys.argv = ["kickdoor", "play", *sys.argv[1:]]
    from kickdoor.cli import main as kickdoor

    sys.exit(kickdoor())


if __name__ == "__main__":
    main()
elif __name__ == "__mp_main__":  # in a worker process, before multiprocessing imports what it works on
    use_build()
