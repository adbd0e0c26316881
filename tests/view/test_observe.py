"""Tests of observations: complete, without hidden cards, and equal for all games that look the same."""

import json
from collections.abc import Iterator

import msgspec
import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.effects.ops.hand_ops import PassingLeft
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.events import EVERYONE
from kickdoor.engine.machine.prompts import DONE, P_CARD, option, pick
from kickdoor.engine.machine.runtime import prompted_seats
from kickdoor.engine.rules.fight.strength import totals
from kickdoor.engine.state.codec import FIGHT_FIELDS
from kickdoor.engine.state.fields import HIDDEN, PUBLIC
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import Offer, State
from kickdoor.engine.state.zones import by_name, pass_unseen, show_hand
from kickdoor.sim.random_play import random_play
from kickdoor.view.determinization import Determinizer
from kickdoor.view.frame_redaction import show_frame
from kickdoor.view.observation import Observation, ObservedSeat
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe
from kickdoor.view.visibility import HIDDEN_PICK, hidden_cards

SPECTATOR = -1


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_catalog(["deluxe"])


def moments(rules: RuleSet, games: int, every: int) -> Iterator[State]:
    """Stop in random games now and then."""
    for game in range(games):
        play = random_play(rules, 3 + game % 4, f"observe:{game}")
        step = 0
        while play.step() and step < 1000:
            step += 1
            if step % every == 0 or (step % 5 == 0 and isinstance(play.state.stack[-1], ChoiceFrame)):
                yield play.state


def numbers_in(value: object) -> set[int]:
    """Gather every number in a nest of lists."""
    if isinstance(value, list):
        return {n for item in value for n in numbers_in(item)}
    return {value} if isinstance(value, int) else set()


def cards_named(seen: Observation) -> set[int]:
    """Gather every card id of an observation."""
    data = json.loads(json.dumps(seen))
    found = numbers_in([data["card_ids"], data["hand"], data["aside"], data["attached"]])
    found |= numbers_in([[pile["top"], pile["seen"]] for pile in data["discards"]]) - {-1}
    found |= {item[2] for item in data["deck_known"]}
    for row in data["seats"]:
        found |= numbers_in([row["known"], row["open"], row["play"], row["equipped"], row["fresh"]])
    if data["fight"] is not None:
        fight = data["fight"]
        found |= numbers_in([fight["enhancers"][1::2], fight["played"], [body[1] for body in fight["bodies"]]])
    for frame in data["stack"]:
        if frame.get("what", -1) == nr.A_CARD:
            found |= numbers_in(frame["atoms"])
        found |= numbers_in([frame.get("card", -1), frame.get("giving", -1), frame.get("spread", -1)])
    return found


def test_hidden_cards_are_never_named(rules: RuleSet) -> None:
    for s in moments(rules, 8, 20):
        for seat in range(SPECTATOR, len(s.seats)):
            assert not cards_named(observe(s, seat)) & hidden_cards(s, seat)


def test_all_other_cards_are_named_once(rules: RuleSet) -> None:
    for s in moments(rules, 4, 50):
        for seat in range(SPECTATOR, len(s.seats)):
            seen = observe(s, seat)
            ids = seen["card_ids"]
            assert len(set(ids)) == len(ids)
            assert set(ids) == set(range(len(s.cards))) - hidden_cards(s, seat)
            assert seen["card_defs"] == [s.cards[card].key for card in ids]


def test_a_discard_pile_shows_its_top_card_and_the_rest_unordered(rules: RuleSet) -> None:
    """AMB-05: who leafs through nothing cannot tell in which order the discards lie."""
    turned = 0
    for s in moments(rules, 6, 20):
        before = [observe(s, seat) for seat in range(SPECTATOR, len(s.seats))]
        for pile in s.discards:
            turned += len(pile) > 2
            pile[:-1] = pile[-2::-1]
        assert [observe(s, seat) for seat in range(SPECTATOR, len(s.seats))] == before
        for deck, pile in enumerate(s.discards):
            shown = {"top": pile[-1] if pile else -1, "count": len(pile), "seen": sorted(pile)}
            assert shown == before[0]["discards"][deck]
    assert turned > 20


