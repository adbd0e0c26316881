"""Checks of losses by curses and Bad Stuff: the number of Levels, and only cards of the named kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_facts import Fact, Line
from referee_limits import Fault, limit
from referee_play import Step
from referee_table import Table

PLAIN = {"op", "n", "items", "instead", "kind", "all", "then"}
"""Keys of a loss that the referee can check; all others depend on more than the table shows."""
WINDOWS = {"caught_window", "losing", "choose", "choose_worth", "resolve", "curse_lands"}
NEIGHBOURS = {"neighbours": {1, -1}, "left": {1}, "right": {-1}}
"""Seats that take a card, by distance to the left."""


class Strikes:
    """Checks of the losses in one game."""

    def __init__(self, facts: dict[str, Fact], tags: list[str], tally: Counter[str]) -> None:
        self.facts = facts
        self.tags = tags
        self.tally = tally
        self.victim = -1
        self.near: set[int] = set()
        """Distance of the seat that may take cards from the victim."""
        self.waiting: tuple[int, str] | None = None
        """Seats caught by each monster, while players may still respond."""

    def follow(self, before: Table, now: Table, step: Step) -> Iterator[Fault]:
        """Check the losses of this answer."""
        hits = [event for event in step.events if event.word in ("caught", "curse_landed")]
        yield from self.takers(before, now, step)
        struck = self.waiting
        if hits:
            struck = (hits[-1].seat, self.key(before, hits[-1].cards()[0].id, hits[-1].cards()[0].key))
        elif "caught_window" not in before.frames():
            struck = None
        self.waiting = struck if "caught_window" in now.frames() else None
        others = {"card_played", "ability_used", "died", "turn_begun", "death_cheated", "curse_cancelled", "escaped"}
        if struck is None or len(hits) > 1 or self.waiting or others & {event.word for event in step.events}:
            return
        seat, key = struck
        fact = self.facts[key]
        losses: list[Line] = fact.said.get("bad_stuff" if fact.kind == "monster" else "do", [])
        if not losses or any(line.keys() - PLAIN for line in losses):
            return
        after = step.events[step.events.index(hits[-1]) :] if hits else step.events
        lost = [
            card.id
            for event in after
            if event.word == "card_discarded" and event.seat == seat
            for card in event.cards()
        ]
        yield from self.cards(before, seat, fact, losses, lost)
        if {line["op"] for line in losses} == {"lose_levels"} and not WINDOWS & set(now.frames()):
            self.tally["losses of levels computed"] += 1
            level, least = before.seats[seat]["level"], limit(before, seat, "level_floor", 1)
            said = [line["n"] for line in losses if not line.get("instead")]
            due = min(sum(said), max(level - least, 0)) if all(isinstance(n, int) for n in said) else -1
            got = sum(event.amount for event in after if event.word == "level_lost" and event.seat == seat)
            if got != due >= 0:
                yield "RUN-08", f"{key} takes {got} levels of seat {seat} at Level {level}", f"{due}"

    def takers(self, before: Table, now: Table, step: Step) -> Iterator[Fault]:
        """Check that the neighbour who takes a card is the next seat and alive (AMB-113, DEATH-14)."""
        for event in step.events:
            if event.word in ("caught", "curse_landed"):
                card = event.cards()[0]
                fact = self.facts[self.key(before, card.id, card.key)]
                lines: list[Line] = fact.said.get("bad_stuff" if fact.kind == "monster" else "do", [])
                near = [NEIGHBOURS[line["by"]] for line in lines if line.get("by") in NEIGHBOURS]
                self.victim, self.near = event.seat, near[0] if near else set()
            elif event.word in ("card_taken_from", "item_taken") and event.other == self.victim and self.near:
                self.tally["neighbours checked"] += 1
                steps = (event.seat - event.other) % len(now.seats)
                if steps not in {distance % len(now.seats) for distance in self.near}:
                    yield "AMB-113", f"seat {event.seat} takes as a neighbour of seat {event.other}", "the next seat"
                if before.seats[event.seat]["dead"] and now.seats[event.seat]["dead"]:
                    yield "DEATH-14", f"seat {event.seat} is dead and takes a card", "nothing"
            elif event.word in ("card_played", "ability_used", "turn_begun"):
                self.near = set()

    def key(self, before: Table, card: int, key: str) -> str:
        """Return the key of the monster that a Mate copies."""
        bodies = [] if before.fight is None else before.fight["bodies"]
        return next((body[2] for body in bodies if body[1] == card), key)

    def cards(self, before: Table, seat: int, fact: Fact, losses: list[Line], lost: list[int]) -> Iterator[Fault]:
        """Check that each lost card is of a named kind (AMB-36)."""
        if not {line["op"] for line in losses} <= {"lose_items", "lose_levels", "lose"}:
            return
        riders = {rider for rider, host in before.attached if host in lost} | {
            host for rider, host in before.attached if rider in lost
        }
        for card in lost:
            if (
                card not in before.seats[seat]["play"]
                or card in riders
                or before.fact(card).kind in ("super", "halfbreed")
            ):
                continue
            self.tally["losses of cards computed"] += 1
            if not any(self.fits(before, seat, card, line) for line in losses):
                yield "AMB-36", f"{fact.key} takes {before.fact(card).key} of seat {seat}", f"what {losses} names"

    def fits(self, before: Table, seat: int, card: int, line: Line) -> bool:
        """Return whether a loss may take a card."""
        fact = before.fact(card)
        if line["op"] == "lose":
            return bool(fact.kind == line["kind"])
        if line["op"] != "lose_items" or not fact.is_item:
            return False
        asked: Line = line.get("items", {})
        worn = card in before.seats[seat]["equipped"]
        said = {
            "slot": fact.slot == asked.get("slot"),
            "worn": worn,
            "big": before.is_big(card),
            "small": not before.is_big(card),
            "complex": bool(fact.said.get("complex")),
            "simple": not fact.said.get("complex"),
            "tag": asked.get("tag") in before.tags(card, self.tags),
            "oneshot": fact.kind == "oneshot",
            "hands": fact.hands == asked.get("hands"),
            "held": fact.slot == "hand" and worn,
        }
        return all(said.get(word, True) for word in asked)
