"""Loading of an unfinished study, to resume it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from kickdoor.bots.registry import BotRegistry
from kickdoor.engine.machine.errors import BadData
from kickdoor.lab.build_info import BuildInfo, code_digest, current_build
from kickdoor.lab.bundle import Bundle, bot_path, digest
from kickdoor.lab.plan_reader import Study
from kickdoor.lab.study_folder import LabFolder
from kickdoor.lab.study_plan import LabPlan


def load_study(folder: LabFolder, bots: tuple[str, ...], games: int | None) -> Study:
    """Return the study of a folder; custom bots must be given again and be unchanged."""
    plan = folder.plan()
    if games is not None:
        plan = replace(plan, games=games)
    check_code(folder, plan)
    check_paths(folder, plan)
    if plan.line_ups and any(plan.games % cell.seats for cell in plan.cells):
        raise BadData(f"{plan.games} games: with line-ups the games must be a multiple of the seats")
    registry = BotRegistry(bots)
    files = {path: (folder.files / path).read_bytes() for path in plan.files}
    if Bundle(files).digests() != plan.files:
        raise BadData(f"{folder.files}: the files that go with the plan have changed since")
    for number, (name, stored_digest) in enumerate(plan.bots.items()):
        if name not in registry.own:
            raise BadData(f"the bot {name} plays in this study: add it with --bot FILE.py:{name}")
        spec = registry.own[name]
        data = Path(spec.rpartition(":")[0]).read_bytes()
        if digest(data) != stored_digest:
            raise BadData(f"{spec}: the file has changed since the study was begun")
        files[bot_path(number, spec)] = data
    return Study(plan, Bundle(files, {name: registry.own[name] for name in plan.bots}))


def check_paths(folder: LabFolder, plan: LabPlan) -> None:
    """Raise `BadData` for a plan with files outside its folder, which may be untrusted."""
    allowed = {str(PurePosixPath(path).parent) for path in plan.files}
    allowed |= {str(PurePosixPath(path).parent.parent) for path in plan.files} | set(plan.files)
    named_paths = [path for cell in plan.cells for path in (*cell.folders, *cell.cards.values())]
    unexpected = [path for path in plan.files if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts]
    unexpected += [path for path in named_paths if path not in allowed]
    unexpected += plan.soak.folders if plan.soak is not None else []
    for path in unexpected:
        raise BadData(f"{folder.path}: its plan names a file that does not go with it: {path[:80]!r}")


def check_code(folder: LabFolder, plan: LabPlan) -> None:
    """Raise `BadData` if rules or code have changed since the study was begun."""
    current = current_build()
    if (plan.version, plan.rules, plan.code) != (current.version, current.rules, code_digest()):
        begun = BuildInfo(plan.version, plan.rules, plan.code, current.build)
        differences = ", ".join(
            f"{name} was {getattr(begun, name)}, not {getattr(current, name)}"
            for name in ("version", "rules", "code")
            if getattr(begun, name) != getattr(current, name)
        )
        raise BadData(
            f"{folder.path}: begun with another kickdoor: {differences}; begin a new study with kickdoor lab run"
        )
