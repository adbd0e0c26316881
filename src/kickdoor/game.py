"""The front door: make a game, read what may be done, do it, look at it, copy, save, load, have it played."""

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
    """One game: every change comes in as an option somebody takes and goes out as events.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed="doctest")
    >>> game
    <Game of deluxe: 3 players, setup; asked: Seat 1, Seat 2, Seat 0>
    >>> while not game.is_over and game.turns < 10:
    ...     seat = game.asked[0]
    ...     events = game.do(game.options(seat)[0])
    >>> game.turns, game.levels
    (10, [1, 1, 1])

    A copy plays on by itself; a saved game goes on where it was:

    >>> twin = game.copy()
    >>> result = twin.play("random")
    >>> game.turns, twin.is_over or twin.turns > 200
    (10, True)
    >>> kd.Game.load(game.save()).save() == game.save()
    True
    """

    __slots__ = ("_names", "_state")

    def __init__(self, state: State, names: Sequence[str] = ()) -> None:
        """Take over a state of the engine; use `new_game` or `Game.load`."""
        self._state = state
        self._names = seat_names(len(state.seats), names)

    # What it is

    @property
    def sets(self) -> list[str]:
        """The card sets that are mixed."""
        return self._state.rules.sets[:]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self._state.seats)

    @property
    def names(self) -> list[str]:
        """What the players are called, by seat."""
        return self._names[:]

    @property
    def phase(self) -> str:
        """The rulebook's word for the phase: setup, arrange, door, combat, …, over."""
        return nr.PHASES[self._state.phase]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._state.turn

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._state.turns

    @property
    def levels(self) -> list[int]:
        """Everybody's Level, by seat."""
        return [seat.level for seat in self._state.seats]

    @property
    def winners(self) -> list[int]:
        """Seats that have won; empty while the game goes on."""
        return self._state.winners[:]

    @property
    def is_over(self) -> bool:
        """Return whether somebody has won."""
        return self._state.phase == nr.OVER

    @property
    def players(self) -> list[Player]:
        """The players by seat, with Level, strength and all that lies before them."""
        return [Player(self._state, self._names, seat) for seat in range(self.seats)]

    @property
    def fight(self) -> Fight | None:
        """The fight under way."""
        return None if self._state.fight is None else Fight(self._state, self._names)

    def hand(self, seat: int) -> list[Card]:
        """Show the cards in somebody's hand. The game knows all; `view` shows what a seat may know."""
        return cards_of(self._state, self._state.seats[self._seat(seat)].hand)

    # What may be done

    @property
    def asked(self) -> list[int]:
        """The seats the game waits for, whoever answers first in front; nobody once it is over."""
        s = self._state
        mask = runtime.prompted_seats(s)
        if not mask:
            return []
        return [seat for seat in answering_order(s, last_actor(s)) if mask >> seat & 1]

    def question(self, seat: int) -> str:
        """Put into words what a seat is asked, or that it may do something at any time."""
        return prompt_text(self._state, runtime.prompt(self._state, self._seat(seat)), self._names)

    def options(self, seat: int) -> list[Option]:
        """List all a seat may do now, asked or not. The first is the safe one, with which the game goes on."""
        codes = runtime.legal_options(self._state, self._seat(seat))[:]
        if not codes:
            return []
        # A copy, so that options say what they said when they were listed
        moment = self._state.copy()
        return [Option(moment, self._names, seat, code) for code in codes]

    def option(self, seat: int, key: str) -> Option:
        """Find an option by its key; one that is not open now is refused with the rules that forbid it."""
        code = self._code(seat, key)
        if code not in runtime.legal_options(self._state, seat):
            raise self._refusal(Answer(seat, code))
        return Option(self._state.copy(), self._names, seat, code)

    def why_not(self, seat: int, key: str, picks: Iterable[int | Pick] = ()) -> Verdict:
        """Gather every objection to an act, in words and by rule; none means that it is legal."""
        answer = Answer(seat, self._code(seat, key), whole_numbers(picks))
        v = p.Verdict(True)
        try:
            runtime.check(self._state, answer)
        except Refused as refused:
            runtime.explain(self._state, seat, answer.code, answer.picks, v)
            if v.legal:
                v.deny(p.Reason(refused.code, refused.rules))
        return Verdict(v)

    def do(
        self, option: Option | str, picks: Iterable[int | Pick] | None = None, seat: int | None = None
    ) -> list[Event]:
        """Do what an option says and tells what happened. What is not legal is refused and changes nothing.

        A key does as well as an option if `seat` says whose it is. A form without picks is filled in as for somebody
        who says nothing: legally, giving away as little as any.
        """
        return self.tell(self.apply(self.answer_to(option, picks, seat)))

    # Looking at it

    def observe(self, seat: int = SPECTATOR) -> Observation:
        """Return all that a seat may know as plain data; seat -1 is a spectator."""
        return observe(self._state, seat if seat == SPECTATOR else self._seat(seat))

    def view(self, seat: int) -> SeatView:
        """Return the game as a seat sees it: what a bot gets."""
        from kickdoor.seat_view import make_seat_view  # a view imagines games, so the two know each other

        return make_seat_view(self._state, self._seat(seat), self._names)

    def copy(self) -> Game:
        """Copy the game; the copy may be played on freely."""
        return Game(self._state.copy(), self._names)

    def fork(self, seed: str | int) -> Game:
        """Copy the game with other dice and shuffles: the same for the same seed, and none that this game will see.

        The decks lie as they do here. Where the cards to come are to be others too, ask a seat's view for `worlds`.
        """
        twin = self.copy()
        twin._state = self._state.fork(Rng(seed).drawn)
        return twin

    def save(self) -> str:
        """Write the whole game as canonical JSON."""
        return state_to_json(self._state)

    @classmethod
    def load(
        cls, text: str, sets: Sets | None = None, folders: Iterable[str | Path] = (), names: Sequence[str] = ()
    ) -> Game:
        """Read a saved game. It knows its sets by itself; custom sets need their folders.

        One that was saved under other rules or with other cards goes on under the present ones. `BadData` if one of its
        cards is gone, or does something else and is being carried out.
        """
        rules = mix(sets_of(text) if sets is None else sets, folders)
        return cls(state_from_json(text, rules, same_cards=False), names)

    def play(self, bots: Bots, seed: str | int = 0, max_turns: int = 200, watch: Watcher | None = None) -> Result:
        """Have the game played to its end by bots: one name or class for all seats, or one for each.

        `watch` is told every event as it happens.

        >>> import kickdoor as kd
        >>> kd.new_game("star", seats=3, seed=5).play(["normal", "random", "random"]).winners
        [0]
        """
        from kickdoor.autoplay import finish

        return finish(self, bots, seed, max_turns, watch)

    # The engine underneath

    @property
    def state(self) -> State:
        """The engine's own state, for code that knows the engine; it may change with every version."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state

    def answer_to(
        self, option: Option | str, picks: Iterable[int | Pick] | None = None, seat: int | None = None
    ) -> Answer:
        """Make the engine's answer of an option; what is not legal is refused."""
        if isinstance(option, str):
            if seat is None:
                raise BadData(f"whose option is '{option}'? Say it with seat=…")
            option = self.option(seat, option)
        if not isinstance(option, Option):
            raise BadData(f"{option!r} is no option; take one of game.options(seat)")
        if seat is not None and option.seat != self._seat(seat):
            raise ForeignAnswer("no_such_seat", [], f"this is an option of seat {option.seat}, not of seat {seat}")
        filled = option.picks if picks is None else whole_numbers(picks)
        answer = Answer(option.seat, option._code, None if filled is None else list(filled), option._question())
        self._check(answer, fill=filled is None)
        return answer

    def tell(self, events: list[ev.Event]) -> list[Event]:
        """Return in words what the engine told just now."""
        return tell(self._state, events, self._names)

    def apply(self, answer: Answer) -> list[ev.Event]:
        """Take an answer of the engine's own sort and gives the engine's own events."""
        told: list[ev.Event] = []
        s = self._state
        s.events = told
        try:
            runtime.apply(s, answer)
        finally:
            s.events = None
        return told

    def _seat(self, seat: object) -> int:
        """Return a seat back if there is one of that number."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise ForeignAnswer("no_such_seat", [], f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")
        return seat

    def _code(self, number: object, key: object) -> int:
        """Read a key; one that cannot be read gets what was probably meant."""
        seat = self._seat(number)
        code = p.parse(key) if isinstance(key, str) else -1
        if code < 0:
            open_now = [p.key(code) for code in runtime.legal_options(self._state, seat)]
            hint = suggest(str(key), open_now) or f"; open to seat {seat} are: {', '.join(open_now) or 'none'}"
            raise IllegalAnswer("bad_key", [], f"{str(key)[:60]!r} is no option{hint}")
        return code

    def _check(self, answer: Answer, fill: bool) -> None:
        """Raise if the answer cannot be taken, with a sentence; fills in a form nobody has filled in."""
        s = self._state
        self._seat(answer.seat)
        if fill and answer.code & FORM_BIT and answer.code in runtime.legal_options(s, answer.seat):
            answer.picks = runtime.form(s, answer.seat, answer.code).default(s)
        if answer.picks and not answer.code & FORM_BIT and answer.code in runtime.legal_options(s, answer.seat):
            raise IllegalAnswer("bad_picks", [], f"'{p.key(answer.code)}' takes no picks: do it as it is")
        try:
            runtime.check(s, answer)
        except StaleAnswer as stale:
            raise StaleAnswer(
                stale.code, stale.rules, "the question this answers is no longer asked; list the options anew"
            ) from None
        except Refused:
            raise self._refusal(answer) from None

    def _refusal(self, answer: Answer) -> IllegalAnswer:
        """Return in words why an answer is not legal, and what would be where no rule says it."""
        v = p.Verdict(True)
        runtime.explain(self._state, answer.seat, answer.code, answer.picks, v)
        if v.reasons:
            return IllegalAnswer(v.reasons[0].code, v.rules(), str(Verdict(v)))
        open_now = ", ".join(p.key(code) for code in runtime.legal_options(self._state, answer.seat)) or "nothing"
        return IllegalAnswer(
            "not_now", [], f"'{p.key(answer.code)}' is not among the things to do now; open to it is: {open_now}"
        )

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
        """Show the table, for notebooks."""
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
    """Make a game that waits for the plays of the starting hands.

    `sets` is a name, several with commas between them, `all`, or a list; `folders` hold sets of one's own. `options`
    are table options by name, as `kickdoor options` lists them.

    >>> import kickdoor as kd
    >>> kd.new_game("star,cooks", seats=3, seed=1, options={"winning_level": 5}).sets
    ['cooks', 'star']
    >>> kd.new_game("delux")
    Traceback (most recent call last):
    kickdoor.BadData: there is no set 'delux'; did you mean 'deluxe'? Known are cooks, ...
    """
    rules = mix(sets, folders)
    if not isinstance(seats, int):
        raise BadData(f"seats is a number from 3 to 6, not {seats!r}")
    for sex in sexes:
        if sex not in nr.SEXES:
            raise BadData(f"{sex!r} is no sex of a munchkin; they are {' and '.join(nr.SEXES)}")
    chosen = options if isinstance(options, RuleOptions) else options_from_dict(dict(options or {}))
    return Game(new_state(rules, chosen, normalize_seed(seed), seats, [nr.SEXES.index(sex) for sex in sexes]), names)


def seat_names(count: int, names: Sequence[str] = ()) -> list[str]:
    """Return everybody's name; seats that nobody has named are numbered."""
    if names and len(names) != count:
        raise BadData(f"there are {count} seats, but {len(names)} names")
    return list(names) or [f"Seat {seat}" for seat in range(count)]


def sets_of(text: str) -> list[str]:
    """Read which sets a saved game is of."""
    try:
        found = json.loads(text)["sets"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadData("this is no saved game: pass the text that game.save() gave, not the name of a file") from None
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
