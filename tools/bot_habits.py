"""Play games and print each bot's habits: how often it curses, hinders, helps, haggles and wins.

    python tools/bot_habits.py --games 2000 --seed 7
    python tools/bot_habits.py --bots nasty@gruff,nasty@flint --against normal --games 400

Each bot sits alone among three others and moves one seat on after each game. With `--mixed` all of them share tables
instead, four at a time. Numbers are means per game. The last lines show how well an observer could tell the bots
apart: in how many habits each pair differs by more than four standard errors, and after how many games the most
different habit identifies the bot with 95 % confidence.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from math import ceil, sqrt

from kickdoor.bots.policy_adapter import drive
from kickdoor.bots.registry import BOTS
from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import Answer
from kickdoor.engine.rules.fight.promises import picking_order
from kickdoor.engine.state.state import State
from kickdoor.policies.grudges import RELEVANT_EVENTS, Grudges, visible_numbers
from kickdoor.policies.lookahead import treasures_of
from kickdoor.policies.personalities import CHARACTERS
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.rng import Rng
from kickdoor.sim.random_play import deal

SEATS = 4
REMEMBERED = 95
"""Percentage of a grudge that remains after a turn, for counting retaliation."""
EARLY = 4
"""Number of missing Levels above which a curse counts as early."""
CLEAR = 4.0
"""Standard errors above which a difference counts."""
SURE = 1.645
"""Standard deviations from the mean that leave one in twenty on one side."""
HABITS = {
    "curses": "curses played on others",
    "early": "curses on players who lacked more than four levels",
    "back": "curses and spoiled fights of players who attacked it before",
    "hinders": "fights of others made harder",
    "dares": "own fights made harder",
    "trouble": "trouble looked for",
    "cards": "one-shots played",
    "asks": "help asked for",
    "offers": "help offered",
    "counters": "counter-offers",
    "helps": "help given",
    "price": "Treasures got for help",
    "refuses": "help refused",
    "runs": "own fights lost",
    "dies": "deaths",
    "turns": "turns of a game",
}
Game = dict[str, float]


class Observer:
    """Counters of one seat in one game."""

    def __init__(self, s: State, seat: int) -> None:
        self.s = s
        self.seat = seat
        self.seen: Game = dict.fromkeys(HABITS, 0.0)
        self.wrongs = Grudges()
        """Grudges of the seat, and the seats in the fight."""
        self.spoiled = False
        """Whether the seat has already made the current fight harder."""

    def count_answer(self, answer: Answer) -> None:
        """Count the seat's answers about help."""
        if answer.seat != self.seat or self.s.fight is None:
            return
        act = p.act_of(answer.code)
        words = {p.ASK: "asks", p.OFFER: "offers", p.COUNTER: "counters"}
        if act in words:
            self.seen[words[act]] += 1
        if act == p.REFUSE and self.s.fight.main != self.seat:
            self.seen["refuses"] += 1

    def count_event(self, event: Event) -> None:
        """Count the seat's actions."""
        mine = event.seat == self.seat
        if event.kind == ev.FIGHT_BEGUN or event.kind == ev.TURN_BEGUN:
            self.spoiled = False
        if event.kind == ev.CARD_PLAYED or event.kind == ev.ABILITY_USED:
            self.count_play(event)
        elif event.kind == ev.MONSTER_JOINED and self.wrongs.player == self.seat:
            self.count_hindrance()
        elif event.kind == ev.HELP_AGREED and mine and self.s.fight is not None:
            self.seen["helps"] += 1
            self.seen["price"] += picking_order(self.s.fight, treasures_of(self.s, self.s.fight)).count(self.seat)
        elif mine:
            words = {ev.LOOKED_FOR_TROUBLE: "trouble", ev.FIGHT_LOST: "runs", ev.DIED: "dies"}
            if event.kind in words:
                self.seen[words[event.kind]] += 1
        if RELEVANT_EVENTS >> event.kind & 1:
            self.wrongs.on_event(visible_numbers(event, self.seat), self.seat, self.s.rules, REMEMBERED)

    def count_play(self, event: Event) -> None:
        """Count a card or ability that the seat used."""
        if event.seat != self.seat:
            return
        d = self.s.rules.defs[event.names[0]] if event.names else None
        if d is not None and event.kind == ev.CARD_PLAYED:
            if d.kind == nr.CURSE and event.amount == nr.A_SEAT and event.other != self.seat:
                self.seen["curses"] += 1
                self.seen["early"] += self.s.options.winning_level - self.s.seats[event.other].level > EARLY
                self.seen["back"] += self.wrongs.wrongs[event.other] > 0
                return
            if d.kind == nr.ONESHOT:
                self.seen["cards"] += 1
            if d.kind == nr.ENHANCER and d.bonus > 0:
                self.count_hindrance()
                return
        main = self.wrongs.main
        if main >= 0 and self.wrongs.is_harm(visible_numbers(event, main), main, self.s.rules):
            self.count_hindrance()

    def count_hindrance(self) -> None:
        """Count a fight that the seat makes harder, once."""
        if self.spoiled:
            return
        self.spoiled = True
        main = self.wrongs.main
        if self.wrongs.fights(self.seat):
            self.seen["dares"] += 1
        elif main >= 0:
            self.seen["hinders"] += 1
            self.seen["back"] += self.wrongs.wrongs[main] > 0


