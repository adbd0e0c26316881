"""Tests of bargaining: both sides gain, no bot acts against itself, and no offer is repeated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kickdoor.bots.greedy_bots import NormalBot
from kickdoor.bots.policy_adapter import drive, think
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import Offer, State
from kickdoor.policies.evaluation.deal_value import Deal
from kickdoor.policies.evaluation.term_value import share
from kickdoor.policies.greedy import GreedyPolicy
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.refusal_causes import RefusalCause, why_no_trade, why_refused
from kickdoor.policies.tactics.bargaining import OFFERED, answer_offer, asking_marker, best_request, offer_help
from kickdoor.rng import Rng
from kickdoor.scenario import set_up
from kickdoor.seat_view import make_seat_view
from kickdoor.sim.random_play import deal as deal_cards
from kickdoor.view.determinization import fixed_determinization

ARIC, SUZAN, GUY = 0, 1, 2
BOTH = pytest.mark.parametrize("name", ["normal", "nasty"])


def position(text: str, steps: str = "[]", sets: str = "deluxe") -> State:
    """Set up a position."""
    return set_up(f"scenario: Position\nsets: [{sets}]\nopen: true\n{text}\nsteps: {steps}\n").state


def fight(aric: str, monster: str, suzan: str = "", guy: str = "", steps: str = "[]", sets: str = "deluxe") -> State:
    """Set up a fight of Aric's, with those who stand by."""
    players = f"players:\n  Aric: {{{aric}}}\n  Suzan: {{{suzan}}}\n  Guy: {{{guy}}}\n"
    return position(f"{players}combat: {{fighter: Aric, monsters: [{monster}]}}", steps, sets)


def offers(treasures: int, more: str = "") -> str:
    """Write the step in which Suzan offers help."""
    return f"[Suzan: {{offer help: {{treasures: {treasures}{more}}}}}]"


def asks(treasures: int, more: str = "") -> str:
    """Write the step in which Aric asks Suzan."""
    return f"[Aric: {{ask: Suzan, offer: {{treasures: {treasures}{more}}}}}]"


def context_of(s: State, seat: int, name: str) -> DecisionContext:
    """Return what a bot has in its head."""
    bot = BOTS[name](seat, Rng("one"))
    assert isinstance(bot, NormalBot)
    assert isinstance(bot.policy, GreedyPolicy)
    return bot.policy.make_context(fixed_determinization(s, seat), seat)


def choice(s: State, seat: int, name: str) -> Choice:
    """Have a bot answer, and sees that it may."""
    view = make_seat_view(s, seat)
    chosen = think(BOTS[name](seat, Rng("one")), view, not view.is_asked)
    assert chosen is not None
    runtime.check(s, Answer(seat, chosen[0], chosen[1]))
    return chosen


def act(s: State, seat: int, name: str) -> str:
    """Return what a bot does, in a word."""
    return p.ACTS[p.act_of(choice(s, seat, name)[0])]


def reason_of(s: State, seat: int, name: str) -> RefusalCause:
    """Return a bot's reason to refuse the only offer made to it."""
    assert s.fight is not None
    (offer,) = [offer for offer in s.fight.offers if offer.to == seat]
    reason = why_refused(context_of(s, seat, name), offer)
    assert reason is not None
    return reason


# All kinds of terms, both ways


@BOTH
@pytest.mark.parametrize(("level", "given"), [(7, True), (9, False)])
def test_no_token_is_offered_to_a_player_who_could_win_by_it(name: str, level: int, given: bool) -> None:
    s = fight("level: 4", "Mystery Meat", f"level: {level}", sets="cooks")
    deal = Deal(context_of(s, ARIC, name), SUZAN)
    token = [p.pick(p.P_TOKENS, 1)]
    assert token in deal.proposals()
    assert (deal.gain(token) > 0) == given


@BOTH
def test_the_first_pick_is_worth_more_than_the_last(name: str) -> None:
    s = fight("level: 5", "Bigfoot", "level: 8")
    deal = Deal(context_of(s, ARIC, name), SUZAN)
    first, last = deal.worth([p.pick(p.P_PLACE, 1)]), deal.worth([p.pick(p.P_PLACE, 0)])
    assert first[0] > deal.worth(share(1))[0] > last[0] > 0
    assert first[1] < last[1] < 0


@BOTH
def test_an_item_that_only_the_helper_can_use_is_offered(name: str) -> None:
    s = fight("level: 5, carried: [Short Wide Armor]", "Lawyers", "level: 8, race: Dwarf")
    ctx = context_of(s, ARIC, name)
    armor = next(card for card in s.seats[ARIC].play if s.cards[card].name == "Short Wide Armor")
    deal = Deal(ctx, SUZAN)
    helpers, mains = deal.worth([p.pick(p.P_GIVE, armor)])
    assert helpers > -mains > 0
    assert [p.pick(p.P_GIVE, armor)] in deal.proposals()


