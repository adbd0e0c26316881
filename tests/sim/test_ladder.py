"""Tests of ladders: the same games with any interruption, and results that add up."""

from __future__ import annotations

import doctest
import multiprocessing
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from tests.layers import thorough

from kickdoor.catalog.defaults import default_sets
from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine.errors import BadData
from kickdoor.sim.ladder import line_ups, shares
from kickdoor.sim.ladder import plot as plot_module
from kickdoor.sim.ladder.game_file import KeptGame, LadderFile
from kickdoor.sim.ladder.ladder_plan import MAX_GAMES, Ladder, LadderOrder, LadderPlan, make_ladder
from kickdoor.sim.ladder.ladder_runner import play_ladder
from kickdoor.sim.ladder.line_ups import BOTH, PAIRS
from kickdoor.sim.ladder.plot import LEFT, RIGHT, SPAN, plot
from kickdoor.sim.ladder.standings import Result, result_of
from kickdoor.sim.simulate import simulate

LINE = '{"game": 0, "winners": [0, 2], "turns": 4, "digest": "0123456789abcdef"}'
SHORT: dict[str, bool | int | str] = {"winning_level": 2}
ORDER = LadderOrder(("random", "easy", "normal"), (default_sets(),), 3, 3, BOTH, "seed", 4, SHORT)


def kept_games(path: Path) -> list[KeptGame]:
    return [msgspec.json.decode(line, type=KeptGame) for line in path.read_bytes().splitlines()[1:]]


def begun(path: Path, plan: LadderPlan) -> bytes:
    """Start a file without games, and gives what is in it."""
    file = LadderFile(path)
    assert file.begin(plan) == []
    file.close()
    return path.read_bytes()


def made_up(ladder: Ladder, winners: list[list[int]]) -> Result:
    """Return the result of games with the given ends, repeated."""
    games = [KeptGame(n, winners[n % len(winners)], 9, "") for n in range(ladder.games)]
    return result_of(ladder, games, ladder.plan.bots[0])


def test_jobs_and_files_do_not_change_the_result(tmp_path: Path) -> None:
    ladder = make_ladder(ORDER)
    progress: list[int] = []
    alone = play_ladder(ladder)
    assert play_ladder(ladder, LadderFile(tmp_path / "kept"), 2, progress.append) == alone
    assert progress == list(range(ladder.games + 1))
    assert sorted(kept_games(tmp_path / "kept"), key=lambda game: game.game) == alone


def test_a_stopped_ladder_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    ladder = make_ladder(ORDER)
    whole = play_ladder(ladder)

    def stop(games: int) -> None:
        if games == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_ladder(ladder, LadderFile(path), 2, stop)
    assert multiprocessing.active_children() == []
    assert len(kept_games(path)) == 5
    progress: list[int] = []
    assert play_ladder(ladder, LadderFile(path), 1, progress.append) == whole
    assert progress[0] == 5


def test_a_half_written_line_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    ladder = make_ladder(ORDER)
    whole = play_ladder(ladder, LadderFile(path))
    full = path.read_bytes()
    path.write_bytes(full[:-10])
    progress: list[int] = []
    assert play_ladder(ladder, LadderFile(path), 1, progress.append) == whole
    assert progress[0] == ladder.games - 1
    assert path.read_bytes() == full


@thorough
def test_more_games_extend_a_ladder_and_fewer_are_its_first(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    first = play_ladder(make_ladder(ORDER), LadderFile(path))
    longer = make_ladder(replace(ORDER, games=6))
    more = play_ladder(longer, LadderFile(path))
    assert more[: len(first)] == first
    assert play_ladder(longer) == more
    before = path.read_bytes()
    assert play_ladder(make_ladder(ORDER), LadderFile(path)) == first
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (replace(ORDER, seed="another"), "seed was seed, not another"),
        (replace(ORDER, bots=("random", "normal", "easy")), "bots was"),
        (replace(ORDER, line_ups=PAIRS), "line_ups was both, not pairs"),
        (replace(ORDER, options={"winning_level": 3}), "options was"),
        (replace(ORDER, sets=(tuple(known_sets()),)), "sets was"),
    ],
)
def test_a_file_of_another_ladder_is_refused_and_left_alone(tmp_path: Path, other: LadderOrder, message: str) -> None:
    path = tmp_path / "kept"
    before = begun(path, make_ladder(ORDER).plan)
    with pytest.raises(BadData, match=message):
        LadderFile(path).begin(make_ladder(other).plan)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("cards", ["0"], "the card files have changed"),
        ("code", "0", "the bots or the engine of kickdoor have changed"),
        ("files", {"Mine": "0"}, "a bot's file has changed"),
        ("version", "0.0.1", "version was 0.0.1"),
        ("rules", 0, "rules was 0"),
    ],
)
def test_games_of_other_code_or_cards_are_refused(tmp_path: Path, field: str, value: object, message: str) -> None:
    plan = make_ladder(ORDER).plan
    begun(tmp_path / "kept", msgspec.structs.replace(plan, **{field: value}))
    with pytest.raises(BadData, match=message):
        LadderFile(tmp_path / "kept").begin(plan)