def play(rules: RuleSet, names: list[str], seed: str) -> list[Game]:
    """Play one game and return the habits and the share of the win of each seat."""
    s = deal(rules, len(names), seed)
    driver = drive(s, [BOTS[name](seat, Rng(f"{seed}:{seat}")) for seat, name in enumerate(names)], MAX_TURNS)
    observers = [Observer(s, seat) for seat in range(len(names))]
    events: list[Event] = []
    s.events = events
    while not driver.is_over:
        answer = driver.next_answer()
        assert answer is not None
        for one in observers:
            one.count_answer(answer)
        driver.give(answer)
        for event in events:
            for one in observers:
                one.count_event(event)
        events.clear()
    for one in observers:
        one.seen["turns"] = s.turns
        one.seen["wins"] = 100 / len(s.winners) if one.seat in s.winners else 0.0
    return [one.seen for one in observers]


def alone(rules: RuleSet, name: str, against: str, games: int, seed: str) -> list[Game]:
    """Play one bot against copies of another, from each seat in turn."""
    found = []
    for number in range(games):
        names = [against] * SEATS
        names[number % SEATS] = name
        found.append(play(rules, names, f"{seed}:{number}")[number % SEATS])
    return found


def together(rules: RuleSet, names: list[str], games: int, seed: str) -> dict[str, list[Game]]:
    """Play all bots against each other, every choice of four in turn, each moving one seat on."""
    found: dict[str, list[Game]] = {name: [] for name in names}
    tables = list(combinations(names, SEATS))
    for number in range(games * len(names) // SEATS):
        chosen = tables[number % len(tables)]
        heat, turn = divmod(number // len(tables), SEATS)
        # Shuffle, so that a bot does not always have the same neighbours.
        order = chosen if heat % 2 == 0 else chosen[::-1]
        around = [*order[turn:], *order[:turn]]
        for name, seen in zip(around, play(rules, around, f"{seed}:{number}"), strict=True):
            found[name].append(seen)
    return found


def mean(games: list[Game], habit: str) -> tuple[float, float]:
    """Return the mean of a habit and its variance between games."""
    values = [game[habit] for game in games]
    middle = sum(values) / len(values)
    return middle, sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)


def row(name: str, games: list[Game]) -> str:
    """Return the line of one bot: wins with the 95 % interval, then each habit; the price is per help."""
    share, spread = mean(games, "wins")
    cells = [f"{share:.1f} ±{1.96 * sqrt(spread / len(games)):.1f}"]
    for habit in HABITS:
        value = mean(games, habit)[0]
        if habit == "price":
            value /= mean(games, "helps")[0] or 1
        cells.append(f"{value:.1f}" if habit == "turns" else f"{value:.2f}")
    return f"| `{name}` | " + " | ".join(cells) + " |"


def differences(some: list[Game], others: list[Game]) -> tuple[list[str], str, int]:
    """Compare two bots: the habits that clearly differ, the most different one, and the games needed to see it."""
    clear: list[str] = []
    best, most = "", 0.0
    for habit in HABITS:
        (a, spread_a), (b, spread_b) = mean(some, habit), mean(others, habit)
        noise = spread_a / len(some) + spread_b / len(others)
        if noise and abs(a - b) > CLEAR * sqrt(noise):
            clear.append(habit)
        spread = sqrt(spread_a) + sqrt(spread_b)
        if spread and abs(a - b) / spread > most:
            best, most = habit, abs(a - b) / spread
    return clear, best, ceil((SURE / most) ** 2) if most else sys.maxsize


def report(found: dict[str, list[Game]]) -> None:
    """Print the table and how well the bots can be told apart."""
    print("| bot | wins | " + " | ".join(HABITS) + " |")
    print("|---|" + "---|" * (1 + len(HABITS)))
    for name, games in found.items():
        print(row(name, games))
    print("\n" + "; ".join(f"{habit}: {meaning}" for habit, meaning in HABITS.items()) + "\n")
    pairs = [(a, b, *differences(found[a], found[b])) for a, b in combinations(found, 2)]
    for a, b, clear, best, after in sorted(pairs, key=lambda pair: -pair[4]):
        print(f"{a} and {b}: {len(clear)} habits; by {best} after {after} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default=",".join(["nasty", *[f"nasty@{one.name}" for one in CHARACTERS]]))
    parser.add_argument("--against", default="nasty")
    parser.add_argument("--mixed", action="store_true")
    parser.add_argument("--sets", default="deluxe")
    parser.add_argument("--games", type=int, default=1000, help="games of each bot")
    parser.add_argument("--seed", default="7")
    options = parser.parse_args()
    rules = load_catalog(options.sets.split(","))
    names = options.bots.split(",")
    if options.mixed:
        report(together(rules, names, options.games, options.seed))
    else:
        report({name: alone(rules, name, options.against, options.games, options.seed) for name in names})


if __name__ == "__main__":
    main()
