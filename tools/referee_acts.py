"""Checks of single actions and cards: doors, loot, sales, trades, curses, deaths, tokens, and visibility of draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from referee_facts import Fact
from referee_fights import Fights
from referee_limits import SETTLING, Fault, limit
from referee_play import Step
from referee_strength import Totals
from referee_table import PLAY, Table

from kickdoor import Event

KEPT_AT_DEATH = {"class", "race", "super", "halfbreed", "curse"}
OPEN = {"combat", "fight_window", "help_talk", "trade"}
"""Frames in which any action is possible."""
START = 4
"""Number of cards of each deck that a new character draws."""
Checker = Callable[["Acts", Table, Table, Step, int], Iterator[Fault]]


class Acts:
    """Checks of the events of one answer."""

    def __init__(self, facts: dict[str, Fact], fights: Fights, tally: Counter[str]) -> None:
        self.facts = facts
        self.fights = fights
        self.tally = tally

    def follow(self, before: Table, now: Table, step: Step) -> Iterator[Fault]:
        """Check the events in order."""
        for at, event in enumerate(step.events):
            check = CHECKS.get(event.word)
            if check is not None:
                self.tally[f"{event.word} checked"] += 1
                yield from check(self, before, now, step, at)
        yield from self.curses_over(before, now)
        yield from self.tokens(before, now, step)
        yield from self.at_once(now)

    def fact(self, event: Event) -> Fact:
        return self.facts[event.cards()[0].key]

    # Doors

    def door(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that a monster behind the door attacks and a Curse hits the player who kicked (TURN-05 to TURN-09)."""
        event = step.events[at]
        words = [(e.word, e.seat) for e in step.events[at:]]
        kind = self.fact(event).kind
        if (kind == "monster") != (("fight_begun", event.seat) in words):
            yield (
                "TURN-06",
                f"{self.fact(event).key} behind the door leads to {words}",
                "monsters attack, and no others",
            )
        frames = now.frames()
        landed = ("curse_landed", event.seat) in words or ("curse_no_effect", event.seat) in words
        if kind == "curse" and "curse_lands" not in frames and not landed:
            yield "TURN-07", f"{self.fact(event).key} behind the door leads to {words}", "it befalls who kicked"

    def loot(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that looting draws one Door face-down, or a Treasure with Listen At The Door (TURN-14, VARIANT-04)."""
        event = step.events[at]
        deck = int(now.seen["options"]["listen_at_the_door"])
        drawn = [e for e in step.events[at + 1 :] if e.word in ("card_drawn", "treasures_drawn")][:1]
        looks = {"keep_some", "choose"} & set(now.frames())
        for one in drawn:
            count = limit(before, event.seat, "loot_choose", 1)
            if one.other != deck or one.amount not in (count, 1) or one.seat != event.seat:
                yield "TURN-14", f"loot draws {one.amount} of deck {one.other}", f"{count} of deck {deck}"
            if one.cards(-1):
                yield "TURN-14", "all see what was looted", "face-down"
        empty = any(e.word == "deck_empty" for e in step.events)
        if not drawn and not looks and not empty and before.seen["decks"][deck]:
            yield "TURN-14", f"nothing is drawn: {[e.word for e in step.events]}", "one card"

    def drawn(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that no event reports a draw of zero cards."""
        event = step.events[at]
        if event.amount == 0:
            yield "REWARD-02", f"seat {event.seat} is told to draw 0 cards", "nothing told"
        if event.amount != len(event.cards()):
            yield "CARDS-14", f"{event.word} of {event.amount} with {len(event.cards())} cards", "as many"

    # Items

    def sale(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that sold Items are the seller's own, some at double value (ITEM-35 to ITEM-39)."""
        event = step.events[at]
        cards = [card.id for card in event.cards()]
        worth = sum(before.value(card) for card in cards)
        powers = [f for f in before.of_kind(event.seat, "race", "follower") if f.asks("double_sales")]
        most = worth + sum(sorted((before.value(card) for card in cards), reverse=True)[: len(powers)])
        if not worth <= event.other <= most or event.other < 1000:
            yield "ITEM-36", f"{len(cards)} Items sell for {event.other}", f"{worth} to {most}, and 1,000 at least"
        if event.seat != before.turn or event.seat in before.combatants():
            yield "ITEM-35", f"seat {event.seat} sells in seat {before.turn}'s turn", "own turn, not in combat"
        for card in cards:
            if before.place(card)[1] != event.seat or not before.fact(card).is_item:
                yield (
                    "ITEM-39",
                    f"seat {event.seat} sells {before.fact(card).key} from {before.place(card)}",
                    "own Items",
                )

    def given(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that trades come from the table and arrive unequipped, out of combat (ITEM-29 to ITEM-34, AMB-54)."""
        event = step.events[at]
        delivery = "fight" in step.act or event.amount == 0
        along = {rider for rider, _ in before.attached}
        for card in event.cards():
            if card.id in along and not before.fact(card.id).is_item:
                continue
            if before.place(card.id) != (PLAY, event.seat) or not before.fact(card.id).is_item:
                yield (
                    "ITEM-30",
                    f"{card.key} is given from {before.place(card.id)}",
                    f"an Item before seat {event.seat}",
                )
            if card.id in now.seats[event.other]["equipped"] and now.place(card.id) == (PLAY, event.other):
                yield "AMB-54", f"{card.key} arrives equipped", "unequipped"
        fighting = {event.seat, event.other} & set(before.combatants())
        if fighting and not delivery and before.fight is not None and now.fight is not None:
            yield "ITEM-31", f"seats {fighting} trade in combat", "neither in combat"

    def equipped(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that no player in combat changes equipment (ITEM-06)."""
        event = step.events[at]
        freed = SETTLING & set(before.frames()) or step.act != step.events[at].word.removeprefix("item_")[:-3]
        if event.seat in before.combatants() and event.seat in now.combatants() and not freed:
            yield "ITEM-06", f"seat {event.seat}: {event.word} {event.cards()[0].key} in combat", "not in combat"

    # Curses

    def cursed(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that a curse on the Item with the largest bonus takes none with a smaller one."""
        event = step.events[at]
        fact = self.fact(event)
        if "best_bonus" not in fact.text:
            return
        gone = next((e for e in step.events[at + 1 :] if e.word == "card_discarded" and e.seat == event.seat), None)
        seat = event.seat
        if gone is None or gone.cards()[0].id not in before.seats[seat]["play"]:
            return
        bonuses = {c: self.bonus(before, seat, c) for c in before.seats[seat]["play"] if before.fact(c).is_item}
        lost = gone.cards()[0].id
        if lost in bonuses and seat not in before.combatants() and bonuses[lost] < max(bonuses.values()):
            yield "CURSE-09", f"{fact.key} takes {gone.cards()[0].key} (+{bonuses[lost]})", f"+{max(bonuses.values())}"

    def bonus(self, table: Table, seat: int, card: int) -> int:
        """Return the bonus of an Item for its owner outside of fights."""
        fact = table.fact(card)
        if card not in table.seats[seat]["equipped"] or not table.may_use(seat, card):
            return 0
        total = fact.bonus + sum(rider.bonus for rider in table.riders(card))
        for power in fact.asks("strength"):
            when = power.get("when", {})
            if set(when) == {"trait"} and when["trait"] in table.traits(seat):
                total += power["add"]
        return total

    def curses_over(self, before: Table, now: Table) -> Iterator[Fault]:
        """Check that a curse for the next combat ends with it (CURSE-05, CURSE-07)."""
        for seat in before.combatants():
            if seat in now.combatants() or self.fights.avoided:
                continue
            for card in before.seats[seat]["play"]:
                fact = before.fact(card)
                if fact.kind == "curse" and fact.said.get("lasts") == "next_combat" and now.place(card) == (PLAY, seat):
                    yield "CURSE-07", f"{fact.key} still lies before seat {seat} after the combat", "discarded"

    # Deaths and tokens

    def died(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that the dead keep only Class, Race and curses, and tokens by table option (DEATH-01 to DEATH-04)."""
        event = step.events[at]
        one = now.seats[event.seat]
        revived = any(e.word == "revived" and e.seat == event.seat for e in step.events)
        if revived or not one["dead"]:
            return
        kept = [now.fact(card).key for card in one["play"] if now.fact(card).kind not in KEPT_AT_DEATH]
        if kept:
            yield "DEATH-01", f"seat {event.seat} dies and keeps {kept}", "Class, Race, curses"
        lost = [c for c in before.seats[event.seat]["play"] if before.fact(c).kind in KEPT_AT_DEATH - {"curse"}]
        words = {e.word for e in step.events[:at]}
        if [c for c in lost if now.place(c) != (PLAY, event.seat)] and not {"card_discarded", "caught"} & words:
            yield "DEATH-02", f"seat {event.seat} dies and loses Class or Race", "kept"
        if sum(one["counters"]) and not now.seen["options"]["tokens_survive_death"]:
            yield "AMB-46", f"seat {event.seat} is dead and has tokens {one['counters']}", "none"

    def born(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that a dead player draws four cards of each deck at their next own turn (DEATH-19, AMB-45)."""
        event = step.events[at]
        if before.phase == "setup" or not (before.seats[event.seat]["newborn"] or self.died_now(step, event.seat)):
            return
        draws = [
            e for e in step.events[at + 1 :] if e.seat == event.seat and e.word in ("card_drawn", "treasures_drawn")
        ]
        counts = [(e.other, e.amount) for e in draws[:2]]
        empty = any(e.word == "deck_empty" for e in step.events)
        if counts != [(0, START), (1, START)] and not empty:
            yield "DEATH-19", f"the new character of seat {event.seat} draws {counts}", "four of each deck"

    def died_now(self, step: Step, seat: int) -> bool:
        return any(event.word == "died" and event.seat == seat for event in step.events)

    def tokens(self, before: Table, now: Table, step: Step) -> Iterator[Fault]:
        """Check that tokens change as the events say (TOKEN-06)."""
        changes: Counter[tuple[int, int]] = Counter()
        for event in step.events:
            if event.word == "tokens_swapped":
                return
            if event.word == "token_gained":
                changes[event.seat, event.amount] += 1
            elif event.word == "tokens_lost":
                changes[event.seat, event.other] -= event.amount
            elif event.word == "set_turned_in":
                changes.update({(event.seat, kind): -1 for kind in range(4)})
        for seat, one in enumerate(now.seats):
            for kind in range(4):
                had, has = count(before.seats[seat]["counters"], kind), count(one["counters"], kind)
                if has - had != changes[seat, kind]:
                    yield "TOKEN-06", f"seat {seat} has {has} tokens of kind {kind}", f"{had} {changes[seat, kind]:+d}"

    def felt_later(self, before: Table, now: Table, step: Step, at: int) -> Iterator[Fault]:
        """Check that a delayed effect comes from a card that has one (MULTI-10)."""
        fact = self.fact(step.events[at])
        if not fact.says("aftermath"):
            yield "MULTI-10", f"a penalty is told to come from {fact.key}", "the monster it stands for"

    def at_once(self, now: Table) -> Iterator[Fault]:
        """Check what must happen immediately: sets of tokens are turned in, monsters that spare a player leave."""
        frames = set(now.frames())
        if frames & {"take_token", "spoils", "resolve", "card_in_play", "choose", "rewards", "death", "losing", "shed"}:
            return
        kinds = 4 if "cooks" in now.seen["sets"] else 0
        for seat, one in enumerate(now.seats):
            tokens = [*one["counters"], 0, 0, 0, 0][:kinds]
            if kinds and min(tokens) > 0 and not one["dead"]:
                yield "TOKEN-11", f"seat {seat} has tokens {tokens}", "a set is turned in at once"
        fight = now.fight
        if fight is None or fight["lost"] or now.phase != "combat":
            return
        totals = Totals(now, [], {}, {})
        yield from self.compelled(now)
        for body in fight["bodies"]:
            fact = now.facts[body[2]]
            powers = [(p, "AMB-107") for p in (*fact.asks("spares"), *fact.asks("driven_off"))]
            for power, rule in powers:
                if totals.holds(power.get("when"), fight["main"], body, False):
                    yield (
                        rule,
                        f"{fact.key} stays before seat {fight['main']}; waiting: {now.frames()}",
                        "it leaves at once",
                    )
            barred = [p for p in fact.asks("bars_helper") if fight["helper"] >= 0]
            for power in barred:
                wanted = power.get("when", {}).get("not_trait")
                if wanted not in now.traits(fight["helper"]):
                    yield "MULTI-03", f"seat {fight['helper']} helps against {fact.key}", f"only {wanted}"

    def compelled(self, now: Table) -> Iterator[Fault]:
        """Check that a compelled helper may leave once the fight could win the game (HELP-26, AMB-19)."""
        fight = now.fight
        if fight is None or not fight["compelled"] or fight["stay"] or now.frames()[-1] not in OPEN:
            return
        levels = sum(now.facts[body[2]].levels for body in fight["bodies"])
        reached = now.seats[fight["main"]]["level"] + levels >= now.seen["options"]["winning_level"]
        if reached and now.seen["asked"][fight["helper"]] != "leave":
            yield (
                "HELP-26",
                f"seat {fight['helper']} must help in a fight for the win; waiting: {now.frames()}",
                "is asked",
            )


def count(counters: list[int], kind: int) -> int:
    """Count the tokens of a kind."""
    return counters[kind] if kind < len(counters) else 0


CHECKS: dict[str, Checker] = {
    "door_kicked": Acts.door,
    "looted_room": Acts.loot,
    "card_drawn": Acts.drawn,
    "treasures_drawn": Acts.drawn,
    "items_sold": Acts.sale,
    "given": Acts.given,
    "item_equipped": Acts.equipped,
    "item_unequipped": Acts.equipped,
    "curse_landed": Acts.cursed,
    "died": Acts.died,
    "turn_begun": Acts.born,
    "aftermath": Acts.felt_later,
}
