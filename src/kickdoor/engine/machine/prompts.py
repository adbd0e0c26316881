"""Prompts and answers: options as small numbers with readable keys, forms for answers that cannot be listed.

An option is one integer that holds the action and its target; its key (`play:17>seat2`) is the same as text. Numbers
keep listing and checking cheap, keys keep records and messages readable.
"""

from typing import TYPE_CHECKING, ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, OptionCode, PromptKind, SeatNo

if TYPE_CHECKING:
    from kickdoor.engine.state.rng import LehmerRng
    from kickdoor.engine.state.state import State

PASS: Final = 0
KICK: Final = 1
TROUBLE: Final = 2
LOOT_ROOM: Final = 3
PLAY: Final = 4
TAKE: Final = 5
CARRY: Final = 6
EQUIP: Final = 7
UNEQUIP: Final = 8
ATTACH: Final = 9
SELL: Final = 10
GIVE: Final = 11
TRADE: Final = 12
DISCARD: Final = 13
USE: Final = 14
SHOW: Final = 15
ASK: Final = 16
OFFER: Final = 17
ACCEPT: Final = 18
REFUSE: Final = 19
COUNTER: Final = 20
CLAIM: Final = 21
GIVE_UP: Final = 22
FLEE: Final = 23
SACRIFICE: Final = 24
CHOOSE: Final = 25
CHOOSE_MANY: Final = 26
GIVE_CHARITY: Final = 27
DONE: Final = 28
END_TURN: Final = 29
SWAP: Final = 30
ACTS: Final = (
    "pass", "kick", "trouble", "loot", "play", "take", "carry", "equip", "unequip", "attach", "sell", "give", "trade",
    "discard", "use", "show", "ask", "offer", "accept", "refuse", "counter", "claim", "give_up", "flee", "sacrifice",
    "choose", "choose_many", "charity", "done", "end_turn", "swap",
)  # fmt: skip

FORM_BIT: Final = 1 << 13
CARD_SHIFT: Final = 26
TARGET_SHIFT: Final = 14
KIND_SHIFT: Final = 10
WAY_SHIFT: Final = 6
SECOND_SHIFT: Final = 38


def option(act: int, card: CardId = -1, kind: int = 0, target: int = 0, second: int = -1, way: int = 0) -> int:
    """Pack an option. `way` distinguishes several ways to play one card."""
    return (
        act
        | way << WAY_SHIFT
        | kind << KIND_SHIFT
        | target << TARGET_SHIFT
        | (card + 1) << CARD_SHIFT
        | (second + 1) << SECOND_SHIFT
    )


def act_of(code: OptionCode) -> int:
    return code & 63


def way_of(code: OptionCode) -> int:
    return code >> WAY_SHIFT & 15


def kind_of(code: OptionCode) -> int:
    return code >> KIND_SHIFT & 7


def target_of(code: OptionCode) -> int:
    return code >> TARGET_SHIFT & 4095


def card_of(code: OptionCode) -> int:
    return (code >> CARD_SHIFT & 4095) - 1


def second_of(code: OptionCode) -> int:
    return (code >> SECOND_SHIFT & 4095) - 1


def key(code: OptionCode) -> str:
    """Write an option as text: action, card, way, target, second card.

    The key of a form ends in an asterisk, because its answer carries picks.
    """
    out = ACTS[act_of(code)]
    if card_of(code) >= 0:
        out += f":{card_of(code)}"
    if way_of(code):
        out += f".{way_of(code)}"
    kind = kind_of(code)
    if kind:
        out += f">{nr.TARGETS[kind]}{target_of(code)}"
    if second_of(code) >= 0:
        out += f"+{second_of(code)}"
    if code & FORM_BIT:
        out += "*"
    return out


def parse(text: str) -> int:
    """Return the option of a key; -1 if the key is not valid."""
    if not text or len(text) > 60:
        return -1
    form = text.endswith("*")
    head, _, second = text.rstrip("*").partition("+")
    head, _, target = head.partition(">")
    head, _, way = head.partition(".")
    act, _, card = head.partition(":")
    kind = 0
    if target:
        name = target.rstrip("0123456789")
        if name not in nr.TARGETS:
            return -1
        kind = nr.TARGETS.index(name)
        target = target[len(name) :]
    numbers = [int(x) if x.isdecimal() and x.isascii() and len(x) < 5 else -1 for x in (card, way, target, second)]
    code = -1
    if act in ACTS and numbers[1] < 16 and max(numbers) < 4095:
        code = option(ACTS.index(act), numbers[0], kind, max(numbers[2], 0), numbers[3], max(numbers[1], 0))
        code |= FORM_BIT if form else 0
    return code if code >= 0 and key(code) == text else -1


class Reason:
    """The reason why an action is refused: a message id and the rules behind it."""

    __slots__ = ("code", "rules")

    def __init__(self, code: str, rules: list[str]) -> None:
        self.code = code
        self.rules = rules


