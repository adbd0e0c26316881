"""Ops that move tokens between players, and payments with tokens."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, COUNTERS, INT, QUANTITY, WHO, WORD, Field
from kickdoor.engine.effects.ops.token_ops import NO_TOKEN, counter_names
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import ONE_DOCS, PLAYER, VICTIM, namer, seats_named, seats_of
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.choice_frame import ChoiceFrame, ask_yes_no
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.state.state import State
from kickdoor.engine.state.tokens import count_tokens, give_token, lose_tokens, takeable


class MoveTokens(Op):
    DOC: ClassVar[str] = (
        "Tokens go from one player to another; their owner chooses which, unless the card names another chooser."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many from each giver, at most what they have", 1, least=1),
        Field("all", BOOL, "all of them", False),
        Field("kinds", COUNTERS, "of these kinds only", []),
        Field("from", WHO, "who gives them", VICTIM),
        Field("to", WORD, "who gets them", PLAYER, ONE_DOCS),
        Field("by", WORD, "who chooses which; the giver by default", "", ONE_DOCS),
        Field("may_win", BOOL, "may complete a set that wins the game", True),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.all = False
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []
        self.from_ = VICTIM
        self.to = PLAYER
        self.by = ""
        self.may_win = True

    def movable(self, s: State, giver: SeatNo, taker: SeatNo) -> list[int]:
        """List the kinds of which a token may be moved."""
        held = [kind for kind in self.kinds if s.seats[giver].counters[kind] > 0]
        return [] if giver == taker else takeable(s, taker, held, self.may_win)

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        if self.from_ not in (VICTIM, PLAYER) or self.to not in (VICTIM, PLAYER):
            return None
        giver = victim if self.from_ == VICTIM else player
        taker = victim if self.to == VICTIM else player
        return None if self.movable(s, giver, taker) else NO_TOKEN

    def possible(self, s: State, fx: Resolve) -> bool:
        to = seats_of(s, fx, self.to)[:1]
        return len([i for i in seats_of(s, fx, self.from_) if to and self.movable(s, i, to[0])]) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        givers = seats_of(s, fx, self.from_)
        to = seats_of(s, fx, self.to)[:1]
        if fx.part == 0:
            fx.memo = [0, -1]
        elif to:
            give_token(s, givers[fx.memo[0]], to[0], s.picked[0])
            fx.memo[1] -= 1
        while to and fx.memo[0] < len(givers):
            giver = givers[fx.memo[0]]
            if fx.memo[1] < 0:
                held = count_tokens(s, giver, self.kinds)
                fx.memo[1] = held if self.all else self.n.value(s, giver, fx.body, fx.n)
            kinds = self.movable(s, giver, to[0])
            if kinds and fx.memo[1] > 0:
                by = seats_named(s, fx, self.by)[:1] if self.by else []
                ask = nr.ASK_PICK if by and by[0] != giver else nr.ASK_LOSE
                push_frame(s, ChoiceFrame(by[0] if by else giver, ask, nr.A_COUNTER, kinds))
                return False
            fx.memo = [fx.memo[0] + 1, -1]
        return True

    def text(self) -> Message:
        args: dict[str, object] = {"n": self.n.text(), "kinds": counter_names(self.kinds_names)}
        args["who"] = Message("who." + self.from_)
        args["to"] = Message("who." + self.to)
        args["but"] = Message("how.may_win" if self.may_win else "how.may_not_win")
        args["by"] = Message("how.chosen_by", {"who": namer(self.by)}) if self.by else Message("how.giver_chooses")
        if self.all:
            return Message("op.move_all_tokens_kinds" if self.kinds_names else "op.move_all_tokens", args)
        return Message("op.move_tokens_kinds" if self.kinds_names else "op.move_tokens", args)


class MayPayTokens(Op):
    DOC: ClassVar[str] = "The victim may return a number of tokens to the pool."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many", 1, least=1),
        Field("kinds", COUNTERS, "of these kinds only", []),
    ]

    def __init__(self) -> None:
        self.n = 1
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        return count_tokens(s, fx.victim, self.kinds) >= self.n

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ask_yes_no(fx.victim))
            return False
        if fx.part == 1:
            if s.picked != [1]:
                fx.found = False
                return True
        else:
            lose_tokens(s, fx.victim, s.picked[0], 1)
        if fx.part > self.n:
            return True
        held = [kind for kind in self.kinds if s.seats[fx.victim].counters[kind] > 0]
        push_frame(s, ChoiceFrame(fx.victim, nr.ASK_PAY, nr.A_COUNTER, held))
        return False

    def text(self) -> Message:
        args: dict[str, object] = {"n": self.n, "kinds": counter_names(self.kinds_names), "who": Message("who.victim")}
        return Message("op.may_pay_tokens_kinds" if self.kinds_names else "op.may_pay_tokens", args)
