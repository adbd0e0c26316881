"""Where the cards of an event come from and go to, so that a page can have them fly.

A place is a word: `deck.0`, `discards.1` (Doors and Treasures), `hand.2`, `mat.2` (what lies before a seat), `grave.2`
(what is left of somebody), `stage` (the middle of the table). Which places a card moves between is known to everybody:
where some may not see the card, nothing but the kind of event says so.
"""

from __future__ import annotations

from sys import intern

from kickdoor.engine.machine.events import CARD_PLAYED, EVENTS, EVERYONE, RESHUFFLED, Event
from kickdoor.engine.rules.characters.death import grave_of
from kickdoor.engine.state.state import State

STAGE = "stage"
LOOK = "look"
"""The place is found in the game before or after the act."""
MOVES_BY_EVENT: dict[str, tuple[str, str]] = {
    "door_kicked": ("deck", STAGE),
    "door_taken": (STAGE, "hand"),
    "looked_for_trouble": ("hand", STAGE),
    "card_drawn": ("deck", "hand"),
    "treasures_drawn": ("deck", "hand"),
    "card_played": (LOOK, LOOK),
    "item_carried": (LOOK, "mat"),
    "item_equipped": (LOOK, "mat"),
    "item_unequipped": ("mat", "mat"),
    "card_attached": (LOOK, LOOK),
    "items_sold": (LOOK, "discards"),
    "card_discarded": (LOOK, "discards"),
    "fight_begun": (LOOK, STAGE),
    "monster_joined": (LOOK, STAGE),
    "monster_left": (STAGE, LOOK),
    "monster_killed": (STAGE, "discards"),
    "curse_landed": (LOOK, STAGE),
    "curse_kept": (STAGE, "mat"),
    "curse_cancelled": (STAGE, "discards"),
    "curse_ended": ("mat", "discards"),
    "died": (LOOK, "grave"),
    "looted": ("grave other", "hand"),
    "charity_given": ("hand", "hand other"),
    "charity_discarded": ("hand", "discards"),
    "given": (LOOK, LOOK),
    "card_taken_from": ("hand other", "hand"),
    "item_taken": ("mat other", "mat"),
    "treasure_picked": (STAGE, "hand"),
    "big_item_passed": ("mat", "mat other"),
    "oneshot_cancelled": (STAGE, "discards"),
    "card_passed": ("hand", "hand other"),
    "taken_from_discards": ("discards", LOOK),
    "cards_cleared": (LOOK, "discards"),
    "card_spent": (LOOK, "discards"),
    "card_laid_down": (LOOK, "mat"),
}
"""From where to where the cards of each kind of event move; of other kinds none do. `other`: the other seat's place."""
SPREAD = ("treasures_drawn", "treasure_picked")
"""Spoils that a helper shares lie on the stage until they are picked."""
DRAWN = ("card_drawn", "treasures_drawn")
"""Kinds that say from which deck their cards come."""


def place_of(s: State, card: int) -> str:
    """Find where a card is."""
    for p in s.seats:
        if card in p.hand:
            return f"hand.{p.index}"
        if card in p.play:
            return f"mat.{p.index}"
    for word, piles in (("discards", s.discards), ("deck", s.decks)):
        for deck, pile in enumerate(piles):
            if card in pile:
                return f"{word}.{deck}"
    grave = grave_of(s, card)
    return STAGE if grave < 0 else f"grave.{grave}"


class CardMoveTracker:
    """Follows the cards of one act from place to place."""

    def __init__(self, before: State, after: State) -> None:
        self.before, self.after = before, after
        self.last: dict[int, str] = {}
        """Where each card is that has moved already."""
        self.dealt: set[int] = set()
        """Decks that have been made of their discards since."""

    def moves(self, event: Event, later: list[Event]) -> list[str]:
        """Return for each card of an event from where to where it moves, `hand.2>stage`; nothing if none does.

        `later`: what happens after it in the same act.
        """
        if event.kind == RESHUFFLED:
            self.dealt.add(event.other)
        found = MOVES_BY_EVENT.get(EVENTS[event.kind])
        if found is None or (event.visible_to != EVERYONE and LOOK in found):
            return []
        out: list[str] = []
        # The second card of a play is what it is aimed at
        for card in event.cards[:1] if event.kind == CARD_PLAYED else event.cards:
            source = self.source(event, card, found[0])
            target = self.target(event, card, found[1], later)
            self.last[card] = target
            # There are few, and each line of the log keeps its own
            out.append(intern(f"{source}>{target}"))
        return out

    def source(self, event: Event, card: int, where: str) -> str:
        if where not in (LOOK, "deck"):
            return self.named(event, card, where)
        if card in self.last:
            return self.last[card]
        if where != LOOK:
            return self.named(event, card, where)
        place = place_of(self.before, card)
        word, _, deck = place.partition(".")
        return f"deck.{deck}" if word == "discards" and int(deck) in self.dealt else place

    def target(self, event: Event, card: int, where: str, later: list[Event]) -> str:
        if EVENTS[event.kind] == SPREAD[0] and event.visible_to == EVERYONE and place_of(self.after, card) == STAGE:
            return STAGE
        nexts = [one for one in later if card in one.cards]
        if nexts and EVENTS[event.kind] == SPREAD[0] and EVENTS[nexts[0].kind] == SPREAD[1]:
            return STAGE
        if where != LOOK:
            return self.named(event, card, where)
        return STAGE if nexts else place_of(self.after, card)

    def named(self, event: Event, card: int, where: str) -> str:
        """Return the place that a word of the table stands for."""
        word, _, whose = where.partition(" ")
        if word in ("deck", "discards"):
            deck = event.other if EVENTS[event.kind] in DRAWN else self.after.cards[card].deck
            return f"{word}.{deck}"
        return word if word == STAGE else f"{word}.{event.other if whose else event.seat}"