def test_without_memory_only_the_top_discard_is_visible(rules: RuleSet) -> None:
    for s in moments(rules, 6, 20):
        for seat in range(SPECTATOR, len(s.seats)):
            seen = observe(s, seat, remembers=False)
            looked = s.stack[-1].atoms if isinstance(s.stack[-1], ChoiceFrame) and s.stack[-1].seat == seat else []
            buried = {card for pile in s.discards for card in pile[:-1] if card not in looked}
            assert not buried & set(seen["card_ids"])
            assert [set(pile) for pile in seen["discards"]] == [{"top", "count"}] * 2
            assert {**seen, "discards": 0, "card_ids": 0, "card_defs": 0, "stack": 0} == {
                **observe(s, seat), "discards": 0, "card_ids": 0, "card_defs": 0, "stack": 0,
            }  # fmt: skip


def test_the_discards_are_shown_only_to_the_seat_that_searches_them(rules: RuleSet) -> None:
    s = random_play(rules, 3, "look").state
    for deck in (nr.DOOR, nr.TREASURE):
        s.discards[deck] = [s.decks[deck].pop() for _ in range(5)]
    under = {card for pile in s.discards for card in pile[:-1]}
    s.stack.append(ChoiceFrame(1, nr.ASK_PICK, nr.A_CARD, by_name(s, s.discards[0] + s.discards[1])))
    for seat in (SPECTATOR, 0, 1, 2):
        seen = observe(s, seat, remembers=False)
        assert under & set(seen["card_ids"]) == (under if seat == 1 else set())
        question = show_frame(s, s.stack[-1], seat, remembers=False)
        assert question["kind"] == "choose"
        assert under & set(question["atoms"]) == (under if seat == 1 else set())
        assert len(question["atoms"]) == 10


def test_lists_of_frames_have_no_hidden_card(rules: RuleSet) -> None:
    # Lists shown to all hold seats, monsters of the fight, or cards that lie open; seats and monsters are below 6
    for s in moments(rules, 8, 10):
        for frame in s.stack:
            for field in frame.FIELDS:
                value = getattr(frame, field.name)
                if isinstance(value, list) and frame.visibility(field) == PUBLIC and field.name != "memo":
                    assert not {n for n in value if n > 5} & hidden_cards(s, SPECTATOR)


def test_a_field_that_is_not_public_withholds_hidden_cards(rules: RuleSet) -> None:
    s = random_play(rules, 3, "unknown").state
    hidden = s.decks[0][-1]
    mine = s.seats[0].hand[0]
    passing = PassingLeft([], 1, 1)
    passing.given = [hidden, mine]
    seen = show_frame(s, passing, 0)
    assert seen["kind"] == "passing_left"
    assert seen["given"] == [-1, mine]


def test_observing_changes_nothing_and_shares_nothing(rules: RuleSet) -> None:
    for s in moments(rules, 2, 100):
        first = json.dumps(observe(s, 0))
        seen = observe(s, 0)
        for value in seen.values():
            if isinstance(value, list):
                value.clear()
        assert json.dumps(observe(s, 0)) == first


def test_an_observation_survives_json(rules: RuleSet) -> None:
    for s in moments(rules, 3, 60):
        for seat in (SPECTATOR, 0):
            seen = observe(s, seat)
            written = msgspec.json.encode(seen)
            # Rows come back as lists, and are read like those they were
            read = msgspec.json.decode(written)
            assert msgspec.json.encode(read) == written
            assert observe(sample_state(read, rules, LehmerRng("json")), seat) == seen
            assert len(written) < 12_000


def test_prompted_seats_are_observed(rules: RuleSet) -> None:
    for s in moments(rules, 3, 40):
        words = observe(s, SPECTATOR)["asked"]
        assert sum(1 << i for i, word in enumerate(words) if word) == prompted_seats(s)
        assert {word for word in words if word} <= set(nr.PROMPT_KINDS)


def test_totals_are_explained(rules: RuleSet) -> None:
    fights = 0
    for s in moments(rules, 6, 10):
        fight = observe(s, SPECTATOR)["fight"]
        if fight is not None:
            fights += 1
            assert list(fight["totals"]) == totals(s)
            assert set(FIGHT_FIELDS) <= set(fight)
            for side in (nr.MUNCHKINS, nr.MONSTERS):
                assert sum(term[6] for term in fight["explained"] if term[0] == side) == fight["totals"][side]
    assert fights > 10


