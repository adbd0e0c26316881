"""Tests of the observation vector: it has what its fields say, and nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest
from tests.env.positions import MIXES, TABLES, Walk, name_of
from tests.layers import few

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.state.codec import state_to_json
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.env.core.action_vocabulary import Vocabulary
from kickdoor.env.core.episode import Episode, EpisodeConfig
from kickdoor.env.core.observation_fields import DECLARED, Layout
from kickdoor.env.core.observation_vector import PROCEDURES, Vector
from kickdoor.env.env_config import EnvConfig
from kickdoor.view.determinization import Determinizer
from kickdoor.view.observe import observe

RARE = {"peeked", "tokens", "newborn", "known", "shown"}
"""Fields that need not come up in a short game."""


def numbers(vector: Vector, episode: Episode, seat: int, name: str) -> list[int]:
    """Read one field."""
    field = vector.layout.fields[name]
    found = bytes(vector.write(episode, seat))[field.at : field.at + field.size]
    return [byte - 256 if byte > 127 else byte for byte in found]


def counted(vector: Vector, episode: Episode, seat: int, name: str) -> dict[str, int]:
    """Read a field of cards, by their keys."""
    found = numbers(vector, episode, seat, name)
    return {episode.state.rules.defs[n].key: count for n, count in enumerate(found) if count}


def tally(keys: list[str]) -> dict[str, int]:
    return {key: keys.count(key) for key in keys}


# What it tells


def test_the_fields_are_contiguous() -> None:
    for sets, seats in ((["deluxe"], 3), (MIXES[-1], 6)):
        layout = Layout(Vocabulary(load_catalog(sets)), seats)
        end = 0
        for field in layout.fields.values():
            assert field.at == end
            end += field.size
        assert end == layout.size == len(layout.units())
        assert len(DECLARED) == len(layout.fields)


def test_fields_with_a_unit_come_first() -> None:
    """Only that far need the numbers be divided; the rest, most of them noughts, is as it was written."""
    for sets, seats in ((["deluxe"], 3), (MIXES[-1], 6)):
        setting = EnvConfig(sets, seats)
        layout = setting.layout
        assert layout.units()[layout.measures - 1] != 1
        assert set(layout.units()[layout.measures :]) == {1}
        assert layout.measures < 100
        episode = setting.deal("divided").begin()
        for _ in range(50):
            written = np.frombuffer(setting.observation_bytes(episode, 0), dtype=np.int8)
            expected = written / np.array(layout.units(), dtype=np.float32)
            assert np.allclose(setting.observation(episode, 0), expected)
            episode.step(episode.legal_actions[0])


def test_cards_seen_in_hands_and_decks_are_in_the_vector() -> None:
    """Wherever else cards lie that were seen before: in the fight, in the seat's own hand."""
    walk = Walk(MIXES[-1], 5, "seen")
    vector = Vector(Layout(walk.vocabulary, 5))
    count = 0
    for number, episode in enumerate(walk.steps(1500)):
        s = episode.state
        if number % 5 or s.fight is None or not s.fight.enhancers:
            continue
        seat, other = number % 5, (number + 1) % 5
        s.seen = {}
        # Of the lowest numbers are the cards with which a group of monsters could be confounded
        peeked = [min(s.decks[0]), s.decks[1][-1]]
        around = [body.card for body in s.fight.bodies] + s.fight.enhancers[1::2] + s.fight.played
        for card in peeked + around + s.seats[other].hand + s.seats[seat].hand:
            s.seen[card] = 1 << seat
        assert counted(vector, episode, seat, "peeked") == tally([s.cards[card].key for card in peeked])
        width = len(s.rules.defs)
        known = numbers(vector, episode, seat, "known")
        expected = tally([s.cards[card].key for card in s.seats[other].hand])
        assert {s.rules.defs[n].key: count for n, count in enumerate(known[:width]) if count} == expected
        assert not any(known[width:])
        count += 1
    assert count > 5


