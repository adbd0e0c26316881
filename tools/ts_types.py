"""Generate the TypeScript types of views and messages from the Python ones, so that both stay in step.

python tools/ts_types.py           writes web/src/protocol/observation.ts and messages.ts, and the schema in docs
python tools/ts_types.py --check   fails if one of them is out of date
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts
from kickdoor.server.http import api_types as api
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.records.analysis_api import AnalysisShown
from kickdoor.server.records.game_stats import Stats
from kickdoor.server.records.playback import Moment, ReplayPage
from kickdoor.view import frame_types, observation, part_types

TARGET = Path(__file__).parents[1] / "web" / "src" / "protocol"
SCHEMA = Path(__file__).parents[1] / "docs" / "observation-schema.json"
SEEN = (frame_types, part_types, observation)
ORDERS = (api.NewTable, api.Join, api.TutorialRequest)
ANSWERS = (
    api.SeatCredentials, api.TableSummary, api.MoveCode, api.RecordKept, api.Problem, Stats, Moment, ReplayPage,
    AnalysisShown,
)  # fmt: skip
PICKS = ("P_GIVE", "P_WANT", "P_COUNT", "P_PLACE", "P_CARD", "P_TOKENS", "P_TOKEN_PLACE", "P_ANYWAY", "P_TO", "P_SHIFT")
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", None: "null", Any: "any"}
JSON_TYPES = {str: "string", int: "integer", bool: "boolean", type(None): "null", None: "null"}
UNION = (Union, types.UnionType)
WIDTH = 120
"""Maximum line width in the sources of the web client."""


# Types


def aliases() -> dict[Any, str]:
    """Return the named types of an observation that are not classes."""
    return {
        value: name
        for module in SEEN
        for name, value in vars(module).items()
        if get_origin(value) in (tuple, Annotated, *UNION)
    }


NAMED = aliases()


def type_text(kind: Any, named: bool = True) -> str:
    """Return one type, by its name if it has one."""
    origin, inner = get_origin(kind), get_args(kind)
    if named and origin and kind in NAMED:
        return NAMED[kind]
    if kind in PLAIN:
        return PLAIN[kind]
    if origin is Annotated:
        words = next((note for note in inner[1:] if isinstance(note, tuple)), ())
        return words_text(words) or type_text(inner[0])
    if origin is Literal:
        return words_text(inner)
    if origin is list:
        item = type_text(inner[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(part_text(one) for one in inner)}]"
    if origin is dict:
        return f"Record<string, {type_text(inner[1])}>"
    if origin in UNION:
        return " | ".join(dict.fromkeys(type_text(one) for one in inner if one is not msgspec.UnsetType))
    if is_typeddict(kind) or is_struct(kind):
        return str(kind.__name__)
    raise TypeError(f"no words for {kind}")


def words_text(words: tuple[str, ...]) -> str:
    return " | ".join(f'"{word}"' for word in words)


def part_text(kind: Any) -> str:
    """Return one element of a tuple with its label."""
    label = next((note for note in get_args(kind)[1:] if isinstance(note, str)), "")
    return f"{label}: {type_text(kind)}" if label else type_text(kind)


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def hints_of(cls: type) -> dict[str, Any]:
    """Return the types of all fields; messages name observation types that msgspec itself does not resolve."""
    return get_type_hints(cls, localns=vars(observation), include_extras=True)


# Observation


def docs_of(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements with the docstring below each."""
    for n, statement in enumerate(body):
        below = body[n + 1] if n + 1 < len(body) else None
        has_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        yield statement, str(below.value.value) if has_text else ""  # type: ignore[union-attr]


def comment(text: str, indent: str = "") -> list[str]:
    """Return the first sentence of a docstring as a comment; skip generated signatures."""
    first = re.sub(" +", " ", text.strip().split("\n\n")[0].replace("\n", " "))
    if len(line := f"{indent}/** {first} */") <= WIDTH:
        return [line] if first else []
    rest = textwrap.wrap(first, WIDTH - len(indent) - 3, break_long_words=False, break_on_hyphens=False)
    return [f"{indent}/**", *(f"{indent} * {part}" for part in rest), f"{indent} */"]


