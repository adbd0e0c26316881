"""Answers to prompts of choice: the values of `choose` as options and picks."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.effects.ops.levy_ops import TakeCard
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import CHOOSE, CHOOSE_MANY, act_of, kind_of, option, target_of
from kickdoor.engine.machine.resolve import program_asking
from kickdoor.scenario.parsing.play_modes import find_alternative, open_alternatives
from kickdoor.scenario.parsing.token_names import find_token_kind
from kickdoor.scenario.parsing.values import read_number
from kickdoor.scenario.parsing.yaml_document import Rows
from kickdoor.scenario.steps import scenario_game
from kickdoor.scenario.steps.automatic_answers import CARD, PICK, TOKEN
from kickdoor.scenario.steps.scenario_game import NO_TARGET, Interpretation, ScenarioGame

YES: Final = ("yes", "leave", "true", "accept")
NO: Final = ("no", "stay", "false", "fight", "refuse", "none", "nothing")
FROM_HAND: Final = ("hand", "hand card", "unseen", "unseen card", "an unseen card", "a card", "random", "from hand")
"""Words for a card that is drawn unseen from a hand."""
NO_CHOICE: Final = ("nothing", "none", "no", "no one", "nobody", "refuse", "pass")


def as_list(value: object) -> list[object]:
    """Return the values of a list, or a single value as a list."""
    return list(value) if isinstance(value, Rows) else [value]


def list_choices(game: ScenarioGame, seat: int) -> list[int]:
    """List the options of a player that `choose` can take."""
    return [code for code in runtime.legal_options(game.s, seat) if act_of(code) in (CHOOSE, CHOOSE_MANY)]


def is_prompted(game: ScenarioGame, seat: int) -> bool:
    """Return whether a player has a prompt that `choose` answers."""
    return bool(list_choices(game, seat))


def next_answer(game: ScenarioGame, seat: int, values: list[object]) -> tuple[Interpretation, int]:
    """Return the answer to the current prompt by the first values, and how many values it uses."""
    codes = list_choices(game, seat)
    if codes and act_of(codes[0]) == CHOOSE_MANY:
        form = runtime.form(game.s, seat, codes[0])
        kind = getattr(game.s.stack[-1], "what", nr.A_CARD)
        count = min(len(values), form.max_picks)
        picks: list[int] = []
        for value in values[:count]:
            if str(value).casefold() not in NO_CHOICE:
                picks.append(find_candidate(game, kind, value, [a for a in form.candidates if a not in picks]))
        return Interpretation(seat, codes[0], picks), count
    if len(values) > 1 and open_alternatives(game) and all(game.names.player(value) >= 0 for value in values):
        code = choice_code(game, seat, " ".join(str(value) for value in values), codes)
        return Interpretation(seat, code), len(values)
    return Interpretation(seat, choice_code(game, seat, values[0], codes)), 1


def choice_code(game: ScenarioGame, seat: int, value: object, codes: list[int]) -> int:
    """Return the option that a value means; one that is not offered if it means none."""
    targets = [target_of(c) for c in codes if kind_of(c)]
    word = str(value).casefold()
    unseen = hand_to_draw_from(game)
    if option(CHOOSE) in codes and (word in NO_CHOICE or (unseen and word in FROM_HAND)) and not game.names.card(word):
        return option(CHOOSE)
    if unseen and option(CHOOSE) in codes and len(unseen) == 1 and game.names.card(word):
        # With a single card in hand, it is certain which one is drawn, so the step may name it.
        found = game.find_card(word, [targets, unseen])
        if found in unseen:
            return option(CHOOSE)
    kinds = {kind_of(c) for c in codes if kind_of(c)}
    for kind in sorted(kinds) or [nr.A_CARD]:
        found = find_candidate(game, kind, value, targets)
        if found in targets or not kinds:
            return option(CHOOSE, -1, kind, max(found, 0))
        if kind == nr.A_CARD and found in getattr(game.s.stack[-1], "atoms", []):
            # The prompt is about this card, but it cannot be chosen now. The engine gives the reason.
            return option(CHOOSE, -1, kind, found)
    return option(CHOOSE, -1, nr.A_NUMBER, NO_TARGET)


def hand_to_draw_from(game: ScenarioGame) -> list[int]:
    """Return the hand from which a card would be drawn unseen; empty if the prompt is not about taking a card."""
    below = program_asking(game.s)
    if below is None:
        return []
    ops = game.s.rules.programs[below.program].ops[below.op :]
    return game.s.seats[below.victim].hand if ops and isinstance(ops[0], TakeCard) else []


def find_candidate(game: ScenarioGame, kind: int, value: object, candidates: list[int]) -> int:
    """Return the candidate of a kind that a value names; -1 if it names none.

    A card outside the candidates is found too, so that the engine can refuse it with a reason.
    """
    text = str(value)
    if kind == nr.A_SEAT:
        return game.names.player(text)
    if kind == nr.A_MONSTER:
        monster = game.find_monster(text)
        return -1 if monster is None else monster.uid
    if kind == nr.A_CARD:
        return game.find_card(text, [candidates, game.all_cards()]) if game.names.card(text) else -1
    if kind == nr.A_SIDE:
        return nr.SIDES.index(text) if text in nr.SIDES else -1
    if kind == nr.A_COUNTER:
        return find_token_kind(game, value)
    return read_choice_number(game, value, candidates)


def read_choice_number(game: ScenarioGame, value: object, candidates: list[int]) -> int:
    """Return the number that a value means: an integer, an alternative, or a word for yes or no; -1 for none."""
    alternatives = open_alternatives(game)
    if alternatives:
        return find_alternative(game, alternatives, value)
    if isinstance(value, bool):
        return int(value)
    if (number := read_number(value)) is not None:
        return number
    word = value.casefold() if isinstance(value, str) else ""
    if word in YES and 1 in candidates:
        return 1
    return 0 if word in NO and 0 in candidates else -1


def yes(seat: int) -> Interpretation:
    """Return the answer yes of a player."""
    return Interpretation(seat, scenario_game.YES)


def implies_yes(game: ScenarioGame, seat: int, value: object) -> bool:
    """Return whether a value answers a yes-or-no prompt with yes, because only the prompt after it takes the value."""
    return game.s.stack[-1].purpose(game.s, seat) == nr.ASK_YES_OR_NO and str(value).casefold() not in (
        *YES,
        *NO,
        "0",
        "1",
    )


def is_prompted_about(game: ScenarioGame, seat: int, value: object) -> bool:
    """Return whether a player has a prompt that takes values of this kind."""
    codes = list_choices(game, seat)
    if not codes:
        return False
    kinds = {kind_of(c) for c in codes if kind_of(c)}
    if act_of(codes[0]) == CHOOSE_MANY:
        kinds = {getattr(game.s.stack[-1], "what", nr.A_CARD)}
    if str(value).casefold() in NO_CHOICE:
        return option(CHOOSE) in codes
    if game.names.card(str(value)) is not None:
        return bool(kinds & {nr.A_CARD, nr.A_MONSTER})
    return any(find_candidate(game, kind, value, [target_of(c) for c in codes]) >= 0 for kind in kinds)


def take_automatic_choice(game: ScenarioGame, seat: int, value: object) -> bool:
    """Remove the automatic answer that a value names; return whether there was one."""
    name = game.names.card(str(value))
    if name is not None:
        cards = [c for c in game.all_cards() if name.fits(game.s.cards[c])]
        found = game.automatic.take(seat, CARD, [d.index for d in name.defs])
        return game.automatic.take(seat, PICK, cards) or found
    kind = find_token_kind(game, value)
    if kind >= 0:
        return game.automatic.take(seat, TOKEN, [kind])
    number = read_number(value)
    # Scenarios count alternatives from 1, the engine from 0.
    picks = [game.names.player(value)] if number is None else [number, number - 1]
    return game.automatic.take(seat, PICK, [pick for pick in picks if pick >= 0])


def candidates_text(game: ScenarioGame, seat: int) -> str:
    """Return a phrase that lists the cards or players a player can choose; empty for other candidates."""
    codes = list_choices(game, seat)
    if codes and act_of(codes[0]) == CHOOSE_MANY:
        form = runtime.form(game.s, seat, codes[0])
        kind, candidates = getattr(game.s.stack[-1], "what", nr.NOTHING), form.candidates
        count = f"{form.min_picks} to {form.max_picks} of "
    else:
        kind = max([kind_of(code) for code in codes], default=nr.NOTHING)
        candidates, count = [target_of(code) for code in codes if kind_of(code)], ""
    if kind == nr.A_CARD:
        names = ", ".join(game.s.cards[card].name for card in candidates)
    else:
        names = ", ".join(game.player_name(other) for other in candidates) if kind == nr.A_SEAT else ""
    return f"{game.player_name(seat)} is offered {count}{names}; " if names else ""
