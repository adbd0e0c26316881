"""A strict reader of parsed JSON: every value is taken by key and type, and an error names its place."""

from typing import Final

from kickdoor.engine.machine.errors import BadData

MAX_NUMBER: Final = 1 << 53
MAX_LENGTH: Final = 5000


class Node:
    """One JSON object and its place; each key is taken once, and keys left over are an error."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise BadData(f"{where}: expected an object, found {describe(value)}")
        self.value: dict[str, object] = value
        self.where = where
        self.left = len(value)

    def raw(self, key: str) -> object:
        if key not in self.value:
            raise BadData(f"{self.where}: '{key}' is missing")
        self.left -= 1
        return self.value[key]

    def has(self, key: str) -> bool:
        return key in self.value

    def number(self, key: str, least: int = -MAX_NUMBER, most: int = MAX_NUMBER) -> int:
        return number(self.raw(key), f"{self.where}.{key}", least, most)

    def flag(self, key: str) -> bool:
        value = self.raw(key)
        if not isinstance(value, bool):
            raise BadData(f"{self.where}.{key}: expected true or false, found {describe(value)}")
        return value

    def text(self, key: str) -> str:
        value = self.raw(key)
        if not isinstance(value, str) or len(value) > 200:
            raise BadData(f"{self.where}.{key}: expected a short text, found {describe(value)}")
        return value

    def items(self, key: str, most: int = MAX_LENGTH) -> list[object]:
        value = self.raw(key)
        if not isinstance(value, list) or len(value) > most:
            raise BadData(f"{self.where}.{key}: expected a list of at most {most}, found {describe(value)}")
        return value

    def numbers(self, key: str, least: int = -MAX_NUMBER, most: int = MAX_NUMBER) -> list[int]:
        where = f"{self.where}.{key}"
        return [number(item, where, least, most) for item in self.items(key)]

    def nodes(self, key: str, most: int) -> "list[Node]":
        return [Node(item, f"{self.where}.{key}[{i}]") for i, item in enumerate(self.items(key, most))]

    def fill(self, thing: object, names: tuple[str, ...]) -> None:
        """Set the fields of a new object; the initial value of each determines its type."""
        for name in names:
            setattr(thing, name, self.like(name, getattr(thing, name)))

    def like(self, name: str, example: object) -> object:
        if isinstance(example, bool):
            return self.flag(name)
        if isinstance(example, int):
            return self.number(name)
        return self.text(name) if isinstance(example, str) else self.numbers(name)

    def end(self) -> None:
        if self.left:
            raise BadData(f"{self.where}: has unknown keys, among {', '.join(sorted(self.value))[:200]}")


def describe(value: object) -> str:
    """Describe a value for an error message, shortened."""
    if isinstance(value, list | dict):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    text = "a huge number" if isinstance(value, int) and abs(value) > MAX_NUMBER else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def number(value: object, where: str, least: int = -MAX_NUMBER, most: int = MAX_NUMBER) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        span = f" from {least} to {most}" if most < MAX_NUMBER else ""
        raise BadData(f"{where}: expected a whole number{span}, found {describe(value)}")
    return value
