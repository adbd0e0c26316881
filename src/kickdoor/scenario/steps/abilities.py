"""Lookup of the abilities that a step names: those of cards in play, and those that a monster gives its opponents."""

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
    """List the abilities of fight monsters, each paid with this card."""
    out: list[Interpretation] = []
    for monster in [] if game.s.fight is None else game.s.fight.bodies:
        for ability in game.s.rules.defs[monster.definition].abilities:
            code = option(prompts.USE, -1, nr.A_MONSTER, monster.uid, way=ability.index) | FORM_BIT
            out += [Interpretation(seat, code, [card])] if has_form(ability) else []
    return out


def find_abilities(game: ScenarioGame, seat: int, text: str) -> list[tuple[int, Play]]:
    """Find abilities by their name or that of their card, in play at this seat, at any seat, or on any card."""
    in_play = [c for p in game.s.seats for c in p.play]
    name = game.names.card(text)
    for pool in (game.s.seats[seat].play, in_play, game.all_cards()):
        found: list[tuple[int, Play]] = []
        for card in pool:
            d = game.s.cards[card]
            for ability in d.abilities:
                is_named = name is not None and name.fits(d) and (not name.number or game.find_in(name, pool) == card)
                if plain(ability.name) == plain(text) or is_named:
                    found.append((card, ability))
        if found:
            return found
    return []


def monster_ability_attempts(game: ScenarioGame, seat: int, action: StepAction) -> list[Interpretation]:
    """Interpret the use of an ability that a fight monster gives its opponents."""
    name = game.names.card(str(action.argument))
    out: list[Interpretation] = []
    for monster in [] if game.s.fight is None else game.s.fight.bodies:
        d = game.s.rules.defs[monster.definition]
        for ability in d.abilities:
            target = game.find_monster(action.details["on"]) if action.details.get("on") is not None else monster
            is_named = plain(ability.name) == plain(str(action.argument)) or (name is not None and name.fits(d))
            if (is_named or is_trait_with_target(name, action)) and target is monster:
                code = option(prompts.USE, -1, nr.A_MONSTER, monster.uid, way=ability.index)
                form = FORM_BIT if has_form(ability) else 0
                out.append(Interpretation(seat, code | form, read_payment(game, seat, ability, action)))
    return out


def is_trait_with_target(name: Name | None, action: StepAction) -> bool:
    """Return whether a step uses a Class or Race on a target, which may be a monster with an ability for it."""
    return action.details.get("on") is not None and name is not None and name.defs[0].kind in (nr.CLASS, nr.RACE)
