"""Tests of stable surfaces: what stored games, programs and operators rely on does not change."""

import pytest
from tests.conventions.surfaces import FOLDER, SURFACES, text_of

HINT = "if this change is meant, write the file again: python -m tests.conventions.surfaces --write"


@pytest.mark.parametrize("name", SURFACES)
def test_a_surface_is_unchanged(name: str) -> None:
    assert text_of(name) == (FOLDER / f"{name}.json").read_text("utf-8"), HINT
