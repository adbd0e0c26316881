"""Tests of prompts: an answered prompt is stale, and each asks for what the rules say."""

from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import StaleAnswer
from kickdoor.engine.machine.prompts import CHOOSE, FORM_BIT, PASS, PLAY, SACRIFICE, Answer, act_of, option, target_of
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.sim.random_play import deal

MIN_GAMES, GAMES = 4, 60
"""So many are played at least, and at most until every kind of question has come up."""
KINDS = {"turn", "combat", "fight_window", "help_talk", "choose", "face_up", "trade", "run_away"}
MAX_STEPS = 900
ONE_AFTER_ANOTHER = "run_away"
"""Asks whom to flee next by the same number as before; who was fled from cannot be named again."""


def own_options(s: State, seat: int) -> list[int]:
    """List the answers to the question itself, without plays that leave it standing."""
    out: list[int] = []
    s.stack[-1].options(s, seat, out)
    return out


def test_an_answered_prompt_is_stale() -> None:
    rules = load_catalog(["deluxe"])
    kinds: set[str] = set()
    for number in range(GAMES):
        if number >= MIN_GAMES and kinds >= KINDS:
            break
        s = deal(rules, 4, f"questions {number}")
        rng = LehmerRng(f"questions {number}")
        answered: dict[tuple[int, int], int] = {}
        for _ in range(MAX_STEPS):
            if s.winners:
                break
            seats = [seat for seat in range(4) if runtime.prompted_seats(s) >> seat & 1]
            for seat in seats:
                before = answered.get((seat, runtime.prompt(s, seat).id), -1)
                if s.stack[-1].KIND == ONE_AFTER_ANOTHER:
                    assert before not in runtime.legal_options(s, seat)
                else:
                    assert before == -1, s.stack[-1].KIND
            seat = seats[rng.below(len(seats))]
            codes = runtime.legal_options(s, seat)
            code = codes[rng.below(len(codes))]
            picks = runtime.form(s, seat, code).sample(s, rng) if code & FORM_BIT else []
            prompt = runtime.prompt(s, seat).id
            kind = s.stack[-1].KIND
            # The second phase may come back after a fight, and is then asked for under the same number
            if code in own_options(s, seat):
                answered[seat, prompt] = code
                kinds.add(kind)
            runtime.apply(s, Answer(seat, code, picks, prompt))
    assert kinds >= KINDS, f"never asked: {KINDS - kinds}"


def position(tmp_path: Path, text: str) -> State:
    path = tmp_path / "position.yaml"
    path.write_text("scenario: A question\nsets: [deluxe]\nopen: true\n" + text, encoding="utf-8")
    return play(read_file(path), "1", None).s


FOUR_BIG = """
players:
  Aric: {race: Dwarf, equipped: [Chainsaw of Bloody Dismemberment],
         carried: [Huge Rock, Stepladder, Tuba of Charm, Mithril Armor, Wand of Dowsing]}
  Suzan: {}
  Guy: {}
steps:
  - Aric: {discard: Dwarf}
"""


def test_a_sale_renews_the_prompt_for_excess_items(tmp_path: Path) -> None:
    s = position(tmp_path, FOUR_BIG)
    before = runtime.prompt(s, 0)
    sale = next(code for code in before.codes if code & FORM_BIT)
    wand = next(c for c in s.seats[0].play if s.cards[c].id == "wand_of_dowsing")
    runtime.apply(s, Answer(0, sale, [wand], before.id))
    assert runtime.prompt(s, 0).word == before.word
    keep = next(code for code in runtime.legal_options(s, 0) if act_of(code) == CHOOSE)
    with pytest.raises(StaleAnswer):
        runtime.apply(s, Answer(0, keep, [], before.id))


THREE_BIG = """
players:
  Aric: {race: Dwarf, carried: [Huge Rock, Stepladder, Tuba of Charm], hand: [Hireling]}
  Suzan: {}
  Guy: {}
steps:
  - Aric: {discard: Dwarf}
"""


def test_a_follower_renews_the_prompt_for_excess_items(tmp_path: Path) -> None:
    s = position(tmp_path, THREE_BIG)
    before = runtime.prompt(s, 0)
    follower = next(code for code in before.codes if act_of(code) == PLAY)
    runtime.apply(s, Answer(0, follower, [], before.id))
    assert runtime.prompt(s, 0).word == before.word
    keep = next(code for code in runtime.legal_options(s, 0) if act_of(code) == CHOOSE)
    with pytest.raises(StaleAnswer):
        runtime.apply(s, Answer(0, keep, [], before.id))


ALONE = """
players: {Aric: {followers: [Hireling]}, Suzan: {hand: [Enraged]}, Guy: {}}
combat: {monsters: [Gazebo]}
steps:
  - Aric: give up
"""


def test_the_main_fighter_is_not_prompted_again_if_no_player_may_help(tmp_path: Path) -> None:
    s = position(tmp_path, ALONE)
    runtime.apply(s, Answer(1, next(code for code in runtime.legal_options(s, 1) if act_of(code) == PLAY)))
    assert runtime.prompt(s, 0).word == "flee"


def test_a_sacrifice_without_a_helper_has_one_option(tmp_path: Path) -> None:
    s = position(tmp_path, ALONE)
    runtime.apply(s, Answer(1, option(PASS)))
    codes = runtime.legal_options(s, 0)
    assert [code for code in codes if act_of(code) == SACRIFICE] == [option(SACRIFICE, s.seats[0].play[0])]


CLERIC = """
players: {Aric: {class: Cleric, hand: [Baby, Ancient]}, Suzan: {}, Guy: {}}
discards: {doors: [Enraged]}
steps:
  - Aric: kick open the door
"""


def test_a_cleric_may_give_one_card_or_none(tmp_path: Path) -> None:
    s = position(tmp_path, CLERIC)
    codes = runtime.legal_options(s, 0)
    assert [act_of(code) for code in codes] == [CHOOSE] * 3
    assert sorted(target_of(code) for code in codes[:2]) == sorted(s.seats[0].hand)
    assert codes[2] == option(CHOOSE)
