"""Reads tokens by the names of their kinds: a word, a list of them, or how many of each."""

from typing import Final

from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine.prompts import P_TOKENS, pick
from kickdoor.engine.rules.plays.costs import token_atoms
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.parsing.values import number, shown
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows
from kickdoor.scenario.steps.scenario_game import ScenarioGame

PAID: Final = ("tokens", "with", "discarding")
"""The words of a step after which tokens may be named."""
MAX_TOKENS: Final = 99
"""More of a kind than this nobody has; a file must not make the runner count for ever."""


def kind_named(t: ScenarioGame, value: object) -> int:
    """Return the kind of token a word stands for, with `token` or without; -1 if it stands for none."""
    word = str(value).casefold().removesuffix("s").removesuffix(" token").removesuffix("s")
    return t.s.rules.counters.index(word) if word in t.s.rules.counters else -1


def words_in(value: object) -> list[object]:
    """List the words of a value: one word, several, or a number for each."""
    if isinstance(value, Block):
        return [name for name, n in value.items() for _ in range(min(number(n) or 0, MAX_TOKENS))]
    return list(value) if isinstance(value, Rows) else [] if value is None else [value]


def named_tokens(t: ScenarioGame, deed: StepAction) -> list[object]:
    """List the tokens a step names, whether they are paid or taken; a word that names anything else is left out."""
    said = [words_in(deed.more.get(key)) for key in (*PAID, "on")]
    return [word for words in said if all(kind_named(t, x) >= 0 for x in words) for word in words]


def token_payment(t: ScenarioGame, seat: int, way: Play, deed: StepAction) -> list[int]:
    """Read the tokens spent; where they are not named and leave no choice, they are those."""
    said = next((words_in(deed.more[key]) for key in PAID if deed.more.get(key) is not None), [])
    atoms = token_atoms(t.s, seat, way)
    count = way.cost_token_min
    told = number(said[0]) if len(said) == 1 else None
    if said and told is None:
        for word in said:
            if kind_named(t, word) < 0 and t.names.card(str(word)) is not None:
                # Another ability of the same card may be meant, or the engine says that cards do not pay for this one
                return []
            if kind_named(t, word) < 0:
                raise Malformed(f"with: there are no {shown(word)} tokens in {', '.join(t.s.rules.sets)}")
        return [pick(P_TOKENS, kind_named(t, word)) for word in said]
    if told is not None:
        count = max(told, 0)
    elif way.cost_token_max > count and len(atoms) > count:
        return []
    return atoms[:count] if len(set(atoms)) == 1 or len(atoms) == count else []
