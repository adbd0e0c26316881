"""An Item's bonus, value, tags and size with its attached cards, and a monster's current tags."""

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.state.state import FightMonster, State
from kickdoor.engine.state.zones import is_item


def improvements(s: State, card: CardId) -> list[int]:
    """List the cards attached to an Item, except for those that it carries."""
    if not s.attached:
        return []
    return [rider for rider, host in s.attached.items() if host == card and not is_item(s.cards[rider])]


def bonus_of(s: State, card: CardId) -> int:
    """Return an Item's bonus with its attached cards."""
    bonus = s.cards[card].bonus
    for rider in improvements(s, card):
        bonus += s.cards[rider].bonus
    return bonus


def value_of(s: State, card: CardId) -> int:
    """Return an Item's value with its attached cards."""
    value = s.cards[card].value
    for rider in improvements(s, card):
        value += s.cards[rider].value
    return value


def least_missed(s: State, seat: SeatNo, items: list[int]) -> list[int]:
    """Sort Items by how dispensable they are for their owner: unequipped ones first, then by value."""
    equipped = s.seats[seat].equipped
    return [card for _, _, card in sorted([(card in equipped, value_of(s, card), card) for card in items])]


def tags_of(s: State, card: CardId) -> int:
    """Return an Item's tags: printed, given for good, or given by an attached card (GEARS-04)."""
    tags = s.cards[card].tags
    if s.marks:
        tags |= s.marks.get(card, 0)
    for rider in improvements(s, card):
        tags = tags & ~s.cards[rider].takes | s.cards[rider].gives
    return tags


def is_big(s: State, card: CardId) -> bool:
    """Return whether an Item is Big now; the card attached last decides."""
    big = s.cards[card].big
    for rider in improvements(s, card):
        if s.cards[rider].makes:
            big = s.cards[rider].makes == nr.MAKES_BIG
    return big


def own_tags(s: State, body: FightMonster) -> int:
    """Return a monster's own tags: printed or gained, and not lost."""
    return (s.rules.defs[body.definition].tags | body.tags) & ~body.taken


def body_tags(s: State, body: FightMonster) -> int:
    """Return a monster's tags in this fight; some monsters adopt tags of the other monsters."""
    tags = own_tags(s, body)
    kin = s.rules.defs[body.definition].sides_with & ~tags & ~body.taken
    if kin and s.fight is not None:
        for other in s.fight.bodies:
            if other.uid != body.uid:
                tags |= own_tags(s, other) & kin
    return tags


def change_tags(body: FightMonster, gives: int, takes: int) -> None:
    """Change a monster's tags for this fight; the last change counts."""
    body.tags = body.tags & ~takes | gives
    body.taken = (body.taken | takes) & ~gives
