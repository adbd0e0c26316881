"""The view of one seat: everything that a bot receives."""

from __future__ import annotations

from kickdoor import notebook
from kickdoor.card_index import Card
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData
from kickdoor.engine.machine.prompts import FORM_BIT, Prompt
from kickdoor.engine.state.state import State
from kickdoor.game import Game
from kickdoor.option import Form, Option
from kickdoor.players import Fight, Player
from kickdoor.policies.lookahead import MAX_ANSWERS, OPEN_WAIT
from kickdoor.policies.option_codes import round_the_table
from kickdoor.rng import Rng, normalize_seed
from kickdoor.view.determinization import Determinizer, determinization_rng, fixed_determinization
from kickdoor.view.observation import Observation
from kickdoor.view.observation_reader import sample_state
from kickdoor.view.observe import observe


class SeatView:
    """The view of one seat: its prompt and its observation. Everything else is derived from these two.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed="doctest")
    >>> view = game.view(1)
    >>> view
    <SeatView of Seat 1: 6 options, Level 1, strength 1>
    >>> view.question
    'Play any starting cards you like, then choose Done.'
    >>> view.hand == game.hand(1)
    True

    Preview an option in a determinization, seen from the same seat. The game itself does not change:

    >>> view.after(view.options[0]).level
    1
    """

    __slots__ = ("_game", "_names", "_observation", "_options", "_prompt", "_rules", "_sorted", "seat")

    def __init__(
        self, observation: Observation | None, prompt: Prompt, rules: RuleSet, names: list[str] | None = None
    ) -> None:
        self._observation = observation
        self._prompt = prompt
        self._rules = rules
        self._names = [] if names is None else names
        self._game: Game | None = None
        self._sorted: list[int] | None = None
        self._options: list[Option] | None = None
        self.seat = prompt.seat
        """The seat whose view it is."""

    @property
    def observation(self) -> Observation:
        """Everything the seat may know, as plain data."""
        if self._observation is None:
            self._observation = observe(self._world, self.seat)
        return self._observation

    @property
    def question(self) -> str:
        """The prompt of the seat as a sentence."""
        return self._imagined.question(self.seat)

    @property
    def asks_for(self) -> str:
        """The kind of prompt as a word: `arrange`, `fight`, `window`, …; `any time` without a prompt."""
        return self._prompt.word

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this seat."""
        return self._prompt.blocking

    @property
    def options(self) -> list[Option]:
        """All legal options of the seat. The first is safe and lets the game continue."""
        if self._options is None:
            self._options = [self._option(code) for code in self._codes]
        return self._options

    @property
    def hand(self) -> list[Card]:
        """The cards in the hand of the seat."""
        return self._imagined.hand(self.seat)

    @property
    def me(self) -> Player:
        """The player in this seat."""
        return Player(self._world, self._imagined.names, self.seat)

    @property
    def level(self) -> int:
        """The Level of the seat."""
        return self._world.seats[self.seat].level

    @property
    def strength(self) -> int:
        """The combat strength of the seat, including the fight in progress if it takes part."""
        return self.me.strength

    @property
    def players(self) -> list[Player]:
        """All players, by seat."""
        return self._imagined.players

    @property
    def fight(self) -> Fight | None:
        """The fight in progress; None if there is none."""
        return self._imagined.fight

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._world.turn

    @property
    def turns(self) -> int:
        """The number of turns that have begun."""
        return self._world.turns

    @property
    def phase(self) -> str:
        """The phase of the turn as a word."""
        return self._imagined.phase

    @property
    def winners(self) -> list[int]:
        """The seats that have won, also in a determinization."""
        return self._imagined.winners

    def imagine(self) -> Game:
        """Return a determinization: an independent game that looks the same from this seat.

        Its hidden cards and dice are sampled. The same view always gives the same game.
        """
        return self._imagined.copy()

    def worlds(self, count: int, seed: str | int = 0) -> list[Game]:
        """Return `count` random determinizations: games that look the same from this seat.

        >>> import kickdoor as kd
        >>> view = kd.new_game("deluxe", seats=3, seed="doctest").view(0)
        >>> worlds = view.worlds(3)
        >>> [world.hand(0) == view.hand for world in worlds]
        [True, True, True]
        >>> worlds[0].hand(1) == worlds[1].hand(1)
        False
        """
        if type(count) is not int or count < 0:
            raise BadData(f"count must be an integer of at least 0, got {count!r}")
        dealer, rng = Determinizer(self._world, self.seat), Rng(f"worlds:{normalize_seed(seed)}").drawn
        return [Game(dealer.deal(rng), self._names) for _ in range(count)]

    def after(self, option: Option) -> SeatView:
        """Return the view of a determinization after the option was taken and all other seats gave default answers."""
        game = self.imagine()
        game.do(option, seat=self.seat)
        apply_defaults(game.state, self.seat)
        return look_at(game, self.seat)

    def __repr__(self) -> str:
        count = len(self._codes)
        options = f"{count} option{'' if count == 1 else 's'}"
        return f"<SeatView of {self.me.name}: {options}, Level {self.level}, strength {self.strength}>"

    def __str__(self) -> str:
        hand = ", ".join(card.name for card in self.hand) or "nothing"
        return f"{self._imagined}\nIn {self.me.name}'s hand: {hand}\n{self.question}"

    def _repr_html_(self) -> str:
        """Return the table as the seat sees it as HTML, for notebooks."""
        return notebook.table_html(self._world, self._imagined.names, self.seat)

    # Internals for the bots of this package, which use the engine directly

    @property
    def _codes(self) -> list[int]:
        """The option codes."""
        if self._sorted is None:
            self._sorted = round_the_table(self._prompt.codes, self.seat, len(self._world.seats))
        return self._sorted

    @property
    def _imagined(self) -> Game:
        """The determinization behind the view; it must not be changed."""
        if self._game is None:
            rng = determinization_rng(self.observation["serial"])
            self._game = Game(sample_state(self.observation, self._rules, rng), self._names)
        return self._game

    @property
    def _world(self) -> State:
        """The state of the determinization."""
        return self._imagined.state

    def _option(self, code: int, picks: list[int] | None = None) -> Option:
        """Make an option from its code, with its form filled in if picks are given."""
        filled = tuple(picks) if picks is not None and code & FORM_BIT else None
        return Option(self._world, self._imagined.names, self.seat, code, filled)

    def _form(self, code: int) -> Form:
        """Return the form behind an option."""
        return Form(self._world, self._imagined.names, self.seat, code)


def apply_defaults(s: State, seat: int) -> None:
    """Give default answers for all other seats until the seat has a prompt or nothing is in progress."""
    for _ in range(MAX_ANSWERS):
        mask = runtime.prompted_seats(s)
        other = (mask & -mask).bit_length() - 1
        if not mask or mask >> seat & 1 or s.stack[-1].moments(s, other) & OPEN_WAIT:
            return
        runtime.apply(s, runtime.default_answer(s, other))


def make_seat_view(state: State, seat: int, names: list[str] | None = None) -> SeatView:
    """Make the view of a seat. Only this function reads the game; a bot never does."""
    return look_at(Game(fixed_determinization(state, seat), names or ()), seat)


def look_at(game: Game, seat: int) -> SeatView:
    """Make the view of a seat on a determinization. The observation is computed only when it is read."""
    state = game.state
    view = SeatView(None, runtime.prompt(state, seat), state.rules, game.names)
    view._game = game
    return view
