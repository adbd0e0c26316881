"""Understands which of several ways of a card is meant: by its number, by words of it, or by the players it is for."""

import re
from typing import Final

from kickdoor.engine.cards.definitions import Op, Play
from kickdoor.engine.effects.op_registry import OPS
from kickdoor.engine.effects.ops.card_ops import ChooseOne, is_open
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.scenario.parsing.values import number
from kickdoor.scenario.steps.scenario_game import ScenarioGame
from kickdoor.text.card_text import CardWriter
from kickdoor.text.message_catalog import DEFAULT

EMPTY: Final = {"a", "an", "the", "of", "from", "to", "is", "are", "it", "and", "let", "in", "card", "my", "deck"}
NO_WORDS: Final = {word.rstrip("s") for word in EMPTY}
BOTH: Final = {"both", "all", "everyone", "everybody", "munchkin", "player"}
"""Words for main fighter and helper together, or for nobody in particular."""
WORD_OF: Final = {op: word for word, op in OPS.items()}
"""The word card files use for each class of instructions."""


def ways_open(t: ScenarioGame) -> list[set[str]]:
    """List the words for each way out where a card lets the victim pick one of several."""
    for frame in reversed(t.s.stack[:-1]):
        if isinstance(frame, Resolve):
            op = t.s.rules.programs[frame.program].ops[frame.op]
            if not isinstance(op, ChooseOne):
                return []
            return words_of_ways(t, frame.card, op)
    return []


def words_of_ways(t: ScenarioGame, card: int, choice: ChooseOne) -> list[set[str]]:
    """List the words for each of the ways between which a card lets somebody choose."""
    writer = CardWriter(t.s.rules, t.s.cards[card], DEFAULT)
    return [words_of(program.ops) | tokens(writer.way(program.index)) for program in choice.options]


def offers_ways(t: ScenarioGame, play: Play) -> bool:
    """Return whether a play lets somebody pick one of several ways."""
    return play.program >= 0 and any(isinstance(op, ChooseOne) for op in t.s.rules.programs[play.program].ops)


def is_closed_way(t: ScenarioGame, seat: int, card: int, play: Play, value: object) -> bool:
    """Return whether a step names somebody for whom the play has a way, but one that is not offered now."""
    choice = t.s.rules.programs[play.program].ops[0] if play.program >= 0 else None
    if not isinstance(choice, ChooseOne) or t.names.player(value) < 0:
        return False
    meant = way_meant(t, words_of_ways(t, card, choice), value)
    return meant >= 0 and not is_open(t.s, Resolve(play.program, card, seat, seat), choice.options[meant].ops[0])


def way_meant(t: ScenarioGame, ways: list[set[str]], value: object) -> int:
    """Return the index of the way a number or some words stand for; -1 if they fit none or more than one."""
    if (told := number(value)) is not None:
        return told - 1
    said = words_in(str(value))
    fight = t.s.fight
    for seat, role in [] if fight is None else [(fight.main, {"main", "fighter"}), (fight.helper, {"helper"})]:
        if seat >= 0 and words_in(t.who(seat)) <= said:
            said = said - words_in(t.who(seat)) | role
    said = said - NO_WORDS
    together = said - BOTH | {"main", "fighter", "helper"} if said & BOTH else said
    return closest(ways, said) if (found := closest(ways, together)) < 0 else found


def closest(ways: list[set[str]], said: set[str]) -> int:
    """Find the way that says all this and least besides; the words for everybody may go unsaid in it."""
    for wanted in (said, said - BOTH):
        fits = sorted((len(told), i) for i, told in enumerate(ways) if wanted and wanted <= told)
        if fits and (len(fits) == 1 or fits[0][0] < fits[1][0]):
            return fits[0][1]
    return -1


def tokens(text: str) -> set[str]:
    """Split a text into words, in the singular and without those that say nothing."""
    return words_in(text) - NO_WORDS


def words_in(text: str) -> set[str]:
    return {word.rstrip("s") for word in re.findall(r"\w+", text.casefold())}


def words_of(ops: list[Op]) -> set[str]:
    """Name what a list of instructions does: `lose levels`, `discard hand`."""
    out: set[str] = set()
    for op in ops:
        out |= tokens(WORD_OF[type(op)].replace("_", " "))
    return out