@BOTH
def test_what_a_helper_gives_is_counted_on_both_sides(name: str) -> None:
    s = fight("level: 5", "Bigfoot", "level: 8, equipped: [Mithril Armor]")
    deal = Deal(context_of(s, SUZAN, name), SUZAN)
    armor = s.seats[SUZAN].equipped[0]
    helpers, mains = deal.worth([p.pick(p.P_WANT, armor)])
    assert helpers < 0 < mains


@BOTH
def test_a_card_played_on_the_helper_is_worth_its_level(name: str) -> None:
    s = fight("level: 5, hand: [Potion of General Studliness]", "Lawyers", "level: 3, equipped: [Huge Rock]")
    deal = Deal(context_of(s, ARIC, name), SUZAN)
    card = p.pick(p.P_CARD, s.seats[ARIC].hand[0])
    helpers, mains = deal.worth([card])
    assert helpers >= 1000 > -mains > 0
    assert [card] in deal.proposals()


@BOTH
def test_a_helper_in_competition_asks_for_less(name: str) -> None:
    alone = fight("level: 5", "Lawyers", "level: 3, equipped: [Huge Rock]", "level: 1")
    beside = fight("level: 5", "Lawyers", "level: 3, equipped: [Huge Rock]", "level: 8")
    chances = [Deal(context_of(s, SUZAN, name), SUZAN).chance(share(2)) for s in (alone, beside)]
    assert chances[0] > chances[1]


@BOTH
def test_a_full_hand_lowers_the_chance_of_a_deal(name: str) -> None:
    cards = "Magic Missile, Sleep Potion, Pretty Balloons, Yuppie Water, Mate"
    chances = []
    for hand in ("", cards):
        s = fight(f"level: 5, hand: [{hand}]", "Lawyers", "level: 3, equipped: [Huge Rock]")
        chances.append(Deal(context_of(s, SUZAN, name), SUZAN).chance(share(2)))
    assert chances[0] > chances[1]


@BOTH
def test_a_compelled_helper_is_offered_nothing(name: str) -> None:
    s = fight("level: 5, equipped: [Kneepads of Allure]", "Lawyers", "level: 8", "level: 8")
    code, terms = choice(s, ARIC, name)
    assert p.act_of(code) == p.ASK
    assert not terms


@BOTH
def test_few_terms_are_evaluated(name: str) -> None:
    items = "carried: [Short Wide Armor, Leather Armor, Helm of Courage, Boots of Butt-Kicking]"
    s = fight(f"level: 5, {items}", "Plutonium Dragon", "level: 9, carried: [Slimy Armor, Mithril Armor, Broad Sword]")
    assert len(Deal(context_of(s, ARIC, name), SUZAN).proposals()) <= 12


# No offer is repeated


def said(names: list[str], seed: str) -> list[tuple[object, ...]]:
    """Play a game and lists who named which terms for whose help, in which turn."""
    bots = [BOTS[name](seat, Rng(f"{seed}:{seat}")) for seat, name in enumerate(names)]
    driver = drive(deal_cards(load_catalog(["deluxe"]), len(names), seed), list(bots), 30)
    out: list[tuple[object, ...]] = []
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        s = driver.state
        if p.act_of(answer.code) in (p.ASK, p.OFFER):
            assert s.fight is not None
            helper = p.target_of(answer.code) if answer.seat == s.fight.main else answer.seat
            out.append((s.turns, answer.seat, helper))
        driver.give(answer)
    return out


@BOTH
def test_each_player_is_asked_once_a_turn_and_offers_once(name: str) -> None:
    heard = number = 0
    while heard < 8:
        talks = said([name] * 3, f"{name}:{number}")
        assert len(set(talks)) == len(talks)
        heard += len(talks)
        number += 1


@BOTH
def test_terms_of_a_counter_are_not_offered_again(name: str) -> None:
    s = fight("level: 5", "Bigfoot", "level: 8", "level: 1", asks(0))
    tried: set[int] = set()
    code, terms = answer_offer(context_of(s, SUZAN, name), tried)
    assert p.act_of(code) == p.COUNTER
    assert tried == {OFFERED}
    runtime.apply(s, Answer(SUZAN, code, terms))
    runtime.apply(s, Answer(ARIC, p.option(p.REFUSE, -1, 1, SUZAN)))
    assert offer_help(context_of(s, SUZAN, name), tried) is None


