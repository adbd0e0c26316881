"""Tests of positions: they are placed as written, and impossible ones are refused."""

from collections.abc import Callable

import pytest

from kickdoor.scenario import Outcome

Run = Callable[..., Outcome]


@pytest.mark.parametrize(
    ("aric", "says"),
    [
        ("level: 10", "level must be from 1 to 9"),
        ("level: 0", "level must be from 1 to 9"),
        ("sex: other", "sex must be male or female"),
        ("class: [Thief, Warrior]", "too many cards under class"),
        ("class: [Thief, Warrior, Wizard], super: true", "too many cards under class"),
        ("class: [Thief, Thief], super: true", "the same class twice"),
        ("super: true", "super needs a class"),
        ("half: true", "half needs a race"),
        ("race: Thief", "race cannot hold Thief"),
        ("equipped: [Helm of Courage, Horny Helmet]", "more in play than the rules allow"),
        ("equipped: [Huge Rock, Buckler of Swashing]", "more in play than the rules allow"),
        ("carried: [Huge Rock, Mithril Armor]", "more in play than the rules allow"),
        ("equipped: [Mace of Sharpness]", "may not have Mace of Sharpness"),
        ("equipped: [Magic Missile]", "equipped cannot hold Magic Missile"),
        ("carried: [Boil an Anthill]", "carried cannot hold"),
        ("curses: [Duck of Doom]", "does not stay in play"),
        ("followers: [Elf]", "followers cannot hold Elf"),
        ("hand: [Net Troll, Net Troll]", "only 1 time"),
        ("hand: [Frying Pan]", "is called 'Frying Pan'"),
        ("tokens: {meat: 1}", "there are no meat tokens"),
        ("dead: true, hand: [Baby]", "the dead have neither"),
        ("dead: true, followers: [Hireling]", "nor followers"),
        ("attached: {Cheat!: Elf}", "is not an Item"),
        ("attached: {Elf: Huge Rock}", "Elf cannot go with Huge Rock"),
        ("attached: {Spiky Knees: Huge Rock}", "cannot go with"),
        ("attached: {Huge Rock: Huge Rock}", "with itself"),
        ("level: '12'", "level must be from 1 to 9"),
        ("level: one", "level must be from 1 to 9"),
        ("level: true", "level must be from 1 to 9"),
        ("level: []", "level must be from 1 to 9"),
    ],
)
def test_impossible_players_are_refused(run: Run, aric: str, says: str) -> None:
    outcome = run(aric=aric)
    assert outcome.error
    assert says in outcome.failure


@pytest.mark.parametrize(
    ("sets", "aric", "says"),
    [
        ("star", "level: 1, race: Cyborg", "never below level 2"),
        ("star", "followers: [Red Shirt, Rogue]", "Red Shirt, Sidekick: Rogue (SIDEKICK-03)"),
        ("star", "equipped: [Battle Armor, Jump-Jet Loafers]", "(ITEM-25)"),
        ("star", "attached: {Red Shirt: Laser}", "cannot go with Sidekick: Red Shirt"),
        ("deluxe, star", "carried: [Huge Rock], attached: {'Cheat! [deluxe]': Huge Rock, 'Cheat! [star]': Huge Rock}",
         "Cheat! cannot go with Huge Rock"),
        ("cooks", "dead: true, tokens: {meat: 1}", "the dead have no tokens"),
        ("cooks", "tokens: {meat: 1000000}", "must be a number from 0 to"),
        ("cooks", "tokens: {meat: -1}", "must be a number from 0 to"),
    ],
)  # fmt: skip
def test_positions_beyond_the_limits_are_refused(
    run_text: Callable[[str], Outcome], sets: str, aric: str, says: str
) -> None:
    outcome = run_text(
        f"scenario: Try\nsets: [{sets}]\nplayers: {{Aric: {{{aric}}}, Suzan: {{}}, Guy: {{}}}}\nsteps: []\n"
    )
    assert outcome.error
    assert says in outcome.failure


def test_the_lowest_level_depends_on_the_cards(run_text: Callable[[str], Outcome]) -> None:
    outcome = run_text(
        "scenario: Try\nsets: [star]\nplayers: {Aric: {race: Cyborg}, Suzan: {}, Guy: {}}\n"
        "steps:\n  - expect: {Aric: {level: 2}}\n"
    )
    assert outcome.passed, outcome.failure


def test_limits_are_checked_despite_a_card_that_must_be_played(run: Run) -> None:
    outcome = run(aric="hand: [Hoard!]", suzan="carried: [Huge Rock, Mithril Armor]")
    assert "Suzan has more in play" in outcome.failure


