"""Tests of the search of `master`: it keeps its budget, is reproducible, and finds more than the greedy policy."""

import pytest
from tests.bots.positions import ARIC, GUY, position

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.policies.driver import Driver
from kickdoor.policies.evaluation.position_value import CERTAIN, win_probabilities
from kickdoor.policies.evaluation.term_value import share
from kickdoor.policies.evaluation.weights import NASTY
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice
from kickdoor.policies.search.playout import playout
from kickdoor.policies.search.search_policy import MAX_CANDIDATES, SearchPolicy, note_terms
from kickdoor.sim.random_play import deal
from kickdoor.view.determinization import Determinizer, fixed_determinization

RULES = load_catalog(["deluxe"])


@pytest.fixture(scope="module")
def fights() -> list[tuple[State, int]]:
    """Positions of a game between `nasty` bots with a prompt about a fight."""
    game = Driver(deal(RULES, 4, "search"), [GreedyPolicy(NASTY) for _ in range(4)], 30)
    out: list[tuple[State, int]] = []
    while not game.is_over:
        answer = game.next_answer()
        assert answer is not None
        if answer.prompt >= 0 and game.state.fight is not None and answer.cause != "driver":
            out.append((fixed_determinization(game.state, answer.seat), answer.seat))
        game.give(answer)
    assert len(out) > 20
    return out[::5]


def test_the_same_seed_gives_the_same_choice(fights: list[tuple[State, int]]) -> None:
    for s, seat in fights[:3]:
        found = [SearchPolicy(LehmerRng("same"), budget=6, horizon=1).decide(s, seat) for _ in range(2)]
        assert found[0] == found[1]


def test_the_budget_is_kept(fights: list[tuple[State, int]]) -> None:
    for s, seat in fights:
        for budget in (2, 9):
            search = SearchPolicy(LehmerRng("budget"), budget, horizon=1)
            search.decide(s, seat)
            # The last world is played with all that are left
            assert search.playouts < budget + MAX_CANDIDATES
            assert search.searched <= 1


def requests_of(search: SearchPolicy, s: State, seat: int) -> list[Choice]:
    """List the requests for help that a search would try."""
    return [choice for choice in search.alternatives(s, seat, (-1, [])) if p.act_of(choice[0]) == p.ASK]


def test_a_search_does_not_repeat_an_offer(fights: list[tuple[State, int]]) -> None:
    asked = 0
    for s, seat in fights:
        search = SearchPolicy(LehmerRng("ask"), 2, horizon=1)
        search.greedy.notice_turn(s)
        heard: list[Choice] = []
        for _ in range(2):
            asking = requests_of(search, s, seat)
            assert not [choice for choice in asking if choice in heard]
            heard += asking
            for choice in asking:
                note_terms(search.greedy, s, seat, choice)
        asked += len(heard)
        assert not requests_of(search, s, seat)
    assert asked


PRICED = """
players:
  Aric: {level: 5}
  Suzan: {level: 8}
  Guy: {}
combat: {fighter: Aric, monsters: [Bigfoot]}
steps:
  - Aric: {ask: Suzan, offer: {treasures: 1}}
  - Suzan: {counter: {treasures: 3}}
"""


def test_a_search_haggles_but_not_forever() -> None:
    s = fixed_determinization(position(PRICED), ARIC)
    search = SearchPolicy(LehmerRng("price"), 2, horizon=1)
    search.greedy.notice_turn(s)
    named = [choice for choice in search.alternatives(s, ARIC, (-1, [])) if p.act_of(choice[0]) == p.COUNTER]
    assert named
    assert all(terms != share(3) for _, terms in named)
    for _ in range(2):
        note_terms(search.greedy, s, ARIC, named[0])
    assert not [code for code, _ in search.alternatives(s, ARIC, (-1, [])) if p.act_of(code) == p.COUNTER]


