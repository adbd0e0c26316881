"""kickdoor: play, simulate and study the kick-open-the-door family of card games.

Public names; the help of each has an example:

    new_game(sets, seats, seed)   make a Game; Game.load reads a saved one
    Game                          asked, options, do, why_not, view, observe, players, fight, copy, fork, save, play
    Option, Form, Pick            a legal action, and the picks it needs
    Event                         something that happened: a word, and a sentence for a reader
    Verdict                       whether an action is legal, and the rules that forbid it
    Player, Fight                 the players and the fight in progress
    SeatView, Observation         what one seat may know, as an object and as plain data
    Bot, Rng                      the base class of a custom bot, and its random numbers
    play(bots, sets, seed)        play a whole game and return a Result
    playout(game, bots, turns)    continue a copy of a game with other dice
    card(name), cards(sets)       find a Card, or list those of some sets
    known_sets()                  the card sets that come with the package
    KickdoorError                 the base class of all errors: BadData, Refused (IllegalAnswer, StaleAnswer,
                                  ForeignAnswer), EngineError

Play a game by taking the first option, which is always the safe one that lets the game continue:

>>> import kickdoor as kd
>>> game = kd.new_game("deluxe", seats=4, seed=7, names=["Aric", "Bo", "Cleo", "Dan"])
>>> while game.turns < 3:
...     seat = game.asked[0]
...     for event in game.do(game.options(seat)[0]):
...         if event.word == "door_kicked":
...             print(event)
Aric kicks open the door: Wandering Monster!
Bo kicks open the door: Super Munchkin!

A seat sees only what it may know. An illegal action is refused with the rules that forbid it:

>>> view = game.view(0)
>>> print(game.why_not(1, "kick"))
It isn't your turn. (TURN-04, TURN-05, MONSTER-03, AMB-109)

Let bots play the rest:

>>> print(game.play(["nasty", "normal", "easy", "random"]))
nasty (seat 0) wins after 53 turns: Levels 10, 6, 3, 2
"""

from kickdoor import startup  # noqa: F401  (before the imports that take time)

# isort: split
from kickdoor import pickling
from kickdoor.autoplay import Result, play, playout
from kickdoor.bot import Bot
from kickdoor.card_index import Card, card, cards
from kickdoor.catalog.loader import known_sets
from kickdoor.engine.machine.errors import (
    BadData,
    EngineError,
    ForeignAnswer,
    IllegalAnswer,
    KickdoorError,
    Refused,
    StaleAnswer,
)
from kickdoor.event import Event
from kickdoor.game import Game, new_game
from kickdoor.option import Form, Option, Pick, Verdict
from kickdoor.players import Fight, Player
from kickdoor.rng import Rng
from kickdoor.seat_view import SeatView
from kickdoor.view.observation import Observation

__version__ = "0.2.0"

__all__ = [
    "BadData", "Bot", "Card", "EngineError", "Event", "Fight", "ForeignAnswer", "Form", "Game", "IllegalAnswer",
    "KickdoorError", "Rng", "Observation", "Option", "Pick", "Player", "Refused", "Result", "SeatView", "StaleAnswer",
    "Verdict", "card", "cards", "known_sets", "new_game", "play", "playout",
]  # fmt: skip

pickling.register()
for error in (KickdoorError, BadData, Refused, IllegalAnswer, StaleAnswer, ForeignAnswer, EngineError):
    error.__module__ = __name__  # so that tracebacks show kickdoor.BadData
del error
