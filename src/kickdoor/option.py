"""Options, their forms and picks, and verdicts on illegal actions."""

from __future__ import annotations

from collections.abc import Iterable

from kickdoor.card_index import Card
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.errors import BadData, IllegalAnswer
from kickdoor.engine.machine.prompts import FORM_BIT
from kickdoor.engine.rules.fight.dice import body_of
from kickdoor.engine.state.state import State
from kickdoor.policies.play_limits import FREE_ACTIONS_MASK
from kickdoor.rng import Rng
from kickdoor.text.options_text import option_text
from kickdoor.text.picks_text import card_picked, pick_text
from kickdoor.text.reasons_text import verdict_text


class Option:
    """One legal action of a player.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed="doctest")
    >>> option = game.options(0)[0]
    >>> option
    <Option done: "Done">
    >>> option.key, option.act, option.is_form, option.card
    ('done', 'done', False, None)

    An option does not change after it was listed, even if the game continues.
    """

    __slots__ = ("_code", "_names", "_state", "picks", "seat")

    def __init__(self, state: State, names: list[str], seat: int, code: int, picks: tuple[int, ...] | None = None):
        self._state = state
        self._names = names
        self._code = code
        self.seat = seat
        """The seat that has the option."""
        self.picks = picks
        """The picks of the form; None until `filled` sets them."""

    @property
    def key(self) -> str:
        """The key of the option, as in records: `kick`, `play:17>seat2`. The key of a form ends with an asterisk."""
        return p.key(self._code)

    @property
    def act(self) -> str:
        """The kind of action as a word, such as `play`, `equip` or `pass`."""
        return p.ACTS[p.act_of(self._code)]

    @property
    def text(self) -> str:
        """The option as a sentence, such as "Play Magic Missile for the munchkins"."""
        return option_text(self._state, self.seat, self._code, self._names)

    @property
    def card(self) -> Card | None:
        """The card that is played, used, worn or discarded; None if there is none."""
        return self._card(p.card_of(self._code))

    @property
    def second(self) -> Card | None:
        """The monster from the hand that is played with the card; None if there is none."""
        return self._card(p.second_of(self._code))

    @property
    def aim(self) -> str:
        """The kind of target: `seat`, `monster`, `card`, `side`, `counter`, `number`, or an empty string."""
        kind = p.kind_of(self._code)
        return nr.TARGETS[kind] if kind else ""

    @property
    def target(self) -> Card | int | str | None:
        """The target: a card or monster, the number of a seat, or the word for a side or a kind of token."""
        kind, target = p.kind_of(self._code), p.target_of(self._code)
        if kind == nr.A_CARD:
            return self._card(target)
        if kind == nr.A_MONSTER:
            body = body_of(self._state, target)
            rules = self._state.rules
            return None if body is None else Card(rules, rules.defs[body.definition], body.card)
        if kind == nr.A_SIDE:
            return nr.SIDES[target]
        if kind == nr.A_COUNTER:
            return self._state.rules.counters[target]
        return target if kind else None

    @property
    def is_form(self) -> bool:
        """Whether the option needs picks, such as the Items to sell or the terms to offer."""
        return self._code & FORM_BIT != 0

    @property
    def is_free_action(self) -> bool:
        """Whether this is a free action, which consumes nothing (see `kickdoor.policies.play_limits`).

        A search must limit the number of free actions, or a turn might never end.
        """
        return FREE_ACTIONS_MASK >> p.act_of(self._code) & 1 == 1

    @property
    def form(self) -> Form:
        """The form of the option. Raise BadData if it has none."""
        if not self.is_form:
            raise BadData(f"'{self.key}' has no form; take it without picks")
        return Form(self._state, self._names, self.seat, self._code)

    def filled(self, picks: Iterable[int | Pick] | None = None) -> Option:
        """Return this option with its form filled in; without picks, use the default picks."""
        form = self.form
        chosen = form.default() if picks is None else form.complete(whole_numbers(picks))
        return Option(self._state, self._names, self.seat, self._code, tuple(chosen))

    def _choice(self) -> tuple[int, list[int]]:
        """Return the option code and the picks; a form without picks gets its default picks."""
        if self.picks is None:
            return self._code, self.form.default() if self.is_form else []
        return self._code, list(self.picks)

    def _question(self) -> int:
        """Return the id of the prompt, so that the option cannot answer another one; -1 for an interjection."""
        return runtime.prompt(self._state, self.seat).id

    def _card(self, card: int) -> Card | None:
        s = self._state
        return Card(s.rules, s.cards[card], card) if 0 <= card < len(s.cards) else None

    def __repr__(self) -> str:
        picks = f" with {list(self.picks)}" if self.picks is not None else ""
        return f'<Option {self.key}{picks}: "{self.text}">'

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and (self.seat, self._code, self.picks) == (
            other.seat, other._code, other.picks,
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.seat, self._code, self.picks))


