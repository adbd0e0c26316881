"""Tests of files with changed cards: they replace cards of a set, whose rest and order are unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.errors import BadData

PLANT = '[potted_plant]\nname = "Potted Plant"\nkind = "monster"\nlevel = 19\ntreasures = 1\n'
PLANT += 'static = [{ query = "no_pursuit" }]\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "plant.toml"
    path.write_text(PLANT)
    return path


def test_a_changed_card_keeps_its_position(file: Path) -> None:
    old, new = load_catalog(["deluxe", "star"]), load_catalog(["star", "deluxe"], None, {"deluxe": file})
    assert [d.key for d in new.defs] == [d.key for d in old.defs]
    (index,) = [d.index for d in new.defs if d.id == "potted_plant"]
    assert (old.defs[index].level, new.defs[index].level) == (1, 19)
    assert [d.level for d in new.defs if d.index != index] == [d.level for d in old.defs if d.index != index]
    assert new.digest != old.digest
    assert load_catalog(["deluxe", "star"]).defs[index].level == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (PLANT.replace("[potted", "[plotted"), "did you mean 'potted_plant'"),
        (PLANT.replace("level = 19", "level = 'x'"), "potted_plant"),
        ("potted_plant = 3", "expected a table"),
        ("[", "not valid TOML"),
    ],
)
def test_an_error_in_the_file_is_reported(file: Path, text: str, says: str) -> None:
    file.write_text(text)
    with pytest.raises(BadData, match=says):
        load_catalog(["deluxe"], None, {"deluxe": file})


def test_cards_of_an_unused_set_cannot_be_changed(file: Path) -> None:
    with pytest.raises(BadData, match="it does not play"):
        load_catalog(["star"], None, {"deluxe": file})
