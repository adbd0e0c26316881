"""Tests of the section "How a step is read" of the documentation: what is accepted and what is refused."""

from collections.abc import Callable

import pytest

from kickdoor.scenario import Outcome

Run = Callable[..., Outcome]
RunText = Callable[[str], Outcome]

CURSED = {"suzan": "hand: [Duck of Doom]", "guy": "hand: [Wishing Ring]", "aric": "level: 3"}
"""Guy could cancel the curse, so Guy is asked."""
CURSE = "Suzan: {play: Duck of Doom, on: Aric}"
ROBBED = {
    "aric": "level: 2, class: Thief, hand: [Baby]",
    "suzan": "equipped: [Leather Armor], carried: [Spiky Knees, Huge Rock]",
}
THEFT = "Aric: {use: Theft, on: %s, discarding: [Baby]}"


def passes(outcome: Outcome) -> None:
    assert outcome.passed, outcome.failure


def fails(outcome: Outcome, *parts: str) -> None:
    """Check that a scenario fails in one line that says where and why."""
    assert not outcome.passed
    assert "\n" not in outcome.failure
    for words in parts:
        assert words in outcome.failure, outcome.failure


# Passing


def test_a_window_is_not_passed_without_a_step(run: Run) -> None:
    fails(run(CURSE, "Aric: kick open the door", **CURSED), "step 2 (Aric: kick open the door)", "Guy (window)")
    fails(run(CURSE, "expect: {Aric: {level: 1}}", **CURSED), "step 2 (expect", "Aric.level is 3, expected 1")
    fails(run(CURSE, **CURSED), "at the end the game waits for Guy (window)")
    passes(run(CURSE, "Guy: pass", "expect: {Aric: {level: 1}}", **CURSED))


def test_an_earlier_automatic_pass_does_not_count_again(run: Run) -> None:
    """Guy can only pass while no player can respond to the door, and is prompted when the fight is claimed."""
    place = {"aric": "level: 5", "guy": "hand: [Enraged]", "suzan": "hand: [Duck of Doom]", "top": "doors: [Crabs]"}
    start = [CURSE, "Aric: kick open the door", "Aric: claim"]
    fails(run(*start, "expect: {phase: charity}", **place), "phase is combat")
    passes(run(*start, "Guy: pass", "expect: {phase: charity}", **place))


def test_a_pass_without_a_prompt_fails(run: Run) -> None:
    fails(run("Guy: pass"), "step 1 (Guy: pass): refused: not_asked", "the game waits for Aric (arrange)")
    passes(run(CURSE, "Aric: {do: pass, if asked: true}", "Guy: {do: pass, if asked: true}", **CURSED))


def test_an_automatic_pass_may_be_named_once_in_each_window(run: Run) -> None:
    passes(run(CURSE, "Aric: pass", "Guy: pass", "Suzan: pass", "expect: {Aric: {level: 1}}", **CURSED))
    fails(run(CURSE, "Aric: pass", "Aric: pass", "Guy: pass", **CURSED), "step 3 (Aric: pass)", "Guy (window)")
    fails(run(CURSE, "Guy: pass", "Guy: pass", **CURSED), "step 3 (Guy: pass)", "not_asked")


def test_automatic_passes_after_a_declaration_may_be_named(run: Run) -> None:
    place = {"aric": "level: 5", "top": "doors: [Crabs]"}
    start = ["Aric: kick open the door", "Aric: claim"]
    passes(run(*start, "Suzan: pass", "Guy: pass", "expect: {phase: charity}", **place))
    fails(run(*start, "Suzan: pass", "Suzan: pass", **place), "step 4 (Suzan: pass)", "not_asked")
    fails(run(*start, "Aric: end turn", "Guy: pass", **place), "step 4 (Guy: pass)", "not_asked")


def test_a_pass_does_not_answer_a_compulsory_prompt(run: Run) -> None:
    place = {"aric": "equipped: [Leather Armor, Spiky Knees]", "suzan": "hand: [Lose 1 Small Item]"}
    start = "Suzan: {play: Lose 1 Small Item, on: Aric}"
    for word in ("Guy: pass", "Aric: pass"):
        fails(run(start, word, "Aric: {choose: Spiky Knees}", **place), f"step 2 ({word})", "Aric (lose)")
    passes(run(start, "everyone: pass", "Aric: {choose: Spiky Knees}", **place))


def test_everyone_passes_in_the_window_that_is_open(run: Run) -> None:
    passes(run("everyone: pass", "everyone: pass", "expect: {phase: arrange}"))
    passes(run(CURSE, "everyone: pass", "everyone: pass", "expect: {Aric: {level: 1}}", **CURSED))