def tried(s: State, seat: int) -> list[str]:
    """Return which plays a search tries for a seat: the card by name, and what it is aimed at."""
    names = ["Aric", "Suzan", "Guy"]
    out: list[str] = []
    for code, _ in SearchPolicy(LehmerRng("tried"), 2).alternatives(fixed_determinization(s, seat), seat, (-1, [])):
        if p.act_of(code) == p.PLAY:
            sides = p.kind_of(code) == nr.A_SIDE
            aim = ["munchkins", "monsters"][p.target_of(code)] if sides else ""
            aim = names[p.target_of(code)] if p.kind_of(code) == nr.A_SEAT else aim
            out.append(" ".join([s.cards[p.card_of(code)].name, *([aim] if aim else [])]))
    return out


LOSING = """
players:
  Aric: {level: 2, hand: ["Curse! Lose a Level", Sleep Potion, Wandering Monster, Maul Rat, Mate, Ancient]}
  Suzan: {level: 3}
  Guy: {level: 5, hand: [Flaming Poison Potion, Enraged, Baby]}
combat: {fighter: Aric, monsters: [Large Angry Chicken, Shrieking Geek]}
"""


def test_a_search_does_not_try_to_harm_itself() -> None:
    found = tried(position(LOSING), ARIC)
    assert "Sleep Potion munchkins" in found
    assert "Curse! Lose a Level Suzan" in found
    assert not {"Sleep Potion monsters", "Curse! Lose a Level Aric"} & set(found)
    assert not [one for one in found if one.startswith(("Wandering Monster", "Mate", "Ancient"))]


def test_a_search_may_strengthen_a_winning_side() -> None:
    found = tried(position(LOSING.replace("level: 2", "level: 9")), ARIC)
    assert [one for one in found if one.startswith("Wandering Monster")]
    assert "Sleep Potion monsters" not in found


def test_a_search_gives_nothing_to_a_fight_of_others() -> None:
    s = position(LOSING.replace("level: 2", "level: 9") + "steps:\n  - Aric: claim\n")
    found = tried(s, GUY)
    assert "Flaming Poison Potion monsters" in found
    assert [one for one in found if one.startswith("Enraged")]
    assert "Flaming Poison Potion munchkins" not in found
    assert not [one for one in found if one.startswith("Baby")]


CURSING = """
players:
  Aric: {level: 2, hand: ["Curse! Lose the Footgear You Are Wearing", "Curse! Duck of Doom"]}
  Suzan: {level: 3, equipped: [Boots of Butt-Kicking]}
  Guy: {level: 1}
"""


@pytest.mark.parametrize(
    "fight", ["", "combat: {fighter: Suzan, monsters: [Large Angry Chicken]}\nsteps:\n  - Suzan: claim\n"]
)
def test_a_search_throws_no_curse_that_does_nothing(fight: str) -> None:
    """Guy wears no shoes and has no level to lose."""
    found = [one for one in tried(position(CURSING + fight), ARIC) if one.startswith("Curse!")]
    assert sorted(found) == ["Curse! Duck of Doom Suzan", "Curse! Lose the Footgear You Are Wearing Suzan"]


def test_searching_changes_nothing_of_the_game(fights: list[tuple[State, int]]) -> None:
    from kickdoor.engine.state.codec import state_to_json

    s, seat = fights[1]
    before = state_to_json(s)
    SearchPolicy(LehmerRng("unchanged"), 8, horizon=2).decide(s, seat)
    assert state_to_json(s) == before


def test_chances_add_up_and_follow_levels() -> None:
    s = deal(RULES, 4, "chances")
    even = win_probabilities(s)
    assert CERTAIN - 4 <= sum(even) <= CERTAIN
    s.seats[2].level = 9
    ahead = win_probabilities(s)
    assert ahead[2] > even[2]
    assert all(ahead[seat] < even[seat] for seat in (0, 1, 3))
    s.winners = [1, 3]
    assert win_probabilities(s) == [0, CERTAIN // 2, 0, CERTAIN // 2]


def test_a_playout_ends_with_its_turn_or_its_game() -> None:
    game = Driver(deal(RULES, 3, "out"), [GreedyPolicy(NASTY) for _ in range(3)], 6)
    game.play()
    rng = LehmerRng("out")
    dealer = Determinizer(game.state, 0)
    for until in (7, 9):
        end = playout(dealer.deal(rng), [GreedyPolicy(NASTY, {}) for _ in range(3)], until).state
        assert end.winners or end.turns == until + 1
