"""Characters: each has its habits, remembers what was done to it, and goes by a name of its own."""

from __future__ import annotations

import pytest

from kickdoor.bots.driver import drive, policy_of
from kickdoor.bots.greedy import NastyBot
from kickdoor.bots.registry import BOTS, KnownBots, bot_maker
from kickdoor.catalog.load import load_catalog
from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import machine
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.state.state import State
from kickdoor.lots import Lots
from kickdoor.minds.characters import BY_NAME, CHARACTERS
from kickdoor.minds.driver import Driver
from kickdoor.minds.greedy import GreedyPolicy
from kickdoor.minds.grudges import TELLING, heard
from kickdoor.minds.playout import playout
from kickdoor.minds.policy import Policy
from kickdoor.minds.refusing import why_refused
from kickdoor.minds.search import Search
from kickdoor.minds.weights import NASTY
from kickdoor.playing import play
from kickdoor.scenario import set_up
from kickdoor.sim.policy import deal
from kickdoor.view.dealing import imagined

ARIC, SUZAN, GUY = 0, 1, 2
RULES = load_catalog(["deluxe"])
MISSILE, ANTHILL, WANDERING = (
    next(d.index for d in RULES.defs if d.name == name)
    for name in ("Magic Missile", "Boil an Anthill", "Wandering Monster")
)
ALL = pytest.mark.parametrize("name", [one.name for one in CHARACTERS])


def position(text: str) -> State:
    """Sets up a position."""
    steps = "" if "steps:" in text else "steps: []\n"
    return set_up(f"scenario: Position\nsets: [deluxe]\nopen: true\n{text}\n{steps}").state


def deed(s: State, policy: Policy, seat: int) -> str:
    """Says what a policy does: the act, the card by name, and the seat it is aimed at."""
    world = imagined(s, seat)
    choice = policy.decide(world, seat) if machine.asked(s) >> seat & 1 else policy.consider(world, seat)
    if choice is None:
        return "nothing"
    code, picks = choice
    machine.check(s, Answer(seat, code, picks))
    card = p.card_of(code)
    said = p.ACTS[p.act_of(code)] + (f" {s.cards[card].name}" if card >= 0 else "")
    aim = f" on {['Aric', 'Suzan', 'Guy'][p.target_of(code)]}" if p.act_of(code) == p.PLAY and p.kind_of(code) else ""
    return said + aim


def greedy(name: str) -> GreedyPolicy:
    """Makes a policy of a character over the nasty one; that one itself without a name."""
    return GreedyPolicy(BY_NAME[name].over(NASTY) if name else NASTY)


def told_of(s: State, policy: Policy, seat: int, answers: list[Answer]) -> None:
    """Has a policy hear what comes of answers."""
    for answer in answers:
        events: list[Event] = []
        s.events = events
        machine.apply(s, answer)
        s.events = None
        for event in events:
            if TELLING >> event.kind & 1:
                policy.hear(heard(event, seat), seat, s.rules)


def card_named(s: State, seat: int, name: str) -> int:
    return next(card for card in s.seats[seat].hand if s.cards[card].name == name)


def playing(s: State, seat: int, name: str, target: int) -> Answer:
    """Gives the answer in which somebody plays a card on somebody."""
    card = card_named(s, seat, name)
    (code,) = [c for c in machine.listing(s, seat) if p.card_of(c) == card and p.target_of(c) == target]
    return Answer(seat, code)


# What each does, and others do not


NASTY_ALONE = ""
"""Names the bot without a character."""


@pytest.mark.parametrize(("name", "curses"), [("gruff", True), (NASTY_ALONE, False), ("honey", False)])
def test_gruff_curses_the_leader_early(name: str, curses: bool) -> None:
    s = position("players:\n  Aric: {level: 2, hand: [Curse! Lose a Level]}\n  Suzan: {level: 4}\n  Guy: {level: 3}")
    assert deed(s, greedy(name), ARIC) == ("play Curse! Lose a Level on Suzan" if curses else "kick")


FULL_HAND = """
players:
  Aric: {level: 4, hand: [Curse! Lose a Level, Mate, Enraged, Humongous, Ancient, Intelligent]}
  Suzan: {level: 4}
  Guy: {level: 3}
phase: charity
"""


@pytest.mark.parametrize(
    ("name", "curses"), [("gruff", True), (NASTY_ALONE, True), ("honey", False), ("magpie", False)]
)
def test_who_curses_because_there_are_too_many_cards(name: str, curses: bool) -> None:
    said = deed(position(FULL_HAND), greedy(name), ARIC)
    assert said == ("play Curse! Lose a Level on Suzan" if curses else "charity")


