"""Who and what: the seats and Items that instructions pick."""

from typing import ClassVar

from kickdoor.core import words as w
from kickdoor.core.cards import Msg
from kickdoor.core.fields import BOOL, INT, SLOT, TAG, Field
from kickdoor.core.queries import may_use
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import State
from kickdoor.core.zones import is_item, others_from_left

VICTIM = "victim"
PLAYER = "player"
LEFT = "left"
RIGHT = "right"
NEIGHBOURS = "neighbours"
OTHERS = "others"
OTHERS_FROM_RIGHT = "others_from_right"
HIGHEST_OTHERS = "highest_others"
COMBATANTS = "combatants"
MAIN_FIGHTER = "main_fighter"
HELPER = "helper"
EVERYONE = "everyone"
WHO: tuple[str, ...] = (
    VICTIM, PLAYER, LEFT, RIGHT, NEIGHBOURS, OTHERS, OTHERS_FROM_RIGHT, HIGHEST_OTHERS, COMBATANTS, MAIN_FIGHTER,
    HELPER, EVERYONE,
)  # fmt: skip


def seats_of(s: State, fx: Resolve, who: str) -> list[int]:
    """Lists the living seats a word stands for, in the order in which they act."""
    if who == VICTIM or who == PLAYER:
        seat = fx.victim if who == VICTIM else fx.player
        return [] if s.seats[seat].dead else [seat]
    others = others_from_left(s, fx.victim)
    if who == EVERYONE:
        return [fx.victim, *others]
    if who == OTHERS or not others:
        return others
    if who == OTHERS_FROM_RIGHT:
        return others[::-1]
    if who == LEFT:
        return others[:1]
    if who == RIGHT:
        return others[-1:]
    if who == NEIGHBOURS:
        # With two players the other one does both
        return [others[0], others[-1]]
    if who == HIGHEST_OTHERS:
        top = max([s.seats[i].level for i in others])
        return [i for i in others if s.seats[i].level == top]
    fight = s.fight
    if fight is None:
        return []
    out: list[int] = []
    if who != HELPER and not s.seats[fight.main].dead:
        out.append(fight.main)
    if who != MAIN_FIGHTER and fight.helper >= 0 and not s.seats[fight.helper].dead:
        out.append(fight.helper)
    return out


def item_bonus(s: State, seat: int, card: int) -> int:
    """Gives what an equipped Item adds to its owner's strength at this moment."""
    bonus = s.cards[card].bonus
    for m in s.cards[card].modifiers:
        if m.query == w.Q_STRENGTH and (m.when is None or m.when.holds(s, seat, -1, 0)):
            bonus += m.amount.value(s, seat, -1, 0)
    return bonus


class ItemPick:
    """Which Items of a munchkin are meant."""

    FIELDS: ClassVar[list[Field]] = [
        Field("slot", SLOT, "Items of this slot only", ""),
        Field("worn", BOOL, "equipped Items only", False),
        Field("big", BOOL, "Big items only", False),
        Field("small", BOOL, "Items that are not Big", False),
        Field("tag", TAG, "Items with this tag only", ""),
        Field("value_at_least", INT, "Items worth at least so much", 0),
        Field("best_bonus", BOOL, "the equipped Item with the largest bonus", False),
    ]

    def __init__(self) -> None:
        self.slot = 0
        self.worn = False
        self.big = False
        self.small = False
        self.tag = 0
        self.tag_name = ""
        self.value_at_least = 0
        self.best_bonus = False

    def fits(self, s: State, seat: int, card: int) -> bool:
        d = s.cards[card]
        p = s.seats[seat]
        if not is_item(d) or (self.slot and d.slot != self.slot):
            return False
        if (self.worn or self.best_bonus) and card not in p.equipped:
            return False
        if (self.big and not d.big) or (self.small and d.big):
            return False
        return (not self.tag or d.tags & self.tag != 0) and d.value >= self.value_at_least

    def of(self, s: State, seat: int) -> list[int]:
        """Lists the Items of a munchkin in play that are meant (AMB-36)."""
        p = s.seats[seat]
        cards = [c for c in p.play if self.fits(s, seat, c)]
        if self.best_bonus:
            cards = [c for c in cards if may_use(s, p, c) and item_bonus(s, seat, c) > 0]
            if cards:
                best = max([item_bonus(s, seat, c) for c in cards])
                cards = [c for c in cards if item_bonus(s, seat, c) == best]
        return cards

    def text(self) -> Msg:
        if self.best_bonus:
            return Msg("items.best")
        size = Msg("items.big") if self.big else (Msg("items.small") if self.small else Msg("items.any_size"))
        noun = Msg("slot." + w.SLOTS[self.slot]) if self.slot else Msg("items.item")
        phrase = Msg("items.worn" if self.worn else "items.in_play", {"size": size, "noun": noun})
        if self.tag:
            phrase = Msg("items.tagged", {"items": phrase, "tag": Msg("tag." + self.tag_name)})
        if self.value_at_least:
            phrase = Msg("items.worth", {"items": phrase, "n": self.value_at_least})
        return phrase
