"""Play games between normal bots and list the cards they rarely use and the cards that go with winning.

    python tools/card_use.py --games 1000 --jobs 2

A card is used by a seat that plays or equips it. Players who use more cards win more often, so compare the rates with
each other and not with an equal share.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter

from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import known_sets, load_catalog
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.rng import Rng
from kickdoor.sim.card_activity import Acting
from kickdoor.sim.random_play import deal

SEATS = 4
MAX_TURNS = 240
MIN_USE_RATE = 0.08
"""Share of uses among the games in which a player holds a card, below which the card is listed."""
MIN_USES = 60
"""Minimum number of uses for a win rate; rates of rarer cards are mostly chance."""
NAMED = 8
Found = tuple[set[str], set[str], set[tuple[str, int]], list[int]]


def play(job: tuple[str, int]) -> Found:
    """Play one game; return the cards held and used, the user of each, and the winners."""
    name, number = job
    s = deal(load_catalog(known_sets() if name == "all" else [name]), SEATS, f"cards:{number}")
    bots = [BOTS["normal"](seat, Rng(f"cards:{number}:{seat}")) for seat in range(SEATS)]
    driver = drive(s, list(bots), MAX_TURNS)
    acting = Acting(s)
    events: list[Event] = []
    s.events = events
    held: set[str] = set()
    used: set[tuple[str, int]] = set()
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        driver.give(answer)
        acting.watch(events)
        used |= {(s.rules.defs[e.names[0]].key, e.seat) for e in events if e.kind in (ev.CARD_PLAYED, ev.ITEM_EQUIPPED)}
        events.clear()
        held.update(s.cards[card].key for p in s.seats for card in p.hand)
    return held, set(acting.result()), used, s.winners[:]


def report(name: str, found: list[Found]) -> None:
    """Print the conspicuous cards."""
    rules = load_catalog(known_sets() if name == "all" else [name])
    seen: Counter[str] = Counter()
    acted: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for held, cards, used, winners in found:
        seen.update(held)
        acted.update(cards)
        uses.update(card for card, _ in used)
        wins.update(card for card, seat in used if seat in winners)
    seldom = sorted(
        (acted[d.key], seen[d.key], d.name) for d in rules.defs if acted[d.key] < MIN_USE_RATE * seen[d.key]
    )
    rates = sorted((wins[card] / count, card, count) for card, count in uses.items() if count >= MIN_USES)
    print(f"\n{name}: {len(found)} games; users won {sum(wins.values()) / sum(uses.values()):.0%} on average")
    print("  seldom:", ", ".join(f"{card} ({count} of {games})" for count, games, card in seldom) or "none")
    for title, part in (("least", rates[:NAMED]), ("most", rates[: -NAMED - 1 : -1])):
        print(f"  {title}:", ", ".join(f"{card} {rate:.0%} of {count}" for rate, card, count in part))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with multiprocessing.Pool(options.jobs) as pool:
        for name in [*known_sets(), "all"]:
            report(name, pool.map(play, [(name, number) for number in range(options.games)], chunksize=10))


if __name__ == "__main__":
    main()
