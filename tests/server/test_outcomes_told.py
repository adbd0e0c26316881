"""What an act changes for all to see is told before it is done; and nothing is told as its doing that is not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.server.harness import new_data, start
from tests.server.test_leaks import random_step
from tests.server.test_previews import FIGHT, Shown, card, stage, told

from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, act_of, card_of, key, parse
from kickdoor.engine.rules.fight.strength import munchkin_strength
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.server.protocol import client_messages as wire
from kickdoor.server.room.escape_odds import escapes_of
from kickdoor.server.room.position_diff import strength_of
from kickdoor.server.room.previews import outcome, run_preview
from kickdoor.view.determinization import Determinizer

WAYS_ON = (p.PASS, p.DONE, p.END_TURN, p.SHOW, p.REFUSE)
"""What only lets the game go on is told by the game."""


def public(s: State, played: int) -> list[object]:
    """List what everybody sees, without the card that is played."""
    fight = s.fight
    seats = [
        (
            seat.level, seat.sex, seat.dead, [c for c in seat.play if c != played],
            sorted(c for c in seat.equipped if c != played), sum(seat.counters), len(seat.after),
            len([c for c in seat.hand if c != played]),
        )
        for seat in s.seats
    ]  # fmt: skip
    if fight is None:
        return [seats, s.marks, s.winners]
    runs = [escapes_of(s, seat) for seat in (fight.main, fight.helper)]
    terms = [(term.side, term.amount) for term in fight.terms if term.amount]
    return [seats, s.marks, s.winners, fight.main, fight.helper, [b.definition for b in fight.bodies], terms, runs]


def changes(s: State, answer: Answer) -> bool:
    """Do an act in a world the seat may think of, and return whether anything is to be seen of it."""
    world = Determinizer(s, answer.seat).deal(LehmerRng("seen"))
    before = public(world, card_of(answer.code))
    run_preview(world, answer, 1)
    return public(world, card_of(answer.code)) != before


@pytest.mark.parametrize("sets", [*[[name] for name in known_sets()], known_sets()], ids="-".join)
def test_a_preview_with_a_change_is_never_empty(sets: list[str]) -> None:
    seen = Counter[str]()
    for seed in range(3):
        data = new_data(3, 4, "blitz", sets)
        data.secret = f"{seed:064x}"
        harness, clients = start(3, data=data)
        rng = LehmerRng(f"told{seed}")
        for step in range(200):
            if harness.room.playing is None:
                break
            random_step(harness, clients, rng)
            s, seat = harness.state, step % 3
            for code in runtime.legal_options(s, seat) if step % 3 == 0 else []:
                if act_of(code) in WAYS_ON or rng.below(3):
                    continue
                picks = runtime.form(s, seat, code).default(s) if code & FORM_BIT else []
                answer = Answer(seat, code, picks)
                shown = Shown(s)
                shown.names = harness.match.names
                found = outcome(shown, answer, wire.Preview(cmd="c", key=key(code), picks=picks))
                assert found.nothing == (found.text == "No immediate effect.")
                seen["nothing" if found.nothing else "something"] += 1
                if found.nothing:
                    assert not changes(s, answer), key(code)
    assert seen["something"] > 50, seen


def test_previews_name_the_new_class_or_race(tmp_path: Path) -> None:
    s = stage(tmp_path, "players: {Aric: {hand: [Elf, Wizard], class: Warrior}, Suzan: {}, Guy: {}}")
    assert told(s, 0, f"play:{card(s, 'Elf')}").text == "You would become an Elf."
    found = told(s, 0, f"play:{card(s, 'Wizard')}")
    assert found.text == "You would lose Warrior. You would become a Wizard."
    assert not found.nothing


def test_the_same_class_again_is_said_to_be_wasted(tmp_path: Path) -> None:
    """AMB-15 lets one discard a Class and play the same one again."""
    s = stage(tmp_path, "players: {Aric: {hand: [Wizard (2)], class: Wizard}, Suzan: {}, Guy: {}}")
    found = told(s, 0, f"play:{card(s, 'Wizard')}")
    assert found.text == "You are already a Wizard: that would only waste a card."
    assert found.harms


CURSED = """players:
  Aric: {hand: [Curse! Lose 1 Small Item]}
  Suzan: {equipped: [Helm of Courage, Buckler of Swashing]}
  Guy: {equipped: [Horny Helmet]}