def test_magpie_keeps_the_curse_for_when_it_counts() -> None:
    s = position(FULL_HAND)
    choice = greedy("magpie").decide(imagined(s, ARIC), ARIC)
    assert card_named(s, ARIC, "Curse! Lose a Level") not in choice[1]


@ALL
def test_everybody_curses_whoever_is_about_to_win(name: str) -> None:
    s = position("players:\n  Aric: {level: 7, hand: [Curse! Lose a Level]}\n  Suzan: {level: 9}\n  Guy: {level: 3}")
    assert deed(s, greedy(name), ARIC) == "play Curse! Lose a Level on Suzan"


@pytest.mark.parametrize(("name", "spoils"), [("imp", True), (NASTY_ALONE, False), ("gruff", False), ("honey", False)])
def test_imp_spoils_a_fight_that_brings_nobody_near_the_win(name: str, spoils: bool) -> None:
    s = position("""
players:
  Aric: {level: 4}
  Suzan: {level: 2, hand: [Enraged]}
  Guy: {level: 2}
combat: {fighter: Aric, monsters: [Potted Plant]}
steps:
  - Aric: claim
""")
    assert deed(s, greedy(name), SUZAN).startswith("play Enraged") == spoils


@pytest.mark.parametrize(
    ("name", "small", "big"), [("dash", True, True), (NASTY_ALONE, True, False), ("wary", False, False)]
)
def test_dash_looks_for_any_trouble_and_wary_for_none(name: str, small: bool, big: bool) -> None:
    text = "players:\n  Aric: {{level: 3, hand: [{}]}}\n  Suzan: {{}}\n  Guy: {{}}\nphase: second"
    for monster, looks in (("Lame Goblin", small), ("Platycore", big)):
        wanted = f"trouble {monster}" if looks else "loot"
        assert deed(position(text.format(monster)), greedy(name), ARIC) == wanted


@pytest.mark.parametrize(
    ("name", "close", "clear"), [("dash", True, True), (NASTY_ALONE, False, True), ("wary", False, False)]
)
def test_dash_makes_a_fight_harder_that_is_won_by_little(name: str, close: bool, clear: bool) -> None:
    text = "players:\n  Aric: {{level: {}, hand: [Mate]}}\n  Suzan: {{}}\n  Guy: {{}}\n"
    for level, adds in ((3, close), (5, clear)):
        s = position(text.format(level) + "combat: {fighter: Aric, monsters: [Drooling Slime]}")
        assert deed(s, greedy(name), ARIC).startswith("play Mate") == adds


ASKED = """
players:
  Aric: {{level: 5}}
  Suzan: {{level: 8}}
  Guy: {{}}
combat: {{fighter: Aric, monsters: [Bigfoot]}}
steps:
  - Aric: {{ask: Suzan, offer: {{treasures: {}}}}}
"""
OFFERED = ASKED.replace("Aric: {{ask: Suzan, offer:", "Suzan: {{offer help:")


@pytest.mark.parametrize(("name", "says"), [("honey", "accept"), (NASTY_ALONE, "counter"), ("magpie", "refuse")])
def test_honey_helps_for_nothing_and_magpie_does_not_haggle(name: str, says: str) -> None:
    assert deed(position(ASKED.format(0)), greedy(name), SUZAN) == says


@pytest.mark.parametrize(("name", "says"), [("penny", "counter"), (NASTY_ALONE, "accept"), ("honey", "accept")])
def test_penny_haggles_where_others_take_what_they_are_offered(name: str, says: str) -> None:
    assert deed(position(OFFERED.format(2)), greedy(name), ARIC) == says


@pytest.mark.parametrize("name", ["penny", NASTY_ALONE, "magpie"])
def test_honey_asks_for_less_than_others(name: str) -> None:
    assert treasures_asked("honey") < treasures_asked(name)


def treasures_asked(name: str) -> int:
    """Gives the Treasures for which a character offers its help."""
    s = position(ASKED.partition("steps")[0].format().replace("Guy: {}", "Guy: {level: 8}"))
    choice = greedy(name).consider(imagined(s, SUZAN), SUZAN)
    assert choice is not None
    assert p.act_of(choice[0]) == p.OFFER
    return sum(pick & 4095 for pick in choice[1] if pick >> p.P_SHIFT == p.P_COUNT)


