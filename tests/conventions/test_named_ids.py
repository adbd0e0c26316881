"""Numbers that stand for something have the name of its kind: few parameters of the engine are a bare `int`.

`python -m tests.conventions.test_named_ids` prints the count and the commonest names.
"""

import ast
from collections import Counter
from collections.abc import Callable
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

QUANTITIES = frozenset(
    (
        "n", "amount", "count", "number", "most", "least", "each", "index", "base", "keep", "worth", "limit", "extra",
        "bonus", "value", "seats", "paid", "first", "second", "treasures", "rest", "places", "need", "k", "x", "i",
    )
)  # fmt: skip
"""Counts, amounts and positions stay `int`."""
MAX_BARE = 200


def bare_ints(engine: Path) -> Counter[str]:
    """Count the parameters that are annotated `int` and are no quantity, by name."""
    found: Counter[str] = Counter()
    for path in sorted(engine.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    if isinstance(a.annotation, ast.Name) and a.annotation.id == "int" and a.arg not in QUANTITIES:
                        found[a.arg] += 1
    return found


def test_few_parameters_of_the_engine_are_bare_ints(package: Path) -> None:
    assert bare_ints(package / "engine").total() < MAX_BARE


def test_planted_violations_are_found(plant: Plant) -> None:
    root = plant({"a.py": "def f(seat: int, n: int, card: CardId, *, deck: int = 0) -> int: ...\n"})
    assert bare_ints(root) == {"seat": 1, "deck": 1}


if __name__ == "__main__":
    names = bare_ints(Path(__file__).parents[2] / "src" / "kickdoor" / "engine")
    print(names.total(), ", ".join(f"{name} {n}" for name, n in names.most_common(20)))  # noqa: T201
