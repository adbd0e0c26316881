"""Names and chat can be read, and read by others as what they are."""

from __future__ import annotations

import pytest

from kickdoor.server.room.room_data import RoomData, SeatData
from kickdoor.server.room.seating import free_name
from kickdoor.server.room.text_cleaning import clean_name, clean_text, look_of

INVISIBLE = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200d\u2060\u2063\u2800\u3164\ufe0f\ufeff\uffa0"
INVISIBLE += "\U0001d159\U000e0041\U000e0100\u2028\u00a0\u3000\u0378"


@pytest.mark.parametrize("letter", INVISIBLE)
def test_an_invisible_name_is_refused(letter: str) -> None:
    assert clean_name(letter * 5) == ""
    assert clean_name(f"{letter}Ann{letter}") == "Ann"
    assert look_of(clean_name(f"An{letter}n")) in ("ann", "an n")


def test_marks_are_not_stacked() -> None:
    tower = "".join(chr(mark) for mark in range(0x300, 0x316))
    assert clean_name(f"Z{tower}a{tower}") == "Z\u0300\u0301à\u0301\u0302"
    assert len(clean_text(f"{'e' + tower} " * 8)) < 8 * 4
    assert clean_name("\u0301\u20ddAnn \u0301Bob") == "Ann Bob"
    assert clean_name("a\u034f\u0301") == "á"


@pytest.mark.parametrize("name", ["José", "Nguyễn Văn", "สมศักดิ์", "हिन्दी", "רָחֵל", "Ζωή", "李小龍", "Zoë 🎲", "ちゃん"])
def test_names_of_the_world_stay(name: str) -> None:
    assert clean_name(name) == name


def test_confusable_names_are_refused() -> None:
    data = RoomData(id="", code="", sets=[], options={}, speed="normal", seats=[SeatData("Ann", "human"), SeatData()])
    for name in ("ANN", "Ａｎｎ", "\U0001d400nn"):
        assert free_name(data, name) == f"{name} 2"
    assert free_name(data, "Anna") == "Anna"
