"""`kickdoor lab report`: one page with charts of the results of a study."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kickdoor.engine.machine.errors import BadData

EXAMPLES = (
    "kickdoor lab report my_study                    # writes my_study/report.html",
    "kickdoor lab report my_study --out balance.html",
    "kickdoor lab report my_study --json > figures.json",
)
NAME = "report.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("out_of", type=Path, metavar="DIR", help="folder with the rows of the study")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"the page (default: {NAME} in the study's folder)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON and write no page")


def run(options: argparse.Namespace) -> int:
    """Write the page, or print its figures."""
    from kickdoor.lab.report.collect import gather
    from kickdoor.lab.report.page import page
    from kickdoor.lab.report.svg_panels import matplotlib
    from kickdoor.lab.study_folder import LabFolder
    from kickdoor.sim.soak_checkpoint import write_atomically

    target: Path = options.out or options.out_of / NAME
    if not options.json:
        matplotlib()
        check_target(target)
    with shown() as tell:
        report = gather(LabFolder(options.out_of), tell)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))
        return 0
    write_atomically(target, page(report).encode("utf-8", "replace"))
    clear = sum(one["clear"] for one in report["findings"])
    missing = f", {report['missing']:,} still missing" if report["missing"] else ""
    print(f"{target}: {report['games']:,} games{missing}, {clear} findings")
    return 0


def check_target(target: Path) -> None:
    """Raise `BadData` if no page can be written there, before any rows are read."""
    if target.is_dir():
        raise BadData(f"{target}: a folder; --out names the file to write")
    if not target.parent.is_dir():
        raise BadData(f"{target.parent}: there is no such folder")


@contextmanager
def shown() -> Iterator[Callable[[int, int], None] | None]:
    """Show a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("reading", BarColumn(), MofNCompleteColumn(), "games,", TimeRemainingColumn(), "left")
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)
        yield lambda there, of: bar.update(task, completed=there, total=of)