class Verdict:
    """The result of checking an action, with the reasons against it.

    A check has `if reason_applies and v.deny(REASON): return False` for each rule and ends with `return v.legal`. While
    options are listed, the first reason ends the check. While a refusal is explained, all reasons are collected.
    """

    __slots__ = ("gathering", "legal", "reasons")

    def __init__(self, gathering: bool) -> None:
        self.gathering = gathering
        self.legal = True
        self.reasons: list[Reason] = []

    def deny(self, reason: Reason) -> bool:
        if not self.gathering:
            return True
        self.legal = False
        self.reasons.append(reason)
        return False

    def rules(self) -> list[str]:
        """List the ids of all rules that forbid the action, those of the first reason first."""
        out: list[str] = []
        for reason in self.reasons:
            for rule in reason.rules:
                if rule not in out:
                    out.append(rule)
        return out


CARDS_FORM: Final = "cards"
TERMS_FORM: Final = "terms"
TRADE_FORM: Final = "trade"
TOKENS_FORM: Final = "tokens"
CHARITY_FORM: Final = "charity"
SALE_FORM: Final = "sale"


class Form:
    """An answer that carries picks: the candidates, and how many of them may be picked.

    `object_to` must record its reasons. `sample` draws legal picks at random. `default` returns legal picks that give
    away as little as possible, for a player who does not answer.
    """

    KIND: ClassVar[str] = CARDS_FORM
    """The kind of form that a client shows."""
    BARGAIN: ClassVar[bool] = False
    """Whether the picks are terms: a type and a value each."""
    other: int = -1
    """The other party of a bargain; -1 for none."""
    treasures: int = 0
    """The number of Treasures that terms may share."""
    seat: int
    candidates: list[int]
    min_picks: int
    max_picks: int

    def check(self, s: "State", picks: list[int], v: Verdict) -> bool:
        """Check picks and record the reasons against them. Invalid numbers are refused before any lookup."""
        for number in picks:
            if not self.names(s, number):
                return not v.deny(BAD_PICKS) and v.legal
        return self.object_to(s, picks, v)

    def names(self, s: "State", number: int) -> bool:
        """Return whether a number names an existing object, whether it may be picked or not: here a card."""
        return 0 <= number < len(s.cards)

    def object_to(self, s: "State", picks: list[int], v: Verdict) -> bool:
        """Check picks that all name existing objects, and record the reasons against them."""
        raise NotImplementedError

    def sample(self, s: "State", rng: "LehmerRng") -> list[int]:
        return rng.sample(
            self.candidates, self.min_picks + rng.below(min(self.max_picks, len(self.candidates)) - self.min_picks + 1)
        )

    def default(self, s: "State") -> list[int]:
        return self.candidates[: self.min_picks]

    def thing(self, pick: int) -> int:
        """Return the type of what a pick names: a card, a seat, a kind of token or a number."""
        return nr.A_CARD

    def takers(self) -> list[int]:
        """List the seats that get the cards picked, if they are shared out."""
        return []

    def giver(self, pick: int) -> SeatNo:
        """Return the seat that gives what a term names."""
        return self.seat

    def menu(self, s: "State") -> list[int]:
        """List the picks that a client should show; `check` may accept more."""
        return self.candidates

    def complete(self, picks: list[int]) -> list[int]:
        """Expand abbreviated picks."""
        return picks

    def next(self, s: "State", picks: list[int]) -> tuple[list[int], bool]:
        """List the possible next picks, and return whether the picks so far are complete.

        Picks are named in the order of the menu, so that each set of picks has one order. Only picks that can become
        legal are listed, so that there are no dead ends.
        """
        menu = self.menu(s)
        at = 0
        for pick in picks:
            at = menu.index(pick, at) + 1
        out: list[int] = []
        for i in range(at, len(menu)):
            if menu[i] not in out and self.can_end(s, [*picks, menu[i]], menu[i + 1 :]):
                out.append(menu[i])
        return out, self.check(s, picks, Verdict(False))

    def can_end(self, s: "State", picks: list[int], rest: list[int]) -> bool:
        """Return whether the picks can be made legal by adding some or none of the rest."""
        return self.search(s, picks, rest)

    def search(self, s: "State", picks: list[int], rest: list[int]) -> bool:
        """Search all additions for a legal one. Use it only for few candidates."""
        if self.check(s, picks, Verdict(False)):
            return True
        for i in range(len(rest)):
            if self.search(s, [*picks, rest[i]], rest[i + 1 :]):
                return True
        return False

    def just_enough(self, s: "State", atoms: list[int]) -> list[int]:
        """Take atoms, the least valuable first, until they are legal picks, and remove those not needed."""
        quick = Verdict(False)
        picks: list[int] = []
        for atom in atoms:
            picks.append(atom)
            if self.check(s, picks, quick):
                break
        for atom in reversed(picks[:]):
            rest = [a for a in picks if a != atom]
            if self.check(s, rest, quick):
                picks = rest
        return picks


BAD_PICKS: Final = Reason("bad_picks", [])
PROMISED: Final = Reason("promised", ["AMB-18"])