def test_an_item_may_be_named_before_its_follower(run: Run) -> None:
    outcome = run(
        "expect: {Aric: {attached: {Hireling: Spiky Knees}}}",
        "expect: {Aric: {attached: {Spiky Knees: Hireling}}}",
        aric="attached: {Spiky Knees: Hireling}",
    )
    assert outcome.passed, outcome.failure


def test_a_complete_set_of_tokens_is_refused(run_text: Callable[[str], Outcome]) -> None:
    tokens = "tokens: {Meat: 1, veggie: 2, drink: 1, dessert: 1}"
    outcome = run_text(
        f"scenario: Try\nsets: [cooks]\nplayers: {{Aric: {{{tokens}}}, Suzan: {{}}, Guy: {{}}}}\nsteps: []\n"
    )
    assert outcome.error
    assert "turned in at once" in outcome.failure


@pytest.mark.parametrize(
    ("top", "says"),
    [
        ("doors: [Huge Rock]", "does not belong to the doors"),
        ("discards: {treasures: [Baby]}", "does not belong to the treasures"),
        ("doors: [Net Troll, Net Troll]", "only 1 time"),
        ("combat: {fighter: Bob, monsters: [Crabs]}", "no player 'Bob'"),
        ("combat: {fighter: Aric, helper: Aric, monsters: [Crabs]}", "the helper too"),
        ("combat: {fighter: Aric, monsters: [Elf]}", "is not a monster"),
        ("combat: {fighter: Aric, monsters: []}", "there is no monster"),
        ("combat: {fighter: Aric, monsters: [{name: Crabs, enhancers: [Elf]}]}", "is not an enhancer"),
        ("start: new game", "in a new game"),
        ("start: new game\ncombat: {monsters: [Crabs]}", "combat: a new game begins without"),
        ("start: new game\ndiscards: {doors: [Baby]}", "discards: a new game begins without"),
        ("phase: charity\ncombat: {monsters: [Crabs]}", "phase must be one of arrange, second, combat"),
        ("phase: combat", "phase must be one of arrange, second, charity"),
        ("combat: {monsters: [Crabs], fighter: Guy}\nturn: Bob", "no player Bob"),
    ],
)
def test_impossible_positions_are_refused(run: Run, top: str, says: str) -> None:
    outcome = run(aric="level: 2", top=top)
    assert outcome.error
    assert says in outcome.failure


def test_cards_are_placed_as_written(run: Run) -> None:
    outcome = run(
        "expect: {Aric: {level: 4, sex: female, class: [Warrior, Thief], super: true, race: Elf, half: true}}",
        "expect: {Aric: {equipped: [Huge Rock, Stepladder], carried: [Magic Missile], attached: {Cheat!: Stepladder}}}",
        "expect: {Aric: {curses: [Chicken on Your Head], followers: [Hireling], hand: [Baby], strength: 11}}",
        "expect: {discards: {doors: [Ancient, Mate], treasures: [Sleep Potion]}, turn: Guy, phase: charity}",
        "expect: {decks: {doors: 1, treasures: 0}}",
        aric="level: 4, sex: female, class: [Warrior, Thief], super: true, race: [Elf], half: true, "
        "equipped: [Huge Rock], carried: [Magic Missile], attached: {Cheat!: Stepladder}, hand: [Baby], "
        "curses: [Chicken on Your Head], followers: [Hireling]",
        top="turn: Guy\nphase: charity\nonly: [doors, treasures]\ndoors: [Net Troll]\n"
        "discards: {doors: [Ancient, Mate], treasures: [Sleep Potion]}",
    )
    assert outcome.passed, outcome.failure


def test_a_scenario_may_start_inside_a_fight(run: Run) -> None:
    outcome = run(
        "expect: {fighter: Suzan, helper: Guy, in combat: [Net Troll, Net Troll, Crabs], monsters: 31, turn: Aric}",
        top="combat: {fighter: Suzan, helper: Guy, monsters: [{name: Net Troll, enhancers: [Enraged, Mate]}, Crabs]}",
    )
    assert outcome.passed, outcome.failure


def test_monsters_of_a_running_fight_are_not_revealed_again(run: Run) -> None:
    outcome = run(
        "expect: {in combat: [Tongue Demon], Aric: {carried: [Huge Rock]}}",
        aric="carried: [Huge Rock]",
        top="combat: {monsters: [Tongue Demon]}",
    )
    assert outcome.passed, outcome.failure


def test_a_scenario_may_name_its_seed(run: Run) -> None:
    outcome = run("expect: {phase: arrange}", top="seed: 7")
    assert outcome.seeds == ["7"]
    assert outcome.passed


def test_a_scenario_that_depends_on_luck_fails(run: Run) -> None:
    outcome = run("Aric: kick open the door", "expect: {in combat: [Net Troll]}")
    assert not outcome.passed
