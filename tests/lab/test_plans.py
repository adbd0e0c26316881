"""Tests of plans: what they may contain, and that nothing in them is executed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lab.conftest import SHORT, Write, study_of

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine.errors import BadData
from kickdoor.lab.plan_reader import PlanOverrides, read_plan, studies
from kickdoor.lab.study_plan import Chunk, chunks_left


@pytest.mark.parametrize("name", studies())
def test_every_shipped_study_can_be_played(name: str) -> None:
    plan = read_plan(name, PlanOverrides()).plan
    assert plan.title
    assert plan.all_games > 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sets = [", "not valid TOML"),
        ("sts = ['deluxe']", "did you mean 'sets'?"),
        ("games = 3", "give either sets"),
        ("sets = ['deluxe']\nmixes = ['star']", "give either sets"),
        ("sets = ['delux']", "did you mean 'deluxe'?"),
        ("sets = 'deluxe'", "expected a list"),
        ("mixes = ['deluxe+delux']", "did you mean 'deluxe'?"),
        ("mixes = ['star', 'star']", "is listed twice"),
        ("mixes = []", "expected at least one mix"),
        ("sets = ['star']\nseats = 7", "3 to 6 seats"),
        ("sets = ['star']\nseats = [3, 3]", "3 is listed twice"),
        ("sets = ['star', 'all']", "'star' is listed twice"),
        ("sets = ['star']\nbudget = 0", "from 1 to"),
        ("sets = ['star']\nseats = []", "expected at least one number of seats"),
        ("sets = ['star']\nseats = true", "3 to 6 seats"),
        ("sets = ['star']\nbots = ['nomal']", "did you mean 'normal'?"),
        ("sets = ['star']\nbots = []", "expected at least one bot"),
        ("sets = ['star']\nbots = ['easy', 'easy', 'easy', 'easy', 'easy']", "do not fit at 4 seats"),
        ("sets = ['star']\nbots = ['evil.py:Bot']", "a plan may not name files"),
        ("sets = ['star']\nbots = ['easy']\nline_ups = 'pairs'", "at least two bots"),
        ("sets = ['star']\nbots = ['easy', 'nasty']\nline_ups = 'pair'", "did you mean 'pairs'?"),
        ("sets = ['star']\nbots = ['easy', 'nasty']\nline_ups = 'pairs'\ngames = 3", "a multiple of 4"),
        ("sets = ['star']\ngames = 0", "from 1 to"),
        ("sets = ['star']\ngames = 99999999999", "from 1 to"),
        ("sets = ['star']\nseed = 1.5", "expected a text"),
        ("sets = ['star']\ncount = ['card']", "did you mean 'cards'?"),
        ("sets = ['star']\nkind = 'soaked'", "did you mean 'soak'?"),
        ("sets = ['star']\nkind = 'soak'\nbots = ['easy']", "a soak does not have this key"),
        ("mixes = ['star']\nkind = 'soak'", "a soak has sets"),
        ("sets = ['star']\n[options]\nwining_level = 3", "did you mean 'winning_level'?"),
        ("sets = ['star']\n[options]\nwinning_level = true", "expected a whole number"),
        ("sets = ['star']\n[options]\nwinning_level = 1", "winning_level"),
        ("sets = ['star']\n[[variants]]\nname = 'base'", "is listed twice"),
        ("sets = ['star']\n[[variants]]\nnme = 'a'", "did you mean 'name'?"),
        ("sets = ['star']\n[[variants]]\nname = 'a'\nbots = ['esy']", "did you mean 'easy'?"),
        ("mixes = ['star']\n[[variants]]\nname = 'a'\nsets = ['cooks']", "only if the plan has sets"),
        ("sets = ['star']\nfolders = ['nowhere']", "there is no such folder"),
        ("sets = ['star']\n[cards]\nstar = 'nowhere.toml'", "cannot be read"),
        ("sets = ['star']\n[cards]\nstar = 3", "expected the path of a file"),
        ("sets = ['star']\nabout = 'x'", "expected a list of paragraphs"),
    ],
)
def test_a_bad_plan_is_refused_in_one_line(write: Write, text: str, message: str) -> None:
    with pytest.raises(BadData, match=message.replace("?", r"\?")) as error:
        study_of(write(text))
    assert len(str(error.value).splitlines()) == 1


def test_an_unknown_study_gets_a_suggestion() -> None:
    with pytest.raises(BadData, match="did you mean 'quick'"):
        read_plan("qick", PlanOverrides())
    with pytest.raises(BadData, match="no such file"):
        read_plan("nowhere/plan.toml", PlanOverrides())


def test_mixes_have_keywords(write: Write) -> None:
    plan = study_of(write("mixes = ['every']\nseats = [3, 6]\nbots = ['random']\ngames = 2")).plan
    assert len(plan.cells) == (2 ** len(known_sets()) - 1) * 2
    plan = study_of(write("mixes = ['all', 'mixed', 'star+cooks']")).plan
    assert len(plan.cells) == len(known_sets()) + 2


def test_variants_share_seeds_and_seating(write: Write) -> None:
    plan = study_of(
        write(
            "sets = ['deluxe']\nbots = ['nasty', 'easy']\nseats = [3, 4]\nseed = 'x'\n"
            "[[variants]]\nname = 'long'\noptions = { winning_level = 12 }\n"
            "[[variants]]\nname = 'other bots'\nbots = ['normal']\n"
            "[[variants]]\nname = 'more sets'\nsets = ['deluxe', 'star']\n"
        )
    ).plan
    assert plan.variants == ["base", "long", "other bots", "more sets"]
    by_table: dict[str, set[str]] = {}
    for cell in plan.cells:
        by_table.setdefault(cell.setting, set()).add(cell.seed)
        game = cell.game(5, ())
        assert game.seed_of(5) == f"{cell.seed}:5"
        assert game.seat_of(0, 5) == 5 % cell.seats
    assert by_table == {"deluxe 3": {"x:deluxe:3"}, "deluxe 4": {"x:deluxe:4"}}
    assert plan.cells[-1].mix == ["deluxe", "star"]
    assert plan.cells[2].options == {"winning_level": 12}


def test_the_key_covers_everything_that_determines_results(write: Write) -> None:
    key = study_of(write(SHORT)).plan.key
    assert study_of(write(SHORT + "title = 'x'\n")).plan.key == key
    assert study_of(write(SHORT), games=99).plan.key == key
    for other in ("count = []", "base = 'x'", "budget = 3", "[options]\nwinning_level = 9"):
        assert study_of(write(SHORT + other)).plan.key != key


def test_missing_chunks_fill_the_gaps_with_the_same_bounds(write: Write) -> None:
    plan = study_of(write(SHORT)).plan
    assert chunks_left(plan, {}) == [Chunk(0, n, n + 3) for n in (0, 3, 6, 9)]
    assert chunks_left(plan, {0: [Chunk(0, 3, 4), Chunk(0, 6, 9)]}) == [
        Chunk(0, 0, 3),
        Chunk(0, 4, 6),
        Chunk(0, 9, 12),
    ]
    assert chunks_left(plan, {0: [Chunk(0, 0, 50)]}) == []


CARDS = '[potted_plant]\nname = "Potted Plant"\nkind = "monster"\nlevel = 19\ntreasures = 1\n'
CARDS += 'static = [{ query = "no_pursuit" }]\n'


def test_a_variant_may_change_a_card(write: Write, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(CARDS)
    text = SHORT + "[[variants]]\nname = 'plant'\ncards = { deluxe = 'other.toml' }\n"
    study = study_of(write(text))
    base, changed = study.plan.cells
    assert base.digest != changed.digest
    assert list(study.bundle.files) == ["cards/0/other.toml"]
    (tmp_path / "other.toml").write_text(CARDS.replace("potted_plant", "poted_plant"))
    with pytest.raises(BadData, match="did you mean 'potted_plant'"):
        study_of(write(text))
    with pytest.raises(BadData, match="does not play"):
        study_of(write(text.replace("{ deluxe", "{ star")))