"""


def test_previews_name_the_cards_a_curse_takes(tmp_path: Path) -> None:
    s = stage(tmp_path, CURSED)
    curse = f"play:{card(s, 'Curse! Lose 1 Small Item')}"
    choosing = told(s, 0, f"{curse}>seat1")
    assert choosing.text == "Suzan would choose what to lose."
    assert (choosing.sure, choosing.depends) == (False, "others")
    assert told(s, 0, f"{curse}>seat2").text == "Guy would lose Horny Helmet."
    assert told(s, 0, f"{curse}>seat0").text == "It wouldn't harm you."


def test_previews_name_the_prompt_of_an_own_choice(tmp_path: Path) -> None:
    players = "players: {Aric: {class: Cleric, hand: [Baby]}, Suzan: {}, Guy: {}}\ndiscards: {doors: [Elf]}"
    s = stage(tmp_path, players)
    price = "Discard a card from your hand to take Elf from the discard pile instead of drawing?"
    assert told(s, 0, "kick").text == f"You would be asked: {price}"


def test_a_curse_that_stays_is_said_to(tmp_path: Path) -> None:
    s = stage(tmp_path, "players: {Aric: {hand: [Curse! Chicken on Your Head]}, Suzan: {}, Guy: {}}")
    found = told(s, 0, f"play:{card(s, 'Curse! Chicken on Your Head')}>seat1")
    assert found.text == "Curse! Chicken on Your Head would stay with Suzan."


def test_a_predicted_win_is_shown_although_others_may_respond(tmp_path: Path) -> None:
    players = "players: {Aric: {level: 8, equipped: [Huge Rock]}, Suzan: {hand: [Humongous]}, Guy: {}}\n"
    found = told(stage(tmp_path, players + FIGHT), 0, "claim")
    assert (found.fight, found.levels, found.silence) == ("won", [1, 0, 0], True)


def test_an_offer_that_waits_is_nothing_an_act_brings_about(tmp_path: Path) -> None:
    s = stage(
        tmp_path, "players: {Aric: {level: 3, equipped: [Huge Rock]}, Suzan: {}, Guy: {hand: [Curse! Lose a Level]}}"
    )
    offer = next(code for code in runtime.legal_options(s, 0) if key(code).startswith("trade>seat1"))
    runtime.apply(s, Answer(0, offer, [p.P_GIVE << p.P_SHIFT | s.seats[0].play[0]]))
    assert runtime.prompted_seats(s) == 1 << 1
    found = told(s, 2, f"play:{card(s, 'Curse! Lose a Level')}>seat0")
    assert (found.text, found.up_to) == ("Aric would go from Level 3 to 2.", -1)


HELPED = """players:
  Aric: {level: 5, class: Warrior, hand: [Magic Missile, Sleep Potion], equipped: [Huge Rock]}
  Suzan: {level: 5}
  Guy: {}
combat: {fighter: Aric, monsters: [Net Troll]}
"""


def to_the_spoils(s: State) -> State:
    """Have the Warrior rage and be helped, and the fight be won, up to the choice of a Treasure."""
    rage = next(code for code in runtime.legal_options(s, 0) if act_of(code) == p.USE)
    runtime.apply(s, Answer(0, rage, [card(s, "Magic Missile")]))
    ask = next(code for code in runtime.legal_options(s, 0) if key(code).startswith("ask>seat1"))
    runtime.apply(s, Answer(0, ask, [p.pick(p.P_COUNT, 1)]))
    runtime.apply(s, Answer(1, next(c for c in runtime.legal_options(s, 1) if act_of(c) == p.ACCEPT), []))
    runtime.apply(s, Answer(0, parse("claim"), []))
    while not (isinstance(s.stack[-1], ChoiceFrame) and s.stack[-1].seat == 0):
        runtime.apply_default(s, (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1)
    return s


def test_temporary_bonuses_are_not_shown_as_losses(tmp_path: Path) -> None:
    s = to_the_spoils(stage(tmp_path, HELPED))
    assert munchkin_strength(s, 0) == strength_of(s, 0) + 1, "Berserking counts until the fight is over"
    found = told(s, 0, "choose")
    assert found.strength == []
    assert not found.harms


LOSING = """players:
  Aric: {level: 3, class: Wizard, hand: [Elf], equipped: [Helm of Courage, Buckler of Swashing]}
  Suzan: {hand: [Curse! Lose 1 Small Item]}
  Guy: {}
"""


def test_previews_name_the_cost_of_a_choice(tmp_path: Path) -> None:
    s = stage(tmp_path, LOSING)
    curse = next(c for c in runtime.legal_options(s, 1) if key(c).startswith("play") and key(c).endswith("seat0"))
    runtime.apply(s, Answer(1, curse, []))
    while not isinstance(s.stack[-1], ChoiceFrame):
        runtime.apply_default(s, (runtime.prompted_seats(s) & -runtime.prompted_seats(s)).bit_length() - 1)
    found = [told(s, 0, key(code)) for code in runtime.legal_options(s, 0) if act_of(code) == p.CHOOSE]
    assert [one.strength for one in found] == [[6, 5], [6, 4]]
    assert all(one.harms for one in found)


@pytest.mark.parametrize(("level", "more"), [(5, "."), (9, ", and win the game!")])
def test_the_level_of_a_helper_is_previewed(tmp_path: Path, level: int, more: str) -> None:
    players = (
        f"players: {{Aric: {{level: 1}}, Suzan: {{level: {level}, race: Elf, equipped: [Huge Rock]}}, Guy: {{}}}}\n"
    )
    s = stage(tmp_path, players + FIGHT)
    assert told(s, 0, "ask>seat1").text.endswith(f" Suzan would gain 1 level for helping{more}")
    assert told(s, 1, "offer").text.endswith(f" You would gain 1 level for helping{more}")
    assert "for helping" not in told(s, 2, "offer").text


@pytest.mark.parametrize(("race", "shared"), [("race: Elf", False), ("", True)])
def test_a_preview_of_asking_warns_of_a_shared_win(tmp_path: Path, race: str, shared: bool) -> None:
    players = f"players: {{Aric: {{level: 9}}, Suzan: {{level: 9, equipped: [Huge Rock], {race}}}, Guy: {{}}}}\n"
    s = stage(tmp_path, players + FIGHT)
    s.options.shared_victory = shared
    assert told(s, 0, "ask>seat1").text.endswith(" You would both win the game!")
    offered = told(s, 1, "offer").text
    assert offered.endswith(" You would both win the game!")
    assert ("You would gain 1 level for helping." in offered) == bool(race)
