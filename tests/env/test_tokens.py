"""Tests of tokens: one sequence leads to every option, and every sequence to a legal one."""

from collections.abc import Iterator

import pytest
from tests.env.positions import MIXES, TABLES, Walk, name_of
from tests.layers import few

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, Answer, key, option
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.env.core.action_builder import NO_ACTION, ActionBuilder
from kickdoor.env.core.action_vocabulary import NUMBERS, PICK_KINDS, Vocabulary
from kickdoor.env.core.episode import Episode, EpisodeConfig, returns
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.policies.random_policy import RandomPolicy
from kickdoor.sim.random_play import deal, random_play

MAX_PICKS = 4
"""Forms with a longer menu are filled in at random instead of in every way."""


def sentences(sentence: ActionBuilder) -> Iterator[ActionBuilder]:
    """Return a sentence in every way, as far as the form of what was said."""
    if sentence.is_complete or sentence.form is not None:
        yield sentence
        return
    assert len(sentence.tokens) > 1
    assert len(set(sentence.tokens)) == len(sentence.tokens)
    for token in sentence.tokens:
        twin = sentence.copy(sentence.state)
        twin.push(token)
        yield from sentences(twin)


def fillings(sentence: ActionBuilder) -> Iterator[ActionBuilder]:
    """Return all picks in every way."""
    if sentence.is_complete:
        yield sentence
        return
    assert len(sentence.tokens) > 1
    for token in sentence.tokens:
        twin = sentence.copy(sentence.state)
        twin.push(token)
        yield from fillings(twin)


def filled_by_lot(sentence: ActionBuilder, rng: LehmerRng) -> ActionBuilder:
    twin = sentence.copy(sentence.state)
    while not twin.is_complete:
        twin.push(twin.tokens[rng.below(len(twin.tokens))])
    return twin


def check_position(vocabulary: Vocabulary, s: State, seat: int, rng: LehmerRng) -> None:
    """Fail if an option of a seat is said in no way or in two, or if a sentence says something illegal."""
    codes = runtime.legal_options(s, seat)[:]
    whole = list(sentences(ActionBuilder(vocabulary, s, seat, codes)))
    assert sorted(one.code for one in whole) == sorted(codes)
    for one in whole:
        if not one.code & FORM_BIT:
            runtime.check(s, Answer(seat, one.code))
            continue
        assert one.form is not None
        found = [filled_by_lot(one, rng)]
        if len(one.form.menu(s)) <= MAX_PICKS:
            found = list(fillings(one))
            assert len({tuple(filled.picks) for filled in found}) == len(found), key(one.code)
        for filled in found:
            runtime.check(s, Answer(seat, filled.code, filled.picks))


@pytest.mark.parametrize("table", few(TABLES, 3), ids=name_of)
def test_one_token_sequence_leads_to_every_option(table: tuple[list[str], int]) -> None:
    sets, seats = table
    rules = load_catalog(sets)
    vocabulary, rng = Vocabulary(rules), LehmerRng("sentences")
    tried = 0
    for seed in range(20):
        game = random_play(rules, seats, f"sentences {seed}")
        step = 0
        while game.step() and not game.state.winners:
            step += 1
            if step % 12:
                continue
            s = game.state
            for seat in range(seats):
                if runtime.legal_options(s, seat):
                    check_position(vocabulary, s, seat, rng)
                    tried += 1
        if tried >= 200:
            break
    assert tried >= 200


@pytest.mark.parametrize("sets", few(MIXES, 1), ids=name_of)
@pytest.mark.parametrize("polls", [False, True])
def test_games_are_played_to_their_end(sets: list[str], polls: bool) -> None:
    """There is always something to choose, and what is chosen is legal: the bots' driver has the engine check it."""
    rules = load_catalog(sets)
    vocabulary = Vocabulary(rules)
    for seed in range(3):
        rng = LehmerRng(f"played {seed}")
        policies = [None, RandomPolicy(rng), None, None]
        episode_config = EpisodeConfig(polls, max_turns=40)
        episode = Episode(vocabulary, deal(rules, 4, f"played {seed}"), episode_config, policies).begin()
        said = 0
        while not episode.is_over:
            assert episode.seat != 1
            assert len(episode.legal_actions) > 1
            assert episode.step(episode.legal_actions[rng.below(len(episode.legal_actions))])
            said += 1
        assert said >= episode.decisions > 50
        assert episode.is_cut == (not episode.state.winners)
        assert sum(returns(episode.state)) == pytest.approx(0)


def test_an_illegal_token_changes_nothing() -> None:
    walk = Walk(["deluxe"], 4, "illegal")
    for episode in walk.steps(300):
        before, tokens = state_to_json(episode.state), episode.legal_actions[:]
        for token in (-1, walk.vocabulary.size, *(set(range(walk.vocabulary.size)) - set(tokens))):
            assert not episode.step(token)
        assert (state_to_json(episode.state), episode.legal_actions) == (before, tokens)


@pytest.mark.parametrize("sets", few(MIXES[::-1], 2), ids=name_of)
def test_every_token_has_its_own_word(sets: list[str]) -> None:
    rules = load_catalog(sets)
    vocabulary = Vocabulary(rules)
    assert len(vocabulary.words) == vocabulary.size == len(set(vocabulary.words))
    assert vocabulary.size < len(rules.defs) + 90
    assert vocabulary.words[vocabulary.cards :] == [f"card:{d.key}" for d in rules.defs]
    assert vocabulary.words[vocabulary.pick_kinds : vocabulary.pick_kinds + len(PICK_KINDS)] == [
        f"term:{word}" for word in PICK_KINDS
    ]