class Pick:
    """One choice in a form.

    >>> import kickdoor as kd
    >>> kd.Pick(3, "Chainsaw of Bloody Dismemberment")
    <Pick 3: Chainsaw of Bloody Dismemberment>
    """

    __slots__ = ("card", "text", "value")

    def __init__(self, value: int, text: str, card: Card | None = None) -> None:
        self.value = value
        """The number that is passed as a pick."""
        self.text = text
        self.card = card
        """The card that the pick stands for; None if it is not a card."""

    def __repr__(self) -> str:
        return f"<Pick {self.value}: {self.text}>"


class Form:
    """The picks that an option needs, with help to find legal ones.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=2)
    >>> while not any(option.act == "sell" for option in game.options(game.asked[0])):
    ...     events = game.do(game.options(game.asked[0])[0])
    >>> sale = next(option for option in game.options(game.asked[0]) if option.act == "sell")
    >>> sale.form.fits(sale.form.default())
    True
    >>> sale.form.check([]).legal
    False
    """

    __slots__ = ("_code", "_form", "_names", "_state", "seat")

    def __init__(self, state: State, names: list[str], seat: int, code: int) -> None:
        self._state = state
        self._names = names
        self._code = code
        self._form = runtime.form(state, seat, code)
        self.seat = seat

    @property
    def min_picks(self) -> int:
        """The minimum number of picks."""
        return self._form.min_picks

    @property
    def max_picks(self) -> int:
        """The maximum number of picks."""
        return self._form.max_picks

    @property
    def values(self) -> list[int]:
        """The numbers to pick from; `choices` explains them."""
        return self._form.menu(self._state)[:]

    @property
    def choices(self) -> list[Pick]:
        """The picks to choose from, with their texts."""
        s, form = self._state, self._form
        out = []
        for value in self.values:
            card = card_picked(form, value)
            shown = Card(s.rules, s.cards[card], card) if card >= 0 else None
            out.append(Pick(value, pick_text(s, form, self._code, value, self._names), shown))
        return out

    def fits(self, picks: Iterable[int | Pick]) -> bool:
        """Return whether the picks are legal."""
        return self._form.check(self._state, self.complete(picks), p.Verdict(False))

    def check(self, picks: Iterable[int | Pick]) -> Verdict:
        """Return the verdict on the picks, with every reason against them."""
        verdict = p.Verdict(True)
        self._form.check(self._state, self.complete(picks), verdict)
        return Verdict(verdict)

    def default(self) -> list[int]:
        """Return legal picks that give away as little as possible."""
        return self._form.default(self._state)

    def sample(self, rng: Rng) -> list[int]:
        """Return random legal picks."""
        return self._form.sample(self._state, rng.drawn)

    def complete(self, picks: Iterable[int | Pick]) -> list[int]:
        """Return the picks in full: cards for Charity are assigned to the players who get them."""
        return self._form.complete(whole_numbers(picks))

    def __reduce__(self) -> tuple[object, ...]:
        return Form, (self._state, self._names, self.seat, self._code)

    def __repr__(self) -> str:
        count = str(self.min_picks) if self.min_picks == self.max_picks else f"{self.min_picks} to {self.max_picks}"
        return f"<Form of {p.key(self._code)}: {count} of {len(self.values)}>"


def whole_numbers(picks: object) -> list[int]:
    """Convert picks to numbers: integers, or `Pick` objects of a form. Raise IllegalAnswer for anything else."""
    found: list[int] = []
    for pick in picks if isinstance(picks, Iterable) else [picks]:
        value = pick.value if isinstance(pick, Pick) else pick
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 20:
            raise IllegalAnswer("bad_picks", [], f"{pick!r} is not a pick; take some of option.form.choices")
        found.append(value)
    return found


class Verdict:
    """Whether an action is legal and, if not, every reason against it. A verdict is true if the action is legal.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed=1)
    >>> verdict = game.why_not(0, "kick")
    >>> verdict.legal, verdict.rules
    (False, ['CHAR-10', 'CHAR-11'])
    >>> print(verdict)
    You can't do that before the game has begun. (CHAR-10, CHAR-11)
    """

    __slots__ = ("codes", "legal", "reasons", "rules")

    def __init__(self, found: p.Verdict) -> None:
        self.legal = found.legal
        self.reasons = verdict_text(found)
        """The reasons as sentences with their rule ids."""
        self.rules = found.rules()
        """The ids of the rules that forbid the action; `kickdoor rules ID` prints a rule."""
        self.codes = list(dict.fromkeys(reason.code for reason in found.reasons))
        """The code word of each reason."""

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return "That is legal." if self.legal else " ".join(self.reasons)

    def __repr__(self) -> str:
        return f"<Verdict: {self}>"