def test_everyone_passes_also_if_the_window_restarts(run: Run) -> None:
    passes(
        run(
            "Aric: claim",
            "Guy: {play: Sleep Potion, side: munchkins}",
            "everyone: pass",
            "expect: {phase: charity}",
            aric="level: 5",
            suzan="hand: [Enraged]",
            guy="hand: [Sleep Potion, Mate]",
            top="combat: {monsters: [Crabs]}",
        )
    )


def test_after_a_declaration_everyone_passes_in_its_window_only(run: Run) -> None:
    """No player could respond to the claim; the pass after it does not affect the current prompts."""
    place = {"top": "combat: {monsters: [Crabs], helper: Suzan, bargain: {items: [Chainsaw of Bloody Dismemberment]}}"}
    place |= {
        "aric": "level: 5, carried: [Chainsaw of Bloody Dismemberment]",
        "suzan": "level: 5, carried: [Huge Rock]",
    }
    passes(run("Aric: claim", "everyone: pass", "expect: {asked: {Suzan: gift}}", "Suzan: pass", **place))
    passes(run("Aric: claim", "everyone: pass", "everyone: pass", "expect: {phase: charity}", **place))


def test_a_window_of_one_player_is_passed_like_any_other(run_text: RunText) -> None:
    head = """
scenario: Try
sets: [cooks]
players: {Remy: {level: 7, class: Science Chef}, Julia: {}, Guy: {}}
combat: {monsters: [Steak Shake]}
steps: [{Remy: claim}, {everyone: pass}, %s {expect: {phase: charity, Remy: {tokens: {meat: 1, drink: 1}}}}]
"""
    fails(run_text(head % ""), "phase is rewards, expected charity", "the game waits for Remy (window)")
    passes(run_text(head % "{Remy: pass}, {Remy: pass},"))
    passes(run_text(head % "{everyone: pass}, {everyone: pass},"))


# What may be refused


def test_optional_choices_are_declined_by_a_step(run: Run) -> None:
    place = {"aric": "carried: [Leather Armor]", "top": "doors: [Floating Nose]"}
    fought = "expect: {in combat: [Floating Nose], Aric: {carried: [Leather Armor]}}"
    fails(run("Aric: kick open the door", "Aric: give up", **place), "step 2 (Aric: give up)", "Aric (pay)")
    for word in ("refuse", "pass", "{choose: nothing}", "{choose: no}", "{choose: none}", "{choose: refuse}"):
        passes(run("Aric: kick open the door", f"Aric: {word}", fought, **place))


def test_offers_and_gifts_are_refused_by_a_step(run: Run) -> None:
    place = {"aric": "carried: [Leather Armor]"}
    gift = "Aric: {give: Leather Armor, to: Guy}"
    fails(run(gift, "Aric: kick open the door", top="doors: [Baby]", **place), "Guy (gift)")
    passes(run(gift, "Guy: refuse", "Aric: kick open the door", "Aric: {take: Baby}", top="doors: [Baby]", **place))


def test_a_refusal_chooses_no_alternative(run: Run) -> None:
    """The first of two ways is no way to do without."""
    place = {"aric": "level: 3, hand: [Baby]", "top": "combat: {monsters: [Platycore]}\ndice: [1]"}
    start = ["Aric: give up", "everyone: pass", "Aric: {flee: Platycore}"]
    for word in ("refuse", "pass"):
        passes(run(*start, f"illegal: {{who: Aric, do: {word}}}", "Aric: {choose: 1}", **place))


def test_no_player_runs_without_a_step(run: Run) -> None:
    place = {"top": "combat: {monsters: [Platycore]}\ndice: [6]"}
    fails(run("Aric: give up", "everyone: pass", "expect: {phase: charity}", **place), "phase is run")
    passes(run("Aric: give up", "everyone: pass", "Aric: flee", "expect: {phase: charity}", **place))


# What was settled


LOSS = {"aric": "equipped: [Leather Armor], hand: [Spiky Knees]", "suzan": "hand: [Lose 1 Small Item]"}
LOSES = "Suzan: {play: Lose 1 Small Item, on: Aric}"


def test_an_automatic_answer_may_be_named_in_its_turn(run: Run) -> None:
    passes(run(LOSES, "Aric: {choose: Leather Armor}", **LOSS))
    passes(run(LOSES, "expect: {Aric: {equipped: []}}", "Aric: {choose: Leather Armor}", **LOSS))
    fails(
        run(LOSES, "Aric: {choose: Spiky Knees}", **LOSS), "Aric has no such prompt; the game waits for Aric (arrange)"
    )
    fails(run(LOSES, "Guy: {choose: Leather Armor}", **LOSS), "Guy has no such prompt")


