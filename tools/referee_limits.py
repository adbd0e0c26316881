"""Checks of every waiting state: places of cards, limits on equipment and carrying, and the fight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_facts import Line
from referee_table import FIGHT, Table

Fault = tuple[str, str, str]
"""The rule, the observation and the expectation."""
SETTLING = {"shed", "choose", "choose_worth"}
"""Frames in which a seat is choosing what to lose, and may exceed its limits until then."""


def faults_of(table: Table, cards: int, winning_level: int) -> Iterator[Fault]:
    """List the faults of a state."""
    yield from where_cards_are(table, cards)
    settled = not SETTLING & set(table.frames())
    for seat, one in enumerate(table.seats):
        if not 1 <= one["level"] <= winning_level:
            yield "CHAR-17", f"seat {seat} has Level {one['level']}", f"1 to {winning_level}"
        if one["dead"] and (one["hand"] or any(table.fact(card).is_item for card in one["play"])):
            yield "DEATH-14", f"seat {seat} is dead and has cards", "none but what outlives death"
        if settled and one["play"]:
            yield from character(table, seat)
            yield from gear(table, seat)
    yield from fight(table)


def where_cards_are(table: Table, cards: int) -> Iterator[Fault]:
    """Check that each card is in exactly one place, and none appears or disappears (CARDS-16)."""
    lying = [card for hand in table.hands for card in hand]
    lying += [card for one in table.seats for card in one["play"]]
    lying += [card for pile in table.seen["discards"] for card in pile["seen"]]
    lying += [*table.seen["aside"], *table.in_fight()]
    if len(set(lying)) != len(lying):
        twice = [table.keys[card] for card, count in Counter(lying).items() if count > 1]
        yield "CARDS-16", f"in two places: {', '.join(twice)}", "every card in one place"
    total = len(set(lying)) + sum(table.seen["decks"])
    if total != cards:
        yield "CARDS-16", f"{total} cards", f"{cards} as at the start"
    for deck, pile in enumerate(table.seen["discards"]):
        for card in pile["seen"]:
            if table.fact(card).deck != deck:
                yield "CARDS-01", f"{table.keys[card]} lies in the wrong discards", "each deck has its own"
    for seat, one in enumerate(table.seats):
        if one["hand"] != len(table.hands[seat]):
            yield "CARDS-16", f"seat {seat} is said to hold {one['hand']} cards", f"{len(table.hands[seat])}"


def character(table: Table, seat: int) -> Iterator[Fault]:
    """Check for one Class and one Race, or two different ones with Super Munchkin and Half-Breed."""
    for kind, second, rule in (("class", "super", "CHAR-31"), ("race", "halfbreed", "CHAR-42")):
        have = [fact.id for fact in table.of_kind(seat, kind)]
        seconds = len(table.of_kind(seat, second))
        if len(have) > 1 + seconds or seconds > min(len(have), 1):
            yield rule, f"seat {seat} has {have} and {seconds} {second}", "one more than the cards that allow it"
        if len(set(have)) < len(have):
            yield "CHAR-45", f"seat {seat} has {have}", "no two of one name"


def limit(table: Table, seat: int, query: str, usual: int) -> int:
    """Return a limit of a seat: its cards set it or add to it."""
    worn = table.seats[seat]["equipped"]
    most, more = usual, 0
    for card in table.seats[seat]["play"]:
        fact = table.fact(card)
        if fact.is_item and (card not in worn or not table.may_use(seat, card)):
            continue
        if fact.kind == "follower" and table.is_idle(card) and query not in ("big_limit",):
            continue
        for power in fact.asks(query):
            if "set" in power:
                most = max(most, power["set"])
            else:
                more += power.get("add", 1)
    return most + more


def gear(table: Table, seat: int) -> Iterator[Fault]:
    """Check slots, hands, Big and Complex Items, and followers (ITEM-08, ITEM-09, ITEM-18, ITEM-25, SIDEKICK-03)."""
    one = table.seats[seat]
    worn = one["equipped"]
    strangers = [table.keys[card] for card in worn if card not in one["play"] or not table.fact(card).is_item]
    if strangers:
        yield "ITEM-04", f"seat {seat} wears {strangers}", "Items they carry"
    over = 0
    for slot in ("headgear", "armor", "footgear"):
        count = len([c for c in worn if table.fact(c).slot == slot and "slot" not in table.lifts(c)])
        over += max(count - 1, 0)
        if slot == "armor" and count > 1:
            yield "ITEM-08", f"seat {seat} wears {count} Armors", "one"
    over += max(hands_used(table, seat) - limit(table, seat, "hands", 2), 0)
    if over > limit(table, seat, "extra_slot", 0):
        yield "ITEM-08", f"seat {seat} wears {[table.keys[c] for c in worn]}", "one for each slot, and two hands"
    complex_items = [c for c in worn if table.fact(c).said.get("complex") and "complex" not in table.lifts(c)]
    weapons = {table.fact(c).said.get("joins", str(c)) for c in complex_items}
    if len(weapons) > limit(table, seat, "complex_limit", 1):
        yield "ITEM-25", f"seat {seat} wears {len(weapons)} Complex Items", "one"
    big = [c for c in one["play"] if table.fact(c).is_item and table.is_big(c) and "big" not in table.lifts(c)]
    if len(big) > limit(table, seat, "big_limit", 1):
        yield "ITEM-18", f"seat {seat} carries {[table.keys[c] for c in big]}", "one Big Item"
    followers = len(table.of_kind(seat, "follower"))
    if "star" in table.seen["sets"] and followers > limit(table, seat, "follower_limit", 1):
        yield "SIDEKICK-03", f"seat {seat} has {followers} followers", "one, a Trader two"


def hands_used(table: Table, seat: int) -> int:
    """Count the hands in use; joined weapons use those of the largest part (ITEM-44)."""
    joined: dict[str, int] = {}
    for card in table.seats[seat]["equipped"]:
        fact = table.fact(card)
        if fact.hands and "slot" not in table.lifts(card):
            weapon = fact.said.get("joins", str(card))
            joined[weapon] = max(joined.get(weapon, 0), fact.hands)
    return sum(joined.values())


def hand_limit(table: Table, seat: int) -> int:
    """Return the hand limit at the end of a turn (TURN-18)."""
    return limit(table, seat, "hand_limit", 5)


def fight(table: Table) -> Iterator[Fault]:
    """Check that a fight has monsters (COMBAT-14) and that its helper is allowed."""
    now = table.fight
    busy = {"resolve", "choose", "rewards", "former_rewards", "card_in_play", "losing", "roll_die", "death", "delivery"}
    if now is None or table.phase not in ("combat", "run") or busy & set(table.frames()):
        return
    if not now["bodies"] and not now["lost"]:
        yield "COMBAT-14", f"a fight without monsters goes on; waiting: {table.frames()}", "over at once"
    main, helper = now["main"], now["helper"]
    if main == helper:
        yield "HELP-03", f"seat {main} helps in their own fight", "another player"
    powers: list[Line] = [p for body in now["bodies"] for p in table.facts[body[2]].asks("no_help")]
    if helper >= 0 and powers and not now["lost"]:
        yield "MULTI-03", f"seat {helper} helps against a monster that allows no help", "no helper"
    if helper >= 0 and table.seats[helper]["dead"] and not now["lost"]:
        yield "HELP-29", f"seat {helper} is dead and helps", "a living helper"
    if any(table.place(body[1])[0] != FIGHT for body in now["bodies"] if body[1] >= 0):
        yield "CARDS-16", "a monster of the fight lies elsewhere", "in the fight"
