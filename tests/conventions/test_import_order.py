"""Packages import only what stands before them in one fixed order, so that the engine never depends on its users."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

Plant = Callable[[dict[str, str]], Path]

FACADE = "__init__"
LAYERS = (
    ("engine/constants", "engine/ids", "engine/cards", "engine/state", "engine/machine"),
    ("engine/rules",),
    ("engine/effects",),
    ("engine/actions",),
    ("engine/features", "engine/core_rules"),
    ("engine",),
    ("catalog",),
    ("view",),
    ("text",),
    ("policies",),
    ("rng",),
    ("notebook",),
    ("card_index",),
    ("option",),
    ("event",),
    ("players",),
    ("game",),
    ("install_hints",),  # install commands; imports no other package
    ("seat_view",),
    ("bot",),
    ("bots",),
    ("autoplay",),
    ("pickling",),
    ("startup",),  # runs before all other imports; imports no other package
    (FACADE,),  # `from kickdoor import new_game`: the front door, made of all that stands before it
    ("env",),
    ("sim", "replay", "scenario"),
    ("analysis",),
    ("lab",),
    ("server",),
    ("cli",),
    ("__main__",),
)
CORE = LAYERS[0]  # what a game is made of: these know each other
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
SIBLINGS = {("scenario", "replay")}
WHEN_CALLED = {("game", "seat_view"), ("game", "autoplay")}  # a view imagines games; to play one is to need bots
LEAF = "rulebook"  # rule sentences as data: every package may import it, and it imports none


def imported_modules(path: Path, root: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the absolute dotted name of everything a file imports, type-checking imports included."""
    inside = ("kickdoor", *path.relative_to(root).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = inside[: len(inside) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def is_allowed(importer: str, imported: str) -> bool:
    """Return whether one part of the package may import another."""
    if importer == imported or imported == LEAF or (importer in CORE and imported in CORE):
        return True
    if importer == LEAF:
        return False
    return RANK[imported] < RANK[importer] or (importer, imported) in SIBLINGS | WHEN_CALLED


def place_of(parts: Sequence[str]) -> str:
    """Name the place in the order that a path or a dotted name has: the engine has one for each of its folders."""
    first = parts[0].removesuffix(".py") if parts else FACADE
    if first == "engine" and len(parts) > 1:
        inner = f"engine/{parts[1].removesuffix('.py')}"
        return inner if inner in RANK else first
    return first


def violations(root: Path) -> list[str]:
    """List every import under a `kickdoor` folder that runs against the order."""
    found = []
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root)
        importer = place_of(relative.parts)
        if importer != LEAF and importer not in RANK:
            found.append(f"{relative}: {importer} has no place in the import order")
            continue
        for line, name in imported_modules(path, root):
            top, _, rest = name.partition(".")
            if top == "kickdoor":
                place = place_of(rest.split("."))
                fits = is_allowed(importer, place if place in RANK or place == LEAF else FACADE)
            else:
                fits = importer != LEAF or top in sys.stdlib_module_names
            if not fits:
                found.append(f"{relative}:{line}: {importer} imports {name}")
    return found


def test_packages_import_in_order(package: Path) -> None:
    assert violations(package) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/state/state.py", "import kickdoor.engine.rules.turn.turn"),
        ("engine/state/state.py", "from kickdoor.engine import effects"),
        ("engine/rules/turn/turn.py", "from kickdoor.engine.effects.ops import fight"),
        ("engine/rules/turn/turn.py", "from kickdoor.engine.actions import table"),
        ("engine/state/state.py", "from kickdoor import new_game"),
        ("engine/state/state.py", "from ..rules import turn"),
        ("engine/state/state.py", "from ... import view"),
        ("engine/state/deep/state.py", "from ....view import observe"),
        ("engine/rules/turn/turn.py", "def later() -> None:\n    from kickdoor.catalog import load"),
        ("view/__init__.py", "if TYPE_CHECKING:\n    from kickdoor.bots import random"),
        ("bots/random.py", "from kickdoor.sim import run"),
        ("replay.py", "from kickdoor import scenario"),
        ("server/http/app.py", "import kickdoor.cli"),
        ("sim/run.py", "from kickdoor.cli import main"),
        ("__init__.py", "from kickdoor.sim import run"),
        ("bots/random.py", "from kickdoor.autoplay import play"),
        ("rulebook/text.py", "from kickdoor.engine.state import state"),
        ("rulebook/text.py", "import msgspec"),
        ("gadgets/new.py", ""),
    ],
)
def test_planted_violation_is_found(plant: Plant, path: str, source: str) -> None:
    assert len(violations(plant({path: source}))) == 1


def test_allowed_imports_pass(plant: Plant) -> None:
    tree = {
        "__init__.py": "from kickdoor.catalog import load_catalog\nfrom .view import observe",
        "__main__.py": "from kickdoor.cli import main",
        "engine/state/ids.py": "import sys\nfrom ..machine import errors\nfrom kickdoor.rulebook import cite",
        "rulebook/__init__.py": "import json\nfrom . import text\nfrom kickdoor.rulebook.text import SENTENCES",
        "view/observe.py": "from ..engine.state.state import State\nimport kickdoor.catalog.loader",
        "sim/run.py": "from kickdoor import bots, new_game\nimport msgspec",
        "scenario.py": "from kickdoor.replay import Record",
        "cli/__init__.py": "from kickdoor import Game, scenario, sim\nfrom ..rulebook import cite",
    }
    assert violations(plant(tree)) == []