class PickForm(Form):
    """A form with `least` to `most` different picks; protected candidates only where no others are left."""

    what: int = nr.A_CARD
    """The type of the candidates."""

    def __init__(self, seat: SeatNo, atoms: list[int], least: int, most: int, spared: list[int] | None = None) -> None:
        self.seat = seat
        self.protected: list[int] = [] if spared is None else [a for a in atoms if a in spared]
        self.candidates = [a for a in atoms if a not in self.protected] + self.protected if self.protected else atoms
        self.min_picks = least
        self.max_picks = most

    def thing(self, pick: int) -> int:
        return self.what

    def names(self, s: "State", number: int) -> bool:
        """Return whether the number is one of the candidates: cards, seats, words or numbers."""
        return number in self.candidates

    def object_to(self, s: "State", picks: list[int], v: Verdict) -> bool:
        if not self.min_picks <= len(picks) <= self.max_picks and v.deny(BAD_PICKS):
            return False
        if len(set(picks)) < len(picks) and v.deny(BAD_PICKS):
            return False
        if self.protected and self.is_needless(s, picks) and v.deny(PROMISED):
            return False
        return v.legal

    def is_needless(self, s: "State", picks: list[int]) -> bool:
        """Return whether a protected candidate is picked although another one is available."""
        left = [a for a in self.candidates if a not in self.protected and a not in picks]
        return len(left) > 0 and len([a for a in picks if a in self.protected]) > 0

    def can_end(self, s: "State", picks: list[int], rest: list[int]) -> bool:
        if self.protected and self.is_needless(s, picks + rest):
            # An unprotected candidate was skipped, so protected ones are no longer allowed.
            rest = [a for a in rest if a not in self.protected]
            if self.is_needless(s, picks):
                return False
        return len(picks) <= self.max_picks and len(picks) + len(rest) >= self.min_picks

    def sample(self, s: "State", rng: "LehmerRng") -> list[int]:
        if not self.protected:
            return super().sample(s, rng)
        count = self.min_picks + rng.below(self.max_picks - self.min_picks + 1)
        free = len(self.candidates) - len(self.protected)
        picks = rng.sample(self.candidates[:free], min(count, free))
        return picks + rng.sample(self.protected, max(0, count - free))


# A pick in a form about bargains is one number: its type and its value.
P_GIVE: Final = 0  # a card of the proposer; in terms of help a card of the main fighter, even if the helper proposes
P_WANT: Final = 1  # a card of the other party; in terms of help a card of the helper, who gives it
P_COUNT: Final = 2  # a number of Treasures; the main fighter picks first
P_PLACE: Final = 3  # the Treasure at this place in the picking order, counted from 1; 0 is the last one
P_CARD: Final = 4  # a card to be played on the helper
P_TOKENS: Final = 5
P_TOKEN_PLACE: Final = 6
P_ANYWAY: Final = 7  # what is given is due even if the fight is lost
P_TO: Final = 8  # Charity: the seat that gets the cards named after it
P_SHIFT: Final = 12


def pick(sort: int, value: int = 0) -> int:
    """Pack a pick of a bargain or of Charity."""
    return sort << P_SHIFT | value


class Question:
    """The subject of a prompt, for its text: the form of the message, and what fills it."""

    __slots__ = ("body", "card", "form", "gives", "kinds", "m", "n", "need", "op", "program", "wants", "who")

    def __init__(self) -> None:
        self.form = ""
        self.who = -1
        self.card = -1
        self.body = -1
        """A monster, named in place of a card."""
        self.n = 0
        self.m = 0
        self.need = 0
        self.kinds: list[int] = []
        """Kinds of token."""
        self.gives: list[int] = []
        self.wants: list[int] = []
        self.program = -1
        """The program whose op offers something; its own words say what."""
        self.op = 0


class Prompt:
    """The prompt of one seat, or its options without a prompt. It is derived from the state and never stored."""

    __slots__ = ("blocking", "codes", "id", "purpose", "seat")

    def __init__(self, id: int, seat: SeatNo, purpose: PromptKind, codes: list[int], blocking: bool) -> None:
        self.id = id
        """Changes only when this seat's own prompt changes; -1 without a prompt."""
        self.seat = seat
        self.purpose = purpose
        self.codes = codes
        self.blocking = blocking

    @property
    def options(self) -> list[str]:
        """The keys of all options; a key that ends in an asterisk carries picks."""
        return [key(code) for code in self.codes]

    @property
    def word(self) -> str:
        """The prompt kind, as a word."""
        return nr.PROMPT_KINDS[self.purpose] if self.blocking else "any time"


class Answer:
    """One seat's answer. `prompt` is the id of its prompt, or -1 for a play at any time."""

    __slots__ = ("cause", "code", "picks", "prompt", "seat")

    def __init__(
        self, seat: SeatNo, code: OptionCode, picks: list[int] | None = None, prompt: int = -1, cause: str = ""
    ) -> None:
        self.seat = seat
        self.code = code
        self.picks: list[int] = [] if picks is None else picks
        self.prompt = prompt
        self.cause = cause
        """The cause of an answer that the player did not give: a time-out, an automatic pass."""
