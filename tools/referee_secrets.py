"""What nobody may see, what a saved game must keep, and what listed options do on copies."""

from __future__ import annotations

from collections.abc import Iterator

from referee_limits import Fault, faults_of
from referee_play import Deed
from referee_table import HAND, Table
from referee_watch import Watch

from kickdoor import Game, KickdoorError, Rng


class Secrets:
    """Remembers who has been told what, and looks for what a view shows beyond that (CARDS-08, CARDS-14, AMB-77)."""

    def __init__(self, game: Game, table: Table) -> None:
        self.piles = [pile["seen"] for pile in table.seen["discards"]]
        self.told: list[set[int]] = [set(hand) for hand in table.hands]

    def follow(self, game: Game, table: Table, deed: Deed) -> Iterator[Fault]:
        """Note who is told which cards; what is drawn face-down nobody else is told."""
        shuffled = [card for event in deed.events if event.word == "reshuffled" for card in self.piles[event.other]]
        if shuffled:
            # The cards of that deck have new numbers now
            held = {card for hand in table.hands for card in hand}
            gone = {*shuffled, *(card.id for event in deed.events for card in event.cards())} - held
            self.told = [told - gone for told in self.told]
        self.piles = [pile["seen"] for pile in table.seen["discards"]]
        public = {card for card, place in table.places.items() if place[0] != HAND}
        # A card announced together with another lies open, though its own event comes later
        public |= {frame["second"] for frame in table.seen["stack"] if frame["kind"] == "oneshot_played"}
        for event in deed.events:
            for seat in range(game.seats):
                seen = {card.id for card in event.cards(seat)}
                self.told[seat] |= seen
                alone = event.word == "card_drawn" and event.seat != seat and event.seat >= 0
                if alone and seen and not face_up(deed) and event.cards(-1) == []:
                    yield "CARDS-14", f"seat {seat} is told what seat {event.seat} draws", "face-down"
        for told in self.told:
            told |= public

    def look(self, game: Game, table: Table) -> Iterator[Fault]:
        """Look at the game through every seat."""
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
                if seat >= 0 and (set(seen["seats"][other]["known"]) & set(hand)) - self.told[seat]:
                    yield "AMB-77", f"seat {seat} knows cards of seat {other} that it was never told", "told ones"
            if seat >= 0 and sorted(seen["hand"]) != sorted(table.hands[seat]):
                yield "CARDS-08", f"seat {seat} does not see its own hand", "all of it"
            known_in_deck = {one[2] for one in seen["deck_known"]}
            beyond = shown - set(table.places) - known_in_deck
            if beyond:
                yield "CARDS-14", f"seat {seat} sees cards of a deck: {beyond}", "only those it was shown"


def face_up(deed: Deed) -> bool:
    return any(event.word in ("hand_shown", "deck_seen") for event in deed.events)


def saved(game: Game) -> Iterator[Fault]:
    """A saved game goes on as it would have: the same seats are asked, in the same order, the same things (AMB-07)."""
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
    """Do some of what the game lists on copies, and looks at what comes of it."""
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
