"""Ops that make several players pay in turn."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message, Op
from kickdoor.engine.cards.field_specs import BOOL, WHO, Field
from kickdoor.engine.effects.ops.loss_ops import ChooseWorth, no_choice, take_away
from kickdoor.engine.effects.target_selectors import OTHERS, seats_of
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import PROMISED, Reason
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import push_frame
from kickdoor.engine.rules.characters.curse import cancel_curse
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.items.equipment import may_carry
from kickdoor.engine.rules.items.item_loss import lose_cards, take_item
from kickdoor.engine.state.items import value_of
from kickdoor.engine.state.levels import lose_levels
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard_all, is_item, items_in_play, of_kind, others_from_left, take_unseen


class TaxAll(Op):
    DOC: ClassVar[str] = (
        "The victim discards an Item; each other player discards Items worth as much, or all Items and a level."
    )
    FIELDS: ClassVar[list[Field]] = []

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(items_in_play(s, fx.victim)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        # Each player is prompted and then pays, so that a card that saves an Item can be used before the next prompt.
        if fx.part == 0:
            push_frame(s, ChoiceFrame(fx.victim, nr.ASK_LOSE, nr.A_CARD, items_in_play(s, fx.victim)))
            return False
        if fx.part == 1:
            # The memo holds the tax, then the seats that have to pay.
            fx.memo = [value_of(s, s.picked[0]), fx.victim, *others_from_left(s, fx.victim)]
        if fx.part % 2 == 1:
            payer = fx.memo[1]
            fx.memo = [fx.memo[0], *fx.memo[2:]]
            if s.picked:
                lose_cards(s, payer, s.picked[:], True)
            return False
        if len(fx.memo) > 1:
            self.levy(s, fx.memo[0], fx.memo[1])
            return False
        return True

    def levy(self, s: State, tax: int, payer: SeatNo) -> None:
        """Prompt a player for Items worth the tax; a player who has less gives all and a level."""
        items = items_in_play(s, payer)
        total = sum([value_of(s, c) for c in items])
        due = no_choice(s, payer, items, tax)
        if total > tax > 0 and not due:
            push_frame(s, ChooseWorth(payer, items, tax))
            return
        if total < tax:
            lose_levels(s, payer, 1)
        push_frame(s, ChoiceFrame(payer, nr.ASK_LOSE, nr.A_CARD, due, len(due), len(due)))

    def text(self) -> Message:
        return Message("op.tax_all", {"who": Message("who.victim")})


class TakeCard(Op):
    DOC: ClassVar[str] = "Others each take a Treasure the victim has in play, or an unseen card from the victim's hand."
    FIELDS: ClassVar[list[Field]] = [Field("by", WHO, "who takes, in this order")]

    def __init__(self) -> None:
        self.by = OTHERS

    def run(self, s: State, fx: Resolve) -> bool:
        p = s.seats[fx.victim]
        if fx.part == 0:
            fx.memo = seats_of(s, fx, self.by)
        # Each player is prompted and then takes, so that limits are enforced before the next prompt.
        number, taking = divmod(fx.part, 2)
        if number >= len(fx.memo):
            return True
        taker = fx.memo[number]
        if taking:
            if s.picked and is_item(s.cards[s.picked[0]]):
                take_away(s, fx, s.picked[:], taker)
            elif s.picked:
                take_item(s, taker, fx.victim, s.picked[0])
            elif p.hand:
                take_unseen(s, taker, fx.victim)
            return False
        goods = items_in_play(s, fx.victim) + of_kind(s, p, nr.FOLLOWER)
        cards = [c for c in goods if s.cards[c].deck == nr.TREASURE and may_carry(s, taker, c)]
        # An empty pick means a card from the hand.
        push_frame(s, ChoiceFrame(taker, nr.ASK_PICK, nr.A_CARD, cards, 0 if p.hand else 1, 1))
        return False

    def text(self) -> Message:
        return Message("op.take_card", {"who": Message("who." + self.by), "victim": Message("who.victim")})


def free_followers(s: State, player: SeatNo) -> list[int]:
    """List all followers in play, except those of the player that carry something promised (AMB-18)."""
    promised = locked(s, player)
    return [c for p in s.seats for c in of_kind(s, p, nr.FOLLOWER) if c not in promised]


class DiscardFollower(Op):
    # An Item that the victim's own follower carried is lost like any other, and so may be saved.
    DOC: ClassVar[str] = (
        "A follower is discarded with what it carries: the player chooses any in play, or the victim one of their own."
    )
    FIELDS: ClassVar[list[Field]] = [Field("own", BOOL, "one of the victim's, of their choice", False)]

    def __init__(self) -> None:
        self.own = False

    def followers(self, s: State, fx: Resolve) -> list[int]:
        return of_kind(s, s.seats[fx.victim], nr.FOLLOWER) if self.own else free_followers(s, fx.player)

    def objection(self, s: State, player: SeatNo, victim: SeatNo) -> Reason | None:
        return PROMISED if not self.own and not free_followers(s, player) else None

    def possible(self, s: State, fx: Resolve) -> bool:
        return len(self.followers(s, fx)) > 0

    def run(self, s: State, fx: Resolve) -> bool:
        if fx.part == 0:
            ask = nr.ASK_LOSE if self.own else nr.ASK_CHOICE
            push_frame(s, ChoiceFrame(fx.victim if self.own else fx.player, ask, nr.A_CARD, self.followers(s, fx)))
            return False
        if fx.part == 1:
            fx.memo = s.picked[:]
            if self.own:
                take_away(s, fx, load_of(s, fx.memo[0]))
                return False
        for saved in load_of(s, fx.memo[0]) if self.own else []:
            del s.attached[saved]
        for p in s.seats:
            discard_all(s, p.index, fx.memo)
        return True

    def text(self) -> Message:
        return Message("op.lose_follower" if self.own else "op.discard_follower", {"who": Message("who.victim")})


def load_of(s: State, follower: CardId) -> list[int]:
    """List the Items a follower carries."""
    return [c for c, host in s.attached.items() if host == follower]


class EndThisCurse(Op):
    DOC: ClassVar[str] = "The kept curse itself ends."
    FIELDS: ClassVar[list[Field]] = []

    def run(self, s: State, fx: Resolve) -> bool:
        cancel_curse(s, fx.victim, fx.card)
        return True

    def text(self) -> Message:
        return Message("op.end_this_curse")