def test_an_automatic_answer_is_named_once_and_before_the_next_action(run: Run) -> None:
    again = "Aric: {choose: Leather Armor}"
    fails(run(LOSES, again, again, **LOSS), "step 3 (Aric: {choose: Leather Armor})")
    fails(run(LOSES, "Aric: {play: Spiky Knees}", again, **LOSS), "step 3 (Aric: {choose: Leather Armor})")


def test_an_event_without_a_choice_is_no_automatic_answer(run: Run) -> None:
    """Gaining all Treasures alone, playing a card and paying one leave nothing to choose."""
    place = {"aric": "level: 5", "top": "combat: {monsters: [Crabs]}\ntreasures: [Huge Rock]"}
    fails(run("Aric: claim", "Aric: {choose: Huge Rock}", **place), "Aric has no such prompt")
    place = {"aric": "hand: [Boil an Anthill]"}
    fails(run("Aric: {play: Boil an Anthill}", "Aric: {choose: Boil an Anthill}", **place), "Aric has no such prompt")
    place = {"aric": "class: Warrior, hand: [Baby]", "top": "combat: {monsters: [Crabs]}\nopen: true"}
    fails(run("Aric: {use: Berserk, discarding: [Baby]}", "Aric: {choose: Baby}", **place), "Aric has no such prompt")


def test_an_automatic_answer_may_be_named_beside_a_prompt(run_text: RunText) -> None:
    """The Space Goats take the armor without asking, and then ask for an Item."""
    head = """
scenario: Try
sets: [star]
players: {Aric: {equipped: [Energy Armor, Magnetic Boots], carried: [Laser]}, Suzan: {}, Guy: {}}
combat: {monsters: [Space Goats]}
dice: [1]
steps: [{Aric: give up}, {everyone: pass}, {Aric: {flee: Space Goats}}, %s]
"""
    for steps in ("{Aric: {choose: [Energy Armor, Laser]}}", "{Aric: {choose: Energy Armor}}, {Aric: {choose: Laser}}"):
        passes(run_text(head % steps))
    fails(run_text(head % "{Aric: {choose: [Laser, Energy Armor]}}"), "Aric has no such prompt")


def test_a_card_that_could_only_be_kept_may_be_named(run: Run) -> None:
    place = {"top": "doors: [Ancient]", "aric": "hand: [Baby], carried: [Leather Armor]"}
    passes(run("Aric: kick open the door", "Aric: {take: Ancient}", **place))
    fails(run("Aric: kick open the door", "Aric: {take: Baby}", **place), "step 2 (Aric: {take: Baby})")
    late = ["Aric: kick open the door", "Aric: {give: Leather Armor, to: Guy}", "Aric: {take: Ancient}", "Guy: refuse"]
    fails(run(*late, **place), "step 3 (Aric: {take: Ancient})")


def test_an_escape_without_a_roll_may_be_named(run: Run) -> None:
    top = "combat: {monsters: [Bullrog]}"
    start = ["Aric: give up", "everyone: pass"]
    passes(run(*start, "Aric: {flee: Bullrog}", "expect: {phase: charity}", top=top))
    passes(run(*start, "expect: {phase: charity}", top=top))
    fails(run(*start, "Aric: {flee: Bullrog}", "Aric: {flee: Bullrog}", top=top), "step 4 (Aric: {flee: Bullrog})")


def test_a_finished_action_is_not_named_again(run: Run) -> None:
    hand = "hand: [Baby, Ancient, Humongous, Enraged, Intelligent, Thief]"
    given = "Aric: {charity: discard, cards: [Thief]}"
    fails(run(given, "Aric: end turn", aric=hand, top="phase: charity"), "step 2 (Aric: end turn)", "Suzan (arrange)")
    passes(run(given, "expect: {turn: Suzan}", aric=hand, top="phase: charity"))
    fails(run("Suzan: done"), "step 1 (Suzan: done)")


@pytest.mark.parametrize("way", ["on", "choose"])
def test_a_theft_that_fails_may_name_its_item(run: Run, way: str) -> None:
    def steps(item: str) -> list[str]:
        return [THEFT % item] if way == "on" else [THEFT % "Suzan", f"Aric: {{choose: {item}}}"]

    failed = "expect: {Aric: {level: 1}, Suzan: {equipped: [Leather Armor]}}"
    passes(run(*steps("Leather Armor"), failed, top="dice: [1]", **ROBBED))
    fails(run(*steps("Helm of Courage"), failed, top="dice: [1]", **ROBBED))
    passes(run(*steps("Leather Armor"), "expect: {Aric: {carried: [Leather Armor]}}", top="dice: [5]", **ROBBED))
    fails(run(*steps("Huge Rock"), top="dice: [5]", **ROBBED), "Huge Rock")


