"""Tests of positions in a fight, with a bargain or while running away."""

from collections.abc import Callable

import pytest

from kickdoor.scenario import Outcome

RunText = Callable[[str], Outcome]

HEAD = """
scenario: Try
sets: [deluxe]
players:
  Aric: {level: 4, followers: [Hireling], carried: [Huge Rock], hand: [Boil an Anthill]}
  Suzan: {level: 7, carried: [Leather Armor]}
  Guy: {}
"""
TWO = "[Net Troll, Harpies]"


def check(run_text: RunText, top: str, steps: str, head: str = HEAD) -> None:
    outcome = run_text(f"{head}{top}\nsteps:\n" + "\n".join(f"  - {step}" for step in steps.strip().splitlines()))
    assert outcome.passed, outcome.failure


def test_the_main_fighter_runs_first(run_text: RunText) -> None:
    check(
        run_text,
        f"combat: {{helper: Suzan, monsters: {TWO}, running: {{Suzan: {TWO}, Aric: {TWO}}}}}\ndice: [6, 6, 6, 6]",
        """
expect: {phase: run, fighter: Aric, helper: Suzan, asked: {Aric: flee}}
expect: {may flee: {Aric: [Net Troll, Harpies], Suzan: []}}
illegal: {who: Suzan, do: {flee: Net Troll}, because: AMB-72}
illegal: {who: Aric, do: claim, because: AMB-12}
illegal: {who: Aric, do: {ask: Guy, offer: {}}, because: AMB-12}
illegal: {who: Aric, do: {sell: [Huge Rock]}, because: RUN-17}
Aric: {flee: Harpies}
expect: {may flee: {Aric: [Net Troll]}}
Aric: {flee: Net Troll}
expect: {may flee: {Suzan: [Net Troll, Harpies]}}
Suzan: {flee: Net Troll}
Suzan: {flee: Harpies}
expect: {phase: charity, in combat: []}
""",
    )


@pytest.mark.parametrize(("word", "rolls"), [("escapes", False), ("rolls", True)])
def test_a_follower_is_sacrificed_before_the_first_roll(run_text: RunText, word: str, rolls: bool) -> None:
    flees = "Suzan: {flee: Net Troll}\n" if rolls else ""
    check(
        run_text,
        "combat: {helper: Suzan, monsters: [Net Troll], running: {Aric: [Net Troll], Suzan: [Net Troll]}}\ndice: [6]",
        f"Aric: {{sacrifice: Hireling, helper: {word}}}\n{flees}expect: {{phase: charity, Aric: {{followers: []}}}}",
    )


def test_no_sacrifice_after_the_first_roll(run_text: RunText) -> None:
    check(
        run_text,
        f"combat: {{monsters: {TWO}, running: {{Aric: [Harpies]}}}}\ndice: [6]",
        """
illegal: {who: Aric, do: {sacrifice: Hireling}, because: AMB-50}
illegal: {who: Aric, do: {flee: Net Troll}, because: RUN-10}
Aric: flee
expect: {phase: charity}
""",
    )


def test_the_helper_may_be_the_only_runner(run_text: RunText) -> None:
    check(
        run_text,
        f"combat: {{helper: Suzan, monsters: {TWO}, running: {{Suzan: Harpies}}}}\ndice: [1]",
        """
expect: {asked: {Suzan: flee, Aric: none}, may flee: {Suzan: [Harpies], Aric: []}, monsters: 14, munchkins: 12}
Suzan: {flee: Harpies}
expect: {phase: charity, Suzan: {level: 5}, Aric: {level: 4}}
""",
    )


def test_a_helper_runs_after_the_main_fighter_died(run_text: RunText) -> None:
    check(
        run_text,
        "combat: {fighter: Aric, helper: Suzan, monsters: [Plutonium Dragon], running: {Suzan: [Plutonium Dragon]}}\n"
        "dice: [6]",
        """
expect: {may flee: {Suzan: [Plutonium Dragon]}}
Suzan: {flee: Plutonium Dragon}
expect: {Suzan: {dead: false}}
""",
        HEAD.replace(
            "{level: 4, followers: [Hireling], carried: [Huge Rock], hand: [Boil an Anthill]}", "{dead: true}"
        ),
    )


def test_two_monsters_of_one_name_are_distinguished(run_text: RunText) -> None:
    fight = "monsters: [{name: Net Troll, enhancers: [Mate]}]"
    check(
        run_text,
        f"combat: {{{fight}, running: {{Aric: [Net Troll (2)]}}}}\ndice: [6]",
        """
expect: {may flee: {Aric: [Net Troll (2)]}, in combat: [Net Troll, Net Troll (2)]}
illegal: {who: Aric, do: {flee: Net Troll (1)}, because: RUN-10}
Aric: {flee: Net Troll (2)}
expect: {phase: charity}
""",
    )
    check(
        run_text,
        f"combat: {{{fight}, running: {{Aric: [Net Troll, Net Troll]}}}}\ndice: [6, 6]",
        "Aric: {flee: Net Troll (2)}\nAric: {flee: Net Troll}\nexpect: {phase: charity}",
    )


