"""Test that the events suffice to know where each open card is."""

import pytest
from tests.layers import few

from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.event_kinds import KINDS, VARIES
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.places import place_word
from kickdoor.engine.state.state import State
from kickdoor.sim.random_play import random_play

Place = tuple[str, int]
STAGE: Place = ("stage", 0)
TURNS = 60


class Follower:
    """A tracker of all cards by their events."""

    def __init__(self, s: State) -> None:
        self.rules = s.rules
        self.decks = [d.deck for d in s.cards]
        """No reshuffle makes a Door of a Treasure."""
        self.places: list[Place] = [("deck", deck) for deck in self.decks]

    def follow(self, event: Event) -> None:
        kind = KINDS[event.kind]
        if event.kind == ev.RESHUFFLED:
            discards, deck = ("discards", event.other), ("deck", event.other)
            self.places = [deck if place == discards else place for place in self.places]
        for n, card in enumerate(event.cards[:1] if event.kind == ev.CARD_PLAYED else event.cards):
            if kind.target:
                # A cancelled curse is told to be discarded before it is
                if event.kind != ev.CARD_SPENT:
                    self.check_origin(event, n)
                self.places[card] = self.place(event, n, kind.target, event.targets)
        if event.kind == ev.CARD_ATTACHED:
            # An Item from hand comes to the table with what is attached to it
            self.places[event.other] = ("mat", event.seat)

    def check_origin(self, event: Event, n: int) -> None:
        """Check that a card comes from where it was, unless no event told of it: a card in a hand may be unknown."""
        kind, was = KINDS[event.kind], self.places[event.cards[n]]
        origin = self.place(event, n, kind.origin, event.origins)
        # A hand may hold cards of which no one was told, and a card may be shown on its way from one place to another
        assert origin == was or "hand" in (origin[0], was[0]) or was == STAGE, (
            f"{kind.word} moves {self.rules.defs[event.names[n]].name} from {origin}, and it was at {was}"
        )

    def place(self, event: Event, n: int, where: str, noted: list[int]) -> Place:
        if noted:
            word, _, number = place_word(noted[n]).partition(".")
            return word, int(number or 0)
        assert where != VARIES, f"{KINDS[event.kind].word} does not say where its cards move"
        word, _, whose = where.partition(" ")
        if word in ("deck", "discards"):
            return word, self.decks[event.cards[n]]
        return (word, event.other if whose else event.seat) if word != "stage" else STAGE


def real_places(s: State) -> list[Place]:
    """List where the cards lie; on the stage what is in the fight or being carried out."""
    places = [STAGE] * len(s.cards)
    zones = [("hand", p.index, p.hand) for p in s.seats] + [("mat", p.index, p.play) for p in s.seats]
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
                settled or "discards" in (tracked[0], place[0]) or "mat" in (tracked[0], place[0])
            ):
                raise AssertionError(
                    f"{s.cards[card].name} is tracked at {tracked}, and is at {place}: {s.stack[-1].KIND}"
                )
