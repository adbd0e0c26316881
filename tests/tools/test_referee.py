"""Tests of the referee: it finds planted faults and nothing else, and names the command that repeats a finding."""

from collections import Counter
from collections.abc import Callable

import pytest
import referee
from referee_play import start

from kickdoor.engine import constants as nr
from kickdoor.engine.state.state import State, Term

GAMES = 24
ACTS = 600
MANY = 200_000


def found_in(acts: int, seed: str) -> list[str]:
    return [str(one) for one in referee.watch(acts, seed, [], Counter(), False)]


@pytest.mark.parametrize("game", range(GAMES))
def test_honest_games_have_no_findings(game: int) -> None:
    assert found_in(ACTS, f"ordinary {game}") == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["first", "second"])
def test_very_many_actions_have_no_findings(seed: str) -> None:
    assert found_in(MANY, seed) == []


def raise_a_level(s: State) -> None:
    s.seats[0].level += 1


def draw_unseen(s: State) -> None:
    s.seats[0].hand.append(s.decks[0].pop())


def copy_a_card(s: State) -> None:
    s.seats[1].hand.append(s.decks[0][-1])
    s.seats[2].play.append(s.decks[0][-1])


def lose_a_card(s: State) -> None:
    s.decks[1].pop()


def sink_below_one(s: State) -> None:
    s.seats[1].level = 0


def bury_a_player(s: State) -> None:
    s.seats[0].dead = True
    s.seats[0].hand.append(s.decks[0].pop())


def wear_from_the_hand(s: State) -> None:
    p = next(p for p in s.seats if p.hand)
    p.equipped.append(p.hand[0])


def remove_the_monsters(s: State) -> None:
    assert s.fight is not None
    s.fight.bodies.clear()


def strengthen(s: State) -> None:
    assert s.fight is not None
    (missile,) = [d for d in s.rules.defs if d.key == "deluxe/magic_missile"]
    s.fight.terms.append(Term(nr.MUNCHKINS, -1, -1, nr.T_ONESHOT, 0, missile.index, missile.bonus + 1))


def help_oneself(s: State) -> None:
    assert s.fight is not None
    s.fight.helper = s.fight.main


def planted(plant: Callable[[State], None], fighting: bool) -> set[str]:
    """Plant a fault after an act of a game, in a fight or out of one, and gives the rules that are named."""
    one = referee.Referee("planted:1", start("planted:1", ["deluxe"]), Counter())
    while one.game.turns < 4 or (one.game.fight is not None) != fighting or one.watch.now.frames()[-1] == "choose":
        one.step()
    honest = one.table.do

    def do(step: referee.Step) -> None:
        honest(step)
        assert one.game.fight is None or one.game.fight.totals
        plant(one.game.state)

    one.table.do = do  # type: ignore[method-assign]
    return {finding.rule for finding in one.step()}


@pytest.mark.parametrize(
    ("plant", "rule", "fighting"),
    [
        (raise_a_level, "CHAR-12", False),
        (draw_unseen, "CARDS-07", False),
        (copy_a_card, "CARDS-16", False),
        (lose_a_card, "CARDS-16", False),
        (sink_below_one, "CHAR-17", False),
        (bury_a_player, "DEATH-14", False),
        (wear_from_the_hand, "ITEM-04", False),
        (remove_the_monsters, "COMBAT-14", True),
        (strengthen, "COMBAT-02", True),
        (help_oneself, "HELP-03", True),
    ],
)
def test_planted_faults_are_found(plant: Callable[[State], None], rule: str, fighting: bool) -> None:
    assert rule in planted(plant, fighting)


def test_a_finding_names_the_command_that_repeats_it() -> None:
    one = referee.Finding("ITEM-08", "X:3", 17, "seat 0 equip:4", "two Armors", "one")
    text = referee.report([one, one], Counter(acts=20))
    assert "--game X:3 --until 17" in text
    assert text.endswith("2 findings; ITEM-08: 2")


def test_the_same_seed_gives_the_same_report(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--acts", "250", "--seed", "same", "--sets", "deluxe", "--quiet"]
    first = referee.main(words), capsys.readouterr().out
    assert (referee.main(words), capsys.readouterr().out) == first
    assert "acts" in first[1]


def test_one_game_can_be_printed_action_by_action(capsys: pytest.CaptureFixture[str]) -> None:
    referee.main(["--game", "told:0", "--until", "30"])
    output = capsys.readouterr().out
    assert "\n30. seat" in output
    assert "\n31." not in output


def test_an_unknown_set_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        referee.main(["--sets", "chess"])
    assert "known are" in capsys.readouterr().err
