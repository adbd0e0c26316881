"""Tests that no code outside the card data names a set or a card."""

import ast
import tomllib
from collections.abc import Callable
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

DOOR_KINDS = {"monster", "curse", "enhancer", "class", "race", "super", "halfbreed", "cheat", "wandering", "mate"}
TREASURE_KINDS = {"item", "oneshot", "goup", "follower"}
KINDS = DOOR_KINDS | TREASURE_KINDS | {"other_door", "other_treasure"}


def set_folders(catalog: Path) -> list[Path]:
    """List the folders that hold a set of cards."""
    return sorted({path.parent for path in catalog.glob("*/*") if path.name in {"set.toml", "door", "treasure"}})


def card_ids(set_folder: Path) -> set[str]:
    """Collect the ids of a set's cards: the top-level tables of its card files."""
    ids: set[str] = set()
    for pile in ("door", "treasure"):
        for path in (set_folder / pile).rglob("*.toml"):
            cards = tomllib.loads(path.read_text(encoding="utf-8"))
            ids |= {card for card, content in cards.items() if isinstance(content, dict)}
    return ids


def string_constants(path: Path) -> list[tuple[int, str]]:
    """List a file's string constants with their lines, without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]


def violations(root: Path) -> list[str]:
    """List every string constant outside `catalog/` that names a set or a card."""
    names: set[str] = set()
    for folder in set_folders(root / "catalog"):
        names |= {folder.name} | card_ids(folder)
    names -= KINDS
    return [
        f"{path.relative_to(root)}:{line}: {text!r}"
        for path in sorted(root.rglob("*.py"))
        if path.relative_to(root).parts[0] != "catalog"
        for line, text in string_constants(path)
        if text in names
    ]


def test_no_code_names_a_set_or_card(package: Path) -> None:
    assert violations(package) == []


CATALOG = {
    "catalog/toy_set/set.toml": 'name = "Toys"',
    "catalog/toy_set/door/monsters.toml": "[tin_soldier]\nlevel = 1\n[mate]\n[tin_soldier.on_win]\nlevels = 1",
    "catalog/toy_set/treasure/items.toml": "[wooden_sword]\nbonus = 2",
    "catalog/messages/en.toml": "[plain_word]",
}


def test_planted_names_are_found(plant: Plant) -> None:
    code = 'if card == "tin_soldier" or f"{1}wooden_sword" or {"toy_set": 1}:\n    pass\n'
    assert len(violations(plant(CATALOG | {"engine/rules/fight/combat.py": code}))) == 3


def test_kinds_docstrings_and_catalog_are_free(plant: Plant) -> None:
    code = '"""tin_soldier"""\nkind = "mate"\n"""wooden_sword"""\nother = ["on_win", "plain_word", "messages"]\n'
    tree = {"engine/rules/fight/combat.py": code, "catalog/loader.py": 'default = "toy_set"'}
    assert violations(plant(CATALOG | tree)) == []
