"""Checks of Running Away and looting: one roll per monster and runner, in the right order, with the right outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_facts import Fact
from referee_limits import Fault
from referee_play import Step
from referee_table import Table

from kickdoor import Event
from kickdoor.view.part_types import BodySeen

FOR_ESCAPE = 1
FOR_ORDER = 2


class Runs:
    """Checks of the rolls and lootings of one game."""

    def __init__(self, facts: dict[str, Fact], tally: Counter[str]) -> None:
        self.facts = facts
        self.tally = tally
        self.outcomes: dict[tuple[int, int], str] = {}
        self.face = 0
        """Value of the die of the current roll."""
        self.body = -1
        self.roller = -1
        self.looted: list[tuple[int, int]] = []
        """Seat and Level of the looters of the last body."""
        self.corpse = -1
        self.bare = False

    def follow(self, before: Table, now: Table, step: Step) -> Iterator[Fault]:
        """Check the events in order."""
        if step.act == "flee" and ">monster" in step.key:
            self.body, self.face = int(step.key.rpartition("monster")[2]), 0
        for event in step.events:
            if event.word in ("fight_begun", "combat_moved"):
                self.outcomes = {}
            elif event.word == "die_set":
                self.face = event.amount if self.face else 0
            elif event.word == "die_rolled":
                self.face = event.amount if event.other == FOR_ESCAPE else 0
                self.roller = event.seat
                yield from self.loot(before, now, event)
            elif event.word in ("card_played", "ability_used"):
                self.reopen(event)
            elif event.word in ("escaped", "caught"):
                yield from self.outcome(before, step, event)
            else:
                yield from self.loot(before, now, event)

    def reopen(self, event: Event) -> None:
        """Forget an outcome that a card lets a player roll for again."""
        fact = self.facts[event.cards()[0].key]
        self.face = 0
        if fact.says("undo_escape") or fact.says("roll_again"):
            self.outcomes = {}

    def outcome(self, before: Table, step: Step, event: Event) -> Iterator[Fault]:
        """Check that each fighter escapes or is caught by each monster exactly once (RUN-10, RUN-14)."""
        key = (event.seat, event.amount)
        if key in self.outcomes:
            yield (
                "RUN-10",
                f"seat {event.seat} has {self.outcomes[key]} and then {event.word} the same monster",
                "one roll",
            )
        self.outcomes[key] = event.word
        if event.seat not in before.combatants():
            yield "RUN-12", f"seat {event.seat} runs and is not in the fight", "main fighter or helper"
        face, self.face = self.face, 0
        if not face or (event.seat, event.amount) != (self.roller, self.body) or before.fight is None:
            return
        bodies = [body for body in before.fight["bodies"] if body[0] == event.amount]
        waits = [frame for frame in before.seen["stack"] if frame["kind"] == "roll_die"]
        if not bodies or any(one.word in ("card_played", "ability_used") for one in step.events):
            return
        added = int(waits[-1]["added"]) if waits and waits[-1]["kind"] == "roll_die" else 0
        total = face + added + self.bonus(before, event.seat, bodies[0])
        least = self.least(before, event.seat, bodies[0])
        self.tally["flights computed"] += 1
        if (total >= least) != (event.word == "escaped"):
            yield (
                "RUN-04", f"seat {event.seat} has {event.word} {bodies[0][2]} by {face} and {total - face:+d}",
                f"{least} needed",
            )  # fmt: skip

    def bonus(self, table: Table, seat: int, body: BodySeen) -> int:
        """Add up the modifiers of a roll: cards of the runner, the monster, cards played (RUN-05, RUN-06)."""
        total = 0
        one = table.seats[seat]
        sure_footed = False
        for card in one["play"]:
            fact = table.fact(card)
            if fact.is_item and (card not in one["equipped"] or not table.may_use(seat, card)):
                continue
            if fact.kind == "follower" and table.is_idle(card):
                continue
            total += fact.said.get("run", 0)
            total += sum(power.get("add", 0) for query in ("run", "die") for power in fact.asks(query))
            sure_footed = sure_footed or bool(fact.asks("sure_footed"))
        assert table.fight is not None
        changes = table.fight["runs"]
        total += sum(changes[i + 1] for i in range(0, len(changes), 2) if changes[i] in (-1, seat))
        own = self.facts[body[2]].said.get("run", 0)
        return int(total + (max(own, 0) if sure_footed else own))

    def least(self, table: Table, seat: int, body: BodySeen) -> int:
        """Return the roll needed to get away: 5, unless the monster says otherwise."""
        fact = self.facts[body[2]]
        if fact.asks("no_escape"):
            return 100
        found = 5
        for power in fact.asks("escape_number"):
            wanted = power.get("when", {}).get("trait")
            if wanted is None or wanted in table.traits(seat):
                found = int(power["set"])
        return found

    def loot(self, before: Table, now: Table, event: Event) -> Iterator[Fault]:
        """Check that the living pick one card each, highest Level first, until none is left (DEATH-09, AMB-129)."""
        if event.word == "died":
            self.corpse, self.looted, self.bare = event.seat, [], event.amount == 0
        elif event.word == "die_rolled" and event.other == FOR_ORDER and self.bare and now.phase != "setup":
            self.bare = False
            if before.phase != "setup":
                yield (
                    "AMB-129",
                    f"seat {event.seat} rolls for the body of seat {self.corpse}, who has no cards",
                    "no roll",
                )
        elif event.word == "looted":
            self.tally["lootings checked"] += 1
            hosts = [host for rider, host in before.attached if rider == event.cards()[0].id]
            if hosts and now.place(event.cards()[0].id) == now.place(hosts[0]):
                # Attachments of an Item go with it as one pick (AMB-98).
                return
            level = before.seats[event.seat]["level"]
            if event.seat in [seat for seat, _ in self.looted]:
                yield "DEATH-09", f"seat {event.seat} loots twice", "one card each"
            if self.looted and self.looted[-1][1] < level:
                yield "DEATH-09", f"seat {event.seat} of Level {level} loots after Level {self.looted[-1][1]}", "before"
            if event.seat == event.other or (before.seats[event.seat]["dead"] and now.seats[event.seat]["dead"]):
                yield "DEATH-23", f"seat {event.seat} is dead and loots", "the living"
            self.looted.append((event.seat, level))
        elif event.word == "turn_begun":
            self.bare = False