def test_help_that_is_compelled_may_be_accepted(run_text: RunText) -> None:
    head = """
scenario: Try
sets: [steampunk]
players: {Aric: {level: 1}, Suzan: {level: 1}, Guy: {}}
combat: {monsters: [Babbage Cabbage]}
dice: [1]
doors: [Clocktopus]
open: true
steps: [{Aric: give up}, {everyone: pass}, {Aric: {flee: Babbage Cabbage}}, {Aric: end turn},
        {Suzan: kick open the door}, {Suzan: {ask: Aric, offer: {}}}, %s {expect: {helper: Aric}}]
"""
    passes(run_text(head % ""))
    passes(run_text(head % "{Aric: accept},"))
    fails(run_text(head % "{Aric: accept}, {Aric: accept},"), "step 8 (Aric: accept)")
    fails(run_text(head % "{Guy: accept},"), "step 7 (Guy: accept)")


def test_a_compulsory_play_may_be_named(run_text: RunText) -> None:
    head = """
scenario: Try
sets: [deluxe]
players: {Aric: {level: 5}, Suzan: {}, Guy: {}}
combat: {monsters: [Crabs]}
treasures: [Hoard!, Huge Rock, Leather Armor, Slimy Armor]
steps: [{Aric: claim}, {everyone: pass}, %s {expect: {Aric: {hand: 3}}}]
"""
    passes(run_text(head % ""))
    passes(run_text(head % "{Aric: {play: Hoard!}},"))
    fails(run_text(head % "{Aric: {play: Hoard!}}, {Aric: {play: Hoard!}},"), "step 4 (Aric: {play: Hoard!})")


# Marked answers


def test_an_answer_without_a_prompt_fails(run: Run) -> None:
    for word in ("{choose: Baby}", "accept", "refuse", "done", "{flee: Crabs}", "{charity: {Guy: [Baby]}}"):
        fails(run(f"Aric: {word}", aric="hand: [Baby]"), "step 1 (Aric", "the game waits for Aric (arrange)")


def test_a_marked_answer_is_skipped_without_a_prompt(run: Run) -> None:
    for word in ("choose: Baby", "do: accept", "do: refuse", "do: done", "flee: Crabs", "charity: {Guy: [Baby]}"):
        passes(run(f"Aric: {{{word}, if asked: true}}", "expect: {Aric: {hand: [Baby]}}", aric="hand: [Baby]"))


def test_a_marked_answer_is_given_to_a_prompt(run: Run) -> None:
    place = {"aric": "equipped: [Leather Armor, Spiky Knees]", "suzan": "hand: [Lose 1 Small Item]"}
    passes(
        run(
            LOSES, "Aric: {choose: Spiky Knees, if asked: true}", "expect: {Aric: {equipped: [Leather Armor]}}", **place
        )
    )
    fails(
        run(LOSES, "Aric: {choose: Huge Rock, if asked: true}", **place),
        "step 2 (Aric: {choose: Huge Rock, if asked: true}): Aric is offered Leather Armor, Spiky Knees; refused",
    )
    passes(run(LOSES, "Aric: {choose: 3, if asked: true}", "Aric: {choose: Spiky Knees}", **place))


def test_only_answers_may_be_marked(run: Run) -> None:
    for word in ("{do: kick open the door, if asked: true}", "{play: Baby, if asked: true}", "{if asked: true}"):
        assert run(f"Aric: {word}", aric="hand: [Baby]").error, word
    for word in ("{do: pass, choose: Baby, if asked: true}", "{do: {choose: Baby}, if asked: true}"):
        assert run(f"Aric: {word}", aric="hand: [Baby]").error, word
    assert run("illegal: {who: Aric, do: {do: pass, if asked: true}}").error
    passes(run("Aric: {do: kick open the door, if asked: false}", top="doors: [Ancient]"))


# One meaning


def test_a_step_does_not_use_words_of_the_next(run: Run) -> None:
    """What a card is paid with and the side it is played on belong to its own step."""
    place = {"aric": "class: Warrior, hand: [Baby, Magic Missile]", "top": "combat: {monsters: [Crabs]}"}
    fails(run("Aric: {use: Berserk}", "Aric: {choose: Baby}", **place), "step 1 (Aric: {use: Berserk})")
    fails(run("Aric: {play: Magic Missile}", "Aric: {choose: monsters}", **place), "step 2 (Aric: {choose: monsters})")
    passes(run("Aric: {use: Berserk, discarding: [Baby]}", "Aric: {play: Magic Missile, side: monsters}", **place))


