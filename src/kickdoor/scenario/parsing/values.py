"""Reads the plain values of a scenario file: mappings, lists, names, numbers and flags."""

from kickdoor.catalog.toml_reader import suggest
from kickdoor.scenario.parsing.yaml_document import INTEGER, Block, Malformed, Rows, line_of


def shown(value: object) -> str:
    """Write a value much as the file does."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {shown(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(shown(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else str(value)


def block(value: object, what: str, line: int = 0) -> Block:
    if value is None:
        return Block()
    if not isinstance(value, Block):
        raise Malformed(f"{what} must be a mapping", line_of(value) or line)
    return value


def rows(value: object, what: str, line: int = 0) -> Rows:
    """Read a list; a single word stands for a list of one."""
    if value is None:
        return Rows()
    if isinstance(value, str | int) and not isinstance(value, bool):
        return Rows([value])
    if not isinstance(value, Rows):
        raise Malformed(f"{what} must be a list", line_of(value) or line)
    return value


def number(value: object) -> int | None:
    """Read a whole number, which may stand in quotation marks; None if it is something else."""
    if isinstance(value, str) and INTEGER.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def names(value: object, what: str, line: int = 0) -> list[str]:
    """Read a list of names."""
    out: list[str] = []
    for entry in rows(value, what, line):
        if isinstance(entry, bool) or not isinstance(entry, str | int):
            raise Malformed(f"{what} must be a list of names, not {shown(entry)}", line_of(value) or line)
        out.append(str(entry))
    return out


def known_keys(found: Block, allowed: tuple[str, ...], what: str) -> None:
    for key in found:
        if key not in allowed:
            raise Malformed(f"{what}: unknown word '{key}'{suggest(key, list(allowed))}", found.line)


def text(found: Block, key: str) -> str:
    """Read a word, a sentence or a number; empty if there is none."""
    value = found.get(key)
    if isinstance(value, bool | Block | Rows):
        raise Malformed(f"{key} must be a text, not {shown(value)}", line_of(value) or found.line)
    return "" if value is None else str(value)


def flag(found: Block, key: str) -> bool:
    value = found.get(key, False)
    if not isinstance(value, bool):
        raise Malformed(f"{key} is true or false, not {shown(value)}", found.line)
    return value
