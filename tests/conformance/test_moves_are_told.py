"""Test that the events suffice to know where each open card is."""

import pytest
from tests.layers import few

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.event_kinds import INTO_PLAY
from kickdoor.engine.machine.events import Event
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import stays_by_itself
from kickdoor.sim.random_play import random_play

Place = tuple[str, int]
STAGE: Place = ("stage", 0)
TURNS = 60
STAYING = (nr.CLASS, nr.RACE, nr.SUPER, nr.HALFBREED, nr.ITEM, nr.FOLLOWER, nr.CHEAT)
"""Kinds of card that stay in play at the seat that plays them."""
ONTO_STAGE = (ev.DOOR_KICKED, ev.LOOKED_FOR_TROUBLE, ev.FIGHT_BEGUN, ev.MONSTER_JOINED, ev.DIED)
TO_HAND = (
    ev.DOOR_TAKEN, ev.CARD_DRAWN, ev.TREASURES_DRAWN, ev.LOOTED, ev.CARD_TAKEN_FROM, ev.TREASURE_PICKED,
    ev.TAKEN_FROM_DISCARDS,
)  # fmt: skip
TO_HAND_OF_OTHER = (ev.CHARITY_GIVEN, ev.CARD_PASSED)
ONTO_TABLE = (
    ev.ITEM_CARRIED, ev.ITEM_EQUIPPED, ev.ITEM_UNEQUIPPED, ev.CARD_ATTACHED, ev.CURSE_KEPT, ev.ITEM_TAKEN,
    ev.CARD_LAID_DOWN,
)  # fmt: skip
ONTO_TABLE_OF_OTHER = (ev.GIVEN, ev.BIG_ITEM_PASSED)
DISCARDED = (
    ev.ITEMS_SOLD, ev.CARD_DISCARDED, ev.MONSTER_LEFT, ev.MONSTER_KILLED, ev.CURSE_ENDED, ev.CHARITY_DISCARDED,
    ev.ONESHOT_CANCELLED, ev.CARDS_CLEARED, ev.CARD_SPENT,
)  # fmt: skip


class Follower:
    """A tracker of all cards by their events."""

    def __init__(self, s: State) -> None:
        self.rules = s.rules
        self.decks = [d.deck for d in s.cards]
        """No reshuffle makes a Door of a Treasure."""
        self.places: list[Place] = [("deck", deck) for deck in self.decks]

    def follow(self, event: Event) -> None:
        if event.kind == ev.RESHUFFLED:
            discards, deck = ("discards", event.other), ("deck", event.other)
            self.places = [deck if place == discards else place for place in self.places]
        for card in event.cards[:1] if event.kind == ev.CARD_PLAYED else event.cards:
            place = self.place_after(event, card)
            if place is not None:
                self.places[card] = place
        if event.kind == ev.CARD_ATTACHED:
            # An Item from hand comes to the table with what is attached to it
            self.places[event.other] = ("table", event.seat)

    def place_after(self, event: Event, card: int) -> Place | None:
        kind, seat, other = event.kind, event.seat, event.other
        d = self.rules.defs[event.names[0]]
        if kind == ev.CARD_PLAYED:
            stays = d.kind in STAYING or stays_by_itself(d)
            return ("table", seat) if stays else STAGE
        if kind == ev.TAKEN_FROM_DISCARDS and event.amount == INTO_PLAY:
            return "table", seat
        found: list[tuple[tuple[int, ...], Place]] = [
            (ONTO_STAGE, STAGE), (TO_HAND, ("hand", seat)), (TO_HAND_OF_OTHER, ("hand", other)),
            (ONTO_TABLE, ("table", seat)), (ONTO_TABLE_OF_OTHER, ("table", other)),
            (DISCARDED, ("discards", self.decks[card])),
        ]  # fmt: skip
        return next((place for kinds, place in found if kind in kinds), None)


def real_places(s: State) -> list[Place]:
    """List where the cards lie; on the stage what is in the fight or being carried out."""
    places = [STAGE] * len(s.cards)
    zones = [("hand", p.index, p.hand) for p in s.seats] + [("table", p.index, p.play) for p in s.seats]
    zones += [("deck", deck, s.decks[deck]) for deck in (0, 1)] + [
        ("discards", deck, s.discards[deck]) for deck in (0, 1)
    ]
    for word, number, cards in zones:
        for card in cards:
            places[card] = (word, number)
    return places


@pytest.mark.parametrize("sets", [*[[name] for name in known_sets()], known_sets()], ids="+".join)
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_events_suffice_to_track_open_cards(sets: list[str], seed: int) -> None:
    game = random_play(load_catalog(sets), 3 + seed, f"moves {seed}")
    s = game.state
    # The events of the deal were emitted before this test listened
    follower = Follower(s)
    follower.places = real_places(s)
    s.events = []
    while s.turns < TURNS and game.step():
        for event in s.events:
            follower.follow(event)
        s.events.clear()
        real = real_places(s)
        settled = len(s.stack) == 1
        for card, place in enumerate(real):
            tracked = follower.places[card]
            if tracked != place and (
                settled or "discards" in (tracked[0], place[0]) or "table" in (tracked[0], place[0])
            ):
                raise AssertionError(
                    f"{s.cards[card].name} is tracked at {tracked}, and is at {place}: {s.stack[-1].KIND}"
                )
