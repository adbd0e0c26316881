"""Tests of card faces: every card has one, its icons have known authors, and built files are up to date."""

import gzip
import json
import re
import xml.etree.ElementTree as ET

import art
import art_data
import pytest

BUILT = art_data.STATIC / "art"
SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "defs", "g", "path", "use", "rect", "ellipse", "circle", "linearGradient", "radialGradient", "stop",
        "clipPath"}  # fmt: skip
ATTRIBUTES = {
    "id", "d", "href", "transform", "fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin",
    "stroke-linecap", "stroke-dasharray", "stroke-opacity", "opacity", "paint-order", "clip-path", "offset",
    "stop-color", "stop-opacity",
    "x", "y", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "viewBox",
}  # fmt: skip
MAX_DISTANCE = 7_500
USUAL = 4_500
"""Bytes, gzipped, of the largest face and of the average one."""


def known_sets() -> list[str]:
    return sorted(path.parent.name for path in art_data.CATALOG.glob("*/set.toml"))


def card_ids(set_id: str) -> set[str]:
    found: set[str] = set()
    for deck in ("door", "treasure"):
        for path in (art_data.CATALOG / set_id / deck).rglob("*.toml"):
            found |= set(art_data.load_toml(path))
    return found


def pictures() -> list[str]:
    return sorted(path.relative_to(BUILT).as_posix() for path in BUILT.rglob("*.svg"))


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """All files, built again."""
    return art.build(art_data.Store())


@pytest.mark.parametrize("set_id", known_sets())
def test_every_card_has_a_face(set_id: str) -> None:
    faces = set(art_data.faces(set_id))
    cards = card_ids(set_id)
    assert sorted(cards - faces) == [], "cards without a face"
    assert sorted(faces - cards) == [], "faces without a card"


def test_built_files_are_up_to_date(made: dict[str, bytes]) -> None:
    assert art.check(made) == []


def test_building_twice_gives_the_same_bytes(made: dict[str, bytes]) -> None:
    assert art.build(art_data.Store()) == made


def test_no_two_cards_have_the_same_composition() -> None:
    seen: dict[str, str] = {}
    for set_id in art_data.sets():
        for face in art_data.faces(set_id).values():
            shown = " ".join(sorted([layer.what + layer.say for layer in face.layers]))
            assert shown not in seen, f"{face.name} shows the same as {seen[shown]}: {shown}"
            seen[shown] = face.name


def test_every_face_has_an_icon_chosen_for_it() -> None:
    for set_id in art_data.sets():
        for face in art_data.faces(set_id).values():
            own = {layer.what for layer in face.layers} - art_data.SHAPES
            shapes = len(face.layers)
            assert own or shapes >= 4, f"{face.name} shows nothing of its own"


def test_every_icon_is_used_and_has_a_known_author() -> None:
    icons = art_data.load_json("icons.json")
    assert set(icons) == art_data.used_icons()
    assert {name for name, icon in icons.items() if icon["author"] not in art_data.AUTHORS} == set()


def test_credits_list_exactly_the_icons_used() -> None:
    credits = json.loads((BUILT / "credits.json").read_text(encoding="utf-8"))
    listed = [icon for author in credits["authors"] for icon in author["icons"]]
    assert sorted(listed) == sorted(art_data.used_icons())
    notice = (BUILT / "NOTICE").read_text(encoding="utf-8")
    for author in credits["authors"]:
        assert f"Icons made by {author['name']}" in notice
        assert author["licence"] in notice
    assert credits["changes"] in notice


def test_the_index_names_the_authors_of_every_face() -> None:
    index = json.loads((BUILT / "index.json").read_text(encoding="utf-8"))
    icons = art_data.load_json("icons.json")
    assert sorted(index) == art_data.sets()
    for set_id in art_data.sets():
        for card, face in art_data.faces(set_id).items():
            authors = {art_data.AUTHORS[icons[icon]["author"]][0] for icon in face.icons()}
            assert index[set_id][card]["by"] == sorted(authors)


@pytest.mark.parametrize("folder", sorted({name.partition("/")[0] for name in pictures()}))
def test_pictures_are_self_contained(folder: str) -> None:
    for name in pictures():
        if not name.startswith(folder + "/"):
            continue
        text = (BUILT / name).read_text(encoding="utf-8")
        root = ET.fromstring(text)
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids)), f"{name}: an id is given twice"
        for node in root.iter():
            assert node.tag.removeprefix(SVG) in TAGS, f"{name}: {node.tag}"
            assert set(node.attrib) <= ATTRIBUTES, f"{name}: {set(node.attrib) - ATTRIBUTES}"
            assert not (node.text or "").strip(), f"{name}: text"
        pointed = re.findall(r'href="(.+?)"', text) + re.findall(r"url\((.+?)\)", text)
        assert {p for p in pointed if p[1:] not in ids or p[0] != "#"} == set(), f"{name}: points to nothing"


def test_faces_are_small() -> None:
    sizes = {
        f"{set_id}/{card}": len(gzip.compress((BUILT / set_id / f"{card}.svg").read_bytes(), mtime=0))
        for set_id in art_data.sets()
        for card in art_data.faces(set_id)
    }
    assert {name: size for name, size in sizes.items() if size > MAX_DISTANCE} == {}
    assert sum(sizes.values()) / len(sizes) < USUAL
