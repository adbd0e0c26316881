"""Write what follows from the declaration of the event kinds: numbers, tables of the docs and types of the web client.

python tools/event_tables.py           writes all files
python tools/event_tables.py --check   fails if one of them is out of date
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from kickdoor.engine.machine import event_kinds as ek
from kickdoor.engine.machine.event_kinds import BEATS, KINDS, EventKind, Field
from kickdoor.engine.machine.places import ZONES

WEB_WIDTH = 120
ROOT = Path(__file__).parents[1]
PLAIN = (ek.NOTHING, ek.SEAT, ek.HELPER, ek.SEAT_OR_NONE, ek.CARD, ek.CARDS, ek.COUNT)
"""Types of fields that their descriptions make clear."""


def between(path: str, begin: str, end: str, lines: list[str]) -> tuple[str, str]:
    """Return a file, and its text with the lines between two of its lines replaced."""
    text = (ROOT / path).read_text(encoding="utf-8")
    head, _, rest = text.partition(begin + "\n")
    tail = rest[rest.index(end) :] if end else ""
    return path, head + begin + "\n" + "\n".join(lines) + "\n" + tail


def numbers() -> tuple[str, str]:
    """Return the module with the constant of each kind."""
    lines = [f"{kind.word.upper()}: Final = {number}" for number, kind in enumerate(KINDS)]
    return between("src/kickdoor/engine/machine/events.py", "# Numbers", "# End of numbers", lines)


def event_table() -> tuple[str, str]:
    """Return the page about events."""
    head = "| event | what it reports | seat | other | amount | cards | its cards move | beat |"
    rows = [head, "|---|---|---|---|---|---|---|---|"]
    for kind in KINDS:
        cells = [
            f"`{kind.word}`" + (" \\*" if kind.effect else ""),
            kind.doc,
            kind.seat.text,
            field(kind.other),
            field(kind.amount),
            field(kind.cards) + (", not seen by all" if kind.hidden else ""),
            moves(kind),
            f"`{kind.beat}`" if kind.beat else "",
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return between("docs/events.md", "<!-- kinds -->", "<!-- end of kinds -->", ["", *rows, ""])


def field(one: Field) -> str:
    """Return the description of a field, with its type where that adds something."""
    return one.text if one.sort in PLAIN else f"{one.text} (`{one.sort}`)"


def moves(kind: EventKind) -> str:
    """Return the places between which the cards of a kind move."""
    if not kind.target:
        return ""
    places = [kind.origin, kind.target]
    assert all(place == ek.VARIES or place.partition(" ")[0] in ZONES for place in places), kind.word
    return " → ".join("…" if place == ek.VARIES else place for place in places)


def beat_table() -> tuple[str, str]:
    """Return the page about the table, with its beats."""
    rows = [f"| `{beat.name}` | {beat.seconds:g} | {beat.doc} |" for beat in BEATS]
    head = ["", "| beat | s | of |", "|---|---|---|"]
    return between("docs/table.md", "<!-- beats -->", "<!-- end of beats -->", [*head, *rows, ""])


def web_types() -> tuple[str, str]:
    """Return the words of events and beats as types of the web client."""
    words = "\n".join(f'  | "{kind.word}"' for kind in KINDS)
    shown = {beat.name: [kind.word for kind in KINDS if kind.beat == beat.name] for beat in BEATS}
    lists = [f"  {name}: [{', '.join(map(quoted, kinds))}]," for name, kinds in shown.items()]
    parts = [
        "// Made by tools/event_tables.py from kickdoor.engine.machine.event_kinds. Do not edit.",
        f"/** The kind of an event. */\nexport type EventWord =\n{words};",
        "/** The kinds of events that each beat shows. */\nexport const BEATS = {\n"
        + "\n".join(map(wrap, lists))
        + "\n} as const satisfies Record<string, EventWord[]>;",
        "/** The way in which an event is shown. */\nexport type BeatName = keyof typeof BEATS;",
    ]
    return "web/src/protocol/events.ts", "\n\n".join(parts) + "\n"


def quoted(word: str) -> str:
    return f'"{word}"'


def wrap(line: str) -> str:
    """Break a list that is too wide, as the formatter of the web client would."""
    if len(line) <= WEB_WIDTH:
        return line
    head, _, rest = line.partition("[")
    words = rest.removesuffix("],").split(", ")
    return "\n".join([head + "[", *(f"    {word}," for word in words), "  ],"])


Made = Callable[[], tuple[str, str]]
FILES: tuple[Made, ...] = (numbers, event_table, beat_table, web_types)


def main() -> int:
    """Write or compare all files; return 1 if any differs."""
    behind = []
    for made in FILES:
        path, text = made()
        target = ROOT / path
        if "--check" not in sys.argv:
            target.write_text(text, encoding="utf-8")
        elif not target.exists() or target.read_text(encoding="utf-8") != text:
            behind.append(path)
    if behind:
        print(f"out of date: {', '.join(behind)}; run python tools/event_tables.py")
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
