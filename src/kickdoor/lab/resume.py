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


def kept_study(folder: LabFolder, bots: tuple[str, ...], games: int | None) -> Study:
    """Return the study of a folder; custom bots must be given again and be unchanged."""
    plan = folder.plan()
    if games is not None:
        plan = replace(plan, games=games)
    check_code(folder, plan)
    check_paths(folder, plan)
    if plan.line_ups and any(plan.games % cell.seats for cell in plan.cells):
        raise BadData(f"{plan.games} games: with line-ups the games must be a multiple of the seats")
    known = BotRegistry(bots)
    files = {path: (folder.files / path).read_bytes() for path in plan.files}
    if Bundle(files).digests() != plan.files:
        raise BadData(f"{folder.files}: the files that go with the plan have changed since")
    for number, (name, kept) in enumerate(plan.bots.items()):
        if name not in known.own:
            raise BadData(f"the bot {name} plays in this study: add it with --bot FILE.py:{name}")
        spec = known.own[name]
        data = Path(spec.rpartition(":")[0]).read_bytes()
        if digest(data) != kept:
            raise BadData(f"{spec}: the file has changed since the study was begun")
        files[bot_path(number, spec)] = data
    return Study(plan, Bundle(files, {name: known.own[name] for name in plan.bots}))


def check_paths(folder: LabFolder, plan: LabPlan) -> None:
    """Raise `BadData` for a plan with files outside its folder, which may be untrusted."""
    own = {str(PurePosixPath(path).parent) for path in plan.files}
    own |= {str(PurePosixPath(path).parent.parent) for path in plan.files} | set(plan.files)
    named = [path for cell in plan.cells for path in (*cell.folders, *cell.cards.values())]
    odd = [path for path in plan.files if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts]
    odd += [path for path in named if path not in own]
    odd += plan.soak.folders if plan.soak is not None else []
    for path in odd:
        raise BadData(f"{folder.path}: its plan names a file that does not go with it: {path[:80]!r}")


def check_code(folder: LabFolder, plan: LabPlan) -> None:
    """Raise `BadData` if rules or code have changed since the study was begun."""
    now = current_build()
    if (plan.version, plan.rules, plan.code) != (now.version, now.rules, code_digest()):
        was = BuildInfo(plan.version, plan.rules, plan.code, now.build)
        said = ", ".join(
            f"{name} was {getattr(was, name)}, not {getattr(now, name)}"
            for name in ("version", "rules", "code")
            if getattr(was, name) != getattr(now, name)
        )
        raise BadData(f"{folder.path}: begun with another kickdoor: {said}; begin a new study with kickdoor lab run")
