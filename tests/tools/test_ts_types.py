"""Tests of the generated types of the page."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pytest
from tools import ts_types

from kickdoor.view.observation import Observation

PAGE = Path(__file__).parents[2] / "web/src/protocol"


@pytest.mark.parametrize(
    ("name", "made"), [("observation.ts", ts_types.observation_page), ("messages.ts", ts_types.messages_page)]
)
def test_the_types_are_up_to_date_and_complete(name: str, made: Callable[[], str]) -> None:
    text = made()
    assert (PAGE / name).read_text(encoding="utf-8") == text, "run python tools/ts_types.py"
    assert not re.findall(r"\bany\b(?![^/]*\*/)", text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (list[int | None], "(number | null)[]"),
        (tuple[Annotated[int, "card"], Annotated[list[str], "names"]], "[card: number, names: string[]]"),
        (Annotated[str, ("yes", "no")], '"yes" | "no"'),
        (dict[str, bool], "Record<string, boolean>"),
        (Observation | None, "Observation | null"),
    ],
)
def test_a_type_is_generated(kind: object, text: str) -> None:
    assert ts_types.type_text(kind) == text


def test_optional_fields_have_a_comment() -> None:
    pile = ts_types.dict_text(ts_types.observation.PileSeen, ["TypedDict"])
    assert "export interface PileSeen {" in pile
    assert "  /** The number of cards in it. */\n  count: number;" in pile
    assert "  seen?: number[];" in pile


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("export type Side = A | B;", "export type Side = A | B;"),
        (f"export type Side = {'A' * 70} | {'B' * 38};", f"export type Side =\n  {'A' * 70} | {'B' * 38};"),
        (f"export type Side = {'A' * 80} | {'B' * 80};", f"export type Side =\n  | {'A' * 80}\n  | {'B' * 80};"),
        (
            f'export const A = ["{"a" * 99}", "b"] as const;',
            f'export const A = [\n  "{"a" * 99}",\n  "b",\n] as const;',
        ),
    ],
)
def test_a_wide_declaration_is_broken_as_the_formatter_does(line: str, text: str) -> None:
    assert ts_types.wrap(line) == text


def test_a_wide_comment_gets_more_lines() -> None:
    assert ts_types.comment("a " * 40) == [f"/** {'a ' * 39}a */"]
    assert ts_types.comment("ab " * 60, "  ") == [
        "  /**",
        f"  * {'ab ' * 37}ab".replace("  *", "   *"),
        f"   * {'ab ' * 21}ab",
        "   */",
    ]


def test_a_type_without_documentation_is_refused() -> None:
    with pytest.raises(TypeError, match="no words for"):
        ts_types.type_text(set[int])
