"""Tests of determinizations: they fit the observation, can be played, and know no more than the seat."""

import json
from pathlib import Path
from typing import cast

import pytest
from tests.excess_position import overflow

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import P_CARD, P_SHIFT, pick
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Offer
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play as play_out
from kickdoor.sim.random_play import RandomPlay, random_play
from kickdoor.view.determinization import Determinizer
from kickdoor.view.observation import Observation
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe
from kickdoor.view.visibility import hidden_cards

SPECTATOR = -1


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


@pytest.fixture
def middle(rules: RuleSet) -> Observation:
    """What seat 0 sees in the middle of a game."""
    play = random_play(rules, 4, "middle")
    for _ in range(400):
        play.step()
    return observe(play.state, 0)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_determinizations_fit_the_observation_and_can_be_played(rules: RuleSet, seats: int) -> None:
    rng = LehmerRng(f"worlds:{seats}")
    for game in range(2):
        play = random_play(rules, seats, f"worlds:{seats}:{game}")
        step = 0
        while play.step() and step < 800:
            step += 1
            if step % 40 and not (step % 5 == 0 and isinstance(play.state.stack[-1], ChoiceFrame)):
                continue
            me = rng.below(seats + 1) - 1
            seen = observe(play.state, me)
            world = sample_state(json.loads(json.dumps(seen)), rules, rng)
            assert observe(world, me) == seen
            again = RandomPlay(world, rng)
            while again.decisions < 50 and again.step():
                pass


def test_discards_lie_in_any_order_under_the_top_card(rules: RuleSet, middle: Observation) -> None:
    """AMB-05: a determinization knows no more of the order than the observation."""
    rng = LehmerRng("order")
    orders = [sample_state(middle, rules, rng).discards for _ in range(12)]
    for deck, pile in enumerate(middle["discards"]):
        assert pile["count"] > 5
        assert {order[deck][-1] for order in orders} == {pile["top"]}
        assert {tuple(sorted(order[deck])) for order in orders} == {tuple(pile["seen"])}
        assert len({tuple(order[deck]) for order in orders}) > 8


def test_without_memory_any_card_may_lie_under_the_top(rules: RuleSet) -> None:
    play = random_play(rules, 4, "middle")
    for _ in range(400):
        play.step()
    seen = observe(play.state, 0, remembers=False)
    rng = LehmerRng("forgetful")
    made = [sample_state(json.loads(json.dumps(seen)), rules, rng) for _ in range(12)]
    for s in made:
        assert observe(s, 0, remembers=False) == seen
    for deck in (nr.DOOR, nr.TREASURE):
        assert len({s.cards[s.discards[deck][0]].key for s in made}) > 3


@pytest.mark.parametrize(
    "pile", [{"top": 0, "count": 3, "seen": [0]}, {"top": -1, "count": 1}, {"top": 0, "count": -1}, [1, 2]]
)
def test_odd_piles_are_refused(rules: RuleSet, middle: Observation, pile: object) -> None:
    with pytest.raises(BadData):
        sample_state(cast(Observation, {**middle, "discards": [pile, pile]}), rules, LehmerRng("odd"))


def test_a_determinization_is_complete(rules: RuleSet, middle: Observation) -> None:
    world = sample_state(middle, rules, LehmerRng("whole"))
    text = state_to_json(world)
    assert state_to_json(state_from_json(text, rules)) == text


def test_hidden_cards_and_dice_are_sampled(rules: RuleSet) -> None:
    s = random_play(rules, 4, "anew").state
    seen = observe(s, 0)
    rng = LehmerRng("anew")
    found = [sample_state(seen, rules, rng) for _ in range(20)]
    hands = {tuple(sorted(x.cards[c].key for c in x.seats[1].hand)) for x in found}
    assert len(hands) > 10
    assert len({tuple(x.cards[c].key for c in x.decks[nr.DOOR]) for x in found}) == 20
    assert len({x.rng.keys[0] for x in [*found, s]}) == 21