def test_the_target_of_a_step_must_be_used(run: Run) -> None:
    fails(run(CURSE, "Guy: {play: Wishing Ring, on: Lose a Level}", **CURSED), "step 2 (Guy: {play: Wishing Ring")
    passes(run(CURSE, "Guy: {play: Wishing Ring, on: Duck of Doom}", "expect: {Aric: {level: 3}}", **CURSED))
    fails(run("Aric: {play: Warrior, on: Guy}", aric="hand: [Warrior]"), "step 1 (Aric: {play: Warrior, on: Guy})")


def test_a_named_choice_answers_a_prompt_after_a_window(run_text: RunText) -> None:
    head = """
scenario: Try
sets: [deluxe, steampunk]
players: {Aric: {hand: [Wand of Dowsing]}, Suzan: {hand: [Fizzle Powder, Duck of Doom]}, Guy: {}}
discards: {doors: [Baby], treasures: [Huge Rock]}
steps: [%s]
"""
    play = "{Aric: {play: Wand of Dowsing, on: %s}}"
    took = "{expect: {Aric: {hand: [%s]}}}"
    passes(run_text(head % f"{play % 'Huge Rock'}, {{Suzan: pass}}, {took % 'Huge Rock'}"))
    passes(run_text(head % f"{play % 'Huge Rock'}, {{Suzan: {{play: Fizzle Powder}}}}, {took % ''}"))
    other = "{Suzan: {play: Duck of Doom, on: Aric}}"
    passes(run_text(head % f"{play % 'Huge Rock'}, {{Suzan: pass}}, {other}, {took % 'Huge Rock'}"))
    fails(run_text(head % f"{play % 'Thief'}, {{Suzan: pass}}"), "step 2 (Suzan: pass)")
    passes(run_text(head % "{illegal: {who: Aric, do: {play: Wand of Dowsing, on: Thief}, because: TREASURE-12}}"))
    fails(run_text(head % "{illegal: {who: Aric, do: {play: Wand of Dowsing, on: Baby}}}"), "is legal")


def test_a_prompt_for_several_is_answered_by_a_list(run: Run) -> None:
    place = {
        "aric": "equipped: [Leather Armor], hand: [Baby, Thief]",
        "top": "combat: {monsters: [Snails on Speed]}\ndice: [1, 2]",
    }
    start = ["Aric: give up", "everyone: pass", "Aric: {flee: Snails on Speed}"]
    lost = "expect: {Aric: {hand: [Thief], equipped: []}}"
    for chosen in ("[Baby, Leather Armor]", "[Leather Armor, Baby]"):
        passes(run(*start, f"Aric: {{choose: {chosen}}}", lost, **place))
    offer = "Aric is offered 2 to 2 of "
    fails(run(*start, "Aric: {choose: Baby}", "Aric: {choose: Leather Armor}", lost, **place), "step 4", offer)
    fails(run(*start, "Aric: {choose: [Baby, Leather Armor, Thief]}", **place), "Aric has no such prompt")


def test_numbers_may_be_quoted(run: Run) -> None:
    passes(
        run(
            "Suzan: {offer help: {treasures: '1'}}",
            "Aric: accept",
            "expect: {munchkins: '6', Aric: {level: '4', hand: '2'}, decks: {doors: '1'}}",
            aric="level: '4', hand: [Baby, Thief]",
            suzan="level: '2'",
            top="combat: {monsters: [Net Troll]}\ndice: ['3']\nonly: [doors]\ndoors: [Crabs]",
        )
    )


# Illegal


def test_an_illegal_step_must_be_well_formed(run: Run) -> None:
    for word in ("{play: Nobody's Card}", "{give: Baby, to: Nobody}", "{whistle: Baby}"):
        assert run(f"illegal: {{who: Aric, do: {word}}}", aric="hand: [Baby]").error, word
    passes(run("illegal: {who: Aric, do: {play: Ancient}, because: CARDS-08}"))


def test_an_illegal_step_ignores_automatic_answers(run: Run) -> None:
    passes(run(LOSES, "illegal: {who: Aric, do: {choose: Leather Armor}, because: CURSE-09}", **LOSS))
    fails(run(LOSES, "illegal: {who: Aric, do: {choose: Leather Armor}, because: RUN-01}", **LOSS), "expected RUN-01")
