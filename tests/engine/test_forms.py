"""Tests of picks: offers of help, sales, costs, Charity and sums to be paid."""

from pathlib import Path

import pytest

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.effects.ops.loss_ops import WorthForm
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import (
    ASK,
    CHOOSE,
    CHOOSE_MANY,
    FORM_BIT,
    GIVE_CHARITY,
    P_ANYWAY,
    P_CARD,
    P_COUNT,
    P_GIVE,
    P_PLACE,
    P_TO,
    P_TOKEN_PLACE,
    P_TOKENS,
    P_WANT,
    SELL,
    SHOW,
    USE,
    Answer,
    Form,
    Verdict,
    act_of,
    option,
    pick,
)
from kickdoor.engine.state.rng import LehmerRng
from kickdoor.engine.state.state import State
from kickdoor.scenario.parsing.scenario_parser import read_file
from kickdoor.scenario.runner import play
from kickdoor.sim.random_play import random_play


class Table:
    """A position, with the cards of a seat by id."""

    def __init__(self, folder: Path, text: str, sets: str = "deluxe", own: list[Path] | None = None) -> None:
        path = folder / "form.yaml"
        path.write_text(f"scenario: A form\nsets: [{sets}]\nopen: true\n{text}", encoding="utf-8")
        self.s: State = play(read_file(path), "1", own).s

    def card(self, seat: int, id: str) -> int:
        p = self.s.seats[seat]
        return next(c for c in p.hand + p.play if self.s.cards[c].id == id)

    def form(self, seat: int, act: int) -> Form:
        code = next(code for code in runtime.legal_options(self.s, seat) if act_of(code) == act and code & FORM_BIT)
        return runtime.form(self.s, seat, code)

    def takes(self, form: Form, picks: list[int]) -> bool:
        """Return whether picks are taken; the quick check and the one that explains must agree."""
        quick = form.check(self.s, picks, Verdict(False))
        v = Verdict(True)
        form.check(self.s, picks, v)
        assert quick == v.legal == (not v.reasons)
        return quick


PURSE = """
[purse]
name = "Purse"
kind = "monster"
level = 1
treasures = 1
bad_stuff = [{ op = "lose_levels", n = 1 }]
"""
FIGHT = """
players:
  Aric: {level: 4, class: Warrior, equipped: [Leather Armor], carried: [Sleep Potion], followers: [Hireling],
         curses: [Chicken on Your Head], hand: [Baby, Ancient, Enraged, Thief, Boil an Anthill]}
  Suzan: {level: 7, carried: [Spiky Knees], hand: [Mate]}
  Guy: {}
combat: {fighter: Aric, monsters: [Net Troll]}
steps: []
"""


def test_terms_of_help_are_checked(tmp_path: Path) -> None:
    """Treasures, carried Items of either and cards to be played may be promised (HELP-07 to HELP-10, AMB-18)."""
    t = Table(tmp_path, FIGHT)
    form = t.form(0, ASK)
    armor, potion = pick(P_GIVE, t.card(0, "leather_armor")), pick(P_GIVE, t.card(0, "sleep_potion"))
    assert t.takes(form, [])
    assert t.takes(form, [armor, potion, pick(P_COUNT, 2), pick(P_PLACE, 1), pick(P_PLACE, 0), pick(P_ANYWAY)])
    assert t.takes(form, [pick(P_CARD, t.card(0, "boil_an_anthill"))])
    assert t.takes(form, [pick(P_WANT, t.card(1, "spiky_knees")), armor])
    for bad in (
        [armor, armor],
        [pick(P_COUNT, 1), pick(P_COUNT, 2)],
        [pick(P_GIVE, t.card(0, "baby"))],
        [pick(P_GIVE, t.card(0, "warrior"))],
        [pick(P_GIVE, t.card(0, "hireling"))],
        [pick(P_GIVE, t.card(0, "curse_chicken_on_your_head"))],
        [pick(P_GIVE, t.card(1, "spiky_knees"))],
        [pick(P_CARD, t.card(0, "leather_armor"))],
        [pick(P_CARD, t.card(0, "baby"))],
        [pick(P_CARD, t.card(1, "mate"))],
        [pick(P_WANT, t.card(1, "mate"))],
        [pick(P_WANT, t.card(0, "leather_armor"))],
        [pick(P_ANYWAY, 1)],
        [pick(P_TOKENS, 1)],
        [pick(P_TOKEN_PLACE, 1)],
        [pick(P_TO, 1)],
        [armor, pick(P_TOKENS, 1)],
    ):
        assert not t.takes(form, bad), bad


