"""Ops about tokens: taking, losing, swapping and changing them, and the terms of monsters.

Each op has a list of kinds. If a card does not name one, the kinds are food, or those of its own set (AMB-112).
"""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, COUNTERS, INT, QUANTITY, WHO, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import VICTIM, namer, seats_named, seats_of
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.fight.token_rewards import TakeToken, change_token, other_kinds
from kickdoor.engine.state.items import body_tags
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import FightMonster, State
from kickdoor.engine.state.tokens import (
    food_mask,
    gain_token,
    held_kinds,
    kinds_of,
    lose_tokens,
    takeable,
    turn_terms,
    would_win,
)

NO_TOKEN = Reason("no_token", ["AMB-95", "AMB-112", "TOKEN-16", "TREASURE-12"])
NO_SWAP = Reason("no_swap", ["TOKEN-10", "AMB-95", "TREASURE-12"])


MAX_TOKENS_AT_ONCE = 99
"""The number of tokens that one op may give."""


def counter_names(names: list[str]) -> list[object]:
    return [Message("counter." + name) for name in names]


def target_body(s: State, fx: Resolve) -> FightMonster | None:
    """Return the monster that an op is about."""
    if s.fight is not None:
        for body in s.fight.bodies:
            if body.uid == fx.body:
                return body
    return None


class GainToken(Op):
    DOC: ClassVar[str] = (
        "A player takes tokens from the pool: of their choice, of given kinds, or of the monster's terms."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many", 1, least=1),
        Field("kinds", COUNTERS, "one of these kinds; any by default", []),
        Field("of_monster", BOOL, "of a term of the monster aimed at", False),
        Field("may_win", BOOL, "may complete a set that wins the game", True),
        Field("who", WHO, "who takes it", VICTIM),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []
        self.of_monster = False
        self.may_win = True
        self.who = VICTIM

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        if self.of_monster:
            body = target_body(s, fx)
            found = [] if body is None else kinds_of(s.rules, body_tags(s, body))
            return [kind for kind in found if kind in self.kinds]
        return self.kinds

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        if self.of_monster or takeable(s, victim, self.kinds, self.may_win):
            return None
        return NO_TOKEN

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.takers(s, fx)) > 0

    def takers(self, s: State, fx: Resolve) -> list[int]:
        """List the players who take tokens, once for every token."""
        kinds = self.candidates(s, fx)
        out: list[int] = []
        for seat in seats_of(s, fx, self.who):
            if takeable(s, seat, kinds, self.may_win):
                out.extend([seat] * min(self.n.value(s, seat, fx.body, fx.n), MAX_TOKENS_AT_ONCE))
        return out

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            fx.memo = self.takers(s, fx)
        if fx.part >= len(fx.memo):
            return True
        push_frame(s, TakeToken(fx.memo[fx.part], fx.memo[fx.part], self.candidates(s, fx), self.may_win))
        return False

    def text(self) -> Message:
        args: dict[str, object] = {"who": Message("who." + self.who), "kinds": counter_names(self.kinds_names)}
        args["but"] = Message("how.may_win" if self.may_win else "how.may_not_win")
        args["n"] = self.n.text()
        one = isinstance(self.n, Plain) and self.n.n == 1
        if self.of_monster:
            return Message("op.gain_token_of_monster" if one else "op.gain_tokens_of_monster", args)
        if self.kinds_names:
            return Message("op.gain_token_kinds" if one else "op.gain_tokens_kinds", args)
        return Message("op.gain_token" if one else "op.gain_tokens", args)