@pytest.mark.parametrize("data", [b"my notes", b"my\nnotes\n", b"[]\n", b"{}\n", b'{"ladder": 1', b"\xff\n"])
def test_other_files_are_never_overwritten(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "kept"
    path.write_bytes(data)
    with pytest.raises(BadData, match="not a file of a ladder"):
        LadderFile(path).begin(make_ladder(ORDER).plan)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 2: not a game of a ladder"),
        (LINE.replace("[0, 2]", "[3]"), "line 2: not a game of this ladder"),
        (LINE.replace("[0, 2]", "[0, 0]"), "line 2: not a game of this ladder; remove the line"),
        (LINE.replace('"game": 0', '"game": -1'), "line 2: not a game of this ladder"),
        (LINE.replace('"game": 0', f'"game": {MAX_GAMES}'), "line 2: not a game of this ladder"),
        (LINE.replace('"turns": 4', '"turns": -5'), "line 2: not a game of this ladder"),
        (LINE.replace('"turns": 4', '"turns": 5'), "line 2: not a game of this ladder"),
        (LINE.replace("0123456789abcdef", "zzz"), "line 2: not a game of this ladder"),
        (f"{LINE}\n{LINE.replace('abcdef', 'abcde0')}", "line 3: game 0 has a different result in an earlier line"),
    ],
)
def test_a_corrupt_file_is_refused_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    path, plan = tmp_path / "kept", make_ladder(ORDER).plan
    path.write_bytes(begun(path, plan) + line.encode() + b"\n")
    with pytest.raises(BadData, match=message):
        LadderFile(path).begin(plan)


def test_a_header_with_the_key_of_another_plan_is_refused(tmp_path: Path) -> None:
    path, plan = tmp_path / "kept", make_ladder(ORDER).plan
    path.write_bytes(begun(path, plan).replace(plan.key.encode(), b"0123456789abcdef"))
    with pytest.raises(BadData, match="line 1: the key is not the plan's"):
        LadderFile(path).begin(plan)


def test_games_are_stored_through_a_link(tmp_path: Path) -> None:
    link, path = tmp_path / "link", tmp_path / "there"
    link.symlink_to(path)
    plan = make_ladder(ORDER).plan
    assert begun(link, plan) == path.read_bytes()
    assert link.is_symlink()
    path.write_bytes(b"")
    assert begun(link, plan) == path.read_bytes()
    assert link.is_symlink()


def test_two_ladders_do_not_write_to_one_file(tmp_path: Path) -> None:
    plan = make_ladder(ORDER).plan
    first = LadderFile(tmp_path / "kept")
    first.begin(plan)
    with pytest.raises(BadData, match="another ladder is writing"):
        LadderFile(tmp_path / "kept").begin(plan)
    first.close()
    assert begun(tmp_path / "kept", plan)


def test_a_heat_is_a_simulation_that_can_be_played_by_itself() -> None:
    ladder = make_ladder(ORDER)
    games = play_ladder(ladder)
    number = next(n for n in range(0, ladder.games, 3) if ladder.table(n).bots == ("normal", "easy", "easy"))
    alike = simulate(ladder.table(number))
    assert [game.winners for game in alike.games] == [game.winners for game in games[number : number + 3]]


# What came of it


