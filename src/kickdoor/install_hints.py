"""Says what to type: `make` in a checkout, which has a Makefile; pip and `kickdoor` wherever else the package is."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
TARGETS = {
    "table": "make play",
    "host": "make setup",
    "bench": "make bench",
    "peers": "make bench-env",
    "env": "make setup",
    "openspiel": "make setup",
    "lab": "make setup",
    "ray": "make ray",
}
"""What brings an extra along in a checkout."""


def is_checkout(package: Path = PACKAGE) -> bool:
    """Return whether the package lies in its sources, as it does for whoever works on it."""
    home = package.parent.parent
    return package.parent.name == "src" and (home / "Makefile").is_file() and (home / "pyproject.toml").is_file()


def to_serve(option: str, package: Path = PACKAGE) -> str:
    """Return how to open the table with an option."""
    return f"make play ARGS={option}" if is_checkout(package) else f"kickdoor serve {option}"


def to_install(extra: str, package: Path = PACKAGE) -> str:
    """Return how to get the packages of an extra."""
    return TARGETS[extra] if is_checkout(package) else f"pip install 'kickdoor[{extra}]'"
