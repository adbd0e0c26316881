"""Instructions about tokens: taken, lost, swapped, changed on the way, and the terms of monsters."""

from typing import ClassVar

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.cards import Msg, Op
from kickdoor.core.counters import (
    all_kinds,
    gain_token,
    held_kinds,
    kinds_of,
    lose_tokens,
    takeable,
    turn_terms,
    would_win,
)
from kickdoor.core.fields import BOOL, COUNTERS, INT, WHO, Field
from kickdoor.core.items import body_tags
from kickdoor.core.machine import call
from kickdoor.core.prompts import Reason
from kickdoor.core.queries import ask_seat
from kickdoor.core.questions import Choose
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import Body, State
from kickdoor.effects.selectors import VICTIM, seats_of

NO_TOKEN = Reason("no_token", ["AMB-95", "TOKEN-16", "TREASURE-12"])
NO_SWAP = Reason("no_swap", ["TOKEN-10", "AMB-95", "TREASURE-12"])


def counter_names(names: list[str]) -> list[object]:
    return [Msg("counter." + name) for name in names]


def target_body(s: State, fx: Resolve) -> Body | None:
    """Finds the monster an instruction is about."""
    if s.fight is not None:
        for body in s.fight.bodies:
            if body.uid == fx.body:
                return body
    return None


class GainToken(Op):
    """Somebody takes a token from the pool: of his choice, of given kinds, or of the monster's terms."""

    FIELDS: ClassVar[list[Field]] = [
        Field("kinds", COUNTERS, "of one of these kinds; any if none is named", []),
        Field("of_monster", BOOL, "of a term of the monster aimed at", False),
        Field("may_win", BOOL, "may complete a set that wins the game", True),
        Field("who", WHO, "who takes it", VICTIM),
    ]

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []
        self.of_monster = False
        self.may_win = True
        self.who = VICTIM

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        if self.of_monster:
            body = target_body(s, fx)
            return [] if body is None else kinds_of(s.rules, body_tags(s, body))
        return self.kinds or all_kinds(s)

    def objection(self, s: State, player: int, victim: int) -> Reason | None:
        if self.of_monster or takeable(s, victim, self.kinds or all_kinds(s), self.may_win):
            return None
        return NO_TOKEN

    def possible(self, s: State, fx: Resolve) -> bool:
        kinds = self.candidates(s, fx)
        return len([i for i in seats_of(s, fx, self.who) if takeable(s, i, kinds, self.may_win)]) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        seats = seats_of(s, fx, self.who)
        if fx.part >= len(seats):
            return True
        seat = seats[fx.part]
        s.rules.procedures.take_token(s, seat, self.candidates(s, fx), self.may_win)
        return False

    def text(self) -> Msg:
        args: dict[str, object] = {"who": Msg("who." + self.who), "kinds": counter_names(self.kinds_names)}
        args["but"] = Msg("how.may_win" if self.may_win else "how.may_not_win")
        if self.of_monster:
            return Msg("op.gain_token_of_monster", args)
        return Msg("op.gain_token_kinds" if self.kinds else "op.gain_token", args)


