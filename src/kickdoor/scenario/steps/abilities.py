"""Finds the abilities a step speaks of: those of cards before the players, and what a monster lets somebody do."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import prompts
from kickdoor.engine.machine.prompts import FORM_BIT, option
from kickdoor.engine.rules.plays.costs import has_form
from kickdoor.scenario.parsing.card_names import Name, plain
from kickdoor.scenario.parsing.scenario_parser import StepAction
from kickdoor.scenario.steps.scenario_game import Interpretation, ScenarioGame
from kickdoor.scenario.steps.step_targets import read_payment


def paid_ability_attempts(game: ScenarioGame, seat: int, card: int) -> list[Interpretation]:
    """List what may be done about a monster at the price of one card."""
    out: list[Interpretation] = []
    for body in [] if game.s.fight is None else game.s.fight.bodies:
        for ability in game.s.rules.defs[body.definition].abilities:
            code = option(prompts.USE, -1, nr.A_MONSTER, body.uid, way=ability.index) | FORM_BIT
            out += [Interpretation(seat, code, [card])] if has_form(ability) else []
    return out


def find_abilities(game: ScenarioGame, seat: int, text: str) -> list[tuple[int, Play]]:
    """Find the abilities a name stands for: before the player, before others, or anywhere."""
    others = [c for p in game.s.seats for c in p.play]
    name = game.names.card(text)
    for pool in (game.s.seats[seat].play, others, game.all_cards()):
        found: list[tuple[int, Play]] = []
        for card in pool:
            d = game.s.cards[card]
            for ability in d.abilities:
                mine = name is not None and name.fits(d) and (not name.number or game.find_in(name, pool) == card)
                if plain(ability.name) == plain(text) or mine:
                    found.append((card, ability))
        if found:
            return found
    return []


def monster_ability_attempts(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Read what a monster lets those do who fight it."""
    name = game.names.card(str(action.argument))
    out: list[Interpretation] = []
    for body in [] if game.s.fight is None else game.s.fight.bodies:
        d = game.s.rules.defs[body.definition]
        for ability in d.abilities:
            on = game.find_monster(action.details["on"]) if action.details.get("on") is not None else body
            named = plain(ability.name) == plain(str(action.argument)) or (name is not None and name.fits(d))
            if (named or is_trait_with_target(name, action)) and on is body:
                code = option(prompts.USE, -1, nr.A_MONSTER, body.uid, way=ability.index)
                form = FORM_BIT if has_form(ability) else 0
                out.append(Interpretation(seat, code | form, read_payment(game, seat, ability, action)))
    return out


def is_trait_with_target(name: Name | None, action: StepAction) -> bool:
    """Return whether a step uses a Class or Race on something: that may be for what a monster says of it."""
    return action.details.get("on") is not None and name is not None and name.defs[0].kind in (nr.CLASS, nr.RACE)
