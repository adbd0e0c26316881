"""Checks of hidden information, of saved games, and of listed options on copies."""

from __future__ import annotations

from collections.abc import Iterator

from referee_limits import Fault, faults_of
from referee_play import Step
from referee_table import HAND, Table
from referee_watch import Watch

from kickdoor import Game, KickdoorError, Rng


class Secrets:
    """Knowledge of each seat from events, compared with its view (CARDS-08, CARDS-14, AMB-77)."""

    def __init__(self, game: Game, table: Table) -> None:
        self.piles = [pile["seen"] for pile in table.seen["discards"]]
        self.known: list[set[int]] = [set(hand) for hand in table.hands]

    def follow(self, game: Game, table: Table, step: Step) -> Iterator[Fault]:
        """Record which seats learn which cards, and check that face-down draws stay hidden."""
        shuffled = [card for event in step.events if event.word == "reshuffled" for card in self.piles[event.other]]
        if shuffled:
            # A reshuffle renumbers the cards of that deck.
            held = {card for hand in table.hands for card in hand}
            gone = {*shuffled, *(card.id for event in step.events for card in event.cards())} - held
            self.known = [known - gone for known in self.known]
        self.piles = [pile["seen"] for pile in table.seen["discards"]]
        public = {card for card, place in table.places.items() if place[0] != HAND}
        # A card announced together with another lies open, though its own event comes later.
        public |= {frame["second"] for frame in table.seen["stack"] if frame["kind"] == "oneshot_played"}
        for event in step.events:
            for seat in range(game.seats):
                seen = {card.id for card in event.cards(seat)}
                self.known[seat] |= seen
                alone = event.word == "card_drawn" and event.seat != seat and event.seat >= 0
                if alone and seen and not face_up(step) and event.cards(-1) == []:
                    yield "CARDS-14", f"seat {seat} is told what seat {event.seat} draws", "face-down"
        for known in self.known:
            known |= public

    def look(self, game: Game, table: Table) -> Iterator[Fault]:
        """Check the view of every seat."""
        for seat in range(-1, game.seats):
            seen = game.observe(seat)
            shown = set(seen["card_ids"])
            for other, hand in enumerate(table.hands):
                if other == seat:
                    continue
                secret = set(hand) - set(seen["seats"][other]["known"])
                if secret & shown:
                    yield (
                        "CARDS-08",
                        f"seat {seat} sees cards of seat {other}: {secret & shown}",
                        "only those it was shown",
                    )
                if seat >= 0 and (set(seen["seats"][other]["known"]) & set(hand)) - self.known[seat]:
                    yield "AMB-77", f"seat {seat} knows cards of seat {other} that it was never told", "told ones"
            if seat >= 0 and sorted(seen["hand"]) != sorted(table.hands[seat]):
                yield "CARDS-08", f"seat {seat} does not see its own hand", "all of it"
            known_in_deck = {one[2] for one in seen["deck_known"]}
            beyond = shown - set(table.places) - known_in_deck
            if beyond:
                yield "CARDS-14", f"seat {seat} sees cards of a deck: {beyond}", "only those it was shown"


def face_up(step: Step) -> bool:
    return any(event.word in ("hand_shown", "deck_seen") for event in step.events)


def saved(game: Game) -> Iterator[Fault]:
    """Check that a loaded game prompts the same seats in the same order with the same options (AMB-07)."""
    loaded = Game.load(game.save())
    if loaded.asked != game.asked:
        yield "AMB-07", f"after loading {loaded.asked} are asked", f"{game.asked}"
    for seat in range(game.seats):
        here, there = [o.key for o in game.options(seat)], [o.key for o in loaded.options(seat)]
        if here != there:
            yield "AMB-07", f"after loading seat {seat} may {sorted(set(there) ^ set(here))}", "the same as before"
        if loaded.observe(seat) != game.observe(seat):
            yield "CARDS-16", f"after loading seat {seat} sees another table", "the same"


def on_copies(watch: Watch, rng: Rng, most: int) -> Iterator[Fault]:
    """Apply some of the listed options to copies and check the outcomes."""
    game = watch.game
    listed = [option for seat in range(game.seats) for option in game.options(seat)]
    for _ in range(min(most, len(listed))):
        option = rng.choice(listed)
        twin = game.copy()
        picks = option.form.sample(rng) if option.is_form else None
        try:
            twin.do(option, picks)
        except KickdoorError as error:
            yield "AMB-09", f"listed {option.key} of seat {option.seat} with {picks} is refused: {error}", "taken"
            continue
        for rule, seen, expected in faults_of(Table(twin, watch.facts), watch.cards, watch.winning):
            yield rule, f"after {option.key} of seat {option.seat}: {seen}", expected