def test_cached_piles_do_not_leak_between_games() -> None:
    """A cached pile is not used for another game or after a reshuffle."""
    walks = [Walk(["deluxe"], 4, f"piles {n}") for n in range(2)]
    vector = Vector(Layout(walks[0].vocabulary, 4))
    for number in range(1500):
        walk = walks[number // 7 % 2]
        if walk.episode.is_over:
            break
        s = walk.episode.state
        assert counted(vector, walk.episode, 0, "discards") == tally([s.cards[c].key for p in s.discards for c in p])
        if number % 200 == 150:
            s.discards[0], s.discards[1] = s.discards[0][1:], s.discards[1][:-1]
        walk.step()


def test_the_vector_is_relative_to_the_seat() -> None:
    walk = Walk(["cooks", "deluxe"], 4, "table")
    vector = Vector(Layout(walk.vocabulary, 4))
    fights = 0
    for number, episode in enumerate(walk.steps(1500)):
        if number % 10:
            continue
        s = episode.state
        fights += s.fight is not None
        for seat in range(4):
            order = [(seat + n) % 4 for n in range(4)]
            seen = observe(s, seat)
            name = dict(zip(seen["card_ids"], seen["card_defs"], strict=True))
            assert numbers(vector, episode, seat, "level") == [seen["seats"][i]["level"] for i in order]
            assert numbers(vector, episode, seat, "hand_size") == [seen["seats"][i]["hand"] for i in order]
            assert numbers(vector, episode, seat, "hand_doors") == [seen["seats"][i]["doors"] for i in order]
            assert numbers(vector, episode, seat, "turn") == [int(i == seen["turn"]) for i in order]
            assert numbers(vector, episode, seat, "asked") == [int(seen["asked"][i] is not None) for i in order]
            assert numbers(vector, episode, seat, "phase").index(1) == nr.PHASES.index(seen["phase"])
            assert sum(numbers(vector, episode, seat, "procedures")) == len(seen["stack"])
            assert counted(vector, episode, seat, "hand") == tally([name[card] for card in seen["hand"]])
            assert counted(vector, episode, seat, "discards") == tally(
                [name[card] for pile in seen["discards"] for card in pile["seen"]]
            )
            play = numbers(vector, episode, seat, "play")
            width = len(s.rules.defs)
            for place, i in enumerate(order):
                row = play[place * width : (place + 1) * width]
                keys = {s.rules.defs[n].key: count for n, count in enumerate(row) if count}
                assert keys == tally([name[card] for card in seen["seats"][i]["play"]])
            fight = seen["fight"]
            if fight is not None:
                assert tuple(numbers(vector, episode, seat, "strength")) == fight["totals"]
                assert counted(vector, episode, seat, "monsters") == tally([body[2] for body in fight["bodies"]])
                assert numbers(vector, episode, seat, "main").index(1) == order.index(fight["main"])
    assert fights > 20


def test_an_unfinished_action_is_visible_to_the_acting_seat_only() -> None:
    walk = Walk(["deluxe"], 4, "said")
    vector = Vector(Layout(walk.vocabulary, 4))
    said = 0
    for episode in walk.steps(400):
        for seat in range(4):
            shown = numbers(vector, episode, seat, "said")
            assert numbers(vector, episode, seat, "speaks") == [int(seat == episode.seat)]
            if seat != episode.seat:
                assert not any(shown)
            else:
                assert episode.action is not None
                assert {token for token, count in enumerate(shown) if count} == set(episode.action.said)
                assert set(walk.path) <= set(episode.action.said)
                said += len(walk.path) > 0
    assert said > 50


def test_every_field_varies() -> None:
    found: set[str] = set()
    layouts = [field for field, *_ in DECLARED if field not in RARE]
    for seed in range(40):
        walk = Walk(MIXES[-1], 4, f"something {seed}", EpisodeConfig(polls=seed % 2 == 1))
        vector = Vector(Layout(walk.vocabulary, 4))
        for episode in walk.steps(700):
            written = bytes(vector.write(episode, episode.seat))
            for field in vector.layout.fields.values():
                if field.name not in found and any(written[field.at : field.at + field.size]):
                    found.add(field.name)
        if found >= set(layouts):
            break
    assert found >= set(layouts)


def test_large_numbers_are_clipped() -> None:
    walk = Walk(["deluxe"], 3, "cut")
    vector = Vector(Layout(walk.vocabulary, 3))
    walk.episode.state.turns = 150
    walk.episode.state.seats[0].level = 300
    assert numbers(vector, walk.episode, 0, "turns") == [127]
    assert numbers(vector, walk.episode, 0, "level")[0] == 127
    assert set(PROCEDURES.values()) == set(range(vector.layout.fields["procedures"].size))


# What it does not tell


def twin_of(walk: Walk, seat: int, number: int) -> Episode:
    """Make a game that differs from another only in what a seat may not know; the seat has said the same in it."""
    episode = walk.episode
    twin = episode.with_state(Determinizer(episode.state, seat).deal(LehmerRng(f"twin {number}")))
    if seat == episode.seat:
        twin.repeat(walk.path)
    return twin


@pytest.mark.parametrize("table", few(TABLES, 6), ids=name_of)
def test_hidden_cards_do_not_change_the_vector(table: tuple[list[str], int]) -> None:
    """Over all mixes some thousand positions: the same vector and the same tokens, so the same mask (CARDS-09)."""
    sets, seats = table
    tried = differs = 0
    for seed in range(20):
        walk = Walk(sets, seats, f"hidden {seed}", EpisodeConfig(polls=seed % 2 == 1))
        vector = Vector(Layout(walk.vocabulary, seats))
        for number, episode in enumerate(walk.steps(600)):
            if number % 9:
                continue
            for seat in range(seats):
                written = bytes(vector.write(episode, seat))
                twin = twin_of(walk, seat, number)
                assert bytes(vector.write(twin, seat)) == written
                if seat == episode.seat:
                    assert twin.legal_actions == episode.legal_actions
                    assert twin.action is not None
                    assert episode.action is not None
                    assert twin.action.said == episode.action.said
                tried += 1
                differs += state_to_json(twin.state) != state_to_json(episode.state)
        if tried >= 300:
            break
    assert tried >= 300
    assert differs > tried * 0.9


def test_a_leak_would_be_found() -> None:
    """If a seat saw its neighbour's hand, two games that look the same to it would differ."""
    walk = Walk(["deluxe"], 4, "leak")
    vector = Vector(Layout(walk.vocabulary, 4))
    found = 0
    for number, episode in enumerate(walk.steps(100)):
        seat = episode.seat
        written = []
        for one in (episode.copy(), twin_of(walk, seat, number)):
            one.state.seen.update(dict.fromkeys(one.state.seats[(seat + 1) % 4].hand, 1 << seat))
            written.append(bytes(vector.write(one, seat)))
        found += written[0] != written[1]
    assert found > 20
