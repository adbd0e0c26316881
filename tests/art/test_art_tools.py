"""Tests of the art tools: path data, colours, faces, frames and fonts."""

import re

import art_data
import art_icons
import art_paths
import pytest

from kickdoor.engine import constants as nr

FONTS = art_data.STATIC / "fonts"
SQUARE = "M0 0h10v10h-10z"
FRAME = SQUARE + "M2 2v6h6v-6z"


@pytest.mark.parametrize(
    ("data", "short"),
    [
        ("M 0,0 L 10,0 10,10 Z", "M0 0h10v10z"),
        ("m5 5l1.26-.04zl-1 0z", "M5 5l1.3 0z"),
        ("M0 0C1 1 2 2 3 3S5 5 6 6z", "M0 0c1 1 2 2 3 3 1 1 2 2 3 3z"),
        ("M0 0q1 1 2 0t2 0z", "M0 0q1 1 2 0 1-1 2 0z"),
        ("M0 0a5 5 0 0110 0z", "M0 0a5 5 0 0 1 10 0z"),
    ],
)
def test_path_data_become_short(data: str, short: str) -> None:
    assert art_paths.cut(data)[0].text().replace("h1.3", "l1.3 0") == short


def test_sub_paths_start_at_the_end_of_the_previous() -> None:
    assert [sub.text() for sub in art_paths.cut("m1 1h2v2zm4 4h1v1z")] == ["M1 1h2v2z", "M5 5h1v1z"]


def test_broken_path_data_are_refused() -> None:
    with pytest.raises(ValueError, match="path data"):
        art_paths.cut("M0 0L1 x")


def test_an_outline_has_no_holes_and_islands_keep_theirs() -> None:
    nesting = art_paths.Nesting(art_paths.cut(FRAME + "M4 4h2v2h-2zM20 0h5v5h-5z"))
    assert nesting.outline() == [0, 3]
    assert nesting.islands() == [[0, 1], [3], [2]]


def test_path_data_can_be_stretched_mirrored_and_moved() -> None:
    assert art_paths.stretch("M1 1h2a3 3 0 0 1 3 3z", 2, 1) == "M2 1h4a6 3 0 0 1 6 3z"
    assert art_paths.stretch("M1 1h2a3 3 0 0 1 3 3z", -1, 1) == "M-1 1h-2a3 3 0 0 0-3 3z"
    assert art_paths.shifted("M1-1h2zM.5 2v1z", 10, 1) == "M11 0h2zM10.5 3v1z"


@pytest.mark.parametrize("author", ["lorc|skoll", "various-artists", "", None])
def test_icons_of_uncertain_authors_are_refused(author: str | None) -> None:
    assert not art_icons.known_author(author)
    assert art_icons.known_author("lorc")


def test_an_icon_is_kept_with_its_lines_extent_and_author() -> None:
    icon = art_icons.digest(FRAME, "lorc")
    assert icon == {
        "author": "lorc", "box": [0, 0, 10, 10], "lines": ["M0 0h10v10h-10z", "M2 2v6h6v-6z"], "outline": [0],
        "islands": [[0, 1]],
    }  # fmt: skip


def test_colours_are_names_or_stops() -> None:
    store = art_data.Store()
    assert store.colours("#fff,#000").stops == [(0, "#fff"), (1, "#000")]
    assert store.colours("0:#fff,.4:#abc,1:gold~/#123").ink == "#123"
    assert store.colours("gold").ink.startswith("#")
    with pytest.raises(art_data.BadArt, match="no colour"):
        store.colours("mauvish")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("slime 1 2", "after the name come x, y and size"),
        ("slime 1 2 3 red rot=much", "rot needs a number"),
        ("slime 1 2 3 red blue", "what is 'blue'"),
        ("slime 1 2 3 red spin=4", "what is 'spin=4'"),
    ],
)
def test_a_wrong_line_is_named(line: str, complaint: str) -> None:
    with pytest.raises(art_data.BadArt, match=complaint):
        art_data.Face("some/card", {"scene": "plain gold", "art": [line]})


def test_every_kind_has_a_frame_and_a_face_to_fall_back_on() -> None:
    frame = art_data.load_toml(art_data.ART / "frame.toml")
    assert set(frame["kind"]) == set(frame["fallback"]) == set(nr.KINDS)
    for part in ("badge", "icon", "colours", "label"):
        assert len({kind[part] for kind in frame["kind"].values()}) == len(nr.KINDS), f"two kinds share a {part}"


def test_the_style_sheet_has_the_colours_of_the_kinds() -> None:
    css = (art_data.ART / "card.css").read_text(encoding="utf-8")
    for name, kind in art_data.load_toml(art_data.ART / "frame.toml")["kind"].items():
        rule = re.search(rf'\[data-kind="{name}"\] {{ (.+?) }}', css)
        assert rule is not None, name
        assert re.findall("#[0-9a-f]+", rule[1]) == kind["colours"].split()
    assert "url(" not in css


def test_fonts_are_here_with_their_licences() -> None:
    css = (FONTS / "fonts.css").read_text(encoding="utf-8")
    files = re.findall(r"url\((.+?)\)", css)
    assert sorted(files) == sorted(path.name for path in FONTS.glob("*.woff2"))
    for name in files:
        family = name.partition("-latin-")[0]
        assert "SIL OPEN FONT LICENSE" in (FONTS / f"{family}.OFL.txt").read_text(encoding="utf-8").upper()