def test_terms_are_limited_in_number(tmp_path: Path) -> None:
    """Forty terms at most, and shares of up to sixty Treasures: more than any fight brings (HELP-07, AMB-18)."""
    t = Table(tmp_path, FIGHT)
    form = t.form(0, ASK)
    assert t.takes(form, [pick(P_PLACE, place) for place in range(40)])
    assert not t.takes(form, [pick(P_PLACE, place) for place in range(41)])
    for sort in (P_COUNT, P_PLACE):
        assert t.takes(form, [pick(sort, 60)])
        assert not t.takes(form, [pick(sort, 61)])


def test_random_terms_cover_all_candidates(tmp_path: Path) -> None:
    t = Table(tmp_path, FIGHT)
    form = t.form(0, ASK)
    rng = LehmerRng("terms")
    seen = {tuple(form.sample(t.s, rng)) for _ in range(200)}
    items = [pick(P_GIVE, t.card(0, id)) for id in ("leather_armor", "sleep_potion")]
    items.append(pick(P_WANT, t.card(1, "spiky_knees")))
    counts = [pick(P_COUNT, n) for n in (1, 2, 3)]
    assert seen == {(), *((one,) for one in items + counts)}
    assert form.default(t.s) == []


def test_tokens_may_be_terms(tmp_path: Path) -> None:
    """One kind of token is enough (TOKEN-09)."""
    (tmp_path / "purses" / "door").mkdir(parents=True)
    (tmp_path / "purses" / "set.toml").write_text('name = "Purses"\ncounters = ["coin"]\n')
    (tmp_path / "purses" / "door" / "monsters.toml").write_text(PURSE)
    t = Table(tmp_path, FIGHT, "deluxe, purses", [tmp_path / "purses"])
    form = t.form(0, ASK)
    for sort in (P_TOKENS, P_TOKEN_PLACE):
        assert t.takes(form, [pick(sort, 60)])
        assert not t.takes(form, [pick(sort, 61)])
    rng = LehmerRng("tokens")
    assert [pick(P_TOKENS, 1)] in [form.sample(t.s, rng) for _ in range(100)]


def test_cost_of_an_ability_is_checked(tmp_path: Path) -> None:
    """One to three different cards of the player, neither the Class itself nor a kept curse (CHAR-27, AMB-56)."""
    t = Table(tmp_path, FIGHT)
    form = t.form(0, USE)
    baby, ancient, enraged, thief = (t.card(0, id) for id in ("baby", "ancient", "enraged", "thief"))
    table = [t.card(0, id) for id in ("leather_armor", "sleep_potion", "hireling")]
    assert t.takes(form, [baby])
    assert t.takes(form, [baby, ancient, enraged])
    assert t.takes(form, table)
    for bad in (
        [],
        [baby, baby],
        [baby, ancient, enraged, thief],
        [t.card(0, "warrior")],
        [baby, t.card(0, "curse_chicken_on_your_head")],
        [t.card(1, "mate")],
        [t.card(1, "spiky_knees")],
    ):
        assert not t.takes(form, bad), bad
    rng = LehmerRng("cost")
    assert {len(form.sample(t.s, rng)) for _ in range(60)} == {1, 2, 3}


SALE = """
players:
  Aric: {level: 3, equipped: [Leather Armor], carried: [Wand of Dowsing, Huge Rock],
         hand: [Magic Lamp, Baby, Wishing Ring]}
  Suzan: {carried: [Pollymorph Potion]}
  Guy: {}
steps: []
"""


