"""Affordability of abilities: whether a seat can pay the cost, also checked for abilities that could still be used."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.state.items import tags_of, value_of
from kickdoor.engine.state.state import State
from kickdoor.engine.state.symbol_codec import OF_SEATS, POWER_SHIFT
from kickdoor.engine.state.zones import is_item, items_in_play


def used_key(seat: SeatNo, card: CardId, play: Play) -> int:
    """Return the number under which uses of an ability are noted.

    A power of a Class or Race belongs to the player, whichever card shows it (AMB-105); any other belongs to its card.
    """
    return card * 16 + play.index if play.power < 0 else OF_SEATS + (play.power << POWER_SHIFT) + seat


def payable(s: State, seat: SeatNo, source: int, play: Play) -> list[int]:
    """List the cards that may pay: hand and own cards in play, but neither the ability's own card nor kept curses."""
    cards = what_pays(s, seat, source, play)
    promised = locked(s, seat)
    return [c for c in cards if c not in promised] if promised else cards


def what_pays(s: State, seat: SeatNo, source: int, play: Play) -> list[int]:
    """List the cards that could pay if none of them were promised."""
    p = s.seats[seat]
    if play.cost_tag:
        return [c for c in p.play if tags_of(s, c) & play.cost_tag and is_item(s.cards[c])]
    if play.cost_hand_only:
        return p.hand[:]
    if play.cost_worth:
        return items_in_play(s, seat)
    if play.cost_valued:
        items = p.hand + [c for c in p.play if c != source]
        return [c for c in items if is_item(s.cards[c]) and value_of(s, c) > 0]
    return p.hand + [c for c in p.play if c != source and s.cards[c].kind != nr.CURSE]


def by_deck(s: State, cards: list[int]) -> list[list[int]]:
    """Split cards by the deck they belong to."""
    return [[c for c in cards if s.cards[c].deck == deck] for deck in (nr.DOOR, nr.TREASURE)]


def can_pay(s: State, seat: SeatNo, source: int, play: Play) -> bool:
    """Return whether a seat can pay the minimum cost of an ability."""
    cards = payable(s, seat, source, play)
    if play.cost_whole_hand and len(cards) < len(s.seats[seat].hand):
        # A card of the hand is promised, and the rest is not the whole hand.
        return False
    if play.cost_worth:
        return sum([value_of(s, c) for c in cards]) >= play.cost_worth
    if play.cost_same_deck:
        return max([len(pile) for pile in by_deck(s, cards)]) >= play.cost_min
    return len(cards) >= play.cost_min
