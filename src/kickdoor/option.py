"""What a player may do, what it still needs to know, and why something is refused."""

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
    """One thing a player may do now.

    >>> import kickdoor as kd
    >>> game = kd.new_game("deluxe", seats=3, seed="doctest")
    >>> option = game.options(0)[0]
    >>> option
    <Option done: "Done">
    >>> option.key, option.act, option.is_form, option.card
    ('done', 'done', False, None)

    An option stays as it was when it was listed, whatever happens in the game afterwards.
    """

    __slots__ = ("_code", "_names", "_state", "picks", "seat")

    def __init__(self, state: State, names: list[str], seat: int, code: int, picks: tuple[int, ...] | None = None):
        self._state = state
        self._names = names
        self._code = code
        self.seat = seat
        """Whose option it is."""
        self.picks = picks
        """How its form is filled in; None until `filled` has said so."""

    @property
    def key(self) -> str:
        """Name the option as records do: `kick`, `play:17>seat2`; the key of a form ends in an asterisk."""
        return p.key(self._code)

    @property
    def act(self) -> str:
        """The kind of act, in a word: `play`, `equip`, `pass`, …"""
        return p.ACTS[p.act_of(self._code)]

    @property
    def text(self) -> str:
        """Return what it means: "Play Magic Missile for the munchkins"."""
        return option_text(self._state, self.seat, self._code, self._names)

    @property
    def card(self) -> Card | None:
        """The card that is played, used, worn or discarded."""
        return self._card(p.card_of(self._code))

    @property
    def second(self) -> Card | None:
        """The monster from hand that goes with the card."""
        return self._card(p.second_of(self._code))

    @property
    def aim(self) -> str:
        """What sort of thing it is aimed at: `seat`, `monster`, `card`, `side`, `counter`, `number`, or nothing."""
        kind = p.kind_of(self._code)
        return nr.TARGETS[kind] if kind else ""

    @property
    def target(self) -> Card | int | str | None:
        """What it is aimed at: a card or monster, the number of a seat, the word of a side or a kind of token."""
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
        """Return whether it needs to know more: which Items to sell, what to offer."""
        return self._code & FORM_BIT != 0

    @property
    def is_free_action(self) -> bool:
        """Return whether this is a free action: it uses nothing up (see `kickdoor.policies.play_limits`).

        Whoever searches had better bound how often they do so, or a turn of theirs never ends.
        """
        return FREE_ACTIONS_MASK >> p.act_of(self._code) & 1 == 1

    @property
    def form(self) -> Form:
        """What is to be filled in. An option without a form says so."""
        if not self.is_form:
            raise BadData(f"'{self.key}' has no form: do it as it is")
        return Form(self._state, self._names, self.seat, self._code)

    def filled(self, picks: Iterable[int | Pick] | None = None) -> Option:
        """Return this option with its form filled in; without picks as for somebody who says nothing."""
        form = self.form
        chosen = form.default() if picks is None else form.complete(whole_numbers(picks))
        return Option(self._state, self._names, self.seat, self._code, tuple(chosen))

    def _choice(self) -> tuple[int, list[int]]:
        """Return the engine's number and the picks, those of a form nobody has filled in by default."""
        if self.picks is None:
            return self._code, self.form.default() if self.is_form else []
        return self._code, list(self.picks)

    def _question(self) -> int:
        """Return the number of the question it answers, so that nobody answers another one by it; -1 if unasked."""
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
    """One thing that may be chosen in a form.

    >>> import kickdoor as kd
    >>> kd.Pick(3, "Chainsaw of Bloody Dismemberment")
    <Pick 3: Chainsaw of Bloody Dismemberment>
    """

    __slots__ = ("card", "text", "value")

    def __init__(self, value: int, text: str, card: Card | None = None) -> None:
        self.value = value
        """What goes into the answer."""
        self.text = text
        self.card = card
        """The card it stands for, if it is one."""

    def __repr__(self) -> str:
        return f"<Pick {self.value}: {self.text}>"


class Form:
    """What an option still needs to know, and help to fill it in legally.

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
        """The fewest picks."""
        return self._form.min_picks

    @property
    def max_picks(self) -> int:
        """The most picks."""
        return self._form.max_picks

    @property
    def values(self) -> list[int]:
        """The numbers to pick from; `choices` says what they mean."""
        return self._form.menu(self._state)[:]

    @property
    def choices(self) -> list[Pick]:
        """What there is to pick from, in words."""
        s, form = self._state, self._form
        out = []
        for value in self.values:
            card = card_picked(s, form, self._code, value)
            shown = Card(s.rules, s.cards[card], card) if card >= 0 else None
            out.append(Pick(value, pick_text(s, form, self._code, value, self._names), shown))
        return out

    def fits(self, picks: Iterable[int | Pick]) -> bool:
        """Return whether the picks are legal."""
        return self._form.check(self._state, self.complete(picks), p.Verdict(False))

    def check(self, picks: Iterable[int | Pick]) -> Verdict:
        """Gather every objection to the picks."""
        v = p.Verdict(True)
        self._form.check(self._state, self.complete(picks), v)
        return Verdict(v)

    def default(self) -> list[int]:
        """Return a legal filling that gives away as little as any."""
        return self._form.default(self._state)

    def sample(self, rng: Rng) -> list[int]:
        """Draw a legal filling by lot."""
        return self._form.sample(self._state, rng.drawn)

    def complete(self, picks: Iterable[int | Pick]) -> list[int]:
        """Write out what was picked in short: cards for Charity are dealt out to whoever gets them."""
        return self._form.complete(whole_numbers(picks))

    def __reduce__(self) -> tuple[object, ...]:
        return Form, (self._state, self._names, self.seat, self._code)

    def __repr__(self) -> str:
        count = str(self.min_picks) if self.min_picks == self.max_picks else f"{self.min_picks} to {self.max_picks}"
        return f"<Form of {p.key(self._code)}: {count} of {len(self.values)}>"


def whole_numbers(picks: object) -> list[int]:
    """Read picks: numbers, or what a form showed as its choices; anything else is refused with what would do."""
    found: list[int] = []
    for one in picks if isinstance(picks, Iterable) else [picks]:
        value = one.value if isinstance(one, Pick) else one
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 20:
            raise IllegalAnswer("bad_picks", [], f"{one!r} is no pick; take some of option.form.choices")
        found.append(value)
    return found


class Verdict:
    """Whether something may be done and, if not, everything that forbids it. It is true if it is legal.

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
        """Sentences with the rules behind them."""
        self.rules = found.rules()
        """Ids of the rules that forbid it; `kickdoor rules ID` prints one."""
        self.codes = list(dict.fromkeys(reason.code for reason in found.reasons))
        """A word for each objection."""

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return "That is legal." if self.legal else " ".join(self.reasons)

    def __repr__(self) -> str:
        return f"<Verdict: {self}>"