def test_penny_names_terms_again_but_never_worse_or_the_same() -> None:
    s = position(ASKED.partition("steps")[0].format())
    penny = greedy("penny")
    asked: list[int] = []
    for _ in range(5):
        choice = penny.consider(imagined(s, SUZAN), SUZAN)
        if choice is None:
            break
        machine.apply(s, Answer(SUZAN, choice[0], choice[1]))
        asked.append(sum(pick & 4095 for pick in choice[1] if pick >> p.P_SHIFT == p.P_COUNT))
        refuse = next(code for code in machine.listing(s, ARIC) if p.act_of(code) == p.REFUSE)
        machine.apply(s, Answer(ARIC, refuse))
    assert 1 < len(asked) <= BY_NAME["penny"].ways.patience.rounds
    assert asked == sorted(set(asked), reverse=True)


# Grudges


CURSED = """
players:
  Aric: {level: 3}
  Suzan: {level: 5, hand: [Curse! Lose a Level, Enraged]}
  Guy: {level: 5, hand: [Curse! Lose a Level]}
"""


def wronged(name: str) -> tuple[State, GreedyPolicy]:
    """Has Guy curse Suzan, who remembers that or not."""
    s = position(CURSED)
    policy = greedy(name)
    told_of(s, policy, SUZAN, [playing(s, GUY, "Curse! Lose a Level", SUZAN)])
    while machine.asked(s) != 1 << ARIC:
        seat = (machine.asked(s) & -machine.asked(s)).bit_length() - 1
        told_of(s, policy, SUZAN, [machine.default_answer(s, seat)])
    assert s.seats[SUZAN].level == 4
    return s, policy


@pytest.mark.parametrize(("name", "curses"), [("flint", True), (NASTY_ALONE, False), ("honey", False)])
def test_flint_curses_whoever_cursed_it(name: str, curses: bool) -> None:
    s, policy = wronged(name)
    assert deed(s, policy, SUZAN) == ("play Curse! Lose a Level on Guy" if curses else "nothing")


def test_flint_bears_no_grudge_for_nothing() -> None:
    assert deed(position(CURSED), greedy("flint"), SUZAN) == "nothing"


@pytest.mark.parametrize(("name", "remembers"), [("flint", True), ("penny", False)])
def test_flint_helps_nobody_who_wronged_it_and_says_why(name: str, remembers: bool) -> None:
    s = position(ASKED.format(4))
    policy = greedy(name)
    assert deed(s, policy, SUZAN) == "accept"
    if policy.grudges is not None:
        policy.grudges.blame(ARIC, SUZAN, 200)
    assert s.fight is not None
    reason = why_refused(policy.mind(imagined(s, SUZAN), SUZAN), s.fight.offers[0])
    assert (deed(s, policy, SUZAN) != "accept") == remembers
    assert (reason is not None and reason.name == "you_wronged_me") == remembers


def test_wrongs_fade_and_help_makes_them_good() -> None:
    _, policy = wronged("flint")
    assert policy.grudges is not None
    before = policy.grudges.wrongs[GUY]
    assert before == 100
    assert policy.grudges.wrongs[ARIC] == 0
    policy.hear([ev.TURN_BEGUN, GUY, -1, 2], SUZAN, RULES)
    faded = policy.grudges.wrongs[GUY]
    assert 0 < faded < before
    policy.hear([ev.FIGHT_BEGUN, SUZAN, -1, 0], SUZAN, RULES)
    policy.hear([ev.HELP_AGREED, GUY, SUZAN, 0], SUZAN, RULES)
    assert policy.grudges.wrongs[GUY] < faded


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ([ev.MONSTER_JOINED, SUZAN, -1, 1], True),
        ([ev.HELP_REFUSED, GUY, SUZAN, 0], True),
        ([ev.HELP_REFUSED, GUY, ARIC, 0], False),
        ([ev.ITEM_TAKEN, GUY, SUZAN, 0], True),
        ([ev.CARD_TAKEN_FROM, GUY, ARIC, 0], False),
        ([ev.PROMISE_LAPSED, GUY, SUZAN, 0], True),
        ([ev.CARD_PLAYED, GUY, nr.MONSTERS, nr.A_SIDE, MISSILE], True),
        ([ev.CARD_PLAYED, GUY, nr.MUNCHKINS, nr.A_SIDE, MISSILE], False),
        ([ev.CARD_PLAYED, GUY, SUZAN, nr.A_SEAT, ANTHILL], False),
    ],
)
def test_what_is_a_wrong_in_ones_own_fight(told: list[int], wrong: bool) -> None:
    policy = greedy("flint")
    for one in ([ev.FIGHT_BEGUN, SUZAN, -1, 0], [ev.CARD_PLAYED, GUY, -1, 0, WANDERING], told):
        policy.hear(one, SUZAN, RULES)
    assert policy.grudges is not None
    assert (policy.grudges.wrongs[GUY] > 0) == wrong
    assert sum(policy.grudges.wrongs) == policy.grudges.wrongs[GUY]


