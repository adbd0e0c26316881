"""Tests of `illegal` steps: they follow the prompts of their card."""

from collections.abc import Callable

import pytest

from kickdoor.scenario import Outcome

Run = Callable[..., Outcome]
RunText = Callable[[str], Outcome]

WAND = {"aric": "hand: [Wand of Dowsing]", "top": "discards: {doors: [Baby], treasures: [Huge Rock]}"}


@pytest.mark.parametrize(
    ("on", "legal"),
    [("Huge Rock", True), ("Baby", True), ("Thief", False), ("Wand of Dowsing", False), ("Guy", False)],
)
def test_a_choice_that_a_card_does_not_offer_is_refused(run: Run, on: str, legal: bool) -> None:
    step = f"{{play: Wand of Dowsing, on: {on}}}"
    assert run(f"Aric: {step}", **WAND).passed == legal
    refused = run(f"illegal: {{who: Aric, do: {step}, because: TREASURE-12}}", "expect: {Aric: {hand: 1}}", **WAND)
    assert refused.passed != legal, refused.failure


def test_a_refused_play_may_be_made_in_another_way(run: Run) -> None:
    outcome = run(
        "illegal: {who: Aric, do: {play: Wand of Dowsing, on: Thief}, because: [TREASURE-12, CONFLICT-01]}",
        "expect: {Aric: {hand: [Wand of Dowsing]}, discards: {doors: [Baby]}, asked: {}}",
        "Aric: {play: Wand of Dowsing, on: Huge Rock}",
        "expect: {Aric: {hand: [Huge Rock]}}",
        **WAND,
    )
    assert outcome.passed, outcome.failure


def test_a_step_with_a_choice_that_is_not_offered_fails(run: Run) -> None:
    outcome = run("Aric: {play: Wand of Dowsing, on: Thief}", **WAND)
    assert not outcome.passed
    assert not outcome.error
    assert "refused: not_a_choice (TREASURE-12: " in outcome.failure


def test_every_answer_of_a_list_counts(run: Run) -> None:
    steps = ["Aric: give up", "everyone: pass", "Aric: {flee: Snails on Speed}"]
    place = {
        "aric": "hand: [Baby, Thief], equipped: [Leather Armor]",
        "top": "combat: {monsters: [Snails on Speed]}\ndice: [1, 2]",
    }
    bad = "{choose: [Baby, Helm of Courage]}"
    outcome = run(
        *steps,
        f"illegal: {{who: Aric, do: {bad}, because: RUN-07}}",
        "expect: {Aric: {hand: [Baby, Thief]}}",
        "Aric: {choose: [Baby, Leather Armor]}",
        "expect: {Aric: {hand: [Thief], equipped: []}}",
        **place,
    )
    assert outcome.passed, outcome.failure
    assert not run(*steps, f"Aric: {bad}", **place).passed
    assert not run(*steps, "illegal: {who: Aric, do: {choose: [Baby, Leather Armor]}}", **place).passed


@pytest.mark.parametrize(("on", "legal"), [("Flaming Armor", True), ("Helm of Courage", False)])
def test_a_step_may_not_name_another_card_than_the_automatic_one(run_text: RunText, on: str, legal: bool) -> None:
    """Only one Item decides the fight, so the card asks nothing: a step that names another one is refused."""
    head = """
scenario: Try
sets: [deluxe]
players:
  Aric: {level: 9, hand: [Help Me Out Here!]}
  Suzan: {level: 3, equipped: [Helm of Courage, Flaming Armor]}
  Guy: {}
combat: {fighter: Aric, monsters: [Net Troll]}
open: true
steps:
"""
    step = f"{{play: Help Me Out Here!, on: {on}}}"
    assert run_text(f"{head}  - Aric: {step}\n").passed == legal
    assert run_text(f"{head}  - illegal: {{who: Aric, do: {step}, because: CONFLICT-01}}\n").passed != legal


@pytest.mark.parametrize(("on", "legal"), [("Guy", True), ("Aric", False)])
def test_an_automatic_choice_is_not_that_of_another_player(run_text: RunText, on: str, legal: bool) -> None:
    """Aric has rolled already, so the wall is for Guy without a question."""
    head = """
scenario: Try
sets: [deluxe]
players:
  Aric: {level: 4}
  Suzan: {hand: [Instant Wall]}
  Guy: {level: 3}
combat: {fighter: Aric, helper: Guy, monsters: [Net Troll]}
dice: [5]
open: true
steps:
  - Aric: give up
  - everyone: pass
  - Aric: {flee: Net Troll}
"""
    step = f"{{play: Instant Wall, on: {on}}}"
    assert run_text(f"{head}  - Suzan: {step}\n").passed == legal
    assert run_text(f"{head}  - illegal: {{who: Suzan, do: {step}, because: TREASURE-12}}\n").passed != legal


