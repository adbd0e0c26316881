"""The stable surfaces of the project as plain data: what stored games, programs and operators rely on.

Names of Python classes, functions and modules are left out on purpose: a rename shows here only if it changes what is
written to a file, sent to a client or typed by a user.

    python -m tests.conventions.surfaces           compares with tests/golden/surfaces
    python -m tests.conventions.surfaces --write   writes the files again, after a change made on purpose
"""

from __future__ import annotations

import json
import sqlite3
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Callable
from enum import Enum
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

import kickdoor
from kickdoor.catalog.json_schema import card_schema, set_schema
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.cli import parser
from kickdoor.engine.core_rules import FRAMES
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.machine.event_kinds import KINDS
from kickdoor.engine.machine.prompts import ACTS
from kickdoor.engine.rules.version import VERSION
from kickdoor.engine.state import codec
from kickdoor.engine.state.fields import saved_names
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.state import FightMonster, Offer, Term
from kickdoor.replay.record import Record
from kickdoor.server.http.openapi import openapi
from kickdoor.server.protocol.client_messages import ClientMessage, ServerMessage
from kickdoor.server.protocol.refusal_codes import CloseCode, RefusalCode
from kickdoor.server.records.table_record import TableRecord
from kickdoor.server.room.room_data import RoomData
from kickdoor.server.storage import interface, journal, snapshots
from kickdoor.server.storage.sqlite_database import scripts
from kickdoor.sim.ladder.game_file import KeptGame
from kickdoor.sim.ladder.ladder_plan import LadderPlan
from kickdoor.sim.random_play import random_play
from kickdoor.sim.simulate import Plan, simulate
from kickdoor.view import observation

TESTS = Path(__file__).parents[1]
FOLDER = TESTS / "golden" / "surfaces"
PROSE = ("description", "enumDescriptions", "title", "summary", "operationId", "examples")
"""Keys of a JSON schema that are text for readers."""
Data = Any


# Types


