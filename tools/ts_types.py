"""Writes the TypeScript types of the table's messages from the Python ones, so that the two cannot drift apart.

python tools/ts_types.py           writes web/src/protocol.ts
python tools/ts_types.py --check   fails if that file is out of date
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from msgspec import inspect as look

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import prompts
from kickdoor.table.records.playback import Moment, ReplayPage
from kickdoor.table.records.stats import Stats
from kickdoor.table.server import lobby as api
from kickdoor.table.wire import client as wire

TARGET = Path(__file__).parents[1] / "web" / "src" / "protocol.ts"
ORDERS = (api.NewTable, api.Join, api.Pupil)
ANSWERS = (api.Seated, api.TableShown, api.MoveCode, api.RecordKept, api.Problem, Stats, Moment, ReplayPage)
PICKS = ("P_GIVE", "P_WANT", "P_COUNT", "P_PLACE", "P_CARD", "P_TOKENS", "P_TOKEN_PLACE", "P_ANYWAY", "P_TO", "P_SHIFT")


def type_text(kind: look.Type) -> str:
    """Writes one type."""
    if isinstance(kind, look.StrType):
        return "string"
    if isinstance(kind, look.IntType | look.FloatType):
        return "number"
    if isinstance(kind, look.BoolType):
        return "boolean"
    if isinstance(kind, look.NoneType):
        return "null"
    if isinstance(kind, look.LiteralType):
        return " | ".join(f'"{value}"' for value in kind.values)
    if isinstance(kind, look.ListType):
        inner = type_text(kind.item_type)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(kind, look.DictType):
        return f"Record<string, {type_text(kind.value_type)}>"
    if isinstance(kind, look.UnionType):
        return " | ".join(dict.fromkeys(type_text(one) for one in kind.types))
    if isinstance(kind, look.StructType):
        return kind.cls.__name__
    if isinstance(kind, look.AnyType):
        return "any"
    raise TypeError(f"no words for {kind}")


def gather(kind: look.Type, found: dict[str, look.StructType]) -> None:
    """Finds every message and part of one below a type."""
    if isinstance(kind, look.StructType):
        if kind.cls.__name__ not in found:
            found[kind.cls.__name__] = kind
            for field in kind.fields:
                gather(field.type, found)
    elif isinstance(kind, look.UnionType):
        for one in kind.types:
            gather(one, found)
    elif isinstance(kind, look.ListType):
        gather(kind.item_type, found)
    elif isinstance(kind, look.DictType):
        gather(kind.value_type, found)


def struct_text(kind: look.StructType, from_client: bool) -> str:
    """Writes a message; what a client may leave out is optional."""
    doc = (kind.cls.__doc__ or "").strip().splitlines()
    lines = [f"/** {doc[0]} */"] if doc and not doc[0].startswith(kind.cls.__name__) else []
    lines.append(f"export interface {kind.cls.__name__} {{")
    if kind.tag_field:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    for field in kind.fields:
        mark = "?" if from_client and not field.required else ""
        lines.append(f"  {field.encode_name}{mark}: {type_text(field.type)};")
    return "\n".join([*lines, "}"])


def constants() -> list[str]:
    """Writes the numbers a client computes with: how picks of bargains are packed, and the names of things."""
    lines = [f"export const {name} = {getattr(prompts, name)};" for name in PICKS]
    for name, words in (("PHASES", nr.PHASES), ("KINDS", nr.KINDS), ("SLOTS", nr.SLOTS), ("DECKS", nr.DECKS)):
        listed = ", ".join(f'"{word}"' for word in words)
        lines.append(f"export const {name} = [{listed}] as const;")
    return lines


def page() -> str:
    """Makes the whole file."""
    client = msgspec.inspect.type_info(wire.ClientMessage)
    server = msgspec.inspect.type_info(wire.ServerMessage)
    parts = ["// Made by tools/ts_types.py from the Python messages. Do not edit.", *constants()]
    done: dict[str, look.StructType] = {}
    for root, mine in ((client, True), (server, False)):
        found: dict[str, look.StructType] = {}
        gather(root, found)
        parts += [struct_text(kind, mine) for name, kind in found.items() if name not in done]
        done |= found
    for struct in (*ORDERS, *ANSWERS):
        found = {}
        gather(msgspec.inspect.type_info(struct), found)
        parts += [struct_text(kind, struct in ORDERS) for name, kind in found.items() if name not in done]
        done |= found
    parts.append(f"export type ClientMessage = {type_text(client)};")
    parts.append(f"export type ServerMessage = {type_text(server)};")
    return "\n\n".join(parts) + "\n"


def main() -> int:
    text = page()
    if "--check" in sys.argv:
        current = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
        if current != text:
            print(f"{TARGET.name} is out of date: run python tools/ts_types.py")
            return 1
        return 0
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