def test_runners_follow_the_agreed_order(run_text: RunText) -> None:
    check(
        run_text,
        "options: {run_order: agree}\n"
        "combat: {helper: Suzan, monsters: [Harpies], running: {Suzan: [Harpies], Aric: [Harpies]}}\ndice: [6, 6]",
        """
expect: {asked: {Suzan: flee}}
Suzan: {flee: Harpies}
Aric: {flee: Harpies}
expect: {phase: charity}
""",
    )


def test_the_margin_of_a_lost_fight_is_computed(run_text: RunText) -> None:
    """The Space Vampire takes as many levels as it won by."""
    check(
        run_text,
        "combat: {monsters: [Space Vampire], running: {Aric: [Space Vampire]}}\ndice: [1]",
        "expect: {monsters: 14, munchkins: 9}\nAric: {flee: Space Vampire}\nexpect: {Aric: {level: 4}}",
        "\nscenario: Try\nsets: [star]\nplayers: {Aric: {level: 9}, Suzan: {}, Guy: {}}\n",
    )


def test_a_bargain_is_kept(run_text: RunText) -> None:
    check(
        run_text,
        "combat: {helper: Suzan, monsters: [Net Troll], bargain: {treasures: [first], items: [Huge Rock]}}\n"
        "treasures: [Sleep Potion, Flask of Glue, Loaded Die]",
        """
expect: {helper: Suzan, phase: combat, munchkins: 12}
illegal: {who: Aric, do: {ask: Guy, offer: {}}, because: HELP-03}
illegal: {who: Suzan, do: refuse, because: AMB-17}
Aric: claim
everyone: pass
Suzan: {choose: Flask of Glue}
expect: {Suzan: {hand: [Flask of Glue], carried: [Leather Armor, Huge Rock]}, Aric: {level: 5}}
""",
    )


def test_a_bargain_for_nothing_and_one_with_a_card(run_text: RunText) -> None:
    for terms, level in (("{}", 7), ("{cards: [Boil an Anthill]}", 8)):
        check(
            run_text,
            f"combat: {{helper: Suzan, monsters: [Net Troll], bargain: {terms}}}",
            f"Aric: claim\neveryone: pass\nexpect: {{Suzan: {{level: {level}}}}}",
        )


def test_a_bargain_in_any_case_is_kept_after_a_flight(run_text: RunText) -> None:
    check(
        run_text,
        "combat: {helper: Suzan, monsters: [Net Troll], bargain: {items: [Huge Rock], in any case: true},\n"
        "         running: {Suzan: [Net Troll]}}\ndice: [6]",
        "Suzan: {flee: Net Troll}\nexpect: {Suzan: {carried: [Leather Armor, Huge Rock]}, phase: charity}",
    )


@pytest.mark.parametrize(
    ("fight", "says"),
    [
        ("monsters: [Crabs], running: {Aric: [Harpies]}", "no Harpies (any more) in the fight"),
        ("monsters: [Crabs], running: {Aric: [Crabs, Crabs]}", "no Crabs (any more) in the fight"),
        ("monsters: [Crabs], running: {Aric: [Net Trolls]}", "did you mean 'net troll'"),
        ("monsters: [Crabs], running: {Guy: [Crabs]}", "Guy is not in the fight"),
        ("monsters: [Crabs], running: {Bob: [Crabs]}", "no player 'Bob'"),
        ("monsters: [Crabs], running: {Aric: []}", "no player has to run"),
        ("monsters: [Crabs], running: {}", "no player has to run"),
        ("monsters: [Crabs], running: [Aric]", "running must be a mapping"),
        ("monsters: [Crabs], running: true", "running must be a mapping"),
        ("monsters: [Crabs], bargain: {treasures: 1}", "needs a helper"),
        ("monsters: [Crabs], helper: Suzan, bargain: {gold: 1}", "unknown word 'gold'"),
        ("monsters: [Crabs], helper: Suzan, bargain: [1]", "bargain must be a mapping"),
        ("monsters: [Crabs], helper: Suzan, bargain: {treasures: 1000}", "treasures, got 1000"),
        ("monsters: [Crabs], helper: Suzan, bargain: {tokens: 1}", "terms are not legal"),
        ("monsters: [Crabs], helper: Suzan, bargain: {items: [Leather Armor]}", "terms are not legal"),
        ("monsters: [Crabs], helper: Suzan, bargain: {cards: [Huge Rock]}", "terms are not legal"),
        ("monsters: [Crabs], flight: {}", "unknown word 'flight'"),
    ],
)
def test_impossible_fights_are_refused(run_text: RunText, fight: str, says: str) -> None:
    outcome = run_text(f"{HEAD}combat: {{{fight}}}\nsteps: []\n")
    assert outcome.error
    assert says in outcome.failure
