"""The main class of the public API: a game that is made, read, played, copied, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kickdoor import notebook
from kickdoor.card_index import Card, Sets, mix
from kickdoor.catalog.toml_reader import suggest
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData, ForeignAnswer, IllegalAnswer, Refused, StaleAnswer
from kickdoor.engine.machine.prompts import FORM_BIT, Answer
from kickdoor.engine.rules.turn.new_game import new_state
from kickdoor.engine.rules.turn.windows import answering_order, last_actor
from kickdoor.engine.state.codec import options_from_dict, state_from_json, state_to_json
from kickdoor.engine.state.state import State
from kickdoor.event import SPECTATOR, Event, tell
from kickdoor.option import Option, Pick, Verdict, whole_numbers
from kickdoor.players import Fight, Player, cards_of
from kickdoor.rng import Rng, normalize_seed
from kickdoor.text.options_text import prompt_text
from kickdoor.view.observation import Observation
from kickdoor.view.observe import observe

if TYPE_CHECKING:
    from kickdoor.autoplay import Bots, Result, Watcher
    from kickdoor.seat_view import SeatView


class Game:
    """One game. A player changes it by taking an option; the changes are returned as events.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed="doctest")
    >>> game
    <Game of deluxe: 3 players, setup; asked: Seat 1, Seat 2, Seat 0>
    >>> while not game.is_over and game.turns < 10:
    ...     seat = game.asked[0]
    ...     events = game.do(game.options(seat)[0])
    >>> game.turns, game.levels
    (10, [1, 1, 1])

    A copy is independent of the game. A saved game continues where it was:

    >>> twin = game.copy()
    >>> result = twin.play("random")
    >>> game.turns, twin.is_over or twin.turns > 200
    (10, True)
    >>> kd.Game.load(game.save()).save() == game.save()
    True
    """

    __slots__ = ("_names", "_state")

    def __init__(self, state: State, names: Sequence[str] = ()) -> None:
        """Wrap a state of the engine; call `new_game` or `Game.load` instead."""
        self._state = state
        self._names = seat_names(len(state.seats), names)

    # Properties

    @property
    def sets(self) -> list[str]:
        """The card sets of the mix."""
        return self._state.rules.sets[:]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self._state.seats)

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return self._names[:]

    @property
    def phase(self) -> str:
        """The phase of the turn as a word: setup, arrange, door, combat, …, over."""
        return nr.PHASES[self._state.phase]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._state.turn

    @property
    def turns(self) -> int:
        """The number of turns that have begun."""
        return self._state.turns

    @property
    def levels(self) -> list[int]:
        """The Levels of all players, by seat."""
        return [seat.level for seat in self._state.seats]

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the game continues."""
        return self._state.winners[:]

    @property
    def is_over(self) -> bool:
        """Whether a player has won."""
        return self._state.phase == nr.OVER

    @property
    def players(self) -> list[Player]:
        """The players by seat, with Level, strength and cards in play."""
        return [Player(self._state, self._names, seat) for seat in range(self.seats)]

    @property
    def fight(self) -> Fight | None:
        """The fight in progress; None if there is none."""
        return None if self._state.fight is None else Fight(self._state, self._names)

    def hand(self, seat: int) -> list[Card]:
        """List the cards in the hand of a seat. The game knows all hands; `view` shows only what a seat may know."""
        return cards_of(self._state, self._state.seats[self._seat(seat)].hand)

    # Options and actions

    @property
    def asked(self) -> list[int]:
        """The seats with a prompt that the game waits for, in answering order; empty once it is over."""
        s = self._state
        mask = runtime.prompted_seats(s)
        if not mask:
            return []
        return [seat for seat in answering_order(s, last_actor(s)) if mask >> seat & 1]

    def question(self, seat: int) -> str:
        """Return the prompt of a seat as a sentence. Without a prompt, it says that the seat may act at any time."""
        return prompt_text(self._state, runtime.prompt(self._state, self._seat(seat)), self._names)

    def options(self, seat: int) -> list[Option]:
        """List all legal options of a seat, prompted or not. The first is safe and lets the game continue."""
        codes = runtime.legal_options(self._state, self._seat(seat))[:]
        if not codes:
            return []
        # Copy the state, so that options keep the text they had when they were listed.
        moment = self._state.copy()
        return [Option(moment, self._names, seat, code) for code in codes]

    def option(self, seat: int, key: str) -> Option:
        """Return the option with a key. Raise IllegalAnswer with the rules that forbid it if it is not legal now."""
        code = self._code(seat, key)
        if code not in runtime.legal_options(self._state, seat):
            raise self._refusal(Answer(seat, code))
        return Option(self._state.copy(), self._names, seat, code)

    def why_not(self, seat: int, key: str, picks: Iterable[int | Pick] = ()) -> Verdict:
        """Return the verdict on an action: whether it is legal and, if not, every reason with its rules."""
        answer = Answer(seat, self._code(seat, key), whole_numbers(picks))
        verdict = p.Verdict(True)
        try:
            runtime.check(self._state, answer)
        except Refused as refused:
            runtime.explain(self._state, seat, answer.code, answer.picks, verdict)
            if verdict.legal:
                verdict.deny(p.Reason(refused.code, refused.rules))
        return Verdict(verdict)

    def do(
        self, option: Option | str, picks: Iterable[int | Pick] | None = None, seat: int | None = None
    ) -> list[Event]:
        """Take an option and return the events. An illegal action raises IllegalAnswer and changes nothing.

        Pass an option, or a key together with `seat`. A form without picks gets its default picks: legal ones that give
        away as little as possible.
        """
        return self.tell(self.apply(self.answer_to(option, picks, seat)))

    # Views and copies

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return everything a seat may know as plain data; seat -1 is a spectator."""
        return observe(self._state, seat if seat == SPECTATOR else self._seat(seat))

    def view(self, seat: int) -> SeatView:
        """Return the view of a seat, as a bot receives it."""
        from kickdoor.seat_view import make_seat_view  # a view makes games, so the two modules import each other

        return make_seat_view(self._state, self._seat(seat), self._names)

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        return Game(self._state.copy(), self._names)

    def fork(self, seed: str | int) -> Game:
        """Return a copy with dice and shuffles that differ from those of this game and depend only on the seed.

        The decks keep their order. To sample the hidden cards as well, call `worlds` of a seat's view.
        """
        twin = self.copy()
        twin._state = self._state.fork(Rng(seed).drawn)
        return twin

    def save(self) -> str:
        """Return the whole game as canonical JSON."""
        return state_to_json(self._state)

    @classmethod
    def load(
        cls, text: str, sets: Sets | None = None, folders: Iterable[str | Path] = (), names: Sequence[str] = ()
    ) -> Game:
        """Read a saved game. The text names its sets; custom sets need their folders.

        A game that was saved with other rules or cards continues with the current ones. Raise BadData if one of its
        cards no longer exists, or if a card in the middle of its effect has changed.
        """
        rules = mix(sets_of(text) if sets is None else sets, folders)
        return cls(state_from_json(text, rules, same_cards=False), names)

    def play(self, bots: Bots, seed: str | int = 0, max_turns: int = 200, watch: Watcher | None = None) -> Result:
        """Let bots play the game to its end: one name or class for all seats, or one for each.

        `watch` is called with every event as it happens.

        >>> import kickdoor as kd
        >>> kd.new_game("star", seats=3, seed=5).play(["normal", "random", "random"]).winners
        [0]
        """
        from kickdoor.autoplay import finish

        return finish(self, bots, seed, max_turns, watch)

    # Access to the engine

    @property
    def state(self) -> State:
        """The internal state of the engine; its structure may change with every version."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    def answer_to(
        self, option: Option | str, picks: Iterable[int | Pick] | None = None, seat: int | None = None
    ) -> Answer:
        """Convert an option to an answer of the engine. Raise an error if it is not legal."""
        if isinstance(option, str):
            if seat is None:
                raise BadData(f"the key '{option}' needs a seat; pass seat=…")
            option = self.option(seat, option)
        if not isinstance(option, Option):
            raise BadData(f"expected an option, got {option!r}; take one of game.options(seat)")
        if seat is not None and option.seat != self._seat(seat):
            raise ForeignAnswer("no_such_seat", [], f"the option belongs to seat {option.seat}, not to seat {seat}")
        filled = option.picks if picks is None else whole_numbers(picks)
        answer = Answer(option.seat, option._code, None if filled is None else list(filled), option._question())
        self._check(answer, fill=filled is None)
        return answer

    def tell(self, events: list[ev.Event]) -> list[Event]:
        """Convert events of the engine to events of the public API."""
        return tell(self._state, events, self._names)

    def apply(self, answer: Answer) -> list[ev.Event]:
        """Apply an answer of the engine and return the events of the engine."""
        emitted: list[ev.Event] = []
        s = self._state
        s.events = emitted
        try:
            runtime.apply(s, answer)
        finally:
            s.events = None
        return emitted

    def _seat(self, seat: object) -> int:
        """Return the seat, or raise ForeignAnswer if there is no such seat."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise ForeignAnswer("no_such_seat", [], f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")
        return seat

    def _code(self, number: object, key: object) -> int:
        """Parse a key. Raise IllegalAnswer with the most similar keys if it cannot be parsed."""
        seat = self._seat(number)
        code = p.parse(key) if isinstance(key, str) else -1
        if code < 0:
            legal_keys = [p.key(code) for code in runtime.legal_options(self._state, seat)]
            hint = suggest(str(key), legal_keys) or f"; legal options of seat {seat}: {', '.join(legal_keys) or 'none'}"
            raise IllegalAnswer("bad_key", [], f"{str(key)[:60]!r} is not an option{hint}")
        return code

    def _check(self, answer: Answer, fill: bool) -> None:
        """Raise an error in words if the answer is illegal. With `fill`, use the default picks of a form."""
        s = self._state
        self._seat(answer.seat)
        if fill and answer.code & FORM_BIT and answer.code in runtime.legal_options(s, answer.seat):
            answer.picks = runtime.form(s, answer.seat, answer.code).default(s)
        if answer.picks and not answer.code & FORM_BIT and answer.code in runtime.legal_options(s, answer.seat):
            raise IllegalAnswer("bad_picks", [], f"'{p.key(answer.code)}' takes no picks; pass it without picks")
        try:
            runtime.check(s, answer)
        except StaleAnswer as stale:
            raise StaleAnswer(
                stale.code, stale.rules, "the prompt of this option has ended; list the options again"
            ) from None
        except Refused:
            raise self._refusal(answer) from None

    def _refusal(self, answer: Answer) -> IllegalAnswer:
        """Return the error for an illegal answer: the reasons, or the legal options if no rule gives a reason."""
        verdict = p.Verdict(True)
        runtime.explain(self._state, answer.seat, answer.code, answer.picks, verdict)
        if verdict.reasons:
            return IllegalAnswer(verdict.reasons[0].code, verdict.rules(), str(Verdict(verdict)))
        legal_keys = ", ".join(p.key(code) for code in runtime.legal_options(self._state, answer.seat)) or "nothing"
        return IllegalAnswer("not_now", [], f"'{p.key(answer.code)}' is not possible now; legal options: {legal_keys}")

    def __repr__(self) -> str:
        what = ", ".join(self.sets)
        if self.is_over:
            who = " and ".join(self._names[seat] for seat in self.winners)
            return f"<Game of {what}: {self.seats} players, over after {self.turns} turns; won by {who}>"
        turn = f"turn {self.turns}, {self._names[self.turn]}, " if self.turns else ""
        asked = ", ".join(self._names[seat] for seat in self.asked)
        return f"<Game of {what}: {self.seats} players, {turn}{self.phase}; asked: {asked}>"

    def __str__(self) -> str:
        lines = [repr(self)[1:-1], *(repr(player)[1:-1] for player in self.players)]
        return "\n".join([*lines, *(self.fight.explained if self.fight is not None else [])])

    def _repr_html_(self) -> str:
        """Return the table as HTML, for notebooks."""
        return notebook.table_html(self._state, self._names)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()


def new_game(
    sets: Sets | None = None,
    seats: int = 4,
    seed: str | int = 0,
    *,
    options: RuleOptions | Mapping[str, object] | None = None,
    names: Sequence[str] = (),
    sexes: Sequence[str] = (),
    folders: Iterable[str | Path] = (),
) -> Game:
    """Make a game that waits for the first plays from the starting hands.

    `sets` is a name, several names separated by commas, `all`, or a list. `folders` contain custom sets. `options` are
    rule options by name, as listed by `kickdoor options`.

    >>> import kickdoor as kd
    >>> kd.new_game("star,cooks", seats=3, seed=1, options={"winning_level": 5}).sets
    ['cooks', 'star']
    >>> kd.new_game("delux")
    Traceback (most recent call last):
    kickdoor.BadData: there is no set 'delux'; did you mean 'deluxe'? Known are cooks, ...
    """
    rules = mix(sets, folders)
    if not isinstance(seats, int):
        raise BadData(f"seats must be a number from 3 to 6, got {seats!r}")
    for sex in sexes:
        if sex not in nr.SEXES:
            raise BadData(f"sexes must be {' or '.join(nr.SEXES)}, got {sex!r}")
    chosen = options if isinstance(options, RuleOptions) else options_from_dict(dict(options or {}))
    return Game(new_state(rules, chosen, normalize_seed(seed), seats, [nr.SEXES.index(sex) for sex in sexes]), names)


def seat_names(count: int, names: Sequence[str] = ()) -> list[str]:
    """Return the names of all seats; without names, number the seats."""
    if names and len(names) != count:
        raise BadData(f"expected {count} names, one for each seat, got {len(names)}")
    return list(names) or [f"Seat {seat}" for seat in range(count)]


def sets_of(text: str) -> list[str]:
    """Return the sets of a saved game."""
    try:
        found = json.loads(text)["sets"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadData("this is not a saved game; pass the text returned by game.save(), not a file name") from None
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
