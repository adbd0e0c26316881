"""Readers of the values of a scenario file: mappings, lists, names, numbers and flags."""

from kickdoor.catalog.toml_reader import suggest
from kickdoor.scenario.parsing.yaml_document import INTEGER, Block, Malformed, Rows, line_of


def format_value(value: object) -> str:
    """Write a value in the notation of scenario files."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {format_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(format_value(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None else str(value)


def read_block(value: object, label: str, line: int = 0) -> Block:
    """Read a mapping; nothing is an empty one. `label` names the value in the error."""
    if value is None:
        return Block()
    if not isinstance(value, Block):
        raise Malformed(f"{label} must be a mapping, got {format_value(value)}", line_of(value) or line)
    return value


def read_rows(value: object, label: str, line: int = 0) -> Rows:
    """Read a list; a single word is a list of one, and nothing is an empty list."""
    if value is None:
        return Rows()
    if isinstance(value, str | int) and not isinstance(value, bool):
        return Rows([value])
    if not isinstance(value, Rows):
        raise Malformed(f"{label} must be a list, got {format_value(value)}", line_of(value) or line)
    return value


def read_number(value: object) -> int | None:
    """Read an integer, quoted or not; None if the value is not one."""
    if isinstance(value, str) and INTEGER.fullmatch(value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def read_names(value: object, label: str, line: int = 0) -> list[str]:
    """Read a list of names."""
    out: list[str] = []
    for entry in read_rows(value, label, line):
        if isinstance(entry, bool) or not isinstance(entry, str | int):
            raise Malformed(f"{label} must be a list of names, got {format_value(entry)}", line_of(value) or line)
        out.append(str(entry))
    return out


def check_keys(found: Block, allowed: tuple[str, ...], label: str) -> None:
    """Raise `Malformed` if a mapping has a key that is not allowed."""
    for key in found:
        if key not in allowed:
            raise Malformed(f"{label}: unknown word '{key}'{suggest(key, list(allowed))}", found.line)


def read_string(found: Block, key: str) -> str:
    """Read a value as a string; empty if the key is missing."""
    value = found.get(key)
    if isinstance(value, bool | Block | Rows):
        raise Malformed(f"{key} must be a text, got {format_value(value)}", line_of(value) or found.line)
    return "" if value is None else str(value)


def read_flag(found: Block, key: str) -> bool:
    """Read a boolean; False if the key is missing."""
    value = found.get(key, False)
    if not isinstance(value, bool):
        raise Malformed(f"{key} must be true or false, got {format_value(value)}", found.line)
    return value