class LoseTokens(Op):
    """The victim returns tokens to the pool: some of his choice, all of some kinds, or all of one that is named."""

    FIELDS: ClassVar[list[Field]] = [
        Field("n", INT, "how many, of the victim's choice", 1),
        Field("all", BOOL, "all of them", False),
        Field("kinds", COUNTERS, "of these kinds only", []),
        Field("keep", INT, "so many of each kind stay", 0),
        Field("named_by", WHO, "who names the kind that is lost", ""),
    ]

    def __init__(self) -> None:
        self.n = 1
        self.all = False
        self.kinds: list[int] = []
        self.kinds_names: list[str] = []
        self.keep = 0
        self.named_by = ""

    def losable(self, s: State, seat: int) -> list[int]:
        counters = s.seats[seat].counters
        return [kind for kind in self.kinds or all_kinds(s) if counters[kind] > self.keep]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.losable(s, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        seat = fx.victim
        if s.cards[fx.card].kind == w.CURSE and ask_seat(s, seat, w.Q_TOKEN_SHIELD, 0):
            return True
        if self.named_by:
            return self.ask_for_kind(s, fx)
        if fx.part > 0:
            lose_tokens(s, seat, s.picked[0], 1)
        kinds = self.losable(s, seat)
        left = sum([s.seats[seat].counters[kind] - self.keep for kind in kinds])
        if self.all or left <= self.n - fx.part:
            for kind in kinds:
                lose_tokens(s, seat, kind, s.seats[seat].counters[kind] - self.keep)
            return True
        if fx.part >= self.n or not kinds:
            return True
        call(s, Choose(seat, w.ASK_LOSE, w.A_COUNTER, kinds))
        return False

    def ask_for_kind(self, s: State, fx: Resolve) -> bool:
        """Lets somebody name a kind, held or not; the victim loses all of it."""
        if fx.part == 0:
            by = seats_of(s, fx, self.named_by)
            if by:
                call(s, Choose(by[0], w.ASK_PICK, w.A_COUNTER, all_kinds(s)))
                return False
            return True
        kind = s.picked[0]
        lose_tokens(s, fx.victim, kind, s.seats[fx.victim].counters[kind])
        return True

    def text(self) -> Msg:
        args: dict[str, object] = {"n": self.n, "who": Msg("who.victim")}
        args["kinds"] = counter_names(self.kinds_names)
        if self.named_by:
            return Msg("op.lose_named_tokens", {"by": Msg("who." + self.named_by), "who": Msg("who.victim")})
        if self.all and self.keep:
            parts: list[object] = []
            for name in self.kinds_names:
                parts.append(Msg("op.all_tokens_but", {"kind": Msg("counter." + name), "keep": self.keep}))
            return Msg("op.lose_tokens_but", {"parts": parts, "who": Msg("who.victim")})
        if self.all:
            return Msg("op.lose_all_tokens" if self.kinds else "op.lose_every_token", args)
        return Msg("op.lose_tokens", args)


def swaps_for(s: State, seat: int, other: int, give: int) -> list[int]:
    """Lists what a munchkin may get from another for one token: neither of them may win by it."""
    kinds = [kind for kind in held_kinds(s, other) if kind != give]
    return [kind for kind in kinds if not would_win(s, seat, kind, give) and not would_win(s, other, give, kind)]


class SwapTokens(Op):
    """The player swaps a token of his for one of the munchkin aimed at; neither may win the game by it."""

    FIELDS: ClassVar[list[Field]] = []

    def gives(self, s: State, seat: int, other: int) -> list[int]:
        return [kind for kind in held_kinds(s, seat) if swaps_for(s, seat, other, kind)]

    def objection(self, s: State, player: int, victim: int) -> Reason | None:
        return None if self.gives(s, player, victim) else NO_SWAP

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.gives(s, fx.player, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            call(s, Choose(fx.player, w.ASK_LOSE, w.A_COUNTER, self.gives(s, fx.player, fx.victim)))
            return False
        if fx.part == 1:
            fx.memo = s.picked[:]
            call(s, Choose(fx.player, w.ASK_PICK, w.A_COUNTER, swaps_for(s, fx.player, fx.victim, fx.memo[0])))
            return False
        give, take = fx.memo[0], s.picked[0]
        s.tell(ev.TOKENS_SWAPPED, fx.player, fx.victim)
        lose_tokens(s, fx.player, give, 1)
        lose_tokens(s, fx.victim, take, 1)
        gain_token(s, fx.player, take)
        gain_token(s, fx.victim, give)
        return True

    def text(self) -> Msg:
        return Msg("op.swap_tokens", {"who": Msg("who.victim")})


class ChangeToken(Op):
    """The token being taken becomes one of another kind, of the taker's choice."""

    FIELDS: ClassVar[list[Field]] = []

    def objection(self, s: State, player: int, victim: int) -> Reason | None:
        return None if s.rules.procedures.other_tokens(s) else NO_TOKEN

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            call(s, Choose(fx.player, w.ASK_PICK, w.A_COUNTER, s.rules.procedures.other_tokens(s)))
            return False
        s.rules.procedures.change_token(s, s.picked[0])
        return True

    def text(self) -> Msg:
        return Msg("op.change_token")


class TurnTerms(Op):
    """All terms of the monster aimed at become one of the player's choice for this fight."""

    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        body = target_body(s, fx)
        if body is None or not kinds_of(s.rules, body_tags(s, body)):
            return True
        if fx.part == 0:
            call(s, Choose(fx.player, w.ASK_PICK, w.A_COUNTER, all_kinds(s)))
            return False
        # A twin shares what becomes of it (AMB-32)
        for twin in s.fight.bodies if s.fight is not None else []:
            if twin.group == body.group:
                turn_terms(s, twin, s.picked[0])
        return True

    def text(self) -> Msg:
        return Msg("op.turn_terms", {"monster": Msg("who.monster")})
