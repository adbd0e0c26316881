"""What the engine has done by itself may be said all the same, also while something else is asked."""

from collections.abc import Callable

from kickdoor.scenario import Outcome

Run = Callable[..., Outcome]
RunText = Callable[[str], Outcome]


def test_an_answer_that_left_no_choice_while_another_question_is_open(run: Run) -> None:
    """The first loss leaves no choice; the second asks."""
    place = {
        "aric": "equipped: [Leather Armor], hand: [Baby, Thief]",
        "top": "combat: {monsters: [Snails on Speed]}\ndice: [1, 2]",
    }
    start = ["Aric: give up", "everyone: pass", "Aric: {flee: Snails on Speed}"]
    for chosen in ("Aric: {choose: [Baby, Leather Armor]}", "Aric: {choose: [Leather Armor, Baby]}"):
        outcome = run(*start, chosen, "expect: {Aric: {hand: [Thief], equipped: []}}", **place)
        assert outcome.passed, outcome.failure


def test_a_pass_already_made_is_no_answer_to_the_next_question(run: Run) -> None:
    outcome = run(
        "Suzan: {play: Lose 1 Small Item, on: Aric}",
        "Guy: pass",
        "Aric: pass",
        "Aric: {choose: Spiky Knees}",
        "expect: {Aric: {equipped: [Leather Armor]}}",
        aric="equipped: [Leather Armor, Spiky Knees]",
        suzan="hand: [Lose 1 Small Item]",
    )
    assert outcome.passed, outcome.failure


def test_taking_what_was_taken_while_something_is_asked(run: Run) -> None:
    outcome = run(
        "Aric: kick open the door",
        "Aric: {give: Leather Armor, to: Guy}",
        "Aric: {take: Ancient}",
        "Guy: refuse",
        aric="carried: [Leather Armor]",
        top="doors: [Ancient]",
    )
    assert not outcome.passed, "the gift came after the card"
    outcome = run("Aric: kick open the door", "Aric: {take: Ancient}", "Aric: done", top="doors: [Ancient]\nopen: true")
    assert not outcome.passed, "the second phase is not over"


def test_what_may_be_refused_is_refused_in_any_word(run: Run) -> None:
    for word in ("refuse", "pass", "{choose: nothing}", "{choose: no}", "{choose: none}", "{choose: refuse}"):
        outcome = run(
            "Aric: kick open the door",
            f"Aric: {word}",
            "expect: {in combat: [Floating Nose], Aric: {carried: [Leather Armor]}}",
            aric="carried: [Leather Armor]",
            top="doors: [Floating Nose]",
        )
        assert outcome.passed, f"{word}: {outcome.failure}"


def test_a_refusal_chooses_no_way_out(run: Run) -> None:
    """The first of two ways is no way to do without."""
    place = {"aric": "level: 3, hand: [Baby]", "top": "combat: {monsters: [Platycore]}\ndice: [1]"}
    start = ["Aric: give up", "everyone: pass", "Aric: {flee: Platycore}"]
    for word in ("refuse", "pass"):
        assert run(*start, f"illegal: {{who: Aric, do: {word}}}", "Aric: {choose: 1}", **place).passed


def test_ending_a_turn_that_is_over(run: Run) -> None:
    hand = "hand: [Baby, Ancient, Humongous, Enraged, Intelligent, Thief]"
    outcome = run(
        "Aric: {charity: discard, cards: [Thief]}",
        "Aric: end turn",
        "expect: {turn: Suzan}",
        aric=hand,
        top="phase: charity",
    )
    assert outcome.passed, outcome.failure


def test_numbers_may_be_quoted(run: Run) -> None:
    outcome = run(
        "Suzan: {offer help: {treasures: '1'}}",
        "Aric: accept",
        "expect: {munchkins: '6', Aric: {level: '4', hand: '2'}, decks: {doors: '1'}}",
        aric="level: '4', hand: [Baby, Thief]",
        suzan="level: '2'",
        top="combat: {monsters: [Net Troll]}\ndice: ['3']\nonly: [doors]\ndoors: [Crabs]",
    )
    assert outcome.passed, outcome.failure
