"""Tests of blunders that no bot may make."""

from __future__ import annotations

import pytest

from kickdoor.bots.policy_adapter import think
from kickdoor.bots.registry import BOTS
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice
from kickdoor.rng import Rng
from kickdoor.scenario import set_up
from kickdoor.seat_view import make_seat_view

ARIC, SUZAN, GUY = 0, 1, 2
BOTH = pytest.mark.parametrize("name", ["normal", "nasty"])


def position(text: str, sets: str = "deluxe") -> State:
    """Set up a position; what is not said about players and steps is left out."""
    if "steps:" not in text:
        text += "\nsteps: []"
    return set_up(f"scenario: Position\nsets: [{sets}]\nopen: true\n{text}\n").state


def chosen_action(s: State, seat: int, name: str) -> str:
    """Return what a bot does: the act, the card by name, and the seat it is aimed at."""
    view = make_seat_view(s, seat)
    chosen = think(BOTS[name](seat, Rng("one")), view, not view.is_asked)
    if chosen is None:
        return "nothing"
    code, picks = chosen
    runtime.check(s, Answer(seat, code, picks))
    card = p.card_of(code)
    said = p.ACTS[p.act_of(code)] + (f" {s.cards[card].name}" if card >= 0 else "")
    aim = f" on {['Aric', 'Suzan', 'Guy'][p.target_of(code)]}" if p.act_of(code) == p.PLAY and p.kind_of(code) else ""
    return said + aim


@BOTH
def test_does_not_pass_a_fight_to_a_player_who_wins_by_it(name: str) -> None:
    s = position("""
players:
  Aric: {level: 4, hand: [Transferral Potion]}
  Suzan: {level: 9}
  Guy: {level: 9}
combat: {fighter: Aric, monsters: [Gazebo]}
""")
    assert not chosen_action(s, ARIC, name).startswith("play")


@BOTH
@pytest.mark.parametrize("level", [7, 9])
def test_passes_a_fight_to_a_player_it_harms(name: str, level: int) -> None:
    s = position(f"""
players:
  Aric: {{level: 4, hand: [Transferral Potion]}}
  Suzan: {{level: {level}, equipped: [Huge Rock]}}
  Guy: {{level: 3}}
combat: {{fighter: Aric, monsters: [Gazebo]}}
""")
    assert chosen_action(s, ARIC, name) == "play Transferral Potion on Guy"


@BOTH
def test_does_not_stop_one_player_by_letting_another_win(name: str) -> None:
    s = position("""
players:
  Aric: {level: 9}
  Suzan: {level: 1, equipped: [Boots of Running Really Fast], hand: [Transferral Potion]}
  Guy: {level: 9}
combat: {fighter: Aric, monsters: [Lame Goblin]}
steps:
  - Aric: claim
""")
    assert chosen_action(s, SUZAN, name) == "play Transferral Potion on Suzan"


@BOTH
def test_takes_over_the_decisive_fight_of_another_player(name: str) -> None:
    s = position("""
players:
  Aric: {level: 9}
  Suzan: {level: 3, hand: [Transferral Potion]}
  Guy: {level: 5}
combat: {fighter: Aric, monsters: [Potted Plant]}
steps:
  - Aric: claim
""")
    assert chosen_action(s, SUZAN, name) == "play Transferral Potion on Suzan"


@BOTH
@pytest.mark.parametrize("hand", ["Wandering Monster, Lame Goblin, Elf", "Mate", "Enraged"])
def test_plays_no_bonus_without_effect(name: str, hand: str) -> None:
    s = position(f"""
players:
  Aric: {{level: 9, equipped: [Leather Armor, Helm of Courage, Boots of Butt-Kicking, Buckler of Swashing]}}
  Suzan: {{level: 5, hand: [{hand}]}}
  Guy: {{level: 4}}
combat: {{fighter: Aric, monsters: [Potted Plant]}}
steps:
  - Aric: claim
""")
    assert chosen_action(s, SUZAN, name) == "pass"


@BOTH
@pytest.mark.parametrize(("level", "saves"), [(6, True), (8, False)])
def test_a_helper_does_not_save_a_fight_that_wins_the_game(name: str, level: int, saves: bool) -> None:
    s = position(f"""
players:
  Aric: {{level: {level}}}
  Suzan: {{level: 5, equipped: [Huge Rock], hand: [Magic Missile, Pretty Balloons, Cotion of Ponfusion, Elf]}}
  Guy: {{}}
combat: {{fighter: Aric, helper: Suzan, bargain: {{treasures: 2}}, monsters: [Harpies, Stoned Golem]}}
steps:
  - Aric: give up
""")
    assert chosen_action(s, SUZAN, name).startswith("play") == saves


@BOTH
@pytest.mark.parametrize(("level", "adds"), [(5, True), (8, False)])
def test_adds_no_monster_that_wins_the_helper_the_game(name: str, level: int, adds: bool) -> None:
    s = position(f"""
players:
  Aric: {{level: 7, equipped: [Huge Rock], hand: [Mate]}}
  Suzan: {{level: {level}, race: Elf, equipped: [Leather Armor, Boots of Butt-Kicking]}}
  Guy: {{level: 4}}
combat: {{fighter: Aric, helper: Suzan, monsters: [Harpies]}}
""")
    assert chosen_action(s, ARIC, name).startswith("play Mate") == adds


@BOTH
@pytest.mark.parametrize(("guy", "hinders"), [(5, True), (9, False)])
def test_keeps_curses_for_the_leader(name: str, guy: int, hinders: bool) -> None:
    s = position(f"""
players:
  Aric: {{level: 6}}
  Suzan: {{level: 4, hand: [Enraged, Elf]}}
  Guy: {{level: {guy}}}
combat: {{fighter: Aric, monsters: [Harpies]}}
steps:
  - Aric: claim
""")
    # A nasty bot keeps it in either case
    assert chosen_action(s, SUZAN, name).startswith("play") == (hinders and name == "normal")