def test_picks_of_a_sale_are_checked(tmp_path: Path) -> None:
    """Items of the player worth a level, from hand and table, each sold once (ITEM-35 to ITEM-41)."""
    t = Table(tmp_path, SALE)
    form = t.form(0, SELL)
    armor, wand, rock = (t.card(0, id) for id in ("leather_armor", "wand_of_dowsing", "huge_rock"))
    lamp, ring = t.card(0, "magic_lamp"), t.card(0, "wishing_ring")
    assert t.takes(form, [wand])
    assert t.takes(form, [lamp, ring])
    assert t.takes(form, [wand, rock])
    assert t.takes(form, [armor, wand, rock, lamp, ring])
    for bad in (
        [],
        [lamp],
        [lamp, lamp],
        [wand, wand],
        [lamp, armor, rock],
        [wand, t.card(0, "baby")],
        [t.card(1, "pollymorph_potion")],
        [wand, t.card(1, "pollymorph_potion")],
    ):
        assert not t.takes(form, bad), bad
    assert set(form.default(t.s)) == {lamp, ring}, "a level's worth, and nothing that is equipped"
    rng = LehmerRng("sale")
    for _ in range(40):
        picks = form.sample(t.s, rng)
        assert t.takes(form, picks)
        assert not t.takes(form, picks[:-1])


CHARITY = """
players:
  Aric: {level: 4, carried: [Leather Armor], hand: [Baby, Ancient, Enraged, Humongous, Mate, Thief, Crabs, Warrior]}
  Suzan: {level: %d}
  Guy: {level: 2}
  Bo: {level: 3}
phase: charity
steps: []
"""


def test_charity_goes_to_the_lowest_player(tmp_path: Path) -> None:
    """All that is too much goes to the lowest (TURN-21)."""
    t = Table(tmp_path, CHARITY % 3)
    form = t.form(0, GIVE_CHARITY)
    a, b, c, d = t.s.seats[0].hand[:4]
    to_guy = pick(P_TO, 2)
    assert t.takes(form, [to_guy, a, b, c])
    for bad in (
        [a, b, c],
        [to_guy, a, b],
        [to_guy, a, b, c, d],
        [to_guy, a, b, b],
        [pick(P_TO, 1), a, b, c],
        [pick(P_TO, 0), a, b, c],
        [to_guy, a, b, pick(P_TO, 1), c],
        [a, to_guy, b, c],
        [to_guy, a, b, t.card(0, "leather_armor")],
        [],
    ):
        assert not t.takes(form, bad), bad
    assert t.takes(form, form.default(t.s))


def test_charity_is_split_evenly(tmp_path: Path) -> None:
    """As evenly as possible; the giver says who gets more (TURN-22, AMB-40)."""
    t = Table(tmp_path, CHARITY % 2)
    form = t.form(0, GIVE_CHARITY)
    a, b, c = t.s.seats[0].hand[:3]
    suzan, guy = pick(P_TO, 1), pick(P_TO, 2)
    assert t.takes(form, [suzan, a, b, guy, c])
    assert t.takes(form, [guy, a, b, suzan, c])
    for bad in ([suzan, a, b, c], [guy, a, b, c], [suzan, a, guy, b, pick(P_TO, 3), c]):
        assert not t.takes(form, bad), bad
    assert form.default(t.s) == [suzan, a, c, guy, b]
    rng = LehmerRng("charity")
    larger = set()
    for _ in range(40):
        picks = form.sample(t.s, rng)
        assert t.takes(form, picks)
        larger.add(picks[0])
    assert larger == {suzan, guy}


def test_the_lowest_player_discards(tmp_path: Path) -> None:
    """A giver who is lowest discards (TURN-23)."""
    t = Table(tmp_path, (CHARITY % 2).replace("level: 4", "level: 2"))
    form = t.form(0, GIVE_CHARITY)
    a, b, c = t.s.seats[0].hand[:3]
    assert t.takes(form, [a, b, c])
    assert not t.takes(form, [pick(P_TO, 2), a, b, c])
    assert not t.takes(form, [a, b])
    assert form.default(t.s) == [a, b, c]


TAX = """
players:
  Aric: {carried: [Flaming Armor]}
  Suzan: {carried: [Spiky Knees, Leather Armor, Huge Rock, Helm of Courage], hand: [Income Tax]}
  Guy: {}
steps:
  - Suzan: {play: Income Tax, on: Aric}
"""


