"""Commands to show to the user: `make` in a checkout with a Makefile, pip and `kickdoor` in an installed package."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
TARGETS = {
    "server": "make play",
    "cluster": "make setup",
    "bench": "make bench",
    "peers": "make bench-env",
    "env": "make setup",
    "openspiel": "make setup",
    "lab": "make setup",
    "ray": "make ray",
}
"""The command that installs each extra in a checkout."""


def is_checkout(package: Path = PACKAGE) -> bool:
    """Return whether the package runs from a source checkout."""
    home = package.parent.parent
    return package.parent.name == "src" and (home / "Makefile").is_file() and (home / "pyproject.toml").is_file()


def to_serve(option: str, package: Path = PACKAGE) -> str:
    """Return the command that starts the server with an option."""
    return f"make play ARGS={option}" if is_checkout(package) else f"kickdoor serve {option}"


def to_install(extra: str, package: Path = PACKAGE) -> str:
    """Return the command that installs the packages of an extra."""
    return TARGETS[extra] if is_checkout(package) else f"pip install 'kickdoor[{extra}]'"
