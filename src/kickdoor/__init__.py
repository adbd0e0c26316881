"""kickdoor: play, simulate and study the kick-open-the-door family of card games.

Make a game and see who is asked for what:

>>> from kickdoor import load_catalog, known_sets, new_game
>>> rules = load_catalog(known_sets()[:1])
>>> game = new_game(rules, seats=3, seed="doctest")
>>> game.phase, len(game.prompts())
('setup', 3)

Everybody may play cards of the starting hand, and says when that is done:

>>> for seat in range(3):
...     events = game.answer(seat, "done")
>>> game.phase, game.prompts()[0].word
('arrange', 'arrange')

An option is answered by its key. What is not possible is refused with the rules that forbid it, and changes nothing:

>>> "kick" in game.prompt(game.turn).options
True
>>> other = (game.turn + 1) % 3
>>> game.why_not(other, "kick").rules()[0]
'TURN-04'

Each seat sees what it may know, and nothing else; a copy plays on by itself; a saved game goes on where it was:

>>> view = game.observe(other)
>>> twin = game.copy()
>>> events = twin.answer(twin.turn, "kick")
>>> game.phase
'arrange'
>>> from kickdoor import Game
>>> Game.load(game.save(), rules).save() == game.save()
True
"""

from kickdoor.catalog.load import known_sets, load_catalog
from kickdoor.engine.cards.ruleset import Options, RuleSet
from kickdoor.engine.machine.errors import BadData, EngineError, ForeignAnswer, IllegalAnswer, Refused, StaleAnswer
from kickdoor.engine.machine.prompts import Answer, Form, Prompt
from kickdoor.game import Game, new_game
from kickdoor.view.observe import Observation

__version__ = "0.2.0"

__all__ = [
    "Answer", "BadData", "EngineError", "ForeignAnswer", "Form", "Game", "IllegalAnswer", "Observation", "Options",
    "Prompt", "Refused", "RuleSet", "StaleAnswer", "known_sets", "load_catalog", "new_game",
]  # fmt: skip
