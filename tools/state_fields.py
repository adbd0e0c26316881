"""Generate what follows from the declarations of fields of the state, its parts and its frames.

These are constructors and copies of the state's parts, copies of frames, what observations show, and docs/state.md.

python tools/state_fields.py           writes them
python tools/state_fields.py --check   fails if a file is out of date
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from kickdoor.engine.core_rules import FRAMES
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.runtime import Frame
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state import fields as f
from kickdoor.engine.state.fields import StateField
from kickdoor.engine.state.reward_claims import RewardClaim
from kickdoor.engine.state.state import Fight, FightMonster, Offer, Seat, State, Term

SOURCE = Path(__file__).parents[1] / "src" / "kickdoor"
VIEW = SOURCE / "view"
DOCUMENT = SOURCE.parents[1] / "docs" / "state.md"
MARK = "    # Made by tools/state_fields.py from here to the end of the class."
HEAD = "Made by tools/state_fields.py from the declarations of the fields. Do not edit."
RECORDS = (Term, Offer)
"""Parts that are never changed: the constructor takes every field, and copies share them."""
COPIED = (Seat, FightMonster, Fight, State)
PARTS = (*RECORDS, RewardClaim, *COPIED)
GROUPS: tuple[tuple[type[Frame], str, str], ...] = (
    (Window, "ObservedWindow", "A reaction window."),
    (ChoiceFrame, "ObservedChoice", "A choice of one seat among candidates."),
    (Frame, "ObservedProcedure", "The fields of every frame."),
)
"""The base types of observed frames."""
ANNOTATIONS = {
    f.FLAG: "bool", f.SEAT: "SeatNo", f.CARD: "CardId", f.MONSTER: "MonsterId", f.PROGRAM: "ProgramId",
    f.DEFINITION: "DefinitionId", f.MODIFIER: "ModifierId", f.TAGS: "TagMask",
    f.RULES: "RuleSet", f.OPTIONS: "RuleOptions", f.RNG: "GameRng", f.SEATS: "list[Seat]",
    f.DEFINED_CARDS: "list[CardDef]", f.COPIES: "dict[str, int]", f.PILES: "list[list[int]]",
    f.PAIRS: "dict[int, int]", f.FRAMES: "list[Frame]", f.FIGHT: "Fight | None",
    f.FIGHT_MONSTERS: "list[FightMonster]", f.LASTING_TERMS: "list[Term]", f.OFFERS: "list[Offer]",
    f.CLAIMS: "list[RewardClaim]", f.EVENTS: "list[Event] | None", f.MODIFIERS: "list[Modifier]", f.MUTES: "list[Mute]",
}  # fmt: skip
STARTS = {
    f.COPIES: "{}", f.PAIRS: "{}", f.PILES: "[[], []]", f.FIGHT: "None", f.EVENTS: "None",
}  # fmt: skip
SHARED = (f.RULES, f.OPTIONS, f.DEFINED_CARDS, f.COPIES)
DEEP = {
    f.RNG: "{}.copy()", f.SEATS: "[one.copy() for one in {}]", f.FRAMES: "[one.copy() for one in {}]",
    f.FIGHT_MONSTERS: "[one.copy() for one in {}]", f.PILES: "[{0}[0][:], {0}[1][:]]",
}  # fmt: skip
"""How values are copied that are neither shared nor copied as one list."""


# Constructors and copies


def annotation(field: StateField) -> str:
    return ANNOTATIONS.get(field.type, "int" if field.type in f.SINGLE else "list[int]")


def start(field: StateField) -> str:
    """Return the initial value of a field."""
    if field.type in f.SINGLE:
        return str(bool(field.start) if field.type == f.FLAG else field.start)
    return STARTS.get(field.type, "[]")


def taken(cls: type, fields: Sequence[StateField]) -> list[StateField]:
    """List the fields that the constructor takes."""
    return [field for field in fields if cls in RECORDS or field.start == f.GIVEN]


def class_lines(cls: type, fields: Sequence[StateField]) -> list[str]:
    """Return the slots, the constructor and the copy of a part."""
    slots = ", ".join(sorted(f'"{field.name}"' for field in fields))
    given = taken(cls, fields)
    types = [f"{one.name}: {annotation(one)}" + ("" if one.start == f.GIVEN else f" = {start(one)}") for one in given]
    lines = [f"    __slots__ = ({slots})", "", f"    def __init__(self, {', '.join(types)}) -> None:"]
    for field in fields:
        value = field.name if field in given else start(field)
        kind = "" if field in given or field.type in f.SINGLE else f": {annotation(field)}"
        lines.append(f"        self.{field.name}{kind} = {value}")
    return lines if cls not in COPIED else [*lines, "", *copy_lines(cls.__name__, cls.__name__, fields)]


def copy_lines(name: str, returns: str, fields: Iterable[StateField]) -> list[str]:
    """Return the method that copies an object; most lists are empty, as in a new one."""
    kept = [field for field in fields if field.visibility != f.LOCAL]
    given = ", ".join(copied(field) for field in kept if field.start == f.GIVEN)
    kind = f'"{name}"' if returns == name else returns
    lines = [f"    def copy(self) -> {kind}:", f"        c = {name}({given})"]
    for field in [one for one in kept if one.start != f.GIVEN]:
        own, new = f"self.{field.name}", copied(field)
        if field.type == f.FIGHT:
            lines += [f"        if {own} is not None:", f"            c.{field.name} = {own}.copy()"]
        elif new == own or field.type in DEEP:
            lines.append(f"        c.{field.name} = {new}")
        else:
            lines += [f"        if {own}:", f"            c.{field.name} = {new}"]
    return [*lines, "        return c"]


def copied(field: StateField) -> str:
    """Return the expression that copies the value of a field."""
    own = f"self.{field.name}"
    if field.type in f.SINGLE or field.type in SHARED or field.visibility == f.DERIVED:
        return own
    if field.type in DEEP:
        return DEEP[field.type].format(own)
    return f"{own}.copy()" if field.type == f.PAIRS else f"{own}[:]"


def frame_copy(cls: type[Frame]) -> list[str]:
    return copy_lines(cls.__name__, "Frame", (*Frame.COMMON, *cls.FIELDS))


def with_generated(text: str, made: dict[str, list[str]]) -> str:
    """Return a source file with the generated ends of its classes."""
    lines = text.split("\n")
    classes = [one for one in ast.parse(text).body if isinstance(one, ast.ClassDef) and one.name in made]
    for cls in reversed(classes):
        end = cls.end_lineno or 0
        written = [at for at in range(cls.lineno, end) if lines[at] == MARK]
        if written:
            end = written[0] - 1
        lines[end : cls.end_lineno] = ["", MARK, *made[cls.name]]
    return "\n".join(lines)


def sources() -> dict[Path, str]:
    """Return every source file with a generated part."""
    made: dict[Path, dict[str, list[str]]] = {}
    for cls in (*PARTS, *FRAMES):
        path = SOURCE.parent / (cls.__module__.replace(".", "/") + ".py")
        lines = frame_copy(cls) if issubclass(cls, Frame) else class_lines(cls, cls.FIELDS)  # type: ignore[attr-defined]
        made.setdefault(path, {})[cls.__name__] = lines
    return {path: with_generated(path.read_text("utf-8"), classes) for path, classes in made.items()}


# Observations


def seen_type(field: StateField) -> str:
    """Return the type of a field in an observation."""
    names = {f.FLAG: "bool", f.PROGRAM: "str", f.DEFINITION: "str"}
    return names.get(field.type, "int") if field.type in f.SINGLE else "list[int]"


def field_lines(fields: Iterable[StateField]) -> list[str]:
    """Return the fields of a type, as an observation shows them."""
    return [
        line for one in shown(fields) for line in (f"    {one.name}: {seen_type(one)}", f'    """{plain(one.doc)}"""')
    ]


def plain(doc: str) -> str:
    """Return documentation without the rules that it cites, which concern the code alone."""
    return re.sub(r" \([A-Z]+-\d+[^)]*\)", "", doc)


def typed_dict(name: str, base: str, doc: str, lines: list[str]) -> str:
    return "\n".join([f"class {name}({base}):", f'    """{doc}"""', "", *lines])


def first_line(cls: type) -> str:
    return plain((inspect.getdoc(cls) or "").split("\n")[0])


def type_name(cls: type[Frame]) -> str:
    return "".join(word.capitalize() for word in cls.KIND.split("_")) + "Seen"


def frame_types() -> str:
    """Return the module with a type for each observed frame."""
    parts = [
        f'"""Types of the observed frames; the field `kind` of each names the frame.\n\n{HEAD}\n"""\n\n'
        "from typing import Literal, TypedDict"
    ]
    for cls, name, doc in reversed(GROUPS):
        base, fields = ("TypedDict", Frame.COMMON) if cls is Frame else (GROUPS[-1][1], cls.FIELDS)
        parts.append(typed_dict(name, base, doc, field_lines(fields)))
    ordered = sorted(FRAMES, key=type_name)
    for frame in ordered:
        group, base, _ = next(row for row in GROUPS if issubclass(frame, row[0]))
        own = [field for field in frame.FIELDS if field.name not in {one.name for one in group.FIELDS}]
        lines = [f'    kind: Literal["{frame.KIND}"]', *field_lines(own)]
        parts.append(typed_dict(type_name(frame), base, first_line(frame), lines))
    union = "\n    | ".join(type_name(frame) for frame in ordered)
    return "\n\n\n".join(parts) + f'\n\n\nFrameSeen = (\n    {union}\n)\n"""A frame."""\n'


SHOWN: tuple[tuple[type[Seat | RewardClaim | Fight | State], str, str, str], ...] = (
    (Seat, "SeatFields", "show_seat_fields", "The fields of a seat that all seats see."),
    (RewardClaim, "ClaimSeen", "show_claim", "The rewards owed to a former main fighter."),
    (Fight, "FightFields", "show_fight_fields", "The fields of a fight that are shown as they are."),
    (State, "StateFields", "show_state_fields", "The fields of a state that all seats see."),
)
"""The parts of an observation: the type, the function that makes it, and its documentation."""


def shown(fields: Iterable[StateField]) -> list[StateField]:
    """List the fields that an observation shows under their own names."""
    return [one for one in fields if one.visibility in (f.PUBLIC, f.BARGAIN, f.CHOOSER, f.HOLDERS)]


def part_types() -> str:
    """Return the module with the types of the observed parts of a state."""
    parts = [
        f'"""Types of what observations show of a state and its parts.\n\n{HEAD}\n"""\n\n'
        "from typing import Annotated, TypedDict"
    ]
    row = "\n".join(f'    Annotated[{seen_type(one)}, "{row_name(one)}"],' for one in FightMonster.FIELDS)
    words = ", ".join(row_name(one) for one in FightMonster.FIELDS)
    parts[0] += f'\n\nBodySeen = tuple[\n{row}\n]\n"""A monster: {words}."""'
    for cls, name, _, doc in SHOWN:
        parts.append(typed_dict(name, "TypedDict", doc, field_lines(cls.FIELDS)))
    return "\n\n\n".join(parts) + "\n"


def row_name(field: StateField) -> str:
    return "key" if field.type == f.DEFINITION else field.name


def part_views() -> str:
    """Return the module with the functions that show the parts of a state."""
    names = ", ".join(sorted(["BodySeen", *(name for _, name, _, _ in SHOWN)]))
    parts = [
        f'"""The parts of observations that show fields as they are.\n\n{HEAD}\n"""\n\n'
        "from kickdoor.engine.state.reward_claims import RewardClaim\n"
        "from kickdoor.engine.state.state import Fight, FightMonster, Seat, State\n"
        f"from kickdoor.view.part_types import {names}\n"
        "from kickdoor.view.visibility import show_bargain"
    ]
    row = ", ".join(shown_value(one, "body") for one in FightMonster.FIELDS)
    parts.append(
        f'def show_monster(s: State, body: FightMonster) -> BodySeen:\n    """Show a monster."""\n    return ({row})'
    )
    for cls, name, function, _ in SHOWN:
        bargains = any(field.visibility == f.BARGAIN for field in shown(cls.FIELDS))
        takes = f"s: State, part: {cls.__name__}, seat: int" if bargains else f"part: {cls.__name__}"
        items = [f'        "{one.name}": {shown_value(one, "part")},' for one in shown(cls.FIELDS)]
        head = [
            f"def {function}({takes}) -> {name}:",
            f'    """Show the fields of `{cls.__name__}`."""',
            "    return {",
        ]
        parts.append("\n".join([*head, *items, "    }"]))
    return "\n\n\n".join(parts) + "\n"


def shown_value(field: StateField, owner: str) -> str:
    """Return the expression that shows the value of a field."""
    own = f"{owner}.{field.name}"
    if field.visibility == f.BARGAIN:
        return f"show_bargain(s, {own}, seat)"
    if field.type == f.DEFINITION:
        return f"s.rules.defs[{own}].key"
    return own if field.type in f.SINGLE else f"{own}[:]"


# Documentation


def fields_table(fields: Iterable[StateField]) -> str:
    """Return the table of the fields of one part or frame."""
    rows = [f"| `{one.name}` | {one.type} | {one.visibility} | {one.doc} |" for one in fields]
    return "\n".join(["| field | type | visibility | meaning |", "|---|---|---|---|", *rows])


def documentation() -> str:
    """Return the page with all fields."""
    parts = [
        "# State",
        "Every field of a game, by the classes that declare it. `tools/state_fields.py` writes this page. "
        "`engine/state/fields.py` explains types and visibilities. A saved game names fields as they are named here, "
        "apart from those that are derived or local.",
    ]
    for cls in reversed(PARTS):
        parts += [f"## {cls.__name__}", first_line(cls), fields_table(cls.FIELDS)]
    parts += ["## Frames", "All frames have these fields.", fields_table(Frame.COMMON)]
    for frame in sorted(FRAMES, key=lambda one: one.KIND):
        parts += [f"### {frame.KIND}", first_line(frame), *([fields_table(frame.FIELDS)] if frame.FIELDS else [])]
    return "\n\n".join(parts) + "\n"


def formatted(path: Path, text: str) -> str:
    """Format a source file like the others."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(path), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def outputs() -> dict[Path, str]:
    """Return every file with generated parts as it should be."""
    made = {
        **sources(),
        VIEW / "frame_types.py": frame_types(),
        VIEW / "part_types.py": part_types(),
        VIEW / "part_views.py": part_views(),
    }
    return {**{path: formatted(path, text) for path, text in made.items()}, DOCUMENT: documentation()}


def main() -> int:
    behind = [path for path, text in outputs().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" not in sys.argv:
        for path, text in outputs().items():
            path.write_text(text, "utf-8")
    elif behind:
        print(f"out of date: {', '.join(path.name for path in behind)}; run python tools/state_fields.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