def test_every_hidden_card_is_equally_likely(rules: RuleSet) -> None:
    s = random_play(rules, 3, "likely").state
    seen = observe(s, 0)
    rng = LehmerRng("likely")
    hidden = {s.cards[c].key for c in hidden_cards(s, 0) if s.cards[c].deck == nr.DOOR}
    drawn: dict[str, int] = {}
    for _ in range(2000):
        world = sample_state(seen, rules, rng)
        top = world.cards[world.decks[nr.DOOR][-1]]
        drawn[top.key] = drawn.get(top.key, 0) + 1
    assert set(drawn) == hidden
    single = [n for key, n in drawn.items() if [s.cards[c].key for c in hidden_cards(s, 0)].count(key) == 1]
    expected = 2000 / len([c for c in hidden_cards(s, 0) if s.cards[c].deck == nr.DOOR])
    assert expected / 3 < min(single)
    assert max(single) < expected * 3


def test_known_cards_stay_in_place(rules: RuleSet) -> None:
    s = random_play(rules, 4, "seen").state
    in_deck = s.decks[nr.TREASURE][-3]
    in_hand = s.seats[2].hand[1]
    s.seen[in_deck] = 1
    s.seen[in_hand] = 1
    world = sample_state(observe(s, 0), rules, LehmerRng("seen"))
    assert world.decks[nr.TREASURE][-3] == in_deck
    assert world.cards[in_deck] is s.cards[in_deck]
    assert in_hand in world.seats[2].hand
    assert world.cards[in_hand] is s.cards[in_hand]
    assert world.seen == {in_deck: 1, in_hand: 1}


def test_promised_card_comes_from_the_right_hand(rules: RuleSet) -> None:
    play = random_play(rules, 4, "promise")
    while play.step():
        fight = play.state.fight
        if fight is not None and not fight.lost and len(play.state.seats[fight.main].hand) > 2:
            break
    s = play.state
    assert fight is not None
    other = (fight.main + 1) % 4
    s.seen.clear()
    fight.offers = [Offer(fight.main, other, other, [pick(P_CARD, s.seats[fight.main].hand[0])], 0)]
    world = sample_state(observe(s, other), rules, LehmerRng("promise"))
    assert world.fight is not None
    term = world.fight.offers[0].terms[0]
    assert term >> P_SHIFT == P_CARD
    assert term & 4095 in world.seats[fight.main].hand
    assert observe(world, other) == observe(s, other)


def test_cards_being_looked_at_come_from_the_right_hand(tmp_path: Path) -> None:
    path = tmp_path / "medium.yaml"
    path.write_text(
        """
scenario: The Parlour Medium shows a hand to the player on the left
sets: [steampunk]
players: {Aric: {hand: [Golden Golem, Chimney Wraith]}, Suzan: {hand: [Steam Beam, Debtors' Summons]}, Guy: {}}
combat: {fighter: Aric, monsters: [Parlour Medium]}
dice: [1]
open: true
steps: [Aric: give up, everyone: pass, Aric: {flee: Parlour Medium}, everyone: pass, expect: {asked: {Suzan: pick}}]
""",
        encoding="utf-8",
    )
    s = play_out(read_file(path), "1", None).s
    for seat in (-1, 2):
        world = sample_state(observe(s, seat), s.rules, LehmerRng("shown"))
        question = world.stack[-1]
        assert isinstance(question, ChoiceFrame)
        assert sorted(question.atoms) == sorted(world.seats[0].hand)
        assert observe(world, seat) == observe(s, seat)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 1),
        ("catalog", "0"),
        ("seat", 9),
        ("decks", [1, 2]),
        ("card_ids", [0]),
        ("card_defs", ["a/b"]),
        ("hand", "x"),
        ("seats", []),
        ("stack", [{"kind": "nothing"}]),
        ("options", {"no": 1}),
        ("fight", 3),
    ],
)
def test_odd_observations_are_refused(rules: RuleSet, middle: Observation, key: str, value: object) -> None:
    with pytest.raises(BadData):
        sample_state(cast(Observation, middle | {key: value}), rules, LehmerRng("odd"))


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize("downwards", [False, True])
def test_open_candidates_keep_their_order(seat: int, downwards: bool) -> None:
    s, frame = overflow()
    assert len(frame.atoms) > 1
    frame.atoms.sort(reverse=downwards)
    seen = observe(s, seat)
    assert observe(sample_state(seen, s.rules, LehmerRng("order")), seat) == seen
    assert observe(Determinizer(s, seat).deal(LehmerRng("order")), seat) == seen
