"""Tests of reports: figures on studies whose truth is known, and a safe, self-contained page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.lab.made_up import MadeUp, Row
from tests.layers import thorough

from kickdoor.engine.machine.errors import BadData
from kickdoor.lab.report.collect import gather
from kickdoor.lab.report.page import page

CARDS = [f"deluxe/card_{n}" for n in range(200)]
VARIANTS = '[[variants]]\nname = "longer"\n[[variants]]\nname = "the same"\n'
HOSTILE = "</title><script src=//evil.example/x.js></script><img src=x onerror=alert(1)>&\"'$x^2$\n\x00"
VOID = {"meta", "br", "path", "use", "rect", "stop"}


def report_of(made: MadeUp, folder: Path, games: int | None = None) -> dict[str, Any]:
    return gather(made.write(folder, games))


def named(report: dict[str, Any]) -> list[str]:
    return [row["card"] for row in report["groups"][0]["cards"]["dealt"] if row["more_than_luck"]]


def test_a_card_with_an_effect_is_named_and_luck_is_not(tmp_path: Path) -> None:
    made = MadeUp(games=600, cards=CARDS, gain={CARDS[7]: 3.0}, seed=5)
    report = report_of(made, tmp_path)
    assert named(report)[0] == CARDS[7]
    assert len(named(report)) <= 3
    first = report["groups"][0]["cards"]["dealt"][0]
    # Three lots of six against one of five and a third; what 200 others without any weigh draws it towards them
    assert first["measured"] - 3 * first["error"] < 31 < first["measured"] + 3 * first["error"]
    assert 0 < first["low"] < first["effect"] < first["measured"]
    assert any("card 7 +" in one["text"] for one in report["findings"] if one["section"] == "cards")


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=thorough) for seed in range(2, 9))])
def test_cards_without_an_effect_are_not_named(tmp_path: Path, seed: int) -> None:
    report = report_of(MadeUp(games=400, cards=CARDS, seed=seed), tmp_path)
    # One run in twenty may name one; more than one is far rarer
    assert len(named(report)) <= 1


def test_intervals_of_cards_cover_the_truth(tmp_path: Path) -> None:
    rows = report_of(MadeUp(games=600, cards=CARDS, seed=9), tmp_path)["groups"][0]["cards"]["dealt"]
    assert len(rows) == len(CARDS)
    assert sum(abs(row["measured"]) < 1.96 * row["error"] for row in rows) >= 0.89 * len(rows)


def test_a_better_seat_is_found_and_equal_ones_are_not(tmp_path: Path) -> None:
    for number, favour in enumerate(((1.0, 1.0, 1.0, 1.0), (1.5, 1.0, 1.0, 1.0))):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = report_of(MadeUp(favour=favour, games=800), folder)
        (found,) = [one for one in report["findings"] if one["section"] == "wins"]
        assert found["clear"] == bool(number)
        assert ("Seat 1 wins" in found["text"]) == bool(number)


def test_variants_are_compared_in_pairs(tmp_path: Path) -> None:
    report = report_of(MadeUp(games=300, more=VARIANTS, shift=1.0), tmp_path)
    longer, same = report["compared"]
    assert longer["changes"]["rounds"]["low"] < 1 < longer["changes"]["rounds"]["high"]
    assert longer["changes"]["rounds"]["corrected"] < 0.05
    # Both are changed alike, for both are made up by the same rule
    assert same["changes"]["rounds"]["mean"] == longer["changes"]["rounds"]["mean"]
    assert longer["changes"]["deaths"]["corrected"] == 1
    texts = [one["text"] for one in report["findings"] if one["section"] == "variants"]
    assert "more rounds per game" in texts[0]


def test_fights_and_help_are_counted(tmp_path: Path) -> None:
    report = report_of(MadeUp(games=300), tmp_path)
    group = report["groups"][0]
    won = {key: row["won"]["share"] for key, row in group["fights"]["by_monster"].items()}
    assert won["deluxe/hard"] < 30 < 50 < won["deluxe/plain"] < 70 < 80 < won["deluxe/easy"]
    assert sum(group["fights"]["ends"]) == 300 * 6
    assert group["help"]["part"] == 50
    assert group["help"]["refused"]["share"] == 50
    (text,) = [one["text"] for one in report["findings"] if one["section"] == "fights"]
    assert text.index("hard") < text.index("easy")


class Reader(HTMLParser):
    """Objects to elements that are not closed, and collects all attributes, ids and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_is_self_contained(tmp_path: Path) -> None:
    made = MadeUp(games=240, chunk=60, more=VARIANTS, shift=1.0, cards=CARDS[:30], gain={CARDS[3]: 4.0})
    report = report_of(made, tmp_path)
    text = page(report)
    found = read(text)
    assert len(found.ids) == len(set(found.ids))
    assert set(re.findall(r"var\(--([a-z]+)\)", text)) <= set(re.findall(r"--([a-z]+):", text))
    targets = [value for name, value in found.found if name in ("href", "xlink:href")]
    assert {value[1:] for value in targets} <= set(found.ids)
    assert "script" not in found.tags
    assert not re.search(r"(?:src|href)=\"?(?:https?:)?//|url\((?!#)|@import", text)
    for name in ("variants", "wins", "length", "fights", "help", "cards", "method"):
        assert name in found.ids
    # Nothing is black for those who read in the dark
    assert all("var(--" in one for one in re.findall(r"<text[^>]*>", text))
    # Every picture has a text, and every figure its numbers
    pictures = text.count("<svg")
    assert pictures == text.count('<svg role="img" aria-label="')
    assert text.count("<figure>") == text.count("<details>") == text.count("<table>")
    for one in report["findings"]:
        assert one["section"] in found.ids
    assert text == page(gather(made_folder(tmp_path)))


