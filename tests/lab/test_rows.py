"""Tests of the rows of a study: other Parquet readers find the documented columns, and the tables agree."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import duckdb
import polars
import pytest
from tests.lab.conftest import Write, played, study_of
from tests.layers import thorough

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine.events import Event
from kickdoor.lab.columns import ALWAYS, BY_NAME, COUNTED, SOAK
from kickdoor.lab.row_recorder import GameRecorder
from kickdoor.sim.simulate import GameResult, Plan, dealt, play_out

PLAN = """
mixes = ["deluxe", "cooks+steampunk"]
seats = 4
bots = ["nasty", "normal", "random", "random"]
games = 3
seed = "rows"
[[variants]]
name = "short"
options = { winning_level = 4 }
"""
EQUAL = {
    # Both sides are sums over a game
    "turns": "select count(*) from turns",
    "fights_won": "select count(*) from fights where ended = 'won'",
    "fights_lost": "select count(*) from fights where ended = 'lost'",
    "caught": "select sum(caught) from monsters",
    "escaped": "select sum(escaped) from monsters",
    "deaths": "select sum(deaths) from seats",
    "winners": "select count(*) from seats where won",
    "curses": "select sum(curses) from seats",
    "fights_helped": "select count(*) from fights where helper >= 0 and ended in ('won', 'lost')",
}
NONE = {
    "a share is of the win": "select game from seats group by variant, setting, game having abs(sum(share) - 1) > 1e-6",
    "a winner has the Level": "select * from seats s join games g using (variant, setting, game) "
    "where won and level < case variant when 'short' then 4 else 10 end",
    "turns are counted by seat": "select game from seats join games using (variant, setting, game) "
    "group by variant, setting, game, games.turns having sum(seats.turns) <> games.turns",
    "cards of a seat": "select 1 from (select variant, setting, game, seat, sum(drawn) d, sum(played) p, sum(used) u "
    "from cards group by all) c join seats s using (variant, setting, game, seat) "
    "where c.d <> s.drawn or c.p <> s.played or c.u <> s.used",
    "every player is dealt eight": "select 1 from seats where drawn < 8",
    "what a helper got was drawn": "select 1 from fights where helper_treasures > treasures",
    "no player helps themselves": "select 1 from fights where main = helper",
    "won fights are stronger": "select 1 from fights where ended = 'won' and strength < against",
    "monsters of fights": "select 1 from fights f join (select variant, setting, game, fight, count(*) n "
    "from monsters group by all) m using (variant, setting, game, fight) where n <> monsters",
    "levels between": "select 1 from turns where level not between lowest and highest",
    "a monster killed was met": "select 1 from cards where killed > met",
    "a level at least for a kill": "select 1 from fights where ended = 'won' and levels < 1",
}


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> duckdb.DuckDBPyConnection:
    """A study whose tables are views of DuckDB."""
    folder = tmp_path_factory.mktemp("rows")
    (folder / "plan.toml").write_text(PLAN)
    played(study_of(folder / "plan.toml"), folder / "out")
    found = duckdb.connect()
    found.execute(f"set variable folder = '{folder}/out'")
    for table in (*ALWAYS, *COUNTED):
        found.execute(f"create view {table.name} as from '{folder}/out/rows/*/{table.name}.parquet'")
    return found


@pytest.mark.parametrize("table", [*ALWAYS, *COUNTED], ids=lambda table: table.name)
def test_duckdb_and_polars_find_the_columns(rows: duckdb.DuckDBPyConnection, table: object) -> None:
    name = getattr(table, "name", "")
    found = rows.sql(f"select * from {name} order by all")
    assert found.columns == BY_NAME[name].names
    folder = rows.sql("select getvariable('folder')").fetchall()[0][0]
    frame = polars.read_parquet(f"{folder}/rows/*/{name}.parquet")
    assert frame.columns == BY_NAME[name].names
    assert sorted(frame.rows(), key=repr) == sorted(found.fetchall(), key=repr)
    assert frame.height > 0


@pytest.mark.parametrize("figure", EQUAL)
def test_tables_agree_about_the_same_games(rows: duckdb.DuckDBPyConnection, figure: str) -> None:
    whole = rows.sql(f"select sum({figure}) from games").fetchall()[0]
    assert rows.sql(EQUAL[figure]).fetchall()[0] == whole
    assert whole[0] >= 0


@pytest.mark.parametrize("what", NONE)
def test_rows_are_consistent(rows: duckdb.DuckDBPyConnection, what: str) -> None:
    assert rows.sql(NONE[what]).fetchall() == []


def test_a_soak_is_read_too(write: Write, tmp_path: Path) -> None:
    text = 'kind = "soak"\nsets = ["star"]\nseats = [3]\ngames = 2\n[options]\nwinning_level = 2\n'
    data = played(study_of(write(text)), tmp_path / "out")
    assert (data["games"], data["faults"], data["missing"]) == (2, [], 0)
    for table in SOAK:
        frame = polars.read_parquet(tmp_path / "out" / "rows" / "*" / f"{table.name}.parquet")
        assert frame.columns == table.names
        assert frame.height > 0


@pytest.mark.parametrize("seed", ["a", pytest.param("b", marks=thorough), pytest.param("c", marks=thorough)])
def test_recording_changes_nothing_and_misses_no_card(seed: str) -> None:
    """Every card that a player ever has gives a row for the player."""
    plan = Plan(("deluxe", "star"), 4, ("normal",) * 4, 1, seed)
    rules = load_catalog(plan.sets)
    plain = GameResult(plan.seed_of(0), [], 0, 0, 0, [])
    play_out(plan, 0, dealt(plan, rules, 0), plain)

    class Closer(GameRecorder):
        def count(self, events: list[Event]) -> None:
            super().count(events)
            for p in self.state.seats:
                seen.update((p.index, self.state.cards[card].index) for card in p.hand)

    seen: set[tuple[int, int]] = set()
    watch = Closer(dealt(plan, rules, 0), plan.seed_of(0), [table.name for table in COUNTED])
    play_out(plan, 0, watch.state, watch)
    watch.finish()
    assert [getattr(watch, one.name) for one in fields(plain)] == [getattr(plain, one.name) for one in fields(plain)]
    assert len(seen) > 50
    assert [pair for pair in seen if pair not in watch.cards] == []
