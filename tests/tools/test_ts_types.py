"""Tests of the generated types of the page."""

import json
import re
from pathlib import Path
from typing import Annotated

import msgspec
import pytest
from jsonschema import Draft202012Validator
from tools import ts_types

from kickdoor.catalog.loader import load_catalog
from kickdoor.sim.random_play import random_play
from kickdoor.view.observation import Observation
from kickdoor.view.observe import observe


@pytest.mark.parametrize(("path", "text"), ts_types.outputs().items(), ids=lambda one: getattr(one, "name", ""))
def test_the_types_are_up_to_date_and_none_is_open(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run python tools/ts_types.py"
    assert path.suffix != ".ts" or not re.findall(r"\bany\b(?![^/]*\*/)", text)


def test_observations_keep_to_the_schema() -> None:
    schema = json.loads(ts_types.observation_schema())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    play = random_play(load_catalog(["deluxe"]), 4, "schema")
    for _ in range(300):
        play.step()
        if play.state.serial % 40 == 0:
            seen = json.loads(msgspec.json.encode(observe(play.state, 0)))
            assert [error.message for error in validator.iter_errors(seen)] == []
    assert list(validator.iter_errors({**seen, "turn": "two"}))


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