def test_what_it_remembers_travels_and_is_copied() -> None:
    s, policy = wronged("flint")
    other = greedy("flint")
    other.recall(policy.memory())
    twin = policy.copy()
    assert other.memory() == twin.memory() == policy.memory()
    assert deed(s, other, SUZAN) == deed(s, twin, SUZAN) == "play Curse! Lose a Level on Guy"


# Who listens


def table(*names: str) -> Driver:
    bots = [BOTS[name](seat, Lots(f"{name}:{seat}")) for seat, name in enumerate(names)]
    return drive(deal(RULES, len(names), "a"), bots, 40)


def test_nobody_is_told_anything_who_does_not_listen() -> None:
    assert table("nasty", "normal", "random", "nasty@gruff").listeners == []
    driver = table("nasty", "nasty@flint", "normal@flint", "easy@flint")
    assert driver.listeners == [1, 2, 3]
    assert driver.copy().listeners == [1, 2, 3]


def test_nobody_listens_in_playouts() -> None:
    driver = table("nasty", "nasty@flint", "nasty@flint", "nasty@flint")
    policies = [policy for policy in driver.policies if policy is not None]
    assert playout(driver.state.copy(), policies, 2).listeners == []


def test_the_driver_tells_what_happened_and_leaves_the_events_to_others_too() -> None:
    driver, plain = (table("nasty", "nasty@flint", "nasty", "nasty") for _ in range(2))
    events: list[Event] = []
    driver.state.events = events
    wrongs = 0
    while not driver.is_over:
        driver.go_on()
        plain.go_on()
        flint, twin = driver.policies[1], plain.policies[1]
        assert flint is not None
        assert twin is not None
        assert flint.memory() == twin.memory()
        wrongs = max(wrongs, *flint.memory()[3][3:])
    assert wrongs > 0
    assert events[-1].kind in (ev.GAME_WON, ev.TURN_BEGUN)


def test_games_of_the_front_door_tell_too() -> None:
    """A recorder or a game applies answers by itself; listeners hear of it all the same."""
    heard_there: list[list[int]] = []

    class Ears(GreedyPolicy):
        def hear(self, told: list[int], seat: int, rules: object) -> None:
            heard_there.append(told)

    class Listening(NastyBot):
        def make_policy(self) -> Policy:
            return Ears(BY_NAME["flint"].over(NASTY))

    play([Listening, "nasty", "nasty"], sets="deluxe", seed=1, most_turns=3)
    assert [told[3] for told in heard_there if told[0] == ev.TURN_BEGUN] == [1, 2, 3, 4]


# Names


@ALL
def test_a_level_may_have_any_character(name: str) -> None:
    for level in ("easy", "normal", "nasty", "master"):
        full = f"{level}@{name}"
        bot = bot_maker(full)(1, Lots("one"))
        assert bot.name == full
        assert full in KnownBots()
        policy = policy_of(bot)
        sense = policy if isinstance(policy, GreedyPolicy) else policy.sense  # type: ignore[attr-defined]
        assert sense.temper.patience is BY_NAME[name].ways.patience


def test_a_searching_bot_takes_nobody_else_for_one_of_its_character() -> None:
    policy = policy_of(bot_maker("master@honey")(0, Lots("one")))
    assert isinstance(policy, Search)
    assert policy.sense.temper.glee < 0 == NASTY.glee


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nasty@gruf", "did you mean 'nasty@gruff'?"),
        ("nsty@gruff", "did you mean 'nasty@gruff'?"),
        ("random@gruff", "easy, normal, nasty, master with @ and one of gruff"),
        ("nasty@", "there is no bot 'nasty@'"),
        ("nasty@gruff@imp", "there is no bot"),
    ],
)
def test_a_wrong_name_is_refused_with_a_hint(name: str, hint: str) -> None:
    assert name not in KnownBots()
    with pytest.raises(BadData, match="there is no bot") as refused:
        bot_maker(name)
    assert hint in str(refused.value)


def test_listing_bots_lists_levels_alone() -> None:
    assert list(KnownBots()) == list(BOTS) == ["random", "easy", "normal", "nasty", "master"]
    assert len(CHARACTERS) == len(BY_NAME) == 8


@ALL
def test_plays_games_to_their_end_and_the_same_again(name: str) -> None:
    first, again = (play([f"nasty@{name}", "normal", "nasty"], sets="deluxe", seed=5) for _ in range(2))
    assert str(first) == str(again)
    assert not first.is_cut
