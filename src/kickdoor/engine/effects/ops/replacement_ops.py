"""Ops that replace cards: monsters, Classes and Races, Items that decide a fight."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op
from kickdoor.engine.cards.field_specs import BOOL, KIND, Field
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.event_kinds import INTO_PLAY
from kickdoor.engine.machine.places import HAND, MAT
from kickdoor.engine.machine.prompts import PROMISED, Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.fight.participants import add_monster, remove_monster
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.fight.strength import is_winning
from kickdoor.engine.rules.items.equipment import blocking_items, equip_if_possible, may_carry
from kickdoor.engine.rules.items.item_loss import take_item
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard_all, enter_play, leave_hand, move_item, of_kind

NOTHING_DECIDES = Reason("nothing_decides", ["TREASURE-12", "CONFLICT-01"])
PROMISED_ROOM = Reason(PROMISED.code, [*PROMISED.rules, "AMB-110"])


class ReplaceMonster(Op):
    DOC: ClassVar[str] = (
        "The monster aimed at is discarded with its enhancers; the monster played with the card takes its place."
    )
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        if s.fight is not None and fx.target in s.seats[fx.player].hand:
            leave_hand(s, fx.player, fx.target)
            # The new monster joins first, because the fight would end with no monster left.
            add_monster(s, s.fight, fx.target, HAND | fx.player)
            remove_monster(s, fx.body, nr.REMOVED, 0)
        return True

    def text(self) -> Message:
        return Message("op.replace_monster", {"monster": Message("who.monster")})


class ChangeFromDiscards(Op):
    DOC: ClassVar[str] = (
        "The top Class or Race of the Door discards replaces those of the victim, or one; without any they are lost."
    )
    FIELDS: ClassVar[list[Field]] = [
        Field("kind", KIND, "class or race"),
        Field("one", BOOL, "replaces one of their choice, not all", False),
        Field("other", BOOL, "one they have already is lost without a replacement", False),
    ]

    def __init__(self) -> None:
        self.kind = nr.CLASS
        self.one = False
        self.other = False

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(of_kind(s, s.seats[fx.victim], self.kind)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        found = [c for c in s.discards[nr.DOOR] if s.cards[c].kind == self.kind]
        old = of_kind(s, s.seats[fx.victim], self.kind)
        if found and self.other and [c for c in old if s.cards[c].trait == s.cards[found[-1]].trait]:
            found = []
        if self.one and fx.part == 0:
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_LOSE, nr.A_CARD, old))
            return False
        if self.one:
            # A player cannot have the same one twice (CHAR-45).
            kept = [s.cards[c].trait for c in old if c not in s.picked]
            found = [c for c in found if s.cards[c].trait not in kept]
            old = s.picked[:]
        if found:
            s.discards[nr.DOOR].remove(found[-1])
            enter_play(s, fx.victim, found[-1])
        discard_all(s, fx.victim, old)
        if found:
            s.emit(ev.TAKEN_FROM_DISCARDS, fx.victim, nr.DOOR, INTO_PLAY, found[-1]).moved(target=MAT | fx.victim)
        return True

    def text(self) -> Message:
        name = "op.change_one_" if self.one else ("op.change_other_" if self.other else "op.change_")
        return Message(name + nr.KINDS[self.kind], {"who": Message("who.victim")})


class TakeDecidingItem(Op):
    # If there is no room for it, they first discard equipped Items of their choice, but none they have promised
    # (AMB-110).
    DOC: ClassVar[str] = "The main fighter takes an Item of another player that decides the fight at once."
    FIELDS: ClassVar[list[Field]] = []

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        if deciding_items(s, player):
            return None
        if not locked(s, player):
            return NOTHING_DECIDES
        free = s.copy()
        free.serial |= 1
        if free.fight is not None:
            free.fight.deal = []
        return PROMISED_ROOM if deciding_items(free, player) else NOTHING_DECIDES

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.player, nr.ASK_PICK, nr.A_CARD, deciding_items(s, fx.player)))
            return False
        if fx.part == 1:
            fx.memo = s.picked[:]
        else:
            discard_all(s, fx.player, s.picked)
        for card in fx.memo:
            trial = tried_on(s, fx.player, card)
            givable = room_makers(trial, fx.player, card)
            if givable:
                push_frame(s, ChoiceFrame(fx.player, nr.ASK_PAY, nr.A_CARD, givable))
                return False
            take_item(s, fx.player, owner_of(s, card), card)
            equip_if_possible(s, fx.player, card)
        return True

    def text(self) -> Message:
        return Message("op.take_deciding_item")


def owner_of(s: State, card: CardId) -> int:
    """Return the seat before which a card lies."""
    for p in s.seats:
        if card in p.play:
            return p.index
    return -1


def deciding_items(s: State, seat: SeatNo) -> list[int]:
    """List the Items of other players that would win the fight for a player who had them equipped."""
    out: list[int] = []
    for p in s.seats:
        if p.index == seat or p.dead:
            continue
        for card in p.play:
            # An Item without a bonus may decide too: by a power of the taker, or against a monster that is stronger
            # against players without headgear.
            if s.cards[card].kind == nr.ITEM and decides(tried_on(s, seat, card), seat, card):
                out.append(card)
    return out


def tried_on(s: State, seat: SeatNo, card: CardId) -> State:
    """Return a copy of the state in which a player has taken an Item."""
    trial = s.copy()
    trial.serial |= 1
    move_item(trial, owner_of(s, card), seat, card)
    return trial


def decides(s: State, seat: SeatNo, card: CardId) -> bool:
    """Return whether a player wins the fight with an Item they have taken, once there is room for it."""
    if blocking_items(s, seat, card):
        return len(room_makers(s, seat, card)) > 0
    if not may_carry(s, seat, card):
        return False
    equip_if_possible(s, seat, card)
    return card in s.seats[seat].equipped and is_winning(s)


def room_makers(s: State, seat: SeatNo, card: CardId) -> list[int]:
    """List the equipped Items that a player may discard to make room for one that then decides the fight."""
    out: list[int] = []
    promised = locked(s, seat)
    for other in blocking_items(s, seat, card):
        if other not in promised:
            trial = s.copy()
            trial.serial |= 1
            discard_all(trial, seat, [other])
            if decides(trial, seat, card):
                out.append(other)
    return out
