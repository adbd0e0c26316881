"""Powers that work by themselves: a step may name one only where it is part of another action."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts, runtime
from kickdoor.engine.machine.prompts import USE, option
from kickdoor.scenario.parsing.card_names import plain
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.steps.choices import is_prompted
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame


def find_passive_power(game: ScenarioGame, seat: int, text: str) -> int:
    """Find the card with a power of this name, in play at this seat first; -1 if there is none.

    An Item, follower, Class or Race of the player that has no ability is found by its own name too.
    """
    own = game.s.seats[seat].play
    for pool in (own, [c for p in game.s.seats for c in p.play], game.all_cards()):
        for card in pool:
            if plain(text) in [plain(power) for power in game.s.cards[card].powers]:
                return card
    name = game.names.card(text)
    kinds = (nr.ITEM, nr.FOLLOWER, nr.CLASS, nr.RACE)
    own = [c for c in own if game.s.cards[c].kind in kinds and not game.s.cards[c].abilities]
    return -1 if name is None else game.find_in(name, own)


def has_modifier(game: ScenarioGame, card: int, query: int) -> bool:
    """Return whether a card has a modifier of this query."""
    return any(modifier.query == query for modifier in game.s.cards[card].modifiers)


def passive_power_attempts(game: ScenarioGame, seat: int, card: int) -> list[Interpretation]:
    """Interpret the use of a power that works by itself; one that changes looting the room means looting it."""
    refused = Interpretation(seat, option(USE, card, way=len(game.s.cards[card].abilities)))
    if card in game.s.seats[seat].play and has_modifier(game, card, nr.Q_LOOT_CHOOSE):
        return [Interpretation(seat, option(prompts.LOOT_ROOM)), refused]
    return [refused]


def is_passive_power(game: ScenarioGame, seat: int, action: StepAction) -> bool:
    """Return whether a step names a power of the player that works by itself."""
    card = find_passive_power(game, seat, str(action.argument)) if action.verb == "use" else -1
    return card >= 0 and card in game.s.seats[seat].play


def is_draw_payment(game: ScenarioGame, seat: int, action: StepAction) -> bool:
    """Return whether a step names a power that costs a card for each face-up draw, and that card."""
    if not is_passive_power(game, seat, action) or action.details.get("discarding") is None:
        return False
    return has_modifier(game, find_passive_power(game, seat, str(action.argument)), nr.Q_DRAWS_DISCARDS)


def is_prompted_for_draw_payment(game: ScenarioGame, seat: int) -> bool:
    """Return whether a player is prompted for the card that pays for a draw."""
    return bool(game.s.stack) and is_prompted(game, seat) and runtime.prompt(game.s, seat).purpose == nr.ASK_PAY
