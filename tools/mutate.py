"""Test the tests: make small faults in the rules, one at a time, and list those that no test notices.

Each mutant lives in a process and a scratch copy of the tree; the tree itself stays unchanged. A mutant survives if it
passes every test that runs the changed code. The seed determines the sample. Results are saved in a file, so the same
command resumes an interrupted run.

    python tools/mutate.py --mutants 300 --seed 1 --state build/mutants.jsonl
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from random import Random

from mutant_log import HUNG, KILLED, SURVIVED, TREE, Mutant, ResultLog, results_in
from mutant_runner import Trials
from mutations import mutations

PACKAGES = ("src/kickdoor/engine/rules", "src/kickdoor/engine/effects", "src/kickdoor/engine/actions")
SKIPPED_FILES = ("reasons.py", "__init__.py", "op_registry.py")
"""Modules of tables, not mutated: refusals, whose texts have golden files, and instructions."""
COPIED = ("src", "tests", "tools", "docs", "pyproject.toml", "README.md")
TESTS = (
    "tests/test_scenarios.py",
    "tests/engine",
    "tests/cards",
    "tests/conformance",
    "tests/view",
    "tests/text",
    "tests/replay/test_replay.py",
    "tests/tools/test_referee.py",
)
"""Tests left out: golden games and records of earlier versions notice every change, right or wrong, and so show
nothing about the other tests."""
SECONDS = 600
"""Limit on processor time of a mutant; wall time would depend on the load of the machine."""


def all_mutants() -> list[Mutant]:
    """List all mutants, in the order of the files."""
    found: list[Mutant] = []
    for package in PACKAGES:
        for path in sorted((TREE / package).rglob("*.py")):
            if path.name not in SKIPPED_FILES:
                source = path.read_text(encoding="utf-8")
                name = str(path.relative_to(TREE))
                found += [Mutant(name, mutation) for mutation in mutations(source)]
    return found


def digest_of_tree() -> str:
    """Return a digest of the mutated files and their tests."""
    digest = blake2b(digest_size=8)
    for top in ("src", "tests"):
        for path in sorted((TREE / top).rglob("*")):
            if path.suffix in (".py", ".toml", ".yaml", ".txt", ".json"):
                digest.update(str(path.relative_to(TREE)).encode() + path.read_bytes())
    return digest.hexdigest()


def copy_tree(folder: Path) -> None:
    """Copy the sources, the tests and their data, without compiled modules, whose code cannot be changed."""
    for name in COPIED:
        source = TREE / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
            shutil.copytree(source, folder / name, ignore=ignored)
        elif source.exists():
            shutil.copy(source, folder / name)


def report(sample: list[Mutant], log: ResultLog) -> int:
    """Print the rate and the survivors; exit with an error if there are any."""
    results = [log.done[mutant.id] for mutant in sample if mutant.id in log.done]
    counts = Counter(result.status for result in results)
    dead = counts[KILLED] + counts[HUNG]
    for mutant in sample:
        if mutant.id in log.done and log.done[mutant.id].status == SURVIVED:
            tests = log.done[mutant.id].tests
            print(f"\n{mutant.file}:{mutant.mutation.line}: {mutant.mutation.kind}; {tests} tests run it")
            print("\n".join(mutant.diff()))
    if results:
        spent = sum(result.seconds for result in results)
        killers = Counter(result.by.split("::")[0] for result in results if result.status == KILLED)
        print(f"\n{len(results)} mutants, {spent / len(results):.1f} s each; killed in:")
        print("\n".join(f"{number:5} {file}" for file, number in killers.most_common()))
        print(f"killed {counts[KILLED]}, hung {counts[HUNG]}, survived {counts[SURVIVED]}: {dead / len(results):.1%}")
    return 1 if counts[SURVIVED] else 0


def main() -> int:
    """Sample mutants, try the new ones and print a report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="processor time after which a mutant hangs")
    parser.add_argument("--state", type=Path, default=TREE / "build" / "mutants.jsonl")
    parser.add_argument("--survivors", type=Path, help="try only the mutants of the sample that survived in this state")
    parser.add_argument("--list", action="store_true", help="print the sample and try nothing")
    options = parser.parse_args()
    everything = all_mutants()
    sample = Random(options.seed).sample(everything, min(options.mutants, len(everything)))
    if options.survivors:
        fates = results_in(options.survivors)
        sample = [mutant for mutant in sample if mutant.id in fates and fates[mutant.id].status == SURVIVED]
    print(f"seed {options.seed}: {len(sample)} of {len(everything)} mutants", flush=True)
    if options.list:
        for mutant in sample:
            print(f"{mutant.file}:{mutant.mutation.line}: {mutant.mutation.kind}", *mutant.diff(), sep="\n  ")
        return 0
    log = ResultLog(options.state.resolve(), {"tree": digest_of_tree(), "seed": options.seed, "tests": list(TESTS)})
    todo = [mutant for mutant in sample if mutant.id not in log.done]
    if todo:
        with tempfile.TemporaryDirectory() as folder:
            copy_tree(Path(folder))
            Trials(Path(folder).resolve(), TESTS, todo, log).run(options.jobs, options.seconds)
    return report(sample, log)


if __name__ == "__main__":
    sys.exit(main())
