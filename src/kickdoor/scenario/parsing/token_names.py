"""Readers of tokens in a step: one kind, a list of kinds, or a number of each kind."""

from typing import Final

from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine.prompts import P_TOKENS, pick
from kickdoor.engine.rules.plays.costs import token_atoms
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.parsing.values import format_value, read_number
from kickdoor.scenario.parsing.yaml_document import Block, Malformed, Rows
from kickdoor.scenario.steps.scenario_game import ScenarioGame

PAYMENT_KEYS: Final = ("tokens", "with", "discarding")
"""Keys of a step that may name tokens as payment."""
MAX_TOKENS: Final = 99
"""Maximum number of tokens of a kind that a file may name; larger numbers would only cost time."""


def find_token_kind(game: ScenarioGame, value: object) -> int:
    """Return the token kind that a word names, such as `meat` or `meat tokens`; -1 if it names none."""
    word = str(value).casefold().removesuffix("s").removesuffix(" token").removesuffix("s")
    return game.s.rules.counters.index(word) if word in game.s.rules.counters else -1


def expand_words(value: object) -> list[object]:
    """List the words of a value: a word, a list of words, or a mapping from word to count."""
    if isinstance(value, Block):
        return [name for name, n in value.items() for _ in range(min(read_number(n) or 0, MAX_TOKENS))]
    return list(value) if isinstance(value, Rows) else [] if value is None else [value]


def list_named_tokens(game: ScenarioGame, action: StepAction) -> list[object]:
    """List the tokens that a step pays or takes. A key that also names anything else is ignored."""
    named = [expand_words(action.details.get(key)) for key in (*PAYMENT_KEYS, "on")]
    return [word for words in named if all(find_token_kind(game, x) >= 0 for x in words) for word in words]


def read_token_payment(game: ScenarioGame, seat: int, play: Play, action: StepAction) -> list[int]:
    """Return the picks that pay a cost in tokens.

    Tokens that the step does not name are the only possible payment; the result is empty if there are several.
    """
    named = next((expand_words(action.details[key]) for key in PAYMENT_KEYS if action.details.get(key) is not None), [])
    candidates = token_atoms(game.s, seat, play)
    count = play.cost_token_min
    paid_count = read_number(named[0]) if len(named) == 1 else None
    if named and paid_count is None:
        for word in named:
            if find_token_kind(game, word) < 0 and game.names.card(str(word)) is not None:
                # The step may mean another ability of the card. Otherwise the engine refuses cards as payment.
                return []
            if find_token_kind(game, word) < 0:
                raise Malformed(f"with: there are no {format_value(word)} tokens in {', '.join(game.s.rules.sets)}")
        return [pick(P_TOKENS, find_token_kind(game, word)) for word in named]
    if paid_count is not None:
        count = max(paid_count, 0)
    elif play.cost_token_max > count and len(candidates) > count:
        return []
    return candidates[:count] if len(set(candidates)) == 1 or len(candidates) == count else []