@BOTH
def test_a_player_who_got_a_counter_is_not_asked_again(name: str) -> None:
    s = fight("level: 5", "Face Sucker", "level: 9", "", offers(2))
    tried: set[int] = set()
    code, terms = answer_offer(context_of(s, ARIC, name), tried)
    assert p.act_of(code) == p.COUNTER
    assert tried == {asking_marker(SUZAN)}
    runtime.apply(s, Answer(ARIC, code, terms))
    runtime.apply(s, Answer(SUZAN, p.option(p.REFUSE, -1, 1, ARIC)))
    assert best_request(context_of(s, ARIC, name), tried) is None


@BOTH
def test_a_counter_is_not_countered(name: str) -> None:
    talk = "[{Aric: {ask: Suzan, offer: {}}}, {Suzan: {counter: {treasures: 3}}}]"
    s = fight("level: 5", "Bigfoot", "level: 8", "level: 1", talk)
    assert act(s, ARIC, name) in ("accept", "refuse")


# Every refusal has its true reason


@BOTH
@pytest.mark.parametrize(
    ("aric", "monster", "suzan", "offered", "word"),
    [
        ("level: 9", "Bigfoot", "level: 8", 3, "you_would_win"),
        ("level: 5", "Plutonium Dragon", "level: 3", 3, "cannot"),
        ("level: 5", "Bigfoot", "level: 8", 0, "too_little"),
    ],
)
def test_a_helper_gives_the_cause_of_a_refusal(
    name: str, aric: str, monster: str, suzan: str, offered: int, word: str
) -> None:
    s = fight(aric, monster, suzan, "", asks(offered))
    reason = reason_of(s, SUZAN, name)
    assert (reason.name, reason.seat) == (word, ARIC)


@BOTH
def test_terms_that_a_helper_would_accept_have_no_refusal_cause(name: str) -> None:
    s = fight("level: 5", "Bigfoot", "level: 8", "", asks(0))
    reason = reason_of(s, SUZAN, name)
    assert reason.terms == share(reason.amount)
    assert s.fight is not None
    ctx = context_of(s, SUZAN, name)
    assert why_refused(ctx, Offer(ARIC, SUZAN, SUZAN, reason.terms, 0)) is None
    less = share(reason.amount - 1)
    assert why_refused(ctx, Offer(ARIC, SUZAN, SUZAN, less, 0)) is not None


def test_a_helper_refuses_to_help_a_leader() -> None:
    s = fight("level: 8", "{name: Maul Rat, enhancers: [Enraged, Intelligent]}", "level: 8", "", asks(0))
    reason = reason_of(s, SUZAN, "normal")
    assert (reason.name, reason.amount) == ("rather_see_you_lose", 1)


@BOTH
def test_a_main_fighter_gives_the_cause_of_a_refusal(name: str) -> None:
    s = fight("level: 1", "Face Sucker", "level: 9", "", offers(2))
    reason = reason_of(s, ARIC, name)
    assert (reason.name, reason.seat) == ("too_much", SUZAN)
    assert reason.amount < 2
    s = fight("level: 5", "Bigfoot", "level: 9, race: Elf", "", offers(0))
    assert reason_of(s, ARIC, name).name == "you_would_win"


@BOTH
def test_a_main_fighter_who_wins_alone_refuses_help(name: str) -> None:
    s = fight("level: 7, hand: [Sleep Potion]", "Face Sucker", "level: 8", "", offers(2))
    assert reason_of(s, ARIC, name).name == "no_need"


@BOTH
def test_a_trade_is_refused_for_its_true_reason(name: str) -> None:
    players = (
        "players:\n  Aric: {carried: [Leather Armor]}\n  Suzan: {equipped: [Mithril Armor]}\n"
        "  Guy: {carried: [Rat on a Stick]}"
    )
    s = position(players, "[Aric: {trade: [Leather Armor], for: [Mithril Armor], with: Suzan}]")
    reason = why_no_trade(context_of(s, SUZAN, name))
    assert reason is not None
    assert (reason.name, reason.seat) == ("too_little", ARIC)
    assert reason.amount > 0
    assert act(s, SUZAN, name) == "refuse"


@BOTH
@pytest.mark.parametrize(("seat", "said_by"), [(SUZAN, asks), (ARIC, offers)])
def test_refusal_causes_match_the_decision(name: str, seat: int, said_by: Callable[[int], str]) -> None:
    refused = taken = 0
    for level in range(1, 10):
        for treasures in range(4):
            s = fight("level: 2", "Bigfoot", f"level: {level}, equipped: [Huge Rock]", "", said_by(treasures))
            assert s.fight is not None
            reason = why_refused(context_of(s, seat, name), s.fight.offers[0])
            answered = act(s, seat, name)
            # Who would take it may still ask for more
            assert (answered == "refuse") <= (reason is not None)
            assert (answered == "accept") <= (reason is None)
            refused += answered == "refuse"
            taken += answered == "accept"
    assert refused
    assert taken
