"""Tests that texts, comments and names call players "they", or use no pronoun."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

Plant = Callable[[dict[str, str]], Path]

GENDERED = ("he", "his", "him", "himself", "she", "her", "hers", "herself")
WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(GENDERED)})(?![a-z])", re.IGNORECASE)
"""Such a word, also as a part of a name that is written with underscores."""

PLACES = (
    ("", "*.md"),
    ("docs", "**/*"),
    ("src", "**/*"),
    ("tests", "**/*"),
    ("tools", "**/*"),
    ("web/src", "**/*"),
)
TEXTS = {".py", ".pyi", ".toml", ".json", ".yaml", ".md", ".ts", ".svelte", ".css", ".html", ".sh"}
BUILT = "src/kickdoor/server/static/"
"""Made from web/src, and squeezed: there a word may be a variable."""

ALLOWED = (
    # A flavour text is about the figure in the picture, not about the player
    ("src/kickdoor/catalog/", re.compile(r'^flavour = ".*"$')),
    # It must name what it looks for
    ("tests/conventions/test_everyone.py", re.compile(r"^GENDERED = ")),
)


def texts(root: Path) -> Iterator[tuple[str, Path]]:
    """List the files that are read, with their names in the repository."""
    for folder, pattern in PLACES:
        for path in sorted((root / folder).glob(pattern)):
            name = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix in TEXTS and not name.startswith(BUILT):
                yield name, path


def allowance(name: str, line: str) -> int:
    """Find the number of what allows a line; -1 if nothing does."""
    fits = [i for i, (place, form) in enumerate(ALLOWED) if name.startswith(place) and form.match(line)]
    return fits[0] if fits else -1


def gendered_lines(root: Path) -> list[tuple[str, int, str]]:
    """List the lines with such a word, by file and number; a file's own name is its line 0."""
    found = []
    for name, path in texts(root):
        lines = [name, *path.read_text(encoding="utf-8").splitlines()]
        found += [(name, number, line) for number, line in enumerate(lines) if WORD.search(line)]
    return found


def violations(root: Path) -> list[str]:
    """List the places where a pronoun gives a player a sex, except allowed ones."""
    return [f"{name}:{number}: {line}" for name, number, line in gendered_lines(root) if allowance(name, line) < 0]


def test_players_are_called_they(repository: Path) -> None:
    assert violations(repository) == []


def test_every_exception_is_needed(repository: Path) -> None:
    used = {allowance(name, line) for name, _, line in gendered_lines(repository)}
    assert used == set(range(len(ALLOWED)))


def test_planted_pronouns_are_found(plant: Plant) -> None:
    names = [
        "README.md",
        "docs/table.md",
        "src/kickdoor/text/locales/en/messages.toml",
        "src/kickdoor/rulebook/rules.json",
    ]
    names += ["src/kickdoor/game.py", "tests/test_turn.py", "tests/scenarios/turn.yaml", "tools/chromium.sh"]
    names += ["web/src/i18n/en.json", "web/src/table/Hand.svelte", "web/src/table/hand.ts", "web/src/style/hand.css"]
    text = "".join(f"One, {word}.\n{word.capitalize()}'d\n" for word in GENDERED)
    assert len(violations(plant(dict.fromkeys(names, text)))) == len(names) * len(GENDERED) * 2


def test_pronouns_in_names_are_found(plant: Plant) -> None:
    code = "".join(f"def test_one_and_{word}_too() -> None: ...\n" for word in GENDERED)
    files = {"tests/test_turn.py": code} | {f"tests/scenarios/one_and_{word}.yaml": "" for word in GENDERED}
    assert len(violations(plant(files))) == len(GENDERED) * 2


def test_flavour_texts_are_not_checked(plant: Plant) -> None:
    card = "".join(f'flavour = "One, {word}."\nrules_text = "One, {word}."\n' for word in GENDERED)
    found = violations(plant({"src/kickdoor/catalog/toys/door/monsters.toml": card}))
    assert len(found) == len(GENDERED)
    assert all("rules_text" in line for line in found)


def test_other_words_and_built_files_are_not_checked(plant: Plant) -> None:
    words = "They, there, the hero, this, where, Sheriff, anchor, usher, chimera, Helm, other, history, heir.\n"
    files = {"README.md": words, f"{BUILT}app/table.css": GENDERED[0]}
    assert violations(plant(files | {"src/kickdoor/view/picture.webp": GENDERED[0]})) == []
