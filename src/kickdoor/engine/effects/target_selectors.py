"""Selectors of the effect language: the seats and Items that ops apply to."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Message
from kickdoor.engine.cards.field_specs import BOOL, INT, SLOT, TAG, Field
from kickdoor.engine.ids import CardId, MonsterId, SeatNo
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.rules.fight.dice import roller
from kickdoor.engine.rules.fight.strength import amount_now, item_counts
from kickdoor.engine.state.items import bonus_of, is_big, tags_of, value_of
from kickdoor.engine.state.queries import lifted, may_use
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.zones import is_item, left_of, others_from_left, right_of

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
CURSER = "curser"
UNCAUGHT = "uncaught"
LOWEST_OTHERS = "lowest_others"
ROLLER = "roller"
WHO_DOCS: Final = {
    VICTIM: "The player whom the effect is about: the one aimed at, cursed or caught, else the player of the card.",
    PLAYER: "The player of the card, even if it is aimed at another.",
    LEFT: "The player on the victim's left.",
    RIGHT: "The player on the victim's right.",
    NEIGHBOURS: "The players on the victim's left and right; with two players, the other one twice.",
    OTHERS: "All players except the victim, in turn from the left.",
    OTHERS_FROM_RIGHT: "All players except the victim, in turn from the right.",
    HIGHEST_OTHERS: "Of the players except the victim, all with the highest Level.",
    COMBATANTS: "The main fighter and the helper.",
    MAIN_FIGHTER: "The main fighter.",
    HELPER: "The helper, if there is one.",
    EVERYONE: "All players, the victim first.",
    CURSER: "The player who played the curse; for one from behind a door, the player on the victim's left.",
    UNCAUGHT: "All players whom the monster has not caught.",
    LOWEST_OTHERS: "Of the players except the victim, all with the lowest Level.",
    ROLLER: "The player who has just rolled.",
}
WHO: tuple[str, ...] = tuple(WHO_DOCS)


ONE_DOCS: Final = {word: WHO_DOCS[word] for word in (VICTIM, PLAYER, LEFT, RIGHT, MAIN_FIGHTER, HELPER, CURSER, ROLLER)}
"""The words that stand for at most one player."""


def seats_of(s: State, fx: Resolve, who: str) -> list[int]:
    """List the living seats that a word stands for, in the order in which they act.

    The dead receive nothing (AMB-113).
    """
    return [seat for seat in seats_named(s, fx, who) if not s.seats[seat].dead]


def seats_named(s: State, fx: Resolve, who: str) -> list[int]:
    """List the seats that a word stands for, to name something. A neighbour counts even if dead (AMB-113)."""
    if who == VICTIM or who == PLAYER:
        return [fx.victim if who == VICTIM else fx.player]
    if who == LEFT or (who == CURSER and fx.player < 0):
        # A curse found behind a door has no player, so the left neighbour takes that role.
        return [left_of(s, fx.victim)]
    if who == RIGHT:
        return [right_of(s, fx.victim)]
    if who == NEIGHBOURS:
        # With two players, the other one is both neighbours.
        return [left_of(s, fx.victim), right_of(s, fx.victim)]
    if who == CURSER:
        return [fx.player]
    if who == ROLLER:
        seat = roller(s)
        return [] if seat < 0 else [seat]
    others = others_from_left(s, fx.victim)
    if who == UNCAUGHT:
        return [i for i in [*others, fx.victim] if not was_caught(s, i, fx.body)]
    if who == EVERYONE:
        return [fx.victim, *others]
    if who == OTHERS or not others:
        return others
    if who == OTHERS_FROM_RIGHT:
        return others[::-1]
    if who == LOWEST_OTHERS or who == HIGHEST_OTHERS:
        levels = [s.seats[i].level for i in others]
        wanted = min(levels) if who == LOWEST_OTHERS else max(levels)
        return [i for i in others if s.seats[i].level == wanted]
    return [] if s.fight is None else fighters(s, s.fight, who)


NEIGHBOURLY = (LEFT, RIGHT, NEIGHBOURS, CURSER)
"""The words that may stand for a seat whose character is dead."""


def namer(who: str) -> Message:
    """Return the player who names something: a neighbour, even a dead one (AMB-113)."""
    return Message("who." + who + ("_anyhow" if who in NEIGHBOURLY else ""))


def fighters(s: State, fight: Fight, who: str) -> list[int]:
    """List the living fighters that a word stands for."""
    out: list[int] = []
    if who != HELPER and not s.seats[fight.main].dead:
        out.append(fight.main)
    if who != MAIN_FIGHTER and fight.helper >= 0 and not s.seats[fight.helper].dead:
        out.append(fight.helper)
    return out


def was_caught(s: State, seat: SeatNo, body: MonsterId) -> bool:
    """Return whether a monster of the fight has caught a player."""
    caught = [] if s.fight is None else s.fight.caught
    for i in range(0, len(caught), 2):
        if caught[i] == seat and caught[i + 1] == body:
            return True
    return False


def item_bonus(s: State, seat: SeatNo, card: CardId) -> int:
    """Return the strength that an equipped Item adds for its owner at this time."""
    bonus = bonus_of(s, card)
    for m in s.cards[card].modifiers:
        if m.query == nr.Q_STRENGTH:
            bonus += amount_now(s, m, seat, -1, card)
    return item_counts(s, seat, card, bonus)


class ItemPick:
    """A selector of a player's Items."""

    FIELDS: ClassVar[list[Field]] = [
        Field("slot", SLOT, "Items of this slot only", ""),
        Field("worn", BOOL, "equipped Items only", False),
        Field("held", BOOL, "Items in the hands only: equipped ones that take up a hand", False),
        Field("big", BOOL, "Big items only", False),
        Field("small", BOOL, "Items that are not Big", False),
        Field("complex", BOOL, "complex Items only", False),
        Field("simple", BOOL, "Items that are not complex", False),
        Field("oneshot", BOOL, "one-shots on the table only", False),
        Field("hands", INT, "Items that take this number of hands", 0, least=0),
        Field("tag", TAG, "Items with this tag only", ""),
        Field("value_at_least", INT, "Items worth at least this", 0, least=0),
        Field("best_bonus", BOOL, "the equipped Item with the largest bonus", False),
        Field("lowest_value", BOOL, "the Items worth least", False),
        Field("highest_value", BOOL, "the Items worth most", False),
    ]

    def __init__(self) -> None:
        self.slot = 0
        self.worn = False
        self.held = False
        self.big = False
        self.small = False
        self.complex = False
        self.simple = False
        self.oneshot = False
        self.hands = 0
        self.lowest_value = False
        self.highest_value = False
        self.tag = 0
        self.tag_name = ""
        self.value_at_least = 0
        self.best_bonus = False

    def fits(self, s: State, seat: SeatNo, card: CardId) -> bool:
        d = s.cards[card]
        p = s.seats[seat]
        if not is_item(d) or (self.slot and d.slot != self.slot):
            return False
        if (self.worn or self.best_bonus) and card not in p.equipped:
            return False
        if self.held and (d.slot != nr.HAND or card not in p.equipped or lifted(s, card) & nr.LIFTS_SLOT):
            return False
        if (self.complex and not d.complex) or (self.simple and d.complex) or (self.hands and d.hands != self.hands):
            return False
        if self.oneshot and d.kind != nr.ONESHOT:
            return False
        if (self.big and not is_big(s, card)) or (self.small and is_big(s, card)):
            return False
        return (not self.tag or tags_of(s, card) & self.tag != 0) and value_of(s, card) >= self.value_at_least

    def of(self, s: State, seat: SeatNo) -> list[int]:
        """List the selected Items that a player has in play (AMB-36)."""
        p = s.seats[seat]
        cards = [c for c in p.play if self.fits(s, seat, c)]
        if self.best_bonus:
            cards = [c for c in cards if may_use(s, p, c) and item_bonus(s, seat, c) > 0]
            if cards:
                best = max([item_bonus(s, seat, c) for c in cards])
                cards = [c for c in cards if item_bonus(s, seat, c) == best]
        if cards and (self.lowest_value or self.highest_value):
            values = [value_of(s, c) for c in cards]
            wanted = min(values) if self.lowest_value else max(values)
            cards = [c for c in cards if value_of(s, c) == wanted]
        return cards

    def is_one(self) -> bool:
        """Return whether the selector usually means one Item: the one worn in a slot, or the best or worst of all."""
        worn = self.worn and self.is_of_body_slot()
        return worn or self.best_bonus or self.lowest_value or self.highest_value

    def is_of_body_slot(self) -> bool:
        """Return whether the selector names a slot that usually holds one Item: any except hands."""
        return self.slot not in (nr.NO_SLOT, nr.HAND)

    def worn_slot(self) -> str:
        """Return the slot if the selector asks only for what is worn there."""
        bare = not (self.big or self.small or self.complex or self.simple or self.best_bonus or self.trails())
        return nr.SLOTS[self.slot] if self.worn and self.is_of_body_slot() and bare else ""

    def trails(self) -> bool:
        """Return whether its words continue after the noun, so that "of your choice" could be read with those."""
        return self.held or self.tag != 0 or self.value_at_least > 0

    def text(self) -> Message:
        if self.best_bonus:
            return Message("items.best")
        size = Message("items.any_size")
        for name, wanted in (
            ("items.big", self.big), ("items.small", self.small), ("items.complex", self.complex),
            ("items.simple", self.simple),
        ):  # fmt: skip
            if wanted:
                size = Message(name)
        noun = Message("slot." + nr.SLOTS[self.slot]) if self.slot else Message("items.item")
        if self.hands:
            noun = Message("items.hands", {"n": self.hands})
        elif self.oneshot:
            noun = Message("items.oneshot")
        where = "items.held" if self.held else "items.in_play"
        if self.worn:
            where = "items.worn" if self.is_of_body_slot() else "items.equipped"
        phrase = Message(where, {"size": size, "noun": noun})
        if self.tag:
            phrase = Message("items.tagged", {"items": phrase, "tag": Message("tag." + self.tag_name)})
        if self.value_at_least:
            phrase = Message("items.worth", {"items": phrase, "n": self.value_at_least})
        if self.lowest_value or self.highest_value:
            phrase = Message("items.lowest" if self.lowest_value else "items.highest", {"items": phrase})
        return phrase
