"""`kickdoor lab`: studies of very many games, stored as rows for any analysis tool."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kickdoor.cli.arguments import add_bot, add_json, count, seed
from kickdoor.cli.commands import lab_report

if TYPE_CHECKING:
    from kickdoor.lab.executors import Executor
    from kickdoor.lab.plan_reader import Study
    from kickdoor.lab.study_folder import LabFolder
    from kickdoor.lab.study_plan import LabPlan

HELP = "runs studies of very many games and stores the results as rows"
EXAMPLES = (
    "kickdoor lab list",
    "kickdoor lab run quick",
    "kickdoor lab run my_plan.toml --games 1000 --workers 4 --out my_study",
    "kickdoor lab resume my_study              # after Ctrl-C, or with --games 5000 for more",
    "kickdoor lab report my_study              # one page with charts",
    "kickdoor lab run balance --ray            # on Ray, on this machine",
    "kickdoor lab run soak --games 100000 --ray 10.0.0.5:6379 --json",
)
LOCAL = "local"
FAULTS_FOUND = 1
ESTIMATE_WINDOW_S = 600.0
"""Seconds of progress from which the rate and the remaining time are estimated."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="does")
    run_parser = add_command(commands, "run", "plays a plan", EXAMPLES[1:3] + EXAMPLES[5:])
    run_parser.add_argument("plan", metavar="PLAN", help="a TOML file, or the name of a study that comes with kickdoor")
    run_parser.add_argument("--seed", type=seed, help="any word, instead of the plan's")
    run_parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the rows (default: lab/NAME-KEY here)")
    add_play_arguments(run_parser)
    resume_parser = add_command(commands, "resume", "continues a run that was stopped", EXAMPLES[3:4])
    resume_parser.add_argument("out", type=Path, metavar="DIR", help="folder with the rows")
    add_play_arguments(resume_parser)
    lab_report.add_arguments(
        add_command(commands, "report", "writes a page with the results of a study", lab_report.EXAMPLES)
    )
    list_parser = add_command(commands, "list", "lists the studies that come with kickdoor", EXAMPLES[:1])
    add_json(list_parser)


Subparsers = Any
"""The subparsers object of argparse; its class is private, and generic only for type checkers."""


def add_command(commands: Subparsers, name: str, help: str, examples: tuple[str, ...]) -> argparse.ArgumentParser:
    """Add one subcommand."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog="examples:\n" + "\n".join("  " + line for line in examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return parser


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for playing games."""
    parser.add_argument(
        "--games", type=count, metavar="N", help="games per setting and variant, instead of the plan's number"
    )
    parser.add_argument("--workers", type=count, metavar="N", help="games played at the same time (default: all cores)")
    parser.add_argument(
        "--ray",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="play on Ray: on this machine, or on the cluster at ADDRESS. Anyone who can reach a Ray port can run "
        "programs there, so keep it on a private network",
    )
    add_bot(parser, "which the plan may name by its class")
    parser.add_argument("--traceback", action="store_true", help="if your own bot fails, print the full traceback")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    if options.does == "list":
        return list_studies(options.json)
    if options.does == "report":
        return lab_report.run(options)
    from kickdoor.bots.custom_bots import BotFault
    from kickdoor.lab.study_folder import LabFolder
    from kickdoor.lab.summary import figures

    study, folder = new_study(options) if options.does == "run" else existing_study(options)
    try:
        play_with_progress(study, folder, executor_of(options))
    except BotFault as e:
        if options.traceback:
            print(e.trace, file=sys.stderr)
        raise
    except KeyboardInterrupt:
        print(f"\nFinished games are saved. To continue: kickdoor lab resume {folder.path}", file=sys.stderr, end="")
        raise
    data = figures(study.plan, LabFolder(folder.path))
    if options.json:
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        from kickdoor.cli.commands.lab_text import text_of

        print(text_of(data))
    return FAULTS_FOUND if data.get("faults") else 0


def new_study(options: argparse.Namespace) -> tuple[Study, LabFolder]:
    """Read the plan and choose a folder for its rows."""
    from kickdoor.lab.plan_reader import PlanOverrides, read_plan
    from kickdoor.lab.study_folder import LabFolder

    study = read_plan(options.plan, PlanOverrides(options.games, options.seed, tuple(options.bot)))
    return study, LabFolder(options.out or Path("lab") / f"{study.plan.name}-{study.plan.key[:8]}")


def existing_study(options: argparse.Namespace) -> tuple[Study, LabFolder]:
    """Read a study that was begun before."""
    from kickdoor.lab.resume import load_study
    from kickdoor.lab.study_folder import LabFolder

    folder = LabFolder(options.out)
    return load_study(folder, tuple(options.bot), options.games), folder


def executor_of(options: argparse.Namespace) -> Executor:
    """Return the executor that plays the games."""
    if options.ray is None:
        from kickdoor.lab.executors import Processes

        return Processes(options.workers or 0)
    from kickdoor.lab.ray_executor import RayExecutor

    return RayExecutor("" if options.ray == LOCAL else options.ray, options.workers or 0)


def play_with_progress(study: Study, folder: LabFolder, executor: Executor) -> None:
    """Play with a progress bar that shows the rate and the remaining time."""
    from kickdoor.lab.study_runner import run_study

    if not sys.stderr.isatty():
        run_study(study, folder, executor)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    rate = TextColumn("{task.fields[rate]} a second, ")
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        "games,",
        rate,
        TimeElapsedColumn(),
        "elapsed,",
        TimeRemainingColumn(),
        "left",
    )
    with Progress(
        *columns, console=Console(stderr=True), transient=True, speed_estimate_period=ESTIMATE_WINDOW_S
    ) as bar:
        run_study(study, folder, executor, progress_callback(bar, study.plan))


def progress_callback(bar: object, plan: LabPlan) -> Callable[[int, int], None]:
    """Return a callback for progress reports."""
    from rich.progress import Progress

    assert isinstance(bar, Progress)
    task = bar.add_task("games", total=plan.all_games, rate="–")

    def on_progress(games: int, faults: int) -> None:
        speed = bar.tasks[0].speed
        rate = "–" if not speed else f"{speed:.1f}"
        bar.update(task, completed=games, rate=f"{faults} faults, {rate}" if faults else rate)

    return on_progress


def list_studies(as_json: bool) -> int:
    """List the studies that come with kickdoor."""
    from kickdoor.lab.plan_reader import parse, studies

    rows = [{"name": name, "title": str(parse(path).get("title", ""))} for name, path in studies().items()]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        wide = max(len(row["name"]) for row in rows)
        print("\n".join(f"{row['name']:<{wide}}  {row['title']}" for row in rows))
    return 0