def test_seats_are_counted_from_the_acting_seat() -> None:
    s = deal(load_catalog(["deluxe"]), 5, "seats")
    vocabulary = Vocabulary(s.rules)
    codes = [option(25, -1, nr.A_SEAT, seat) for seat in range(5)]
    for seat in range(5):
        sentence = ActionBuilder(vocabulary, s, seat, codes)
        assert [vocabulary.words[token] for token in sentence.tokens][:2] == ["seat:self", "seat:left+1"]
        sentence.push(vocabulary.seats + 2)
        assert sentence.code == codes[(seat + 2) % 5]


def test_large_numbers_use_the_token_more() -> None:
    s = deal(load_catalog(["deluxe"]), 3, "numbers")
    vocabulary = Vocabulary(s.rules)
    codes = [option(25, -1, nr.A_NUMBER, n) for n in (1, NUMBERS + 2, 2 * NUMBERS, 2 * NUMBERS + 5)]
    found = {one.code: one.said for one in sentences(ActionBuilder(vocabulary, s, 0, codes))}
    assert sorted(found) == sorted(codes)
    assert [found[code].count(vocabulary.more) for code in codes] == [0, 1, 2, 2]


def test_a_hidden_card_has_the_token_of_its_back() -> None:
    s = deal(load_catalog(["deluxe"]), 3, "hidden")
    vocabulary = Vocabulary(s.rules)
    hand = s.seats[1].hand
    doors = [card for card in hand if s.cards[card].deck == nr.DOOR]
    sentence = ActionBuilder(vocabulary, s, 0, [option(25, -1, nr.A_CARD, card) for card in hand])
    assert [vocabulary.words[token] for token in sentence.tokens] == ["hidden:door", "hidden:treasure"]
    sentence.push(vocabulary.hidden)
    assert len(doors) > 1
    assert sentence.tokens == [vocabulary.numbers + n for n in range(len(doors))]
    s.seen[doors[0]] = 1
    known = ActionBuilder(vocabulary, s, 0, [option(25, -1, nr.A_CARD, card) for card in hand])
    assert vocabulary.cards + s.cards[doors[0]].index in known.tokens
    own = ActionBuilder(vocabulary, s, 1, [option(25, -1, nr.A_CARD, card) for card in hand])
    assert {vocabulary.words[token].partition(":")[0] for token in own.tokens} == {"card"}


def test_a_seat_without_a_prompt_may_pass() -> None:
    unasked = spoken = 0
    walk = Walk(["deluxe"], 4, "unasked", EpisodeConfig(polls=True))
    for episode in walk.steps(1500):
        if episode.is_polled and not walk.path:
            unasked += 1
            assert not runtime.prompted_seats(episode.state) >> episode.seat & 1
            assert walk.vocabulary.acts in episode.legal_actions
            silent = episode.copy()
            serial = silent.state.serial
            assert silent.step(walk.vocabulary.acts)
            spoken += silent.state.serial == serial
    assert unasked > 100
    assert spoken > 20
    assert not any(episode.is_polled for episode in Walk(["deluxe"], 4, "unasked").steps(500))
    assert NO_ACTION not in ActionBuilder(walk.vocabulary, walk.episode.state, 0, [option(28), option(29)]).left


def test_free_actions_are_limited() -> None:
    walk = Walk(["deluxe"], 4, "idle", EpisodeConfig(max_free_actions=2))
    idle = {act for act in range(30) if FREE_ACTIONS_MASK >> act & 1}
    tired = 0
    for episode in walk.steps(2000):
        if not walk.path and episode.free_actions_left(episode.seat) == 0:
            tired += 1
            assert idle.isdisjoint(token - walk.vocabulary.acts for token in episode.legal_actions) or all(
                FREE_ACTIONS_MASK >> (code & 63) & 1 for code in runtime.legal_options(episode.state, episode.seat)
            )
    assert tired > 20
    assert Walk(["deluxe"], 4, "idle", EpisodeConfig(max_free_actions=-1)).episode.free_actions_left(0) == -1


def test_a_copy_is_independent() -> None:
    walk = Walk(["deluxe"], 4, "copy", EpisodeConfig(polls=True))
    for number, episode in enumerate(walk.steps(400)):
        if number % 5 == 0:
            twins = [episode.copy(), episode.copy()]
            before = state_to_json(episode.state)
            for twin in twins:
                rng = LehmerRng(f"copy {number}")
                for _ in range(10):
                    if not twin.is_over:
                        twin.step(twin.legal_actions[rng.below(len(twin.legal_actions))])
            assert state_to_json(twins[0].state) == state_to_json(twins[1].state)
            assert (twins[0].seat, twins[0].legal_actions) == (twins[1].seat, twins[1].legal_actions)
            assert state_to_json(episode.state) == before


def test_a_win_is_shared_and_outcomes_add_up_to_zero() -> None:
    s = deal(load_catalog(["deluxe"]), 4, "returns")
    assert returns(s) == [0, 0, 0, 0]
    s.winners = [2]
    assert returns(s) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    s.winners = [0, 2]
    assert returns(s) == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
