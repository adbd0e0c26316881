"""Tests of the digest of card files: it stands for their meaning, and saved games depend on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.catalog.copies import (
    add_card,
    add_comments,
    change_numbers,
    change_words,
    copy_of_set,
    remove_card,
    turn_keys_round,
)

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import RandomPlay, random_play
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe

Change = Callable[[Path], None]


@pytest.mark.parametrize("change", [add_comments, turn_keys_round, change_words])
def test_equivalent_files_have_the_same_digest(tmp_path: Path, change: Change) -> None:
    folder = copy_of_set(tmp_path)
    before = load_catalog([], [folder])
    change(folder)
    after = load_catalog([], [folder])
    assert after.digest == before.digest
    assert after.files != before.files
    assert [program.digest for program in after.programs] == [program.digest for program in before.programs]


@pytest.mark.parametrize("change", [add_card, change_numbers, remove_card])
def test_different_files_have_different_digests(tmp_path: Path, change: Change) -> None:
    folder = copy_of_set(tmp_path)
    before = load_catalog([], [folder])
    change(folder)
    assert load_catalog([], [folder]).digest != before.digest


def test_the_order_of_cards_counts(tmp_path: Path) -> None:
    folder = copy_of_set(tmp_path)
    before = load_catalog([], [folder])
    (folder / "door" / "classes.toml").rename(folder / "door" / "zzz.toml")
    assert load_catalog([], [folder]).digest != before.digest


def test_changed_names_are_shown(tmp_path: Path) -> None:
    folder = copy_of_set(tmp_path)
    card = load_catalog([], [folder]).defs[0]
    change_words(folder)
    assert load_catalog([], [folder]).defs[0].name == f"New {card.name}"


def meant(s: State) -> dict[str, object]:
    """Return a state without the digest of its cards."""
    data: dict[str, object] = json.loads(state_to_json(s))
    del data["catalog"]
    return data


@pytest.mark.parametrize("change", [add_comments, change_words, add_card, change_numbers])
def test_a_saved_game_is_read_with_changed_cards(tmp_path: Path, change: Change) -> None:
    folder = copy_of_set(tmp_path)
    old = load_catalog([], [folder])
    change(folder)
    new = load_catalog([], [folder])
    play = random_play(old, 4, f"changed:{change.__name__}")
    for step in range(600):
        if not play.step():
            break
        if step % 20 == 0:
            s = state_from_json(state_to_json(play.state), new, same_cards=False)
            assert meant(s) == meant(play.state)
            assert [seat.used for seat in s.seats] == [seat.used for seat in play.state.seats] or change is add_card
    # The game can continue, and be sampled from an observation
    seen = observe(s, 0)
    assert observe(sample_state(json.loads(json.dumps(seen)), new, LehmerRng("mix")), 0) == seen
    assert set(s.mix) == ({f"{folder.name}/aardvark"} if change is add_card else set())
    again = RandomPlay(s, LehmerRng("on"))
    for _ in range(200):
        again.step()
    assert runtime.prompted_seats(again.state) or again.state.winners


def test_a_saved_game_with_a_removed_card_is_refused(tmp_path: Path) -> None:
    folder = copy_of_set(tmp_path)
    play = random_play(load_catalog([], [folder]), 3, "gone")
    remove_card(folder)
    with pytest.raises(BadData, match="there is no card"):
        state_from_json(state_to_json(play.state), load_catalog([], [folder]), same_cards=False)


def test_a_saved_game_inside_a_changed_program_is_refused(tmp_path: Path) -> None:
    folder = copy_of_set(tmp_path)
    old = load_catalog([], [folder])
    play = random_play(old, 4, "program")
    while not [frame for frame in play.state.stack if frame.KIND == "resolve"]:
        assert play.step()
    text = state_to_json(play.state)
    for path in sorted(folder.rglob("*.toml")):
        told = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"\{ op = (?![^}]*instead)", "{ instead = false, op = ", told), encoding="utf-8")
    with pytest.raises(BadData, match="says something else now"):
        state_from_json(text, load_catalog([], [folder]), same_cards=False)