class LoseTokens(Op):
    DOC: ClassVar[str] = (
        "A player returns tokens to the pool: some of their choice, all of some kinds, or all of one named kind."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many, of the loser's choice", 1, least=1),
        Field("all", BOOL, "all of them", False),
        Field("kinds", COUNTERS, "of these kinds only", []),
        Field("keep", INT, "the number of each kind that stays", 0, least=0),
        Field("named_by", WHO, "who names the kind that is lost", ""),
        Field("who", WHO, "who loses them", VICTIM),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.all = False
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []
        self.keep = 0
        self.named_by = ""
        self.who = VICTIM

    def losable(self, s: State, seat: SeatNo, shielded: list[int]) -> list[int]:
        counters = s.seats[seat].counters
        return [kind for kind in self.kinds if counters[kind] > self.keep and kind not in shielded]

    def shielded(self, s: State, fx: Resolve, seat: SeatNo) -> list[int]:
        """List the kinds that a curse cannot take from a player."""
        curse = fx.card >= 0 and s.cards[fx.card].kind == nr.CURSE
        return s.rules.food if curse and ask_seat(s, seat, nr.Q_TOKEN_SHIELD, 0) else []

    def possible(self, s: State, fx: Resolve) -> bool:
        return len([seat for seat in seats_of(s, fx, self.who) if self.losable(s, seat, [])]) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        seats = seats_of(s, fx, self.who)
        if fx.part == 0:
            fx.memo = [0, -1]
        elif self.named_by:
            seat, kind = seats[fx.memo[0]], s.picked[0]
            lose_tokens(s, seat, kind, s.seats[seat].counters[kind])
            fx.memo[0] += 1
        else:
            lose_tokens(s, seats[fx.memo[0]], s.picked[0], 1)
            fx.memo[1] -= 1
        while fx.memo[0] < len(seats):
            seat = seats[fx.memo[0]]
            if self.ask_for_kind(s, fx, seat) if self.named_by else self.ask_for_token(s, fx, seat):
                return False
            fx.memo = [fx.memo[0] + 1, -1]
        return True

    def ask_for_token(self, s: State, fx: Resolve, seat: SeatNo) -> bool:
        """Take the tokens if there is no choice, or prompt for one; return whether a prompt was pushed."""
        if fx.memo[1] < 0:
            fx.memo[1] = self.n.value(s, seat, fx.body, fx.n)
        kinds = self.losable(s, seat, self.shielded(s, fx, seat))
        left = sum([s.seats[seat].counters[kind] - self.keep for kind in kinds])
        if self.all or left <= fx.memo[1]:
            for kind in kinds:
                lose_tokens(s, seat, kind, s.seats[seat].counters[kind] - self.keep)
            return False
        if fx.memo[1] < 1 or not kinds:
            return False
        push_frame(s, ChoiceFrame(seat, nr.ASK_LOSE, nr.A_COUNTER, kinds))
        return True

    def ask_for_kind(self, s: State, fx: Resolve, seat: SeatNo) -> bool:
        """Prompt a player for a kind, held or not; all tokens of it are lost."""
        by = seats_named(s, fx, self.named_by)
        kinds = [kind for kind in self.kinds if kind not in self.shielded(s, fx, seat)]
        if not by or not kinds:
            return False
        push_frame(s, ChoiceFrame(by[0], nr.ASK_PICK, nr.A_COUNTER, kinds))
        return True

    def text(self) -> Message:
        who = Message("who." + self.who)
        args: dict[str, object] = {"n": self.n.text(), "who": who}
        args["kinds"] = counter_names(self.kinds_names)
        if self.named_by:
            return Message("op.lose_named_tokens", {"by": namer(self.named_by), "who": who})
        if self.all and self.keep and self.kinds_names:
            parts: list[object] = []
            for name in self.kinds_names:
                parts.append(Message("op.all_tokens_but", {"kind": Message("counter." + name), "keep": self.keep}))
            return Message("op.lose_tokens_but", {"parts": parts, "who": who})
        if self.all:
            return Message("op.lose_all_tokens" if self.kinds_names else "op.lose_every_token", args)
        if not isinstance(self.n, Plain):
            return Message("op.lose_counted_kinds" if self.kinds_names else "op.lose_counted", args)
        return Message("op.lose_tokens_kinds" if self.kinds_names else "op.lose_tokens", args)


def swaps_for(s: State, seat: SeatNo, other: int, give: int, kinds: list[int]) -> list[int]:
    """List the kinds that a player may get from another for one token without a win for either."""
    held = [kind for kind in held_kinds(s, other) if kind != give and kind in kinds]
    return [kind for kind in held if not would_win(s, seat, kind, give) and not would_win(s, other, give, kind)]


class SwapTokens(Op):
    DOC: ClassVar[str] = "The player swaps a token with the player aimed at; neither may win the game by it."
    FIELDS: ClassVar[list[Field]] = [Field("kinds", COUNTERS, "tokens of these kinds only", [])]

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []

    def gives(self, s: State, seat: SeatNo, other: int) -> list[int]:
        held = [kind for kind in held_kinds(s, seat) if kind in self.kinds]
        return [kind for kind in held if swaps_for(s, seat, other, kind, self.kinds)]

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return None if self.gives(s, player, victim) else NO_SWAP

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.gives(s, fx.player, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_LOSE, nr.A_COUNTER, self.gives(s, fx.player, fx.victim)))
            return False
        if fx.part == 1:
            fx.memo = s.picked[:]
            gets = swaps_for(s, fx.player, fx.victim, fx.memo[0], self.kinds)
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_COUNTER, gets))
            return False
        give, take = fx.memo[0], s.picked[0]
        s.emit(ev.TOKENS_SWAPPED, fx.player, fx.victim)
        lose_tokens(s, fx.player, give, 1)
        lose_tokens(s, fx.victim, take, 1)
        gain_token(s, fx.player, take)
        gain_token(s, fx.victim, give)
        return True

    def text(self) -> Message:
        args: dict[str, object] = {"who": Message("who.victim"), "kinds": counter_names(self.kinds_names)}
        return Message("op.swap_tokens_kinds" if self.kinds_names else "op.swap_tokens", args)


class ChangeToken(Op):
    DOC: ClassVar[str] = "The token being taken changes to another kind, chosen by the taker."
    FIELDS: ClassVar[list[Field]] = [Field("kinds", COUNTERS, "from one of these kinds to another of them", [])]

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return None if other_kinds(s, self.kinds) else NO_TOKEN

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_COUNTER, other_kinds(s, self.kinds)))
            return False
        change_token(s, s.picked[0])
        return True

    def changes_token(self, kinds: list[int]) -> bool:
        return not self.kinds or len([kind for kind in kinds if kind in self.kinds]) > 0

    def text(self) -> Message:
        args: dict[str, object] = {"kinds": counter_names(self.kinds_names)}
        return Message("op.change_token_kinds" if self.kinds_names else "op.change_token", args)


class TurnTerms(Op):
    DOC: ClassVar[str] = "All food terms of the monster aimed at become one kind of the player's choice for this fight."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        body = target_body(s, fx)
        if body is None or not body_tags(s, body) & food_mask(s.rules):
            return True
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_COUNTER, s.rules.food))
            return False
        # Twins share the change (AMB-32).
        for twin in s.fight.bodies if s.fight is not None else []:
            if twin.group == body.group:
                turn_terms(s, twin, s.picked[0])
        return True

    def text(self) -> Message:
        return Message("op.turn_terms", {"monster": Message("who.monster")})
