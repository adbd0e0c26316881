"""Tests that drawing a part leaves no stale file."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import art
import art_data
import pytest


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the art, so that it can be changed, and draws the copy."""
    shutil.copytree(art_data.ART, tmp_path / "art")
    shutil.copytree(art_data.STATIC / "art", tmp_path / "static" / "art")
    monkeypatch.setattr(art_data, "ART", tmp_path / "art")
    monkeypatch.setattr(art_data, "FACES", tmp_path / "art" / "faces")
    monkeypatch.setattr(art_data, "STATIC", tmp_path / "static")
    monkeypatch.setattr(art, "OUT", tmp_path / "static" / "art")
    return tmp_path


def drop_first_face(set_id: str) -> str:
    """Take the first face out of a set's file and names it."""
    path = art_data.FACES / f"{set_id}.toml"
    text = path.read_text(encoding="utf-8")
    name = next(iter(art_data.faces(set_id)))
    path.write_text(text[: text.index(f"[{name}]")] + text[text.index("\n[", text.index(f"[{name}]")) + 1 :], "utf-8")
    return name


def test_drawing_one_set_leaves_nothing_stale(workshop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, *_ = art_data.sets()
    gone = [(set_id, drop_first_face(set_id)) for set_id in (first, second)]
    assert art.main(["--check", "--set", first]) == 1
    assert f"{first}/{gone[0][1]}.svg is not built from anything" in capsys.readouterr().out
    assert art.main(["--set", first]) == 0
    for set_id, card in gone:
        assert not (art.OUT / set_id / f"{card}.svg").exists()
        assert card not in json.loads((art.OUT / "index.json").read_text(encoding="utf-8"))[set_id]
    assert art.main(["--check"]) == 0


def test_a_set_that_is_gone_leaves_no_folder(workshop: Path) -> None:
    first, second, *_ = art_data.sets()
    (art_data.FACES / f"{second}.toml").unlink()
    assert art.main(["--set", first]) == 0
    assert not (art.OUT / second).exists()
    assert second not in json.loads((art.OUT / "index.json").read_text(encoding="utf-8"))


def test_a_sheet_shows_the_latest_drawings(workshop: Path) -> None:
    first = art_data.sets()[0]
    card = next(iter(art_data.faces(first)))
    (art.OUT / first / f"{card}.svg").write_text("old", encoding="utf-8")
    sheet = workshop / "new" / "sheet.html"
    assert art.main(["--set", first, "--sheet", str(sheet), "--plain"]) == 0
    assert f"{first}/{card}.svg" in sheet.read_text(encoding="utf-8")
    assert (art.OUT / first / f"{card}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_an_unknown_set_is_named(workshop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert art.main(["--set", "nowhere"]) == 2
    assert "no set called 'nowhere' has faces" in capsys.readouterr().err
