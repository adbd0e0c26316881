"""Runner of scenarios: it plays each step with each seed and reports failures."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from kickdoor.engine.machine.errors import BadData, EngineError
from kickdoor.game import Game
from kickdoor.scenario.expectations.checks import is_own_step
from kickdoor.scenario.lint import warnings
from kickdoor.scenario.parsing.scenario_parser import EXPECT, Scenario, read_file, read_scenario
from kickdoor.scenario.parsing.yaml_document import Malformed, parse
from kickdoor.scenario.position.builder import Builder, load_rules
from kickdoor.scenario.steps.rejections import Failed
from kickdoor.scenario.steps.scenario_game import ScenarioGame
from kickdoor.scenario.steps.step_execution import do_step


@dataclass
class Outcome:
    """The outcome of one scenario file."""

    path: Path
    name: str
    rules: list[str] = field(default_factory=list)
    passed: bool = False
    failure: str = ""
    """The failure in words; empty if there was none."""
    error: bool = False
    """Whether the file is malformed or its position impossible."""
    seeds: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    """The warnings of `lint`."""


def scenario_files(paths: list[Path]) -> list[Path]:
    """List the scenario files under the paths; folders are searched recursively."""
    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file())
            if not found:
                raise BadData(f"{path}: contains no scenario files")
            out.extend(found)
        elif path.is_file():
            out.append(path)
        else:
            raise BadData(f"{path}: no such file or folder")
    return out


def run_paths(paths: list[Path], folders: list[Path] | None = None, only: list[str] | None = None) -> list[Outcome]:
    """Run scenario files and folders of them; `folders` contain custom sets, `only` limits the run to some sets."""
    return [run_file(path, folders) for path in list_files(paths, only)]


def lint_paths(paths: list[Path], only: list[str] | None = None) -> list[Outcome]:
    """Read scenario files and folders of them without playing; a file that is not malformed passes."""
    return [lint_file(path) for path in list_files(paths, only)]


def lint_file(path: Path) -> Outcome:
    """Read one file without playing it."""
    try:
        scenario = read_file(path)
    except Malformed as e:
        return Outcome(path, path.stem, failure=str(e), error=True)
    return Outcome(path, scenario.name, scenario.rules, passed=True, warnings=warnings(scenario))


def list_files(paths: list[Path], only: list[str] | None) -> list[Path]:
    """List the scenario files under the paths; with `only`, those that need no other sets."""
    files = scenario_files(paths)
    if only is not None:
        files = [path for path in files if needs_only(path, only)]
        if not files:
            raise BadData(f"no scenario needs only {' or '.join(only)}")
    return files


def needs_only(path: Path, sets: list[str]) -> bool:
    """Return whether a scenario needs no other sets; True for a malformed one, so that it is reported."""
    try:
        return set(read_file(path).sets) <= set(sets)
    except Malformed:
        return True


def run_file(path: Path, folders: list[Path] | None = None) -> Outcome:
    """Run one file with each of its seeds."""
    try:
        scenario = read_file(path)
    except Malformed as e:
        return Outcome(path, path.stem, failure=str(e), error=True)
    return run_scenario(scenario, path, folders)


def run_scenario(scenario: Scenario, path: Path, folders: list[Path] | None = None) -> Outcome:
    """Run a scenario with each of its seeds until one fails."""
    outcome = Outcome(path, scenario.name, scenario.rules, warnings=warnings(scenario))
    for seed in scenario.seeds:
        outcome.seeds.append(seed)
        try:
            play(scenario, seed, folders)
        except Malformed as e:
            outcome.error = True
            outcome.failure = str(e)
            return outcome
        except Failed as e:
            outcome.failure = str(e) if len(scenario.seeds) == 1 else f"{e} (seed {seed})"
            return outcome
    outcome.passed = True
    return outcome


def play(scenario: Scenario, seed: str, folders: list[Path] | None) -> ScenarioGame:
    """Play a scenario once. Raise `Failed` at the first step that fails."""
    builder = Builder(scenario, load_rules(scenario, folders), seed)
    try:
        game = ScenarioGame(builder.build(), builder.names, builder.placed)
        game.pass_idle_seats()
    except EngineError as e:
        raise Failed(f"the engine failed before the first step: {e}") from e
    for step in scenario.steps:
        where = (
            f"step {step.number} ({step}, line {step.line})" if step.key == EXPECT else f"step {step.number} ({step})"
        )
        try:
            do_step(game, step)
        except Failed as e:
            raise Failed(f"{where}: {e}") from None
        except Malformed as e:
            raise Malformed(f"step {step.number}: {e}", step.line) from None
        except Exception as e:
            # Report an engine error like any other failure, so that the remaining scenarios still run.
            raise Failed(f"{where}: the engine failed: {type(e).__name__}: {e}") from e
    if not scenario.open and not is_own_step(game.s):
        raise Failed(f"at the end {game.waiting_text()}; set `open: true` if that is intended")
    return game


def set_up(text: str, folders: Iterable[str | Path] = ()) -> Game:
    """Make a game from the text of a scenario: its position after its steps.

    >>> from kickdoor.scenario import set_up
    >>> game = set_up('''
    ... scenario: A fight
    ... sets: [deluxe]
    ... players: {Aric: {level: 4}, Suzan: {}, Guy: {}}
    ... doors: [Gazebo]
    ... open: true
    ... steps:
    ...   - Aric: kick open the door
    ... ''')
    >>> game.fight
    <Fight: Aric against Gazebo, 4 to 8>
    """
    scenario = read_scenario(parse(text))
    return Game(play(scenario, scenario.seeds[0], [Path(folder) for folder in folders]).s, list(scenario.players))


def outcomes_json(outcomes: list[Outcome]) -> str:
    """Return the outcomes as JSON."""
    table = [
        {
            "path": str(o.path),
            "scenario": o.name,
            "rules": o.rules,
            "passed": o.passed,
            "error": o.error,
            "failure": o.failure,
            "seeds": o.seeds,
            "warnings": o.warnings,
        }
        for o in outcomes
    ]
    return json.dumps(table, ensure_ascii=False, indent=2)