def test_only_offered_followers_may_be_named(run_text: RunText) -> None:
    """The card prompts for a follower; one that no player has is not a candidate."""
    head = """
scenario: Try
sets: [star]
players:
  Wesley: {level: 3, followers: [Red Shirt], hand: [Recycle a Sidekick]}
  Boxey: {level: 2, followers: [Rogue]}
  Guy: {}
steps:
"""
    for sidekick, passes in (("Red Shirt", True), ("Rogue", True), ("Whiz Kid", False)):
        step = f"{{play: Recycle a Sidekick, with: {sidekick}}}"
        assert run_text(f"{head}  - Wesley: {step}\n").passed == passes
        assert run_text(f"{head}  - illegal: {{who: Wesley, do: {step}}}\n").passed != passes


def test_an_invalid_die_face_is_refused(run: Run) -> None:
    place = {
        "aric": "level: 3, hand: [Loaded Die]",
        "top": "combat: {monsters: [Net Troll], running: {Aric: [Net Troll]}}\ndice: [1]",
    }
    outcome = run(
        "Aric: {flee: Net Troll}",
        "illegal: {who: Aric, do: {play: Loaded Die, on: 7}}",
        'Aric: {play: Loaded Die, on: "6"}',
        "expect: {phase: charity, Aric: {level: 3}}",
        **place,
    )
    assert outcome.passed, outcome.failure


PELLETS = """
scenario: Try
sets: [deluxe, steampunk]
players:
  Aric: {level: 2, hand: [Smoke Pellets]}
  Suzan: {}
  Guy: {hand: [Fizzle Powder]}
combat: {monsters: [Net Troll, Harpies], running: {Aric: [Net Troll, Harpies]}}
dice: [6, 6]
open: true
steps:
"""


@pytest.mark.parametrize("passes", ["Guy: pass", "everyone: pass"])
def test_named_choices_wait_while_others_may_respond(run_text: RunText, passes: str) -> None:
    steps = f"""
  - illegal: {{who: Aric, do: {{play: Smoke Pellets, on: Pit Bull}}}}
  - Aric: {{play: Smoke Pellets, on: Harpies}}
  - {passes}
  - expect: {{may flee: {{Aric: [Net Troll]}}}}
"""
    outcome = run_text(PELLETS + steps)
    assert outcome.passed, outcome.failure


def test_named_choices_lapse_with_the_card(run_text: RunText) -> None:
    steps = """
  - Aric: {play: Smoke Pellets, on: Harpies}
  - Guy: {play: Fizzle Powder, on: Smoke Pellets}
  - expect: {may flee: {Aric: [Net Troll, Harpies]}}
"""
    outcome = run_text(PELLETS + steps)
    assert outcome.passed, outcome.failure


@pytest.mark.parametrize(
    "do",
    [
        "kick open the door", "loot the room", "{look for trouble: Crabs}", "{play: Baby, on: Net Troll}",
        "{take: Baby}", "{carry: Leather Armor}", "{equip: Leather Armor}", "{unequip: Leather Armor}",
        "{attach: Cheat!, to: Leather Armor}", "{sell: [Leather Armor]}", "{give: Leather Armor, to: Aric}",
        "{trade: [Leather Armor], for: [], with: Aric}", "{discard: Thief}", "{use: Backstab, on: Aric}",
        "{show hand: Bob}", "{ask: Aric, offer: {}}", "{offer help: {}}", "accept", "refuse", "{counter: {}}",
        "{accept: Aric}", "{refuse: Aric}", "claim", "give up", "pass", "flee", "{flee: Net Troll}",
        "{sacrifice: Hireling}", "{choose: Baby}", "{choose: yes}", "{choose: [1, 2]}", "{charity: {Aric: [Baby]}}",
        "{charity: discard, cards: [Baby]}", "done", "end turn",
    ],
)  # fmt: skip
def test_every_kind_of_step_may_be_illegal(run: Run, do: str) -> None:
    outcome = run(
        f"illegal: {{who: Guy, do: {do}}}",
        "expect: {phase: arrange, Guy: {hand: [Baby]}}",
        guy="hand: [Baby]",
        aric="followers: [Hireling]",
    )
    if "Bob" in do:
        assert outcome.error
    else:
        assert outcome.passed, outcome.failure


def test_rules_after_an_open_window_count(run: Run) -> None:
    """The window of a curse is open: what forbids the step when that has closed counts too."""
    outcome = run(
        "Suzan: {play: Duck of Doom, on: Aric}",
        "illegal: {who: Suzan, do: {sell: [Huge Rock]}, because: TURN-31}",
        "Guy: pass",
        aric="level: 3",
        suzan="hand: [Duck of Doom], carried: [Huge Rock]",
        guy="hand: [Wishing Ring]",
    )
    assert outcome.passed, outcome.failure


def test_several_cards_for_a_play_of_one_are_refused(run: Run) -> None:
    step = "{play: Magic Missile, with: [Baby, Thief]}"
    place = {"aric": "hand: [Magic Missile, Baby, Thief]", "top": "combat: {monsters: [Crabs]}"}
    assert run(f"illegal: {{who: Aric, do: {step}}}", **place).passed
    assert run(f"Aric: {step}", **place).error
