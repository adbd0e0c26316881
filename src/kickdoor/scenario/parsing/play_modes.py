"""Matching of a value in a step with the alternatives of a card.

A value names an alternative by its number, by words of its text, or by the players it affects.
"""

import re
from typing import Final

from kickdoor.engine.cards.definitions import Op, Play
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.ops.card_ops import ChooseOne, is_open
from kickdoor.engine.machine.resolve import Resolve, programs_running
from kickdoor.scenario.parsing.values import read_number
from kickdoor.scenario.steps.scenario_game import ScenarioGame
from kickdoor.text.card_text import CardWriter
from kickdoor.text.message_catalog import DEFAULT

FILLERS: Final = {"a", "an", "the", "of", "from", "to", "is", "are", "it", "and", "let", "in", "card", "my", "deck"}
IGNORED_WORDS: Final = {word.rstrip("s") for word in FILLERS}
BOTH_FIGHTERS: Final = {"both", "all", "everyone", "everybody", "munchkin", "player"}
"""Words for main fighter and helper together. They may also mean no particular player."""
OP_WORDS: Final = {op: word for word, op in OPS.items()}
"""The word of the effect language for each op class."""


def open_alternatives(game: ScenarioGame) -> list[set[str]]:
    """List the words of each alternative that the current prompt offers; empty if it offers none."""
    for frame in programs_running(game.s)[-1:]:
        op = game.s.rules.programs[frame.program].ops[frame.op]
        if isinstance(op, ChooseOne):
            return words_of_alternatives(game, frame.card, op)
    return []


def words_of_alternatives(game: ScenarioGame, card: int, choice: ChooseOne) -> list[set[str]]:
    """List the words of each alternative of a `ChooseOne` op."""
    writer = CardWriter(game.s.rules, game.s.cards[card], DEFAULT)
    return [op_words(program.ops) | significant_words(writer.alternative(program.index)) for program in choice.options]


def has_alternatives(game: ScenarioGame, play: Play) -> bool:
    """Return whether a play lets a player choose one of several alternatives."""
    return play.program >= 0 and any(isinstance(op, ChooseOne) for op in game.s.rules.programs[play.program].ops)


def is_closed_alternative(game: ScenarioGame, seat: int, card: int, play: Play, value: object) -> bool:
    """Return whether a step names a player whose alternative of the play is not offered now."""
    choice = game.s.rules.programs[play.program].ops[0] if play.program >= 0 else None
    if not isinstance(choice, ChooseOne) or game.names.player(value) < 0:
        return False
    index = find_alternative(game, words_of_alternatives(game, card, choice), value)
    return index >= 0 and not is_open(game.s, Resolve(play.program, card, seat, seat), choice.options[index].ops[0])


def find_alternative(game: ScenarioGame, alternatives: list[set[str]], value: object) -> int:
    """Return the index of the alternative that a number or words name; -1 if they fit none or more than one."""
    if (number := read_number(value)) is not None:
        return number - 1
    words = split_words(str(value))
    fight = game.s.fight
    for seat, role in [] if fight is None else [(fight.main, {"main", "fighter"}), (fight.helper, {"helper"})]:
        if seat >= 0 and split_words(game.player_name(seat)) <= words:
            words = words - split_words(game.player_name(seat)) | role
    words = words - IGNORED_WORDS
    expanded = words - BOTH_FIGHTERS | {"main", "fighter", "helper"} if words & BOTH_FIGHTERS else words
    index = closest_match(alternatives, expanded)
    return index if index >= 0 else closest_match(alternatives, words)


def closest_match(alternatives: list[set[str]], words: set[str]) -> int:
    """Return the index of the shortest alternative that contains all the words; -1 if there is no single one.

    The words for both fighters are dropped if no alternative contains them.
    """
    for required in (words, words - BOTH_FIGHTERS):
        fits = sorted((len(one), i) for i, one in enumerate(alternatives) if required and required <= one)
        if fits and (len(fits) == 1 or fits[0][0] < fits[1][0]):
            return fits[0][1]
    return -1


def significant_words(text: str) -> set[str]:
    """Return the words of a text in the singular, without fillers."""
    return split_words(text) - IGNORED_WORDS


def split_words(text: str) -> set[str]:
    """Return the words of a text in the singular and in lower case."""
    return {word.rstrip("s") for word in re.findall(r"\w+", text.casefold())}


def op_words(ops: list[Op]) -> set[str]:
    """Return the words of a list of ops, such as `lose`, `level`, `discard` and `hand`."""
    out: set[str] = set()
    for op in ops:
        out |= significant_words(OP_WORDS[type(op)].replace("_", " "))
    return out
