"""Tests of looking at the top of a deck: only the looker knows the cards, until they are shuffled."""

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.ops.deck_ops import PeekDeck
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard, draw_to_hand, leave_hand, reshuffle
from kickdoor.sim.random_play import RandomPlay, random_play
from kickdoor.view.observation import KnownInDeck
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe
from kickdoor.view.redact import redact
from kickdoor.view.visibility import hidden_cards

LOOKER = 1
OTHERS = (-1, 0, 2, 3)
SIZE = 3


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["star"])


@pytest.fixture
def game(rules: RuleSet) -> State:
    """A game in which a seat has just looked at three Door cards."""
    play = random_play(rules, 4, "peek")
    for _ in range(60):
        play.step()
    s = play.state
    s.events = []
    look(s, "door", SIZE)
    return s


def look(s: State, deck: str, n: int) -> None:
    op = PeekDeck()
    op.n = n
    op.deck = deck
    assert op.run(s, Resolve(0, -1, LOOKER, LOOKER))


def top(s: State, deck: int, n: int = SIZE) -> list[int]:
    return s.decks[deck][-n:][::-1]


def known(s: State, seat: int) -> list[KnownInDeck]:
    return observe(s, seat)["deck_known"]


def test_the_order_is_unchanged_and_the_looker_sees_it(game: State) -> None:
    assert known(game, LOOKER) == [(nr.DOOR, place, card, 0) for place, card in enumerate(top(game, nr.DOOR))]


@pytest.mark.parametrize("seat", OTHERS)
def test_no_other_seat_sees_it(game: State, seat: int) -> None:
    assert known(game, seat) == []
    assert set(top(game, nr.DOOR)) <= hidden_cards(game, seat)


@pytest.mark.parametrize("seat", OTHERS)
def test_others_learn_only_that_a_player_looked(game: State, rules: RuleSet, seat: int) -> None:
    (event,) = [e for e in game.events or [] if e.kind == ev.DECK_SEEN]
    assert redact(event, LOOKER, rules)["cards"] == top(game, nr.DOOR)
    assert redact(event, seat, rules) == {
        "kind": "deck_seen", "seat": LOOKER, "other": nr.DOOR, "amount": SIZE, "count": SIZE
    }  # fmt: skip


def test_determinizations_of_the_looker_keep_the_cards_in_place(game: State, rules: RuleSet) -> None:
    rng = LehmerRng("peek")
    names = [game.cards[card].key for card in top(game, nr.DOOR)]
    below = set()
    for _ in range(20):
        world = sample_state(observe(game, LOOKER), rules, rng)
        assert top(world, nr.DOOR) == top(game, nr.DOOR)
        assert [world.cards[card].key for card in top(world, nr.DOOR)] == names
        assert observe(world, LOOKER) == observe(game, LOOKER)
        below.add(world.cards[world.decks[nr.DOOR][-SIZE - 1]].key)
    assert len(below) > 5


def test_determinizations_of_others_do_not_know_them(game: State, rules: RuleSet) -> None:
    rng = LehmerRng("peek")
    found = [sample_state(observe(game, 0), rules, rng) for _ in range(20)]
    assert len({tuple(world.cards[card].key for card in top(world, nr.DOOR)) for world in found}) == 20
    for world in found[:3]:
        again = RandomPlay(world, rng)
        while again.decisions < 50 and again.step():
            pass


def test_a_saved_game_keeps_the_knowledge(game: State, rules: RuleSet) -> None:
    text = state_to_json(game)
    assert known(state_from_json(text, rules), LOOKER) == known(game, LOOKER)


def test_the_looker_knows_what_another_draws(game: State) -> None:
    first = top(game, nr.DOOR)[0]
    draw_to_hand(game, 0, nr.DOOR, 1, False)
    assert first in game.seats[0].hand
    assert first not in hidden_cards(game, LOOKER)
    assert first in hidden_cards(game, 2)
    assert len(known(game, LOOKER)) == SIZE - 1


def test_a_second_look_of_another_seat_adds_to_it(game: State) -> None:
    op = PeekDeck()
    op.run(game, Resolve(0, -1, 2, 2))
    assert len(known(game, 2)) == 1
    assert len(known(game, LOOKER)) == SIZE


def test_a_reshuffle_forgets(game: State) -> None:
    for card in draw_to_hand(game, 0, nr.DOOR, len(game.decks[nr.DOOR]), False):
        leave_hand(game, 0, card)
        discard(game, card)
    reshuffle(game, nr.DOOR)
    assert known(game, LOOKER) == []
    assert not set(game.decks[nr.DOOR]) & set(game.seen)


def test_a_look_at_a_short_deck_draws_nothing(game: State) -> None:
    game.decks[nr.TREASURE] = game.decks[nr.TREASURE][:2]
    look(game, "treasure", SIZE)
    assert [row[2] for row in known(game, LOOKER) if row[0] == nr.TREASURE] == top(game, nr.TREASURE, 2)
    assert len(game.decks[nr.TREASURE]) == 2


def test_an_empty_deck_shows_nothing(game: State) -> None:
    game.decks[nr.DOOR] = []
    assert not PeekDeck().possible(game, Resolve(0, -1, LOOKER, LOOKER))


def test_the_order_of_looking_is_not_visible(game: State) -> None:
    look(game, "treasure", SIZE)
    seen = observe(game, LOOKER)
    game.seen = dict(reversed(game.seen.items()))
    assert observe(game, LOOKER) == seen
    assert observe(sample_state(seen, game.rules, LehmerRng("order")), LOOKER) == seen