def test_the_page_shows_the_command_of_the_study(tmp_path: Path) -> None:
    report = report_of(MadeUp(games=60), tmp_path)
    for name, command in ("balance", "lab run balance --games 60"), ("mine", "lab run mine.toml --games 60"):
        assert f"<code>kickdoor {command}</code>" in page(report | {"study": name})


def made_folder(tmp_path: Path) -> Any:
    from kickdoor.lab.study_folder import LabFolder

    return LabFolder(tmp_path / "out")


def test_untrusted_names_are_escaped(tmp_path: Path) -> None:
    def change(table: str, row: Row) -> None:
        for name in ("card", "monster", "bot"):
            if name in row and row.get("game", 1) % 2:
                row[name] = HOSTILE + str(row[name])

    made = MadeUp(games=200, chunk=40, cards=CARDS[:3], gain={CARDS[0]: 4.0}, change=change)
    folder = made.write(tmp_path)
    plan = (folder.path / "plan.json").read_text()
    bad = HOSTILE.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\x00", "\\u0000")
    (folder.path / "plan.json").write_text(plan.replace('"Made up"', f'"{bad}"'))
    text = page(gather(folder))
    found = read(text)
    assert not {"script", "img"} & set(found.tags)
    assert not [name for name, _ in found.found if name.startswith("on") or name == "src"]
    assert "&lt;script" in text


def test_an_unfinished_study_is_reported_with_its_games(tmp_path: Path) -> None:
    report = report_of(MadeUp(games=400, chunk=20), tmp_path, games=60)
    assert (report["games"], report["missing"]) == (60, 340)
    assert "340 of 400 games are still missing" in page(report)


def test_line_ups_have_a_ladder(tmp_path: Path) -> None:
    made = MadeUp(games=40, bots=("normal", "easy"), more='line_ups = "pairs"\ncount = []')
    text = page(report_of(made, tmp_path))
    assert 'id="ladder"' in text
    assert "One alone against 3 of another" in text
    assert 'id="cards"' not in text


FAULTS = {
    "seat": "cannot be",
    "game": "other games",
    "leader": "cannot be",
    "round": "cannot be",
}


@pytest.mark.parametrize("name", FAULTS)
def test_impossible_rows_are_refused(tmp_path: Path, name: str) -> None:
    def change(table: str, row: Row) -> None:
        if table == "turns" and row["game"] == 30:
            row[name] = 30_000

    with pytest.raises(BadData, match=FAULTS[name]):
        report_of(MadeUp(games=40, chunk=20, change=change), tmp_path)


def test_a_file_that_claims_too_much_is_not_unpacked(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    folder = MadeUp(games=20, chunk=20).write(tmp_path)
    file = next(folder.rows.glob("*/fights.parquet"))
    table = pa.parquet.read_table(file)
    many = pa.Table.from_arrays(
        [pa.concat_arrays([column.combine_chunks().slice(0, 1)] * 1_100_000) for column in table.columns],
        schema=table.schema,
    )
    pa.parquet.write_table(many, file)
    assert file.stat().st_size < 1_000_000
    with pytest.raises(BadData, match="more than its games can have"):
        gather(folder)


def test_other_files_are_refused(tmp_path: Path) -> None:
    folder = MadeUp(games=20, chunk=20).write(tmp_path)
    file = next(folder.rows.glob("*/turns.parquet"))
    file.write_bytes(b"PAR1" + b"\0" * 100)
    with pytest.raises(BadData, match="not the rows of a study"):
        gather(folder)
    file.write_bytes((file.parent / "fights.parquet").read_bytes())
    with pytest.raises(BadData, match="other columns"):
        gather(folder)
