"""Checks of fights: rewards, and penalties for the next combat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee_facts import Fact, Line
from referee_limits import Fault
from referee_play import Step
from referee_runs import Runs
from referee_strength import DOUBLING, Totals, Unknown
from referee_table import Table

from kickdoor import Event

FOOD = {"meat", "veggie", "drink", "dessert"}
DRIVEN_OFF = 1


class Kill:
    """A killed monster: the fighters and its rewards."""

    def __init__(self, main: int, helper: int, key: str) -> None:
        self.main = main
        self.helper = helper
        self.key = key
        self.levels = 0
        self.treasures = 0
        self.helper_levels = 0
        self.gives_token = False
        self.has_plain_tokens = True
        """Whether no enhancer changes the number of tokens."""


class Penalty:
    """A penalty for the next combat that no card in play records (AMB-106)."""

    def __init__(self, seat: int, amount: int, waits: bool) -> None:
        self.seat = seat
        self.amount = amount
        self.waits = waits
        """Whether the combat that caused it is still in progress."""


class Fights:
    """Checks of the fights of one game."""

    def __init__(self, facts: dict[str, Fact], tags: list[str], tally: Counter[str]) -> None:
        self.facts = facts
        self.tags = tags
        self.tally = tally
        self.kills: list[Kill] = []
        self.is_computable = True
        """Whether the referee can compute the Treasures due: all come from kills whose worth it knows."""
        self.waiting: list[Penalty] = []
        self.avoided = False
        """Whether the last fight ended before any fighting, so that nothing is used up (AMB-107)."""
        self.due: tuple[int, int] | None = None
        """Seat and number of Treasures still to be drawn."""
        self.helped = False
        """Whether there was a helper, so that Treasures are drawn face-up."""
        self.tokens: int | None = None
        """Number of tokens still to be taken."""
        self.users: dict[int, int] = {}
        """The last player of each card."""
        self.runs = Runs(facts, tally)

    def penalties(self) -> dict[int, int]:
        """Return the penalties in force by seat."""
        out: dict[int, int] = {}
        for one in self.waiting:
            if not one.waits:
                out[one.seat] = out.get(one.seat, 0) + one.amount
        return out

    def killers(self, before: Table, step: Step) -> set[int]:
        """Return the seats that killed a monster of the fight or helped."""
        found = {seat for kill in self.kills for seat in (kill.main, kill.helper)}
        for event in step.events:
            if event.word == "monster_killed":
                found |= {event.seat, event.other}
        assert before is not None
        return found - {-1}

    def follow(self, before: Table, now: Table, step: Step) -> Iterator[Fault]:
        """Check the events in order."""
        for at, event in enumerate(step.events):
            if event.word == "card_played":
                self.users[event.cards()[0].id] = event.seat
            if event.word == "fight_begun":
                self.kills, self.is_computable, self.due, self.tokens = [], True, None, None
                self.avoided = False
            elif event.word == "monster_left":
                self.note_leaving(before, step, event)
            elif event.word == "combat_moved":
                self.is_computable = False
            elif event.word == "monster_killed":
                self.note_kill(before, step, event)
            elif event.word == "fight_won":
                yield from self.won(before, step, at)
            elif event.word == "fight_ended":
                self.avoided = before.is_avoidable() or any(one.word == "fight_begun" for one in step.events[:at])
                self.ended(before, step, event)
            elif event.word in ("treasures_drawn", "deck_empty", "card_played", "ability_used"):
                yield from self.drawn(event)
            elif event.word == "token_gained" and self.tokens is not None:
                self.tokens -= 1
        yield from self.runs.follow(before, now, step)
        self.follow_penalties(before, now, step)
        if now.fight is None and not now.winners:
            yield from self.paid()

    def paid(self) -> Iterator[Fault]:
        """Check that all rewards are given when a fight is over."""
        if self.due is not None and self.due[1] > 0:
            yield "REWARD-02", f"seat {self.due[0]} draws no Treasures", f"{self.due[1]}"
        if self.tokens is not None:
            self.tally["tokens of rewards checked"] += 1
            if self.tokens:
                yield (
                    "TOKEN-04",
                    f"the number of tokens taken differs from what is due by {-self.tokens}",
                    "one for each food monster",
                )
        self.due = self.tokens = None

    # Rewards

    def kill_of(self, before: Table, step: Step, event: Event) -> Kill:
        """Return the kill of a monster with its rewards, from its card, its enhancers and the fighters.

        Its `levels` are -1 if the position before the action does not have the monster.
        """
        kill = Kill(event.seat, event.other, event.cards()[0].key)
        fight = before.fight
        uid = event.amount if event.word == "monster_killed" else -1
        bodies = [] if fight is None else [body for body in fight["bodies"] if uid in (-1, body[0])]
        bodies = [body for body in bodies if body[1] == event.cards()[0].id]
        if any(one.word in ("card_played", "ability_used", "combat_moved") for one in step.events):
            # The position before the action may no longer hold.
            self.is_computable = False
        if not bodies or any(one.word == "fight_begun" for one in step.events):
            self.is_computable = False
            kill.levels = -1
            return kill
        totals = Totals(before, self.tags, self.penalties(), self.users)
        fact = self.facts[bodies[0][2]]
        enhancers = totals.enhancers(bodies[0])
        kill.levels, kill.treasures = fact.levels, fact.treasures
        # An enhancer leaves at least one Treasure (AMB-33); extra Treasures of the monster are added to that.
        kill.treasures = max(1, kill.treasures + sum(one.said.get("treasures", 0) for one in enhancers))
        kill.gives_token = bool(totals.body_tags(bodies[0]) & FOOD)
        kill.has_plain_tokens = not any(one.asks("extra_tokens") or one.asks("gift_tokens") for one in enhancers)
        try:
            for power in fact.asks("treasures"):
                kill.treasures += power.get("add", 1) * self.holds(totals, power, event.seat)
            for power in fact.asks("levels"):
                kill.levels += power.get("add", 1) * self.holds(totals, power, event.seat)
            if event.word == "monster_killed" and event.other >= 0:
                helps = [one for one in before.of_kind(event.other, "race", "class") if one.asks("helper_levels")]
                kill.helper_levels = int(bool(helps))
                for power in fact.asks("helper_levels"):
                    kill.helper_levels += self.holds(totals, power, event.other)
        except Unknown as what:
            self.tally[f"rewards not computed: {what}"] += 1
            self.is_computable = False
        return kill

    def note_kill(self, before: Table, step: Step, event: Event) -> None:
        """Record a kill."""
        self.kills.append(self.kill_of(before, step, event))

    def note_leaving(self, before: Table, step: Step, event: Event) -> None:
        """Record a monster that was driven off by a card that gives all its Treasures."""
        if "'later'" in self.facts[event.cards()[0].key].text:
            # What it gives instead of a fight is drawn when that is over (AMB-107).
            self.is_computable = False
        if event.amount != DRIVEN_OFF:
            return
        kill = self.kill_of(before, step, event)
        used = [e for e in step.events if e.word in ("card_played", "ability_used")]
        fact = self.facts[used[0].cards()[0].key] if used else None
        if (
            fact is None
            or "'treasures': 'all'" not in fact.text
            or len(before.fight["bodies"] if before.fight else []) > 1
        ):
            self.is_computable = False
            return
        kill.levels = kill.helper_levels = 0
        kill.gives_token = False
        self.kills.append(kill)

    def holds(self, totals: Totals, power: Line, seat: int) -> bool:
        """Return whether a modifier of a monster's rewards applies to a seat."""
        when: dict[str, Any] = power.get("when", {})
        if "tag_counts" not in when and when.get("is") != "only_level_counts":
            return totals.holds(when, seat, None, False)
        parts = [part for one in totals.sides for part in totals.brought_by(one)] + totals.thrown(0)
        counting = [part for part in totals.unmuted(parts) if part.amount > 0]
        if "tag_counts" in when:
            counted = [part for part in counting if part.sort in ("items", "oneshots")]
            return any(part.fact is not None and when["tag_counts"] in part.fact.tags for part in counted)
        doubled = any(term[3] & DOUBLING for term in totals.fight["terms"])
        return totals.fight["helper"] < 0 and not doubled and all(part.sort == "level" for part in counting)

    def won(self, before: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that Levels go to the main fighter at each kill and to Elves who helped (REWARD-01, HELP-22)."""
        event = step.events[at]
        earlier_kills = self.kills[:]
        for later in step.events[at:]:
            if later.word == "monster_killed":
                self.note_kill(before, step, later)
        kills, self.kills = self.kills, earlier_kills
        self.tally["rewards computed"] += 1
        due: dict[int, int] = {event.seat: 0}
        for kill in kills:
            due[kill.main] = due.get(kill.main, 0) + kill.levels
            if kill.helper >= 0:
                due[kill.helper] = due.get(kill.helper, 0) + kill.helper_levels
        got: Counter[int] = Counter()
        for one in step.events[at:]:
            if one.word in ("card_played", "ability_used", "treasures_drawn", "token_gained", "set_turned_in"):
                break
            if one.word == "level_gained":
                got[one.seat] += one.amount
        if any(kill.levels < 0 for kill in kills):
            return
        for seat, levels in due.items():
            levels = min(levels, before.seen["options"]["winning_level"] - before.seats[seat]["level"])
            if not before.seats[seat]["dead"] and got[seat] != levels:
                yield (
                    "REWARD-01",
                    f"seat {seat} gains {got[seat]} levels for {[kill.key for kill in kills]}",
                    f"{levels}",
                )
        if not self.is_computable or self.draws_first(before, event.seat):
            self.tally["Treasures not computed"] += 1
            return
        self.due = event.seat, sum(kill.treasures for kill in kills)
        self.helped = event.other >= 0
        self.count_tokens(before, event, kills)

    def count_tokens(self, before: Table, event: Event, kills: list[Kill]) -> None:
        """Record the number of tokens due, unless a modifier changes it (TOKEN-04, TOKEN-18)."""
        powers = ("both_tokens", "helper_tokens", "no_tokens", "extra_tokens")
        facts = [
            before.fact(card) for seat in (event.seat, event.other) if seat >= 0 for card in before.seats[seat]["play"]
        ]
        food = len([kill for kill in kills if kill.gives_token])
        if (
            food
            and all(kill.has_plain_tokens for kill in kills)
            and not any(fact.asks(p) for fact in facts for p in powers)
        ):
            self.tokens = food

    def draws_first(self, table: Table, seat: int) -> bool:
        """Return whether a seat draws cards for gained Levels before the Treasures of the fight."""
        return any("level_gained" in fact.text for fact in table.of_kind(seat, "class"))

    def ended(self, before: Table, step: Step, event: Event) -> None:
        """Record the rewards of a fight that ends without a last kill: those of monsters driven off (COMBAT-13)."""
        known = [kill for kill in self.kills if kill.main == event.seat and not kill.levels]
        played = [card for e in step.events if e.word == "card_played" for card in e.cards()]
        is_ended_by_card = any("end_fight" in self.facts[card.key].text for card in played)
        if self.is_computable and len(known) == len(self.kills) == 1 and not is_ended_by_card:
            self.tally["Treasures of monsters driven off computed"] += 1
            self.due = event.seat, known[0].treasures
            self.helped = event.other >= 0

    def drawn(self, event: Event) -> Iterator[Fault]:
        """Check that the winner draws the Treasures of the monsters (REWARD-02, ENHANCER-03)."""
        if event.word in ("card_played", "ability_used"):
            self.tokens = None
            if self.due is not None and self.facts[event.cards()[0].key].says("take_reward"):
                self.due = self.due[0], self.due[1] - 1
        elif event.word == "deck_empty":
            self.due = None
        elif self.due is not None and event.seat == self.due[0]:
            count = self.due[1]
            self.due = None
            self.tally["Treasures of rewards checked"] += 1
            if event.cards() and self.helped != bool(event.cards(-1)):
                yield (
                    "REWARD-03",
                    f"helped: {self.helped}, seen by all: {not self.helped}",
                    "face-up with a helper only",
                )
            if event.amount != count:
                yield "REWARD-02", f"seat {event.seat} draws {event.amount} Treasures", f"{count}"

    # Penalties for the next combat

    def follow_penalties(self, before: Table, now: Table, step: Step) -> None:
        """Record new penalties, and remove those whose combat is over for the victim."""
        begun = any(event.word == "fight_begun" for event in step.events)
        was, still = before.combatants(), [] if begun else now.combatants()
        over = before.fight is not None and (begun or now.fight is None)
        kept = []
        for one in self.waiting:
            out = one.seat in was and one.seat not in still and not self.avoided
            if out and not one.waits:
                continue
            one.waits = one.waits and not out and not over
            kept.append(one)
        for event in step.events:
            if event.word == "aftermath":
                card = event.cards()[0]
                bodies = [] if before.fight is None else before.fight["bodies"]
                # A Mate strikes as the monster it copies.
                key = next((body[2] for body in bodies if body[1] == card.id), card.key)
                amount = penalty(self.facts[key].said)
                if amount:
                    kept.append(Penalty(event.seat, amount, now.fight is not None))
        died = {event.seat for event in step.events if event.word == "died"}
        self.waiting = [one for one in kept if one.seat not in died]


def penalty(said: object) -> int:
    """Return the penalty of a card for the victim's next combat."""
    if isinstance(said, list):
        return next((found for one in said if (found := penalty(one))), 0)
    if not isinstance(said, dict):
        return 0
    if said.get("op") == "aftermath" and said.get("query") == "strength":
        return int(said["add"])
    return penalty(list(said.values()))
