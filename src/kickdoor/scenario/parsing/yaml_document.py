"""Parser of untrusted YAML 1.2: plain data with line numbers, limited in size and depth, without anchors and tags."""

import re
from pathlib import Path
from typing import Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from kickdoor.engine.machine.errors import BadData

MAX_BYTES: Final = 256 * 1024
MAX_DEPTH: Final = 12
MAX_MESSAGE_LENGTH: Final = 400
"""Maximum length of an error message, without its line number."""

INTEGER: Final = re.compile(r"[-+]?[0-9]{1,9}")


class Malformed(BadData):
    """A scenario that cannot be read, or whose position is impossible."""

    def __init__(self, message: str, line: int = 0) -> None:
        # Card and player names come from the file and may contain line breaks.
        text = " ".join(message.split())
        text = text if len(text) <= MAX_MESSAGE_LENGTH else text[: MAX_MESSAGE_LENGTH - 2] + " …"
        super().__init__(f"line {line}: {text}" if line else text)


class Impossible(Malformed):
    """A step that can be read, but that no card of the sets allows; an `illegal` step counts it as refused."""


class Block(dict[str, object]):
    """A mapping with its line number."""

    line = 0


class Rows(list[object]):
    """A list with its line number."""

    line = 0


def line_of(value: object) -> int:
    """Return the line on which a mapping or list starts; 0 for other values."""
    return value.line if isinstance(value, Block | Rows) else 0


def read_text(path: Path) -> str:
    """Read a UTF-8 file of at most `MAX_BYTES` bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as e:
        raise BadData(f"{path}: cannot be read: {e.strerror}") from None
    if len(data) > MAX_BYTES:
        raise Malformed(f"larger than {MAX_BYTES // 1024} kB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("not UTF-8 text") from None


def parse(text: str) -> object:
    """Parse a document into blocks, rows, strings, integers, booleans and None."""
    builder = DocumentBuilder()
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            builder.add_event(event)
    except MarkedYAMLError as e:
        mark = e.problem_mark or e.context_mark
        raise Malformed(f"not valid YAML: {e.problem or e.context}", mark.line + 1 if mark else 0) from None
    except (YAMLError, RecursionError, ValueError) as e:
        if isinstance(e, Malformed):
            raise
        raise Malformed(f"not valid YAML: {' '.join(str(e).split())[:200]}") from None
    return builder.root


class DocumentBuilder:
    """Builder of plain values from parser events; it never constructs an object from a tag."""

    def __init__(self) -> None:
        self.root: object = None
        self.open: list[Block | Rows] = []
        self.keys: list[str | None] = []
        self.documents = 0

    def add_event(self, event: Event) -> None:
        """Add the next event of the parser."""
        line = event.start_mark.line + 1
        if isinstance(event, DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise Malformed("more than one document in the file", line)
        elif isinstance(event, AliasEvent):
            raise Malformed("anchors and aliases are not allowed", line)
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            self.open_container(Block() if isinstance(event, MappingStartEvent) else Rows(), event, line)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self.open.pop()
            self.keys.pop()
        elif isinstance(event, ScalarEvent):
            self.check_plain(event, line)
            self.add_scalar(event, line)

    def check_plain(self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent, line: int) -> None:
        """Raise `Malformed` if a value has an anchor or a tag."""
        if event.anchor:
            raise Malformed("anchors and aliases are not allowed", line)
        if event.tag is not None or event.ctag is not None:
            raise Malformed("tags are not allowed", line)

    def open_container(self, value: Block | Rows, event: MappingStartEvent | SequenceStartEvent, line: int) -> None:
        """Add an empty mapping or list, to which the next events belong."""
        self.check_plain(event, line)
        if len(self.open) >= MAX_DEPTH:
            raise Malformed(f"nested deeper than {MAX_DEPTH} levels", line)
        value.line = line
        self.add_value(value, line)
        self.open.append(value)
        self.keys.append(None)

    def add_scalar(self, event: ScalarEvent, line: int) -> None:
        """Add a scalar: the next key of a mapping, or a value."""
        top = self.open[-1] if self.open else None
        if isinstance(top, Block) and self.keys[-1] is None:
            if event.value in top:
                raise Malformed(f"'{event.value}' is given twice", line)
            self.keys[-1] = event.value
            return
        self.add_value(parse_scalar(event.value) if event.style is None else event.value, line)

    def add_value(self, value: object, line: int) -> None:
        """Add a value to the innermost open list or mapping."""
        top = self.open[-1] if self.open else None
        if top is None:
            self.root = value
        elif isinstance(top, Rows):
            top.append(value)
        else:
            key = self.keys[-1]
            if key is None:
                raise Malformed("a key must be a word", line)
            top[key] = value
            self.keys[-1] = None


def parse_scalar(word: str) -> object:
    """Parse an unquoted scalar as YAML 1.2 defines it: `on`, `yes` and `no` are strings."""
    if word in ("true", "True", "TRUE"):
        return True
    if word in ("false", "False", "FALSE"):
        return False
    if word in ("", "~", "null", "Null", "NULL"):
        return None
    return int(word) if INTEGER.fullmatch(word) else word