def test_picks_for_a_sum_are_checked(tmp_path: Path) -> None:
    t = Table(tmp_path, TAX)
    form = t.form(1, CHOOSE_MANY)
    knees, armor, rock, helm = (
        t.card(1, id) for id in ("spiky_knees", "leather_armor", "huge_rock", "helm_of_courage")
    )
    assert t.takes(form, [knees, armor])
    assert t.takes(form, [knees, armor, helm])
    for bad in ([knees], [knees, knees], [rock, helm], [], [knees, rock]):
        assert not t.takes(form, bad), bad
    assert len(form.default(t.s)) == 2, "one more would be needless"
    rng = LehmerRng("tax")
    for _ in range(40):
        assert t.takes(form, form.sample(t.s, rng))


def test_a_hand_is_shown_to_other_seats_only(tmp_path: Path) -> None:
    """To one, to some or to all of them, not to oneself (CARDS-13, AMB-80)."""
    t = Table(tmp_path, FIGHT)
    form = t.form(1, SHOW)
    assert t.takes(form, [0])
    assert t.takes(form, [2, 0])
    for bad in ([], [1], [0, 0], [3], [0, 1, 2]):
        assert not t.takes(form, bad), bad


@pytest.mark.parametrize("text", [FIGHT, SALE, CHARITY % 2, TAX])
def test_default_picks_are_legal(tmp_path: Path, text: str) -> None:
    """The answer to a form that is given for one who says nothing fits it (AMB-70)."""
    t = Table(tmp_path, text)
    for seat in range(3):
        if runtime.prompted_seats(t.s) >> seat & 1:
            answer = runtime.default_answer(t.s, seat)
            runtime.check(t.s, answer)


def test_forms_have_candidates_and_bounds() -> None:
    """Every form names what may be picked, and between which numbers."""
    rules = load_catalog(["deluxe"])
    seen: set[str] = set()
    for seed in range(8):
        game = random_play(rules, 4, f"forms {seed}")
        for _ in range(1200):
            if not game.step() or game.state.winners:
                break
            s = game.state
            for seat in range(4):
                for code in runtime.legal_options(s, seat):
                    if code & FORM_BIT:
                        form = runtime.form(s, seat, code)
                        assert form.seat == seat
                        assert 0 <= form.min_picks <= form.max_picks, type(form)
                        assert len(set(form.candidates)) == len(form.candidates)
                        seen.add(type(form).__name__)
    assert seen >= {"TermsForm", "TradeForm", "SaleForm", "CostForm", "CharityForm", "PickForm"}


def test_promised_items_are_not_paid_if_others_suffice(tmp_path: Path) -> None:
    """Of 200, 400 and 600 gold pieces, the latter two promised, 200 and 600 make up 800 (AMB-18)."""
    items = "Leather Armor, Flaming Armor, Mithril Armor"
    t = Table(tmp_path, f"players: {{Aric: {{carried: [{items}]}}, Suzan: {{}}, Guy: {{}}}}\nsteps: []\n")
    leather, flaming, mithril = (t.card(0, id) for id in ("leather_armor", "flaming_armor", "mithril_armor"))
    form = WorthForm(0, [leather, flaming, mithril], 800, [flaming, mithril])
    assert form.enough(t.s, [flaming, mithril, leather]) == [leather, mithril]
    assert form.enough(t.s, [mithril, flaming, leather]) == [leather, mithril]


def test_one_item_of_a_sale_counts_double(tmp_path: Path) -> None:
    """600 twice, 600 and 700 buy two levels; there is no prompt for another, which would buy a third (ITEM-41)."""
    items = "Mithril Armor, Rapier of Unfairness, Sandals of Protection"
    t = Table(
        tmp_path,
        f"players: {{Aric: {{race: Halfling, carried: [{items}]}}, Suzan: {{}}, Guy: {{}}}}\n"
        f"steps:\n  - Aric: {{sell: [{items}]}}\n",
    )
    assert t.s.stack[-1].KIND == "sale"
    runtime.apply(t.s, Answer(0, option(CHOOSE, -1, nr.A_CARD, t.card(0, "mithril_armor"))))
    assert t.s.stack[-1].KIND == "turn"
    assert t.s.seats[0].level == 3