def wrap(line: str) -> str:
    """Break a declaration that is too wide, as the formatter of the web client would."""
    if len(line) <= WIDTH:
        return line
    head, _, value = line.removesuffix(";").partition(" = ")
    if value.startswith("["):
        inner, _, tail = value[1:].rpartition("]")
        return "\n".join([f"{head} = [", *(f"  {part}," for part in inner.split(", ")), f"]{tail};"])
    if len(value) <= WIDTH - 3:
        return f"{head} =\n  {value};"
    return "\n".join([f"{head} =", *(f"  | {part}" for part in value.split(" | "))]) + ";"


def field_docs(cls: type) -> dict[str, str]:
    """Return the docstring of each field of a class from the source."""
    (tree,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(tree, ast.ClassDef)
    fields = [(one, doc) for one, doc in docs_of(tree.body) if isinstance(one, ast.AnnAssign)]
    return {one.target.id: doc for one, doc in fields if isinstance(one.target, ast.Name)}


def dict_text(cls: type, bases: list[str]) -> str:
    """Return a TypedDict as an interface, with its own fields only."""
    hints = hints_of(cls)
    lines = [*comment(cls.__doc__ or ""), f"export interface {cls.__name__} {extends(bases)}{{"]
    for name, doc in field_docs(cls).items():
        optional = get_origin(hints[name]) is NotRequired
        kind = get_args(hints[name])[0] if optional else hints[name]
        lines += [*comment(doc, "  "), f"  {name}{'?' if optional else ''}: {type_text(kind)};"]
    return "\n".join([*lines, "}"])


def extends(bases: list[str]) -> str:
    named = [base for base in bases if base != "TypedDict"]
    return f"extends {', '.join(named)} " if named else ""


def alias_text(name: str, kind: Any, doc: str) -> str:
    return "\n".join([*comment(doc), wrap(f"export type {name} = {type_text(kind, named=False)};")])


def observation_page() -> str:
    """Return the file of observation types, in the order of the Python source."""
    parts = ["// Made by tools/ts_types.py from kickdoor.view.observation. Do not edit."]
    for module in SEEN:
        for statement, doc in docs_of(ast.parse(inspect.getsource(module)).body):
            if isinstance(statement, ast.ClassDef):
                bases = [base.id for base in statement.bases if isinstance(base, ast.Name)]
                parts.append(dict_text(getattr(module, statement.name), bases))
            elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                name = statement.targets[0].id
                parts.append(alias_text(name, getattr(module, name), doc))
    return "\n\n".join(parts) + "\n"


def schema(kind: Any) -> dict[str, Any]:
    """Return the JSON schema of a type of an observation."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in JSON_TYPES:
        return {"type": JSON_TYPES[kind]}
    if origin is Annotated:
        words = next((note for note in inner[1:] if isinstance(note, tuple)), ())
        label = next((note for note in inner[1:] if isinstance(note, str)), "")
        return {"enum": [*words]} if words else {**schema(inner[0]), **({"title": label} if label else {})}
    if origin is Literal:
        return {"enum": [*inner]}
    if origin is list:
        return {"type": "array", "items": schema(inner[0])}
    if origin is tuple:
        items = [schema(one) for one in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin in UNION:
        return {"anyOf": [schema(one) for one in inner]}
    return {"$ref": f"#/$defs/{kind.__name__}"}


def dict_schema(cls: type) -> dict[str, Any]:
    """Return the JSON schema of a TypedDict, with the documentation of its fields."""
    fields, docs, required = {}, all_docs(cls), []
    for name, kind in hints_of(cls).items():
        optional = get_origin(kind) is NotRequired
        fields[name] = {**schema(get_args(kind)[0] if optional else kind), "description": docs[name]}
        required += [] if optional else [name]
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def all_docs(cls: type) -> dict[str, str]:
    """Return the docstring of each field of a TypedDict, inherited ones included."""
    (tree,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(tree, ast.ClassDef)
    known = {name: one for module in SEEN for name, one in vars(module).items() if is_typeddict(one)}
    bases = [all_docs(known[base.id]) for base in tree.bases if isinstance(base, ast.Name) and base.id in known]
    return {name: doc for docs in [*bases, field_docs(cls)] for name, doc in docs.items()}


def observation_schema() -> str:
    """Return the JSON schema of an observation."""
    kinds = {one for module in SEEN for one in vars(module).values() if is_typeddict(one)}
    page = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/Observation",
        "$defs": {kind.__name__: dict_schema(kind) for kind in sorted(kinds, key=lambda one: one.__name__)},
    }
    return json.dumps(page, indent=1) + "\n"


# Messages


def gather(kind: Any, found: dict[str, type]) -> None:
    """Collect every message, and every struct in one, below a type."""
    if is_struct(kind):
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            for hint in hints_of(kind).values():
                gather(hint, found)
    for one in get_args(kind):
        gather(one, found)


def struct_text(cls: type[msgspec.Struct], from_client: bool) -> str:
    """Return a message; fields that a client may omit or the server omits by default are optional."""
    hints, docs = hints_of(cls), field_docs(cls)
    lines = [*comment(cls.__doc__ or ""), f"export interface {cls.__name__} {{"]
    if cls.__struct_config__.tag_field:
        lines.append(f'  {cls.__struct_config__.tag_field}: "{cls.__struct_config__.tag}";')
    for field in msgspec.structs.fields(cls):
        left_out = field.default is msgspec.UNSET or (from_client and not field.required)
        mark = "?" if left_out else ""
        lines += comment(docs.get(field.name, ""), "  ")
        lines.append(f"  {field.encode_name}{mark}: {type_text(hints[field.name])};")
    return "\n".join([*lines, "}"])


def constants() -> list[str]:
    """Return the constants that a client computes with: packing of bargain picks, and names."""
    lines = [f"export const {name} = {getattr(prompts, name)};" for name in PICKS]
    for name, words in (("PHASES", nr.PHASES), ("KINDS", nr.KINDS), ("SLOTS", nr.SLOTS), ("DECKS", nr.DECKS)):
        listed = ", ".join(f'"{word}"' for word in words)
        lines.append(wrap(f"export const {name} = [{listed}] as const;"))
    return lines


def messages_page() -> str:
    """Return the file of message types."""
    parts = [
        "// Made by tools/ts_types.py from the Python messages. Do not edit.",
        'import type { Observation, OpenObservation } from "./observation";',
        *constants(),
    ]
    done: dict[str, type] = {}
    roots = [(wire.ClientMessage, True), (wire.ServerMessage, False)]
    for root, mine in [*roots, *[(one, True) for one in ORDERS], *[(one, False) for one in ANSWERS]]:
        found: dict[str, type] = {}
        gather(root, found)
        parts += [struct_text(kind, mine) for name, kind in found.items() if name not in done]
        done |= found
    parts.append(wrap(f"export type ClientMessage = {type_text(wire.ClientMessage)};"))
    parts.append(wrap(f"export type ServerMessage = {type_text(wire.ServerMessage)};"))
    return "\n\n".join(parts) + "\n"


def outputs() -> dict[Path, str]:
    """Return every generated file."""
    return {
        TARGET / "observation.ts": observation_page(),
        TARGET / "messages.ts": messages_page(),
        SCHEMA: observation_schema(),
    }


def main() -> int:
    behind = []
    for path, text in outputs().items():
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            behind.append(path.name)
    if behind:
        print(f"out of date: {', '.join(behind)}; run python tools/ts_types.py")
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