def test_wins_are_credited_to_the_bot_in_the_seat() -> None:
    """In every game the seat of the first bot wins, so that it is distinguished from other bots in that seat."""
    ladder = make_ladder(replace(ORDER, games=6))
    games = []
    for number in range(ladder.games):
        around = ladder.table(number).seating(number % 3)
        strong = [seat for seat, bot in enumerate(around) if bot == "random"] or [around.index("easy")]
        games.append(KeptGame(number, strong[:1], 9, ""))
    table = result_of(ladder, games, "normal").tables[0]
    assert [row.bot for row in table.rows] == ["random", "easy", "normal"]
    assert {other: table.alone["random", other].value for other in ("easy", "normal")} == {"easy": 1, "normal": 1}
    assert table.alone["normal", "random"].value == 0
    assert table.rows[2].rating.value == 1000
    assert sum(row.alone for row in table.rows) == table.games == ladder.games


def test_shared_wins_are_split_and_cut_games_have_no_winner() -> None:
    ladder = make_ladder(ORDER)
    result = made_up(ladder, [[0, 1], [1, 2], []])
    (table,) = result.tables
    assert (table.cut, table.together) == (table.games // 3, 2 * table.games // 3)
    # Every bot has every seat equally often; two thirds of the games are shared out among three seats
    assert sum(row.share.value for row in table.rows) / 3 == pytest.approx(2 / 9)
    assert all(row.alone == 0 < row.together for row in table.rows)


def test_every_mix_has_a_table_and_all_have_one() -> None:
    ladder = make_ladder(replace(ORDER, sets=tuple((name,) for name in known_sets()[:2])))
    result = made_up(ladder, [[0], [1], [2], [0, 1]])
    assert [table.name for table in result.tables] == ["all", *known_sets()[:2]]
    everything, *parts = result.tables
    assert everything.games == sum(table.games for table in parts)
    assert everything.together == sum(table.together for table in parts)
    data = result.as_data()
    assert data["sets"] == known_sets()[:2]
    assert len(made_up(make_ladder(ORDER), [[0]]).tables) == 1


@pytest.mark.parametrize("sort", [BOTH, PAIRS, "mixed"])
@pytest.mark.parametrize("winners", [[[0], [1], [2], [0, 1]], [[]], [[0]]])
def test_the_plot_is_a_picture_with_every_bot(sort: str, winners: list[list[int]]) -> None:
    ladder = make_ladder(replace(ORDER, line_ups=sort))
    drawn = plot(made_up(ladder, winners))
    root = ET.fromstring(drawn)
    texts = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert set(ladder.plan.bots) <= set(texts)
    cells = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("class") in ("more", "less")]
    assert len(cells) == (0 if sort == "mixed" else 6)
    assert "prefers-color-scheme:dark" in drawn
    assert "nan" not in drawn


@pytest.mark.parametrize("module", [line_ups, plot_module, shares])
def test_doctests_pass(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > result.failed == 0


def test_long_names_are_cut_in_the_plot_and_many_bots_have_room() -> None:
    ladder = make_ladder(ORDER)
    long = msgspec.structs.replace(ladder.plan, bots=["Very long and very odd <names> of bots", "random", "normal"])
    drawn = plot(made_up(replace(ladder, plan=long), [[0]]))
    assert ">Very long and v…<" in drawn
    assert "very odd &lt;names&gt;" in drawn  # the description has the whole name
    ET.fromstring(drawn)


def test_a_hopeless_bot_is_drawn_as_an_arrow() -> None:
    ladder = make_ladder(replace(ORDER, games=300))
    games = []
    for number in range(ladder.games):
        around = ladder.table(number).seating(number % 3)
        able = [seat for seat, bot in enumerate(around) if bot != "random"]
        games.append(KeptGame(number, [able[number // 3 % len(able)]], 9, ""))
    result = result_of(ladder, games, "normal")
    assert result.tables[0].rows[2].rating.value < 1000 - SPAN
    root = ET.fromstring(plot(result))
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 1
    dots = [float(one.attrib["cx"]) for one in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(dots) == 2
    bars = [one.attrib for one in root.iter("{http://www.w3.org/2000/svg}line") if one.get("class") == "bar"]
    assert all(LEFT <= float(bar["x1"]) <= float(bar["x2"]) <= RIGHT for bar in bars)
    assert 'class="anchor"' in plot(result)
    assert 'class="anchor"' not in plot(result_of(ladder, games, "random"))  # it is too far down to be drawn
