"""Write the tables of docs/lab.md: the keys of a plan and the columns of the rows.

    python tools/lab_guide.py

The tables come from `kickdoor.lab.plan_schema` and `kickdoor.lab.columns` and replace the text between their marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import NODEFAULT, Struct, inspect

from kickdoor.lab.columns import ALWAYS, COUNTED, KEY, SOAK, Column, Table
from kickdoor.lab.plan_schema import PlanTable, VariantTable

GUIDE = Path(__file__).parents[1] / "docs" / "lab.md"
TYPES = {
    "text": "text",
    "word": "text, one of few",
    "count": "int16",
    "number": "int32",
    "part": "float32",
    "flag": "boolean",
}


def keys_of(kind: type[Struct], defaults: bool = True) -> str:
    """Return the keys of a table of a plan as Markdown."""
    rows = [["key", "meaning", "default"], ["---"] * 3]
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    for key in shape.fields:
        assert isinstance(key.type, inspect.Metadata)
        notes = key.type.extra_json_schema or {}
        value = "required" if key.required else shown(notes.get("default", key.default))
        rows.append([f"`{key.encode_name}`", notes["description"], value])
    return "\n".join(f"| {' | '.join(row if defaults else row[:2])} |" for row in rows)


def shown(default: object) -> str:
    """Return the text of a default."""
    if isinstance(default, list):
        return ", ".join(str(one) for one in default)
    return "" if default in (None, NODEFAULT) else str(default)


def rows_of(columns: Iterable[Column]) -> str:
    """Return columns as a Markdown table."""
    head = "| column | type | meaning |\n|---|---|---|\n"
    return head + "\n".join(f"| `{one.name}` | {TYPES[one.sort]} | {one.means} |" for one in columns)


def columns_of(tables: Iterable[Table]) -> str:
    """Return the columns of some tables as Markdown, each below its name, without the key columns."""
    parts = []
    for table in tables:
        optional = " A plan may omit it." if table in COUNTED else ""
        columns = table.columns[len(KEY) :] if table.columns[: len(KEY)] == KEY else table.columns
        parts.append(f"### `{table.name}`\n\nA row is {table.row}.{optional}\n\n{rows_of(columns)}")
    return "\n\n".join(parts)


def parts() -> dict[str, str]:
    """Return all tables by the names of their marks."""
    return {
        "plan": keys_of(PlanTable),
        "variant": keys_of(VariantTable, defaults=False),
        "keys": rows_of(KEY),
        "columns": columns_of([*ALWAYS, *COUNTED]),
        "soak": columns_of(SOAK),
    }


def filled(text: str) -> str:
    """Return the guide with current tables."""
    for name, body in parts().items():
        head, begin, rest = text.partition(f"<!-- {name} -->\n")
        _, end, tail = rest.partition(f"<!-- end of {name} -->")
        assert begin, f"the guide has no place for {name}"
        assert end, f"the guide's place for {name} has no end"
        text = f"{head}{begin}\n{body}\n\n{end}{tail}"
    return text


def main() -> None:
    GUIDE.write_text(filled(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
