"""How much a card is worth to the bot that holds it; only the order of the numbers counts."""

from __future__ import annotations

from kickdoor.bots.sight import Sight
from kickdoor.core import words as w
from kickdoor.core.cards import CardDef

PLAIN: dict[int, int] = {
    w.CURSE: 300,
    w.GOUP: 900,
    w.CHEAT: 350,
    w.SUPER: 150,
    w.HALFBREED: 150,
    w.WANDERING: 120,
    w.MATE: 150,
    w.OTHER_DOOR: 200,
    w.OTHER_TREASURE: 350,
    w.FOLLOWER: 300,
}


def worth(sight: Sight, card: int) -> int:
    """Values a card the bot sees; one it does not know is worth an average one."""
    d = sight.cards.get(card)
    if d is None:
        return 250
    if d.kind == w.ITEM:
        return item_worth(sight, card, d)
    if d.kind == w.ONESHOT:
        return 120 + 60 * abs(d.bonus) + d.value // 10
    if d.kind == w.ENHANCER:
        return 100 + 20 * abs(d.bonus)
    if d.kind in (w.CLASS, w.RACE):
        return 400 if card in sight.me.play or sight.free_of(d.kind) else 60
    if d.kind == w.MONSTER:
        return 250 + 60 * d.treasures if d.level < sight.me.strength else 90
    return PLAIN.get(d.kind, 200)


def item_worth(sight: Sight, card: int, d: CardDef) -> int:
    """Values an Item: what it adds where it can be used, and the gold it would fetch."""
    use = 150 * d.bonus + 80 * d.run if card in sight.usable or card not in sight.hand + sight.me.play else 0
    if card in sight.me.equipped:
        use += 100
    return 50 + use + d.value // 4


def cheapest(sight: Sight, cards: list[int]) -> list[int]:
    """Sorts cards, the least valuable first."""
    return sorted(cards, key=lambda card: (worth(sight, card), card))