def shape(kind: Any, within: tuple[Any, ...] = ()) -> Data:
    """Describe a type by what its values look like in JSON."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in within:
        return "recursive"
    if origin is Annotated:
        return {"of": shape(inner[0], within), "notes": [repr(note) for note in inner[1:]]}
    if origin is NotRequired:
        return {"optional": shape(inner[0], within)}
    if origin is Literal:
        return {"one of": sorted(map(str, inner))}
    if origin in (Union, UnionType):
        return {"any of": sorted((shape(one, within) for one in inner), key=json.dumps)}
    if origin is not None:
        return {getattr(origin, "__name__", str(origin)): [shape(one, within) for one in inner]}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return struct_shape(kind, (*within, kind))
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        return {name: shape(hint, (*within, kind)) for name, hint in hints.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"one of": [str(one.value) for one in kind]}
    return "null" if kind in (None, NoneType) else getattr(kind, "__name__", str(kind))


def struct_shape(kind: Any, within: tuple[Any, ...]) -> Data:
    """Describe a struct: its tag, whether it is written as an array, and its fields in order."""
    config = kind.__struct_config__
    hints = get_type_hints(kind, localns=vars(observation), include_extras=True)
    return {
        "tag": [config.tag_field, config.tag],
        "array": config.array_like,
        "strict": config.forbid_unknown_fields,
        "fields": [
            [field.encode_name, field.required, shape(hints[field.name], within)]
            for field in msgspec.structs.fields(kind)
        ],
    }


def inlined(part: Data, definitions: dict[str, Data], within: tuple[str, ...] = ()) -> Data:
    """Put definitions where they are referred to, and leave out all text for readers."""
    if isinstance(part, list):
        return [inlined(one, definitions, within) for one in part]
    if not isinstance(part, dict):
        return part
    name = str(part.get("$ref", "")).rpartition("/")[2]
    if name:
        return "recursive" if name in within else inlined(definitions[name], definitions, (*within, name))
    return {
        key: inlined(value, definitions, within)
        for key, value in part.items()
        if key not in PROSE or not isinstance(value, str | list)
    }


# Surfaces


def wire() -> Data:
    """Return the messages between client and server, and the codes of what is refused."""
    return {
        "client": shape(ClientMessage),
        "server": shape(ServerMessage),
        "refusals": {str(why.value): [why.status, int(why.closing)] for why in RefusalCode},
        "closing": sorted(int(code) for code in CloseCode),
    }


def http() -> Data:
    """Return the HTTP interface by path."""
    page = openapi()
    found = inlined(page["paths"], page["components"]["schemas"])
    for calls in found.values():
        for call in calls.values():
            answers: dict[str, list[str]] = {}
            for status, answer in call["responses"].items():
                answers.setdefault(dump(answer), []).append(status)
            call["responses"] = [[statuses, json.loads(answer)] for answer, statuses in answers.items()]
    return found


def storage() -> Data:
    """Return what is written to databases and files."""
    database = sqlite3.connect(":memory:")
    for script in scripts():
        database.executescript(script)
    postgres = resources.files("kickdoor.server.storage.postgres").joinpath("migrations")
    return {
        "room": shape(RoomData),
        "snapshot": shape(snapshots.Snapshot),
        "snapshot kinds": [interface.NEWEST, interface.QUIET, interface.BASE],
        "journal kinds": [journal.ANSWER, journal.UNDO, journal.CHAT, journal.GOES_ON],
        "journal: new rules": shape(journal.RulesChangeEntry),
        "record": shape(Record),
        "table record": shape(TableRecord),
        "ladder": [shape(LadderPlan), shape(KeptGame)],
        "sqlite": [row[0] for row in database.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")],
        "postgres": [entry.read_text("utf-8") for entry in sorted(postgres.iterdir(), key=lambda one: one.name)],
    }


def state() -> Data:
    """Return the keys of a saved state and of all frames, in the order that numbers depend on."""
    return {
        "rules version": VERSION,
        "format": codec.FORMAT,
        "state": codec.STATE_FIELDS,
        "seat": codec.SEAT_FIELDS,
        "fight": codec.FIGHT_FIELDS,
        "monster": [name for name in saved_names(FightMonster.FIELDS) if name not in ("definition", "name")],
        "term": [name for name in saved_names(Term.FIELDS) if name not in ("definition", "name")],
        "claim": saved_names(RewardClaim.FIELDS),
        "offer": saved_names(Offer.FIELDS),
        "options": codec.OPTION_FIELDS,
        "frames": [[frame.KIND, [field.name for field in frame.FIELDS]] for frame in FRAMES],
        "saved keys": saved_keys(),
    }


def saved_keys() -> list[str]:
    """Return the paths of all keys of some saved games."""
    found: set[str] = set()

    def collect(part: Data, path: str) -> None:
        if isinstance(part, dict):
            for key, value in part.items():
                found.add(f"{path}.{key}")
                collect(value, f"{path}.{key}")
        elif isinstance(part, list):
            for value in part:
                collect(value, f"{path}[]")

    for mix in (["deluxe"], known_sets()):
        for seed in range(3):
            game = random_play(load_catalog(mix), 4, f"surfaces-{seed}")
            for _ in range(150):
                if not all(game.step() for _ in range(5)):
                    break
                collect(json.loads(codec.state_to_json(game.state)), "")
    return sorted(found)


def seen() -> Data:
    """Return what a seat is shown."""
    return {"seat": shape(observation.Observation), "open": shape(observation.OpenObservation)}


def language() -> Data:
    """Return the words of events, acts and card files."""
    return {
        "events": [[kind.word, kind.seat.sort, kind.other.sort, kind.amount.sort, kind.cards.sort] for kind in KINDS],
        "acts": ACTS,
        "ops": sorted(OPS),
        "card files": digest(inlined(card_schema(), card_schema()["$defs"])),  # type: ignore[arg-type]
        "set files": digest(inlined(set_schema(), set_schema()["$defs"])),  # type: ignore[arg-type]
    }


def commands() -> Data:
    """Return the flags and arguments of every command."""

    def arguments(one: ArgumentParser) -> Data:
        out: dict[str, Data] = {}
        for action in one._actions:
            if isinstance(action, _SubParsersAction):
                out |= {name: arguments(sub) for name, sub in action.choices.items()}
            elif action.option_strings:
                choices = None if action.choices is None else [str(choice) for choice in action.choices]
                out[" ".join(action.option_strings)] = [str(action.nargs), choices]
            else:
                out[f"<{action.dest}>"] = str(action.nargs)
        return out

    return arguments(parser())


def public() -> Data:
    """Return what `import kickdoor` and the environments offer by name."""
    names = {
        name: sorted(key for key in vars(value) if not key.startswith("_"))
        for name in sorted(kickdoor.__all__)
        if isinstance(value := getattr(kickdoor, name), type)
    }
    return {"names": sorted(kickdoor.__all__), "classes": names, "environments": environments()}


def environments() -> list[str]:
    """Return the ids of the Gymnasium environments."""
    import gymnasium

    import kickdoor.env  # noqa: F401

    return sorted(id for id in gymnasium.registry if id.startswith("kickdoor/"))


def games() -> Data:
    """Return the digests of simulated games."""
    return {
        f"{sets}, {bots}, {number} games": simulate(
            Plan(sets=tuple(sets.split("+")), seats=4, bots=(bots,) * 4, games=number, seed="7")
        ).digest()
        for sets, bots, number in (
            ("deluxe", "random", 12),
            ("star", "random", 6),
            ("steampunk", "random", 6),
            ("cooks", "random", 6),
            ("deluxe+star+steampunk+cooks", "random", 6),
            ("deluxe", "normal", 2),
            ("star+cooks", "nasty", 2),
        )
    }


def digest(part: Data) -> str:
    """Return a short digest of data too long to keep."""
    return blake2b(json.dumps(part, sort_keys=True).encode(), digest_size=8).hexdigest()


SURFACES: dict[str, Callable[[], Data]] = {
    "wire": wire, "http": http, "storage": storage, "state": state, "seen": seen, "language": language,
    "commands": commands, "public": public, "games": games,
}  # fmt: skip


def dump(part: Data, indent: str = "") -> str:
    """Return data as JSON in which short parts stand on one line."""
    line = json.dumps(part, sort_keys=True, ensure_ascii=False, default=list)
    if len(indent + line) <= 110 or not isinstance(part, dict | list | tuple) or not part:
        return line
    deeper = indent + " "
    if isinstance(part, dict):
        lines = [f"{deeper}{json.dumps(str(key))}: {dump(part[key], deeper)}" for key in sorted(part)]
        return "{\n" + ",\n".join(lines) + "\n" + indent + "}"
    return "[\n" + ",\n".join(deeper + dump(one, deeper) for one in part) + "\n" + indent + "]"


def text_of(name: str) -> str:
    """Return a surface as it is kept in its file."""
    return dump(SURFACES[name]()) + "\n"


def main() -> int:
    """Compare or write all files; return 1 if any differed and was not written."""
    status = 0
    for name in SURFACES:
        path, text = FOLDER / f"{name}.json", text_of(name)
        if not path.exists() or path.read_text("utf-8") != text:
            if "--write" in sys.argv[1:]:
                path.write_text(text, "utf-8")
            else:
                status = 1
            sys.stdout.write(f"{path.name} {'written' if not status else 'differs'}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
