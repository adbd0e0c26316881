"""A question says what it is about: who has thrown a curse, what becomes of what is chosen, what helping brings."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.test_outcomes_told import HELPED, to_the_spoils
from tests.server.test_previews import FIGHT, NAMES, stage

from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Answer, key, parse
from kickdoor.engine.state.state import State
from kickdoor.server.room.prompt_views import choices_of
from kickdoor.text.options_text import prompt_text

CURSED = """players:
  Aric: {equipped: [Helm of Courage, Buckler of Swashing]}
  Suzan: {hand: [Curse! Lose 1 Small Item]}
  Guy: {}
"""


def do(s: State, seat: int, wanted: str) -> None:
    runtime.apply(s, Answer(seat, next(c for c in runtime.legal_options(s, seat) if key(c).startswith(wanted)), []))


def asked(s: State, seat: int) -> tuple[str, list[str]]:
    """Return what a seat is asked, and its answers, in words."""
    prompt = runtime.prompt(s, seat)
    return prompt_text(s, prompt, NAMES), [one.text for one in choices_of(s, prompt, NAMES) if one.mine]


def test_a_curse_prompt_names_its_player_and_effects(tmp_path: Path) -> None:
    s = stage(tmp_path, CURSED)
    do(s, 1, f"play:{s.seats[1].hand[0]}>seat0")
    while not isinstance(s.stack[-1], ChoiceFrame):
        runtime.apply_default(s, (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1)
    text, answers = asked(s, 0)
    assert text == "Suzan has played Curse! Lose 1 Small Item on you: choose what to lose."
    assert answers == ["Lose Helm of Courage", "Lose Buckler of Swashing"]


def test_a_curse_from_the_deck_names_no_player(tmp_path: Path) -> None:
    text = CURSED.replace("hand: [Curse! Lose 1 Small Item]", "") + "doors: [Curse! Lose 1 Small Item]"
    s = stage(tmp_path, text)
    do(s, 0, "kick")
    while not isinstance(s.stack[-1], ChoiceFrame):
        runtime.apply_default(s, (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1)
    assert asked(s, 0)[0] == "Curse! Lose 1 Small Item: choose what to lose."


def test_treasures_are_taken(tmp_path: Path) -> None:
    answers = asked(to_the_spoils(stage(tmp_path, HELPED)), 0)[1]
    assert answers
    assert all(text.startswith("Take ") for text in answers)


@pytest.mark.parametrize(("monster", "single"), [("Net Troll", 0), ("Maul Rat", 1)])
def test_a_prompt_for_each_draw_has_its_number(tmp_path: Path, monster: str, single: int) -> None:
    """A fight won pays three Treasures, or one that lets three be drawn."""
    players = "Aric: {level: 7, class: Cleric, hand: [Baby], equipped: [Huge Rock]}, Suzan: {level: 5}, Guy: {}"
    piles = "discards: {treasures: [Mithril Armor]}\ntreasures: [Hoard!, Helm of Courage, Slimy Armor, Spiky Knees]"
    combat = f"combat: {{fighter: Aric, helper: Suzan, monsters: [{monster}]}}"
    s = stage(tmp_path, f"players: {{{players}}}\n{combat}\n{piles}")
    do(s, 0, "claim")
    found = []
    for _ in range(3 + single):
        while not isinstance(s.stack[-1], ChoiceFrame):
            runtime.apply_default(s, (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1)
        found.append(asked(s, 0)[0])
        runtime.apply(s, Answer(0, parse("choose"), []))
    price = "iscard a card from your hand to take Mithril Armor from the discard pile instead of drawing?"
    assert found == [f"D{price}"] * single + [f"Draw {n} of 3: d{price}" for n in (1, 2, 3)]


def test_a_single_draw_is_not_counted(tmp_path: Path) -> None:
    players = "players: {Aric: {class: Cleric, hand: [Baby]}, Suzan: {}, Guy: {}}"
    s = stage(tmp_path, f"{players}\ndiscards: {{doors: [Elf]}}")
    do(s, 0, "kick")
    assert asked(s, 0)[0] == "Discard a card from your hand to take Elf from the discard pile instead of drawing?"


@pytest.mark.parametrize(("level", "more"), [(5, "."), (9, ", and win the game!")])
def test_a_help_prompt_names_the_reward(tmp_path: Path, level: int, more: str) -> None:
    elf = f"level: {level}, race: Elf, equipped: [Huge Rock]"
    help = "Aric asks for your help and offers nothing."
    for seat, text in ((1, f"{help} You would gain 1 level for helping{more}"), (2, help)):
        s = stage(tmp_path, f"players: {{Aric: {{level: 1}}, Suzan: {{{elf}}}, Guy: {{level: 9}}}}\n{FIGHT}")
        do(s, 0, f"ask>seat{seat}")
        assert asked(s, seat)[0] == text


def test_a_help_prompt_warns_of_a_shared_win(tmp_path: Path) -> None:
    s = stage(tmp_path, f"players: {{Aric: {{level: 9}}, Suzan: {{level: 9, race: Elf}}, Guy: {{}}}}\n{FIGHT}")
    do(s, 0, "ask>seat1")
    assert asked(s, 1)[0].endswith(" You would gain 1 level for helping. You would both win the game!")


@pytest.mark.parametrize(
    ("monster", "ways"),
    [("Net Troll", "Get stronger, find help, or give up."), ("Gazebo", "Get stronger, or give up.")],
)
def test_prompts_mention_help_only_if_it_is_possible(tmp_path: Path, monster: str, ways: str) -> None:
    s = stage(tmp_path, f"players: {{Aric: {{}}, Suzan: {{}}, Guy: {{}}}}\n{FIGHT.replace('Net Troll', monster)}")
    assert asked(s, 0)[0].endswith(ways)