@BOTH
@pytest.mark.parametrize(("level", "curses"), [(4, True), (8, False)])
def test_does_not_curse_a_player_far_behind(name: str, level: int, curses: bool) -> None:
    s = position(f"""
players:
  Aric: {{level: {level}, hand: [Curse! Lose a Level]}}
  Suzan: {{level: 5}}
  Guy: {{level: 2}}
""")
    assert chosen_action(s, ARIC, name).startswith("play") == (curses and name == "normal")


@BOTH
@pytest.mark.parametrize("steps", ["[]", "[Aric: give up]"])
def test_plays_nothing_into_a_lost_fight(name: str, steps: str) -> None:
    s = position(f"""
players:
  Aric: {{level: 9}}
  Suzan: {{level: 1, hand: [Enraged, Sleep Potion, Elf]}}
  Guy: {{level: 4}}
combat: {{fighter: Aric, monsters: [Plutonium Dragon]}}
steps: {steps}
""")
    assert chosen_action(s, SUZAN, name) in ("pass", "nothing")


@BOTH
def test_plays_nothing_more_into_a_won_fight(name: str) -> None:
    s = position("""
players:
  Aric: {level: 5, hand: [Sleep Potion, Magic Missile, Friendship Potion]}
  Suzan: {level: 3}
  Guy: {}
combat: {fighter: Aric, monsters: [Harpies]}
""")
    assert chosen_action(s, ARIC, name) == "claim"


# No bot bargains against itself


def fight(aric: str, monster: str, suzan: str = "", guy: str = "", steps: str = "[]") -> State:
    """Set up a fight of Aric's, with those who stand by."""
    players = f"players:\n  Aric: {{{aric}}}\n  Suzan: {{{suzan}}}\n  Guy: {{{guy}}}\n"
    return position(f"{players}combat: {{fighter: Aric, monsters: [{monster}]}}\nsteps: {steps}")


def offers(treasures: int) -> str:
    """Write the step in which Suzan offers help."""
    return f"[Suzan: {{offer help: {{treasures: {treasures}}}}}]"


def asks(treasures: int) -> str:
    """Write the step in which Aric asks Suzan."""
    return f"[Aric: {{ask: Suzan, offer: {{treasures: {treasures}}}}}]"


def choice(s: State, seat: int, name: str) -> Choice:
    """Have a bot answer its question, and sees that it may answer so."""
    chosen = think(BOTS[name](seat, Rng("one")), make_seat_view(s, seat))
    assert chosen is not None
    runtime.check(s, Answer(seat, chosen[0], chosen[1]))
    return chosen


def act(s: State, seat: int, name: str) -> str:
    """Return what a bot does, in a word."""
    return p.ACTS[p.act_of(choice(s, seat, name)[0])]


def treasures_in(terms: list[int]) -> int:
    """Count the Treasures that terms give the helper, places or not."""
    counts = [term & 4095 for term in terms if term >> p.P_SHIFT == p.P_COUNT]
    return sum(counts) + len([term for term in terms if term >> p.P_SHIFT == p.P_PLACE])


@BOTH
@pytest.mark.parametrize("hand", ["", "Magic Missile", "Sleep Potion, Pretty Balloons", "Invisibility Potion"])
@pytest.mark.parametrize("asked", [1, 2])
def test_a_main_fighter_never_offers_more_than_asked(name: str, hand: str, asked: int) -> None:
    s = fight(f"level: 5, hand: [{hand}]", "Face Sucker", "level: 8", "level: 1", offers(asked))
    code, terms = choice(s, ARIC, name)
    assert p.act_of(code) != p.COUNTER or treasures_in(terms) < asked


@BOTH
@pytest.mark.parametrize("offered", [0, 1, 2, 3])
def test_a_helper_never_asks_for_less_than_is_offered(name: str, offered: int) -> None:
    s = fight("level: 5", "Bigfoot", "level: 8", "level: 1", asks(offered))
    code, terms = choice(s, SUZAN, name)
    assert p.act_of(code) != p.COUNTER or treasures_in(terms) > offered


@BOTH
def test_a_player_at_the_last_level_is_not_offered_all_treasures(name: str) -> None:
    s = fight("level: 5", "Face Sucker", "level: 9")
    code, terms = choice(s, ARIC, name)
    assert p.act_of(code) != p.ASK or treasures_in(terms) < 2
    s = fight("level: 5", "Face Sucker", "level: 9", "", offers(2))
    assert act(s, ARIC, name) != "accept"


@BOTH
def test_help_is_not_asked_for_a_win(name: str) -> None:
    s = fight("level: 9", "Bigfoot", "level: 8", "level: 8")
    assert act(s, ARIC, name) != "ask"


@BOTH
@pytest.mark.parametrize("level", [8, 9])
def test_help_is_not_accepted_from_a_player_who_wins_by_it(name: str, level: int) -> None:
    s = fight("level: 5", "Bigfoot", f"level: {level}, race: Elf", "level: 1", offers(0))
    assert act(s, ARIC, name) == ("refuse" if level == 9 else "accept")


@BOTH
def test_two_who_win_together_help_each_other(name: str) -> None:
    s = fight("level: 9", "Bigfoot", "level: 9, race: Elf", "level: 1")
    code, terms = choice(s, ARIC, name)
    assert p.act_of(code) == p.ASK
    # A helper who wins by helping need not be paid
    assert not terms
    runtime.apply(s, Answer(ARIC, code, terms))
    assert act(s, SUZAN, name) == "accept"
