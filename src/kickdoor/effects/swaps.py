"""Instructions that put one thing in the place of another: monsters, Classes and Races, Items in need."""

from typing import ClassVar

from kickdoor.core import words as w
from kickdoor.core.cards import Msg, Op
from kickdoor.core.fields import BOOL, KIND, Field
from kickdoor.core.items import bonus_of
from kickdoor.core.machine import call
from kickdoor.core.prompts import Reason
from kickdoor.core.questions import Choose
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import State
from kickdoor.core.zones import discard_all, enter_play, leave_hand, move_item, of_kind

NOTHING_DECIDES = Reason("nothing_decides", ["TREASURE-12", "CONFLICT-01"])


class ReplaceMonster(Op):
    """The monster aimed at is discarded with its enhancers; the one played along takes its place."""

    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None and fx.target in s.seats[fx.player].hand:
            leave_hand(s, fx.player, fx.target)
            # The newcomer first, or the fight would end with no monster left
            s.rules.procedures.join_fight(s, fx.target)
            s.rules.procedures.leave_fight(s, fx.body, w.REMOVED, 0)
        return True

    def text(self) -> Msg:
        return Msg("op.replace_monster", {"monster": Msg("who.monster")})


class ChangeFromDiscards(Op):
    """The first Class or Race down the Door discards replaces all the victim has, or one; none means plain loss."""

    FIELDS: ClassVar[list[Field]] = [
        Field("kind", KIND, "class or race"),
        Field("one", BOOL, "replaces one of his choice, not all", False),
        Field("other", BOOL, "one he has already is no replacement, but a plain loss", False),
    ]

    def __init__(self) -> None:
        self.kind = w.CLASS
        self.one = False
        self.other = False

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(of_kind(s, s.seats[fx.victim], self.kind)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        found = [c for c in s.discards[w.DOOR] if s.cards[c].kind == self.kind]
        old = of_kind(s, s.seats[fx.victim], self.kind)
        if found and self.other and [c for c in old if s.cards[c].trait == s.cards[found[-1]].trait]:
            found = []
        if self.one and fx.part == 0:
            call(s, Choose(fx.victim, w.ASK_LOSE, w.A_CARD, old))
            return False
        if self.one:
            # Nobody has the same one twice (CHAR-45)
            kept = [s.cards[c].trait for c in old if c not in s.picked]
            found = [c for c in found if s.cards[c].trait not in kept]
            old = s.picked[:]
        if found:
            s.discards[w.DOOR].remove(found[-1])
            enter_play(s, fx.victim, found[-1])
        discard_all(s, fx.victim, old)
        return True

    def text(self) -> Msg:
        name = "op.change_one_" if self.one else ("op.change_other_" if self.other else "op.change_")
        return Msg(name + w.KINDS[self.kind], {"who": Msg("who.victim")})


class TakeDecidingItem(Op):
    """The main fighter takes an Item of another that turns the fight at once, making room for it if he must."""

    FIELDS: ClassVar[list[Field]] = []

    def objection(self, s: State, player: int, victim: int) -> Reason | None:
        return None if deciding_items(s, player) else NOTHING_DECIDES

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            call(s, Choose(fx.player, w.ASK_PICK, w.A_CARD, deciding_items(s, fx.player)))
            return False
        for card in s.picked:
            seize(s, fx.player, card)
        return True

    def text(self) -> Msg:
        return Msg("op.take_deciding_item")


def deciding_items(s: State, seat: int) -> list[int]:
    """Lists the Items in others' play that would win the fight for a munchkin if he had them on."""
    out: list[int] = []
    for p in s.seats:
        if p.index == seat or p.dead:
            continue
        for card in p.play:
            if s.cards[card].kind == w.ITEM and bonus_of(s, card) > 0:
                trial = s.copy()
                trial.serial |= 1
                seize(trial, seat, card)
                if card in trial.seats[seat].equipped and trial.rules.procedures.is_winning(trial):
                    out.append(card)
    return out


def seize(s: State, seat: int, card: int) -> None:
    """Takes an Item and equips it, discarding what stands in its way."""
    for p in s.seats:
        if p.index != seat and card in p.play:
            for crowd in s.rules.procedures.in_the_way(s, seat, card):
                discard_all(s, seat, [crowd])
            if not s.rules.procedures.may_carry(s, seat, card):
                return
            move_item(s, p.index, seat, card)
            s.rules.procedures.equip_item(s, seat, card)
            return
