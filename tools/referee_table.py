"""The table as the referee sees it: all open cards and all hands."""

from __future__ import annotations

from referee_facts import Fact

from kickdoor import Game, Observation

HAND, PLAY, DISCARD, FIGHT, ASIDE, DECK = "hand", "in play", "discards", "fight", "aside", "deck"
Place = tuple[str, int]
"""Place of a card: a kind of place, and its seat or deck."""


class Table:
    """One state of a game."""

    def __init__(self, game: Game, facts: dict[str, Fact]) -> None:
        seen: Observation = game.observe()
        self.seen = seen
        self.facts = facts
        self.turn, self.turns, self.phase = seen["turn"], seen["turns"], seen["phase"]
        self.seats = seen["seats"]
        self.fight = seen["fight"]
        self.winners = seen["winners"]
        keys = dict(zip(seen["card_ids"], seen["card_defs"], strict=True))
        self.hands: list[list[int]] = []
        for seat in range(len(self.seats)):
            hand = game.hand(seat)
            self.hands.append([card.id for card in hand])
            keys.update((card.id, card.key) for card in hand)
        self.keys = keys
        self.attached = seen["attached"]
        self.marks = dict(seen["marks"])
        self.places = self.find()

    def find(self) -> dict[int, Place]:
        """Return the place of every card outside the decks; a card in two places gets the last of them."""
        places: dict[int, Place] = {}
        for seat, hand in enumerate(self.hands):
            for card in hand:
                places[card] = (HAND, seat)
        for seat, one in enumerate(self.seats):
            for card in one["play"]:
                places[card] = (PLAY, seat)
        for deck, pile in enumerate(self.seen["discards"]):
            for card in pile["seen"]:
                places[card] = (DISCARD, deck)
        for card in self.seen["aside"]:
            places[card] = (ASIDE, 0)
        for card in self.in_fight():
            places[card] = (FIGHT, 0)
        return places

    def in_fight(self) -> list[int]:
        """List the cards committed to the fight."""
        fight = self.fight
        if fight is None:
            return []
        return [*fight["played"], *(body[1] for body in fight["bodies"] if body[1] >= 0), *fight["enhancers"][1::2]]

    def fact(self, card: int) -> Fact:
        """Return the contents of a card."""
        return self.facts[self.keys[card]]

    def place(self, card: int) -> Place:
        """Return the place of a card."""
        return self.places.get(card, (DECK, 0))

    def combatants(self) -> list[int]:
        """List the main fighter and the helper."""
        if self.fight is None:
            return []
        return [seat for seat in (self.fight["main"], self.fight["helper"]) if seat >= 0]

    def is_avoidable(self) -> bool:
        """Return whether the only monster may leave before any fight, so that nothing is used up (AMB-107)."""
        if self.fight is None or self.fight["lost"] or len(self.fight["bodies"]) != 1:
            return False
        said = self.facts[self.fight["bodies"][0][2]].said
        return "on_spare" in said or ("on_reveal" in said and "resolve" in self.frames())

    def frames(self) -> list[str]:
        """List the kinds of the frames, innermost last."""
        return [frame["kind"] for frame in self.seen["stack"]]

    # Characters

    def of_kind(self, seat: int, *kinds: str) -> list[Fact]:
        """List the cards of some kinds in front of a seat."""
        return [fact for fact in (self.fact(card) for card in self.seats[seat]["play"]) if fact.kind in kinds]

    def traits(self, seat: int, hurts: bool = False) -> set[str]:
        """List a seat's Classes and Races; `hurts` omits those that a second-Class card shields from (CHAR-47)."""
        out = {self.seats[seat]["sex"]}
        for kind, second, none in (("class", "super", "no_class"), ("race", "halfbreed", "human")):
            have = self.of_kind(seat, kind)
            if not have:
                out.add(none)
            elif not (hurts and len(have) == 1 and self.of_kind(seat, second)):
                out.update(fact.id for fact in have)
        return out

    # Items

    def riders(self, card: int) -> list[Fact]:
        """List the attachments of an Item: enhancers and Cheat!, but not an Item that is carried."""
        found = [self.fact(rider) for rider, host in self.attached if host == card]
        return [fact for fact in found if not fact.is_item]

    def lifts(self, card: int) -> set[str]:
        """List the limits that a Cheat! or the carrier lifts from an Item (AMB-24)."""
        out: set[str] = set()
        for rider, host in self.attached:
            if host == card:
                out |= self.fact(rider).lifts
            elif rider == card and not (self.fact(host).kind == "follower" and self.is_idle(host)):
                out |= self.fact(host).lifts
            elif rider == card:
                out |= self.fact(host).lifts & {"big"}
        return out

    def is_idle(self, follower: int) -> bool:
        """Return whether a monster mutes the followers of the fight, including this one (AMB-123)."""
        owners = [seat for seat in self.combatants() if follower in self.seats[seat]["play"]]
        assert not owners or self.fight is not None
        bodies = self.fight["bodies"] if owners and self.fight else []
        return any(self.facts[body[2]].asks("no_followers") for body in bodies)

    def tags(self, card: int, names: list[str]) -> set[str]:
        """List the tags of an Item, including permanently added ones."""
        out = set(self.fact(card).tags) | named(self.marks.get(card, 0), names)
        for rider in self.riders(card):
            out |= rider.gives
        return out

    def value(self, card: int) -> int:
        """Return the value of an Item with its attachments."""
        return self.fact(card).value + sum(rider.value for rider in self.riders(card))

    def is_big(self, card: int) -> bool:
        """Return whether an Item is Big, considering its enhancers."""
        made = [rider.said["makes"] for rider in self.riders(card) if "makes" in rider.said]
        return made[-1] == "big" if made else bool(self.fact(card).said.get("big"))

    def may_use(self, seat: int, card: int) -> bool:
        """Return whether a seat may use an Item (ITEM-12); a prohibition is a disadvantage (CHAR-48)."""
        fact, lifts = self.fact(card), self.lifts(card)
        if "traits" in lifts:
            return True
        only, not_for = fact.only, fact.not_for
        if "class_and_race" in lifts:
            only, not_for = only & {"male", "female"}, not_for & {"male", "female"}
        return (not only or bool(only & self.traits(seat))) and not not_for & self.traits(seat, hurts=True)


def named(mask: int, names: list[str]) -> set[str]:
    """Return the names of the tags in a mask."""
    return {name for bit, name in enumerate(names) if mask >> bit & 1}