def row(s: State, seat: int, of: int) -> ObservedSeat:
    return observe(s, seat)["seats"][of]


def test_hands_are_counted_by_their_backs(rules: RuleSet) -> None:
    s = random_play(rules, 4, "backs").state
    seen = row(s, 0, 2)
    hand = s.seats[2].hand
    doors = [card for card in hand if s.cards[card].deck == nr.DOOR]
    assert (seen["hand"], seen["doors"], seen["known"]) == (len(hand), len(doors), [])
    assert observe(s, SPECTATOR)["hand"] == []
    assert observe(s, 2)["hand"] == s.seats[2].hand


def test_shown_hand_is_known_to_those_who_saw_it(rules: RuleSet) -> None:
    s = random_play(rules, 4, "shown").state
    show_hand(s, 2, 1 << 1)
    hand = sorted(s.seats[2].hand)
    assert row(s, 1, 2)["known"] == hand
    assert row(s, 1, 2)["open"] == []
    assert row(s, 0, 2)["known"] == []
    assert row(s, SPECTATOR, 2)["known"] == []
    assert observe(s, 2)["shown"] == [2] * len(hand)
    show_hand(s, 2, EVERYONE)
    assert row(s, 0, 2)["open"] == hand
    assert row(s, SPECTATOR, 2)["known"] == hand


def test_card_given_unseen_stays_known_to_the_giver(rules: RuleSet) -> None:
    s = random_play(rules, 4, "given").state
    card = s.seats[0].hand[0]
    pass_unseen(s, 0, 3, card)
    assert row(s, 0, 3)["known"] == [card]
    assert row(s, 1, 3)["known"] == []
    assert row(s, SPECTATOR, 3)["known"] == []


def test_card_seen_in_a_deck_is_known_with_its_place(rules: RuleSet) -> None:
    s = random_play(rules, 4, "peeked").state
    card = s.decks[nr.DOOR][-2]
    s.seen[card] = 1 << 1
    assert observe(s, 1)["deck_known"] == [(nr.DOOR, 1, card, 0)]
    assert observe(s, 0)["deck_known"] == []
    assert observe(s, SPECTATOR)["deck_known"] == []


def test_promised_card_is_withheld_from_those_who_do_not_know_it(rules: RuleSet) -> None:
    for s in moments(rules, 6, 7):
        fight = s.fight
        if fight is not None and not fight.lost and s.seats[fight.main].hand:
            break
    assert fight is not None
    other = (fight.main + 1) % len(s.seats)
    promise = pick(P_CARD, s.seats[fight.main].hand[0])
    s.seen.clear()
    fight.offers.append(Offer(fight.main, other, other, [promise], 0))
    for seat, shown in ((fight.main, promise), (other, HIDDEN_PICK), (SPECTATOR, HIDDEN_PICK)):
        found = observe(s, seat)["fight"]
        assert found is not None
        assert found["offers"][-1][4] == [shown]
    fight.offers.pop()


def test_a_prompt_about_a_hand_shows_others_only_the_count(rules: RuleSet) -> None:
    s = random_play(rules, 3, "question").state
    s.stack.append(ChoiceFrame(1, nr.ASK_LOSE, nr.A_CARD, s.seats[1].hand[:]))
    hidden = [-1] * len(s.seats[1].hand)
    for seat, atoms in ((1, s.seats[1].hand), (0, hidden), (SPECTATOR, hidden)):
        question = show_frame(s, s.stack[-1], seat)
        assert question["kind"] == "choose"
        assert question["atoms"] == atoms


def test_a_hidden_field_is_neither_shown_nor_sampled(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    s = random_play(rules, 3, "hidden field").state
    s.picked = s.decks[0][-3:]
    assert Determinizer(s, 0).pattern.picked == []
    assert "picked" not in observe(s, 0)
    (ready,) = [field for field in s.stack[-1].FIELDS if field.name == "ready"]
    assert s.stack[-1].KIND == "setup"
    assert show_frame(s, s.stack[-1], 0).get("ready") == 0
    monkeypatch.setattr(ready, "visibility", HIDDEN)
    s.stack[-1].answer(s, 1, option(DONE), [])
    assert "ready" not in show_frame(s, s.stack[-1], 0)
    frame = Determinizer(s, 0).pattern.stack[-1]
    assert getattr(frame, "ready") == 0  # noqa: B009 - the base class has no such field
