"""Tests of tokens in the engine: frequencies, visibility, saving, and custom kinds."""

from pathlib import Path

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions, RuleSet
from kickdoor.engine.machine.prompts import P_TOKEN_PLACE, P_TOKENS, pick
from kickdoor.engine.rules.fight.game_winning import could_complete, could_win_game, matched
from kickdoor.engine.rules.turn.new_game import blank_state
from kickdoor.engine.state.codec import state_from_json, state_to_json
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.engine.state.tokens import gain_token, kinds_of, lose_all_tokens, takeable, turn_in
from kickdoor.view.observe import observe

FOOD = ["meat", "veggie", "drink", "dessert"]


def rules_with_food() -> RuleSet:
    """Load the first set that has tokens."""
    return next(rules for rules in (load_catalog([name]) for name in known_sets()) if rules.counters)


def table(rules: RuleSet) -> State:
    return blank_state(rules, RuleOptions(), "tokens", 3, [nr.MALE] * 3)


def test_meat_and_veggie_are_more_common_than_drink_and_dessert() -> None:
    """Show TOKEN-02, a property of the deck."""
    rules = rules_with_food()
    monsters = [d for d in rules.defs if d.kind == nr.MONSTER]
    counts = [sum(d.copies for d in monsters if kind in kinds_of(rules, d.tags)) for kind in range(4)]
    assert rules.counters == FOOD
    assert min(counts[:2]) > max(counts[2:])
    assert all(1 <= len(kinds_of(rules, d.tags)) <= 2 for d in monsters)


def test_a_token_set_is_turned_in_as_often_as_it_is_complete() -> None:
    s = table(rules_with_food())
    s.seats[0].counters = [3, 2, 2, 4]
    turn_in(s, 0)
    assert s.seats[0].counters == [1, 0, 0, 2]
    assert s.seats[0].level == 3


def test_the_winning_token_is_taken_only_if_allowed() -> None:
    s = table(rules_with_food())
    s.seats[0].level = 9
    s.seats[0].counters = [1, 1, 1, 0]
    assert takeable(s, 0, [0, 1, 2, 3], False) == [0, 1, 2]
    assert takeable(s, 0, [0, 1, 2, 3], True) == [0, 1, 2, 3]
    gain_token(s, 0, 3)
    assert s.winners == [0]


def test_tokens_are_seen_by_all_and_saved() -> None:
    rules = rules_with_food()
    s = table(rules)
    s.seats[1].counters = [2, 0, 1, 0]
    for seat in (-1, 0, 1, 2):
        assert observe(s, seat)["seats"][1]["counters"] == [2, 0, 1, 0]
    assert state_from_json(state_to_json(s), rules).seats[1].counters == [2, 0, 1, 0]
    lose_all_tokens(s, 1)
    assert s.seats[1].counters == [0, 0, 0, 0]


def test_a_custom_token_kind_is_no_part_of_the_meal(tmp_path: Path) -> None:
    folder = tmp_path / "spoons"
    (folder / "door").mkdir(parents=True)
    (folder / "set.toml").write_text('name = "Spoons"\ncounters = ["spoon"]\n')
    (folder / "door" / "monsters.toml").write_text(
        '[fork]\nname = "Fork"\nkind = "monster"\nlevel = 1\ntreasures = 1\ntags = ["spoon"]\n'
    )
    rules = load_catalog(rules_with_food().sets, [folder])
    assert sorted(rules.counters) == sorted([*FOOD, "spoon"])
    s = table(rules)
    for name in FOOD:
        gain_token(s, 0, rules.counters.index(name))
    spoon = rules.counters.index("spoon")
    gain_token(s, 0, spoon)
    assert s.seats[0].level == 2
    assert s.seats[0].counters == [1 if kind == spoon else 0 for kind in range(5)]
    fork = next(d for d in rules.defs if d.id == "fork")
    assert kinds_of(rules, fork.tags) == [spoon]


def test_a_meal_in_reach_makes_a_fight_for_the_win_unless_its_token_is_promised() -> None:
    """Show AMB-22 where scenarios cannot: whom a deal binds is not compelled any more."""
    rules = rules_with_food()
    s = table(rules)
    s.seats[0].level = 8
    s.seats[0].counters = [0, 1, 1, 1]
    monster = next(d for d in rules.defs if d.kind == nr.MONSTER and kinds_of(rules, d.tags) == [0])
    s.fight = fight = Fight(0)
    fight.bodies = [FightMonster(0, s.cards.index(monster), monster.index, 0, False)]
    assert monster.levels_gained == 1
    assert could_win_game(s)
    fight.helper = 1
    for term in (pick(P_TOKENS, 1), pick(P_TOKEN_PLACE, 1), pick(P_TOKEN_PLACE, 0)):
        fight.deal = [term]
        assert not could_win_game(s)
    fight.bodies.append(FightMonster(1, s.cards.index(monster), monster.index, 0, True))
    assert could_win_game(s)
    s.options.winning_level = 11
    assert not could_complete(s, fight, 2)


def test_a_meal_takes_each_token_once() -> None:
    """A token of two kinds is worth one of them."""
    rules = rules_with_food()
    s = table(rules)
    meat, veggie, drink, dessert = rules.counter_tags
    assert matched(s, [0, 2], [meat | drink]) == 1
    assert matched(s, [0, 2], [meat | drink, meat]) == 2
    assert matched(s, [0, 1, 2], [meat | drink, meat | drink, veggie | meat]) == 3
    assert matched(s, [3], [meat | drink, veggie]) == 0
    assert matched(s, [3, 3], [dessert]) == 1
