"""Tests of the error messages of steps."""

from collections.abc import Callable

from kickdoor.scenario import Outcome

Run = Callable[..., Outcome]


def test_a_difference_is_readable(run: Run) -> None:
    outcome = run("expect: {Aric: {level: 5, hand: [Thief]}, phase: charity}", aric="level: 4, hand: [Baby]")
    assert not outcome.passed
    assert not outcome.error
    assert "step 1 (expect, line 9): Aric.level is 4, expected 5; " in outcome.failure
    assert "Aric.hand is [Baby], expected [Thief]" in outcome.failure
    assert "phase is arrange, expected charity" in outcome.failure


def test_a_refused_step_names_the_rules(run: Run) -> None:
    outcome = run("Suzan: {sell: [Pollymorph Potion]}", suzan="hand: [Pollymorph Potion]")
    assert "step 1 (Suzan: {sell: [Pollymorph Potion]}): refused: sell_not_your_turn (TURN-31: " in outcome.failure
    assert "the game waits for Aric (arrange)" in outcome.failure


def test_a_legal_step_is_not_illegal(run: Run) -> None:
    outcome = run("illegal: {who: Aric, do: kick open the door}")
    assert "is legal, expected it to be refused" in outcome.failure


def test_the_cited_rule_must_match(run: Run) -> None:
    outcome = run(
        "illegal: {who: Suzan, do: {sell: [Pollymorph Potion]}, because: [COMBAT-19, RUN-17]}",
        suzan="hand: [Pollymorph Potion]",
    )
    assert "expected COMBAT-19 or RUN-17" in outcome.failure
    assert "TURN-31" in outcome.failure


def test_an_open_prompt_at_the_end_fails(run: Run) -> None:
    step = "Aric: {give: Leather Armor, to: Guy}"
    assert "at the end the game waits for Guy (gift)" in run(step, aric="carried: [Leather Armor]").failure
    assert run(step, aric="carried: [Leather Armor]", top="open: true").passed


def test_alternatives_are_chosen_by_words(run: Run) -> None:
    for word, level, hand in (("discard hand", 3, 0), ("levels", 1, 1), (1, 3, 0)):
        outcome = run(
            "Aric: give up",
            "everyone: pass",
            "Aric: {flee: Platycore}",
            f"Aric: {{choose: {word}}}",
            f"expect: {{Aric: {{level: {level}, hand: {hand}}}}}",
            aric="level: 3, hand: [Baby]",
            top="combat: {monsters: [Platycore]}\ndice: [1]",
        )
        assert outcome.passed, outcome.failure


def test_equal_cards_are_distinguished_by_number(run: Run) -> None:
    outcome = run(
        "Aric: {use: Berserk, discarding: [Thief (2), Thief (3)]}",
        "expect: {Aric: {hand: [Thief]}, munchkins: 3}",
        aric="class: Warrior, hand: [Thief, Thief, Thief]",
        top="combat: {monsters: [Crabs]}",
    )
    assert outcome.passed, outcome.failure


def test_names_are_matched_leniently(run: Run) -> None:
    outcome = run(
        'Aric: {play: "CURSE! duck of doom!", on: aric}',
        "Suzan: {play: truly obnoxious curse, on: Aric}",
        'expect: {discards: {doors: [Truly Obnoxious Curse!, "...Duck of Doom"]}}',
        aric="level: 3, hand: [Duck of Doom]",
        suzan="hand: [Truly Obnoxious Curse!]",
    )
    assert outcome.passed, outcome.failure


def test_carrying_is_not_equipping(run: Run) -> None:
    outcome = run(
        "Aric: {carry: Leather Armor}", "expect: {Aric: {carried: [Leather Armor]}}", aric="hand: [Leather Armor]"
    )
    assert outcome.passed, outcome.failure


def test_several_open_offers_need_a_name(run: Run) -> None:
    start = ["Suzan: {offer help: {}}", "Guy: {offer help: {treasures: 1}}"]
    top = "combat: {monsters: [Net Troll]}"
    assert run(*start, "Aric: accept", top=top).error
    outcome = run(*start, "Aric: {refuse: Suzan}", "Aric: {accept: Guy}", "expect: {helper: Guy}", top=top)
    assert outcome.passed, outcome.failure


def test_tokens_of_sets_without_tokens_are_refused(run: Run) -> None:
    outcome = run(
        "Aric: {play: Magic Missile, side: munchkins, with: [meat, drink]}",
        aric="hand: [Magic Missile]",
        top="combat: {monsters: [Crabs]}",
    )
    assert outcome.error
    assert "is played with [meat, drink]" in outcome.failure


def test_a_sacrifice_names_the_fate_of_the_helper(run: Run) -> None:
    top = "combat: {helper: Suzan, monsters: [Plutonium Dragon]}\ndice: [1]"
    for word, dead in (("escapes", "false"), ("rolls", "true")):
        steps = ["Aric: give up", "everyone: pass", f"Aric: {{sacrifice: Hireling, helper: {word}}}"]
        if word == "rolls":
            steps.append("Suzan: {flee: Plutonium Dragon}")
        outcome = run(
            *steps, f"expect: {{Suzan: {{dead: {dead}}}, Aric: {{dead: false}}}}",
            aric="level: 6, followers: [Hireling]", suzan="level: 7", top=top,
        )  # fmt: skip
        assert outcome.passed, outcome.failure
    assert run("Aric: {sacrifice: Hireling, helper: hides}", aric="followers: [Hireling]", top=top).error


def test_an_illegal_step_may_not_change_anything(run: Run) -> None:
    outcome = run(
        "illegal: {who: Aric, do: {use: Berserk, discarding: [Baby, Thief]}}",
        "illegal: {who: Aric, do: accept}",
        "illegal: {who: Aric, do: {flee: Crabs}}",
        "illegal: {who: Aric, do: {charity: {Guy: [Baby]}}}",
        "illegal: {who: Aric, do: {choose: [Baby]}}",
        "illegal: {who: Guy, do: {sacrifice: Hireling}}",
        "illegal: {who: Guy, do: {take: Baby}}",
        "illegal: {who: Guy, do: done}",
        "illegal: {who: Guy, do: pass}",
        "expect: {Aric: {hand: [Baby]}}",
        aric="hand: [Baby]",
    )
    assert outcome.passed, outcome.failure
