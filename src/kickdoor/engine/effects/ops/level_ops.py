"""Ops about the character itself: Level, death, sex, Class, Race."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op, Quantity
from kickdoor.engine.cards.field_specs import BOOL, KIND, QUANTITY, TRAIT, WHO, Field
from kickdoor.engine.effects.quantities import Plain
from kickdoor.engine.effects.target_selectors import EVERYONE, PLAYER, VICTIM, seats_named, seats_of
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.characters.death import die
from kickdoor.engine.state.levels import can_lose_level, gain_levels, lose_levels
from kickdoor.engine.state.queries import good_traits
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard_from, of_kind

NO_WINNING_LEVEL = Reason("no_winning_level", ["TREASURE-16", "END-04", "END-02", "END-09", "AMB-81", "CONFLICT-06"])

NO_LEVEL_TO_LOSE = Reason("nothing_to_take", ["TREASURE-12", "CHAR-17"])


class LoseLevels(Op):
    DOC: ClassVar[str] = "A player loses levels; Level 1 is the floor."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many levels", 1, least=1),
        Field("who", WHO, "who loses them", VICTIM),
        Field("to", WHO, "who gains the levels actually lost, one each in turn", ""),
        Field("sure", BOOL, "may be played only on a player who has a level to lose", False),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.who = VICTIM
        self.to = ""
        self.sure = False

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return NO_LEVEL_TO_LOSE if self.sure and not can_lose_level(s, victim) else None

    def run(self, s: State, fx: Resolve) -> bool:
        for seat in seats_of(s, fx, self.who):
            lost = lose_levels(s, seat, self.n.value(s, seat, fx.body, fx.n))
            heirs = seats_named(s, fx, self.to) if self.to else []
            for i in range(lost if heirs else 0):
                gain_levels(s, heirs[i % len(heirs)], 1, False)
        return True

    def text(self) -> Message:
        if self.to:
            args: dict[str, object] = {
                "n": self.n.text(),
                "who": Message("who." + self.who),
                "to": Message("who." + self.to),
            }
            return Message("op.lose_levels_to", args)
        name = "op.lose_levels_surely" if self.sure else "op.lose_levels"
        return Message(name, {"n": self.n.text(), "who": Message("who." + self.who)})


class GainLevels(Op):
    DOC: ClassVar[str] = "A player gains levels; the winning level only if the card allows it."
    FIELDS: ClassVar[list[Field]] = [
        Field("n", QUANTITY, "how many levels", 1, least=1),
        Field("who", WHO, "who gains them", VICTIM),
        Field("may_win", BOOL, "may be the winning level", False),
        Field("trait", TRAIT, "only those with this trait", ""),
    ]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)
        self.who = VICTIM
        self.may_win = False
        self.trait = 0
        self.trait_name = ""

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        if self.may_win or self.who not in (VICTIM, PLAYER):
            return None
        level = s.seats[victim if self.who == VICTIM else player].level
        return NO_WINNING_LEVEL if level >= s.options.winning_level - 1 else None

    def run(self, s: State, fx: Resolve) -> bool:
        for seat in seats_of(s, fx, self.who):
            if not self.trait or good_traits(s, seat) & self.trait:
                gain_levels(s, seat, self.n.value(s, seat, fx.body, fx.n), self.may_win)
        return True

    def text(self) -> Message:
        who = Message("who." + self.who)
        if self.trait:
            group = "who.every" if self.who == EVERYONE else "who.every_among"
            who = Message(group, {"group": who, "name": Message("trait." + self.trait_name)})
        return Message("op.gain_levels_may_win" if self.may_win else "op.gain_levels", {"n": self.n.text(), "who": who})


class SetLevel(Op):
    DOC: ClassVar[str] = "The victim's Level falls to a number, if it is higher."
    FIELDS: ClassVar[list[Field]] = [Field("n", QUANTITY, "the new Level", least=1)]

    def __init__(self) -> None:
        self.n: Quantity = Plain(1)

    def run(self, s: State, fx: Resolve) -> bool:
        to = self.n.value(s, fx.victim, fx.body, fx.n)
        lose_levels(s, fx.victim, s.seats[fx.victim].level - to)
        return True

    def text(self) -> Message:
        return Message("op.set_level", {"n": self.n.text(), "who": Message("who.victim")})


class Die(Op):
    DOC: ClassVar[str] = "The victim dies."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if die(s, fx.victim):
            # Death ends the rest of the card's effect.
            fx.op = 999
        return True

    def text(self) -> Message:
        return Message("op.die", {"who": Message("who.victim")})


class ChangeSex(Op):
    DOC: ClassVar[str] = "The victim changes sex for good."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        p = s.seats[fx.victim]
        p.sex = 1 - p.sex
        p.stale = True
        s.dirty = True
        s.emit(ev.SEX_CHANGED, fx.victim, -1, p.sex).changed(1 - p.sex, p.sex)
        return True

    def text(self) -> Message:
        return Message("op.change_sex", {"who": Message("who.victim")})


class LoseCharacterCards(Op):
    DOC: ClassVar[str] = "The victim loses Classes or Races: one of their choice, or all."
    FIELDS: ClassVar[list[Field]] = [
        Field("kind", KIND, "class or race"),
        Field("all", BOOL, "all of them", False),
        Field("trait", TRAIT, "only the card of this trait", ""),
    ]

    def __init__(self) -> None:
        self.kind = nr.CLASS
        self.all = False
        self.trait = 0
        self.trait_name = ""

    def candidates(self, s: State, fx: Resolve) -> list[int]:
        cards = of_kind(s, s.seats[fx.victim], self.kind)
        return [c for c in cards if not self.trait or s.cards[c].trait == self.trait]

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.candidates(s, fx)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0 and not self.all:
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_LOSE, nr.A_CARD, self.candidates(s, fx)))
            return False
        for card in self.candidates(s, fx) if self.all else s.picked:
            discard_from(s, fx.victim, card)
        return True

    def text(self) -> Message:
        kind = nr.KINDS[self.kind]
        if self.trait:
            return Message("op.lose_trait", {"name": Message("trait." + self.trait_name), "who": Message("who.victim")})
        return Message(f"op.lose_all_{kind}" if self.all else f"op.lose_{kind}", {"who": Message("who.victim")})
