"""Checks of one game, answer by answer: events, changes of Levels and cards, and rewards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from referee_acts import Acts
from referee_facts import facts_of_mix
from referee_fights import Fights
from referee_limits import SETTLING, Fault, faults_of, hand_limit
from referee_play import Step
from referee_strength import Totals, Unknown
from referee_strikes import Strikes
from referee_table import ASIDE, DECK, DISCARD, FIGHT, Place, Table

from kickdoor import Event, Game

GAINS = ("gain_levels", "lose_levels", "tax_all")
LATER = {
    "resolve",
    "card_in_play",
    "curse_lands",
    "run_away",
    "roll_die",
    "rewards",
    "former_rewards",
    "losing",
    "choose",
}
"""Frames that may still change Levels."""
SECOND_PHASE = ("looked_for_trouble", "looted_room")
RANKS = {"arrange": 0, "door": 1, "combat": 2, "rewards": 2, "run": 2, "loot": 2, "second": 3, "charity": 4, "over": 5}


class Watch:
    """All checks of one game."""

    def __init__(self, game: Game, tally: Counter[str]) -> None:
        self.game = game
        self.tally = tally
        self.facts = facts_of_mix(game.sets)
        self.tags = game.state.rules.tags
        self.now = Table(game, self.facts)
        self.before = self.now
        self.cards = len(self.now.places) + sum(self.now.seen["decks"])
        self.winning = self.now.seen["options"]["winning_level"]
        self.fights = Fights(self.facts, self.tags, tally)
        self.strikes = Strikes(self.facts, self.tags, tally)
        self.acts = Acts(self.facts, self.fights, tally)
        self.taken_this_turn: Counter[str] = Counter()
        self.found: set[Fault] = set()
        """Findings so far; a lasting fault is reported once."""
        self.may_loot = False
        """Whether a card that grants a further looting was played this turn."""

    def look(self, step: Step) -> list[Fault]:
        """Check the outcome of one answer."""
        self.before, self.now = self.now, Table(self.game, self.facts)
        found = list(faults_of(self.now, self.cards, self.winning))
        checks: list[Callable[[Step], Iterator[Fault]]] = [
            self.moves, self.levels, self.winners, self.turns, self.dead, self.charity, self.decided
        ]  # fmt: skip
        for check in checks:
            found += check(step)
        found += self.fights.follow(self.before, self.now, step)
        found += self.acts.follow(self.before, self.now, step)
        found += self.strikes.follow(self.before, self.now, step)
        found += self.totals()
        fresh = [fault for fault in found if fault not in self.found]
        self.found.update(fresh)
        return fresh

    # Cards

    def moves(self, step: Step) -> Iterator[Fault]:
        """Check that an event names the card of every change of place (CARDS-07, CARDS-14)."""
        named = {card.id for event in step.events for card in event.cards()}
        shuffled = {event.other for event in step.events if event.word == "reshuffled"}
        before, now = self.before.places, self.now.places
        self.tally["moves of cards reported"] += len(named)
        for card in (before.keys() | now.keys()) - named:
            old, place = before.get(card, (DECK, 0)), now.get(card, (DECK, 0))
            if old == place or self.goes_along(card, old, place, named):
                continue
            fact = (self.now if card in now else self.before).fact(card)
            if fact.deck in shuffled and {old[0], place[0]} & {DECK, DISCARD}:
                # A reshuffle renumbers the cards.
                continue
            yield "CARDS-07", f"{fact.key} goes from {old} to {place} and no event names it", "an event that does"

    def goes_along(self, card: int, old: Place, place: Place, named: set[int]) -> bool:
        """Return whether a move follows from a reported one: attachments of an Item, or used-up cards."""
        if old[0] == ASIDE and place[0] in (DISCARD, FIGHT):
            return True
        if old[0] == DECK and place[0] == ASIDE and "face_up_draw" in self.now.frames():
            # Face-up draws are reported when all of them lie there.
            return True
        hosts = [host for rider, host in self.before.attached if rider == card and host in named]
        return any(self.now.place(host) == place for host in hosts)

    # Levels

    def levels(self, step: Step) -> Iterator[Fault]:
        """Check that Levels change as reported and for legal causes (CHAR-13 to CHAR-17)."""
        levels = [one["level"] for one in self.before.seats]
        for at, event in enumerate(step.events):
            if event.word == "level_gained":
                yield from self.gain(step, at, levels)
                levels[event.seat] += event.amount
            elif event.word == "level_lost":
                levels[event.seat] -= event.amount
                if not self.may_change_levels(step, at):
                    yield "CHAR-16", f"seat {event.seat} loses {event.amount} levels", "a card that says so"
        now = [one["level"] for one in self.now.seats]
        if now != levels:
            yield "CHAR-12", f"Levels {now}", f"{levels} by the events"

    def gain(self, step: Step, at: int, levels: list[int]) -> Iterator[Fault]:
        """Check that a gain has a cause and the right size."""
        event = step.events[at]
        last = step.events[at - 1] if at else None
        if last is not None and last.word == "items_sold":
            self.tally["sales checked"] += 1
            due = min(last.other // 1000, self.winning - 1 - levels[event.seat])
            if event.amount != due or event.seat != last.seat:
                yield "ITEM-37", f"{last.other} Gold Pieces bring {event.amount} levels", f"{due}"
        played = next((e for e in reversed(step.events[:at]) if e.word == "card_played"), None)
        if played is not None and played is last:
            fact = self.facts[played.cards()[0].key]
            if fact.kind == "goup" and event.amount != 1:
                yield "TREASURE-13", f"{fact.key} gives {event.amount} levels", "1"
        if not self.may_change_levels(step, at):
            yield (
                "CHAR-13",
                f"seat {event.seat} gains {event.amount} levels",
                "a kill, a sale, a set of tokens or a card",
            )

    def may_change_levels(self, step: Step, at: int) -> bool:
        """Return whether the events so far may change Levels: a kill, a sale, tokens, or a card about Levels."""
        if LATER & set(self.before.frames()):
            return True
        for event in step.events[:at]:
            if event.word in (
                "monster_killed",
                "items_sold",
                "set_turned_in",
                "caught",
                "escaped",
                "fight_ended",
                "died",
            ):
                return True
            if event.word in ("card_played", "ability_used", "curse_landed", "fight_begun", "door_kicked", "card_drawn",
                              "treasures_drawn", "monster_joined", "fight_won"):  # fmt: skip
                if any(self.facts[card.key].kind == "goup" or any(op in self.facts[card.key].text for op in GAINS)
                       or "level" in self.facts[card.key].text for card in event.cards()):  # fmt: skip
                    return True
        return bool(step.picks)

    def winners(self, step: Step) -> Iterator[Fault]:
        """Check that wins come from a kill, a set of tokens or a card that says so (COMBAT-08, TOKEN-12, CHAR-13)."""
        winners = self.now.winners
        top = [seat for seat, one in enumerate(self.now.seats) if one["level"] >= self.winning]
        if set(top) - set(winners):
            yield "CHAR-13", f"seats {top} have Level {self.winning}, winners are {winners}", "they win"
        if not winners or self.before.winners:
            return
        self.tally["wins checked"] += 1
        words = [event.word for event in step.events]
        by_card = [card for event in step.events for card in event.cards() if "may_win" in self.facts[card.key].text]
        kills = self.fights.killers(self.before, step)
        for seat in winners:
            turned_in = any(event.word == "set_turned_in" and event.seat == seat for event in step.events)
            shared = self.now.seen["options"]["shared_victory"] and "monster_killed" in words
            if seat not in kills and not turned_in and not by_card and not shared:
                yield "TREASURE-16", f"seat {seat} wins by {words}", "a kill or a set of tokens"
            if self.now.seats[seat]["dead"]:
                yield "DEATH-15", f"seat {seat} is dead and wins", "no dead winner"

    # Turns

    def turns(self, step: Step) -> Iterator[Fault]:
        """Check turn order, phase order, one door per turn and one second phase (TURN-01 to TURN-16)."""
        before, now = self.before, self.now
        for event in step.events:
            if event.word == "turn_begun":
                self.tally["turns checked"] += 1
                self.taken_this_turn.clear()
                self.may_loot = False
                if before.phase != "setup":
                    yield from self.turn_end(event)
            self.taken_this_turn[event.word] += 1
            if event.word in ("card_played", "ability_used"):
                text = self.facts[event.cards()[0].key].text
                self.may_loot = self.may_loot or any(op in text for op in ("may_loot", "seek_monster", "move_fight"))
            if event.word == "door_kicked" and event.seat != now.turn and now.turns == before.turns:
                yield "TURN-05", f"seat {event.seat} kicks in seat {now.turn}'s turn", "whose turn it is"
        if self.taken_this_turn["door_kicked"] > 1:
            yield "TURN-05", "a second door is kicked in one turn", "one"
        if sum(self.taken_this_turn[word] for word in SECOND_PHASE) > 1 and not self.may_loot:
            yield "TURN-15", "trouble and loot in one turn", "one of the two"
        back = RANKS.get(now.phase, 9) < RANKS.get(before.phase, 0)
        if now.turns == before.turns and back and before.phase != "second" and now.phase != "loot":
            if before.phase != "loot" or now.phase not in RANKS:
                yield "TURN-04", f"phase {now.phase} follows {before.phase}", "the order of phases"

    def turn_end(self, event: Event) -> Iterator[Fault]:
        """Check that the left neighbour is next and the hand limit is kept (TURN-18, TURN-24)."""
        before, now = self.before, self.now
        following = (before.turn + 1) % len(now.seats)
        if event.seat != following:
            yield "SETUP-19", f"seat {event.seat} follows seat {before.turn}", f"seat {following}"
        hand, most = len(now.hands[before.turn]), hand_limit(now, before.turn)
        if hand > most:
            yield "TURN-19", f"seat {before.turn} ends the turn with {hand} cards", f"{most} at most"

    def dead(self, step: Step) -> Iterator[Fault]:
        """Check that the dead receive nothing and gain no Level (DEATH-14, DEATH-15)."""
        revived = {event.seat for event in step.events if event.word == "revived"}
        for seat, one in enumerate(self.before.seats):
            if not one["dead"] or seat in revived:
                continue
            more = set(self.now.seats[seat]["play"]) - set(one["play"])
            if self.now.hands[seat] or more:
                yield "DEATH-14", f"seat {seat} is dead and gets cards", "nothing"
            if self.now.seats[seat]["level"] > one["level"]:
                yield "DEATH-15", f"seat {seat} is dead and gains a level", "none"
            if sum(self.now.seats[seat]["counters"]) > sum(one["counters"]):
                yield "DEATH-14", f"seat {seat} is dead and gets tokens", "nothing"
        for event in step.events:
            if event.word in ("charity_given", "given", "traded") and event.other >= 0:
                if self.before.seats[event.other]["dead"] and event.other not in revived:
                    yield "DEATH-14", f"{event.word} to seat {event.other}, who is dead", "a living player"

    def charity(self, step: Step) -> Iterator[Fault]:
        """Check that the excess goes evenly to the lowest, who discard their own (TURN-21 to TURN-23)."""
        given = [event for event in step.events if event.word == "charity_given"]
        thrown = [event for event in step.events if event.word == "charity_discarded"]
        if not given and not thrown:
            return
        self.tally["Charities checked"] += 1
        seat = (given or thrown)[0].seat
        levels = {i: one["level"] for i, one in enumerate(self.before.seats) if not one["dead"]}
        lowest = [i for i, level in levels.items() if level == min(levels.values())]
        count = sum(event.amount for event in given + thrown)
        excess = len(self.before.hands[seat]) - hand_limit(self.before, seat)
        if count != excess:
            yield "TURN-21", f"seat {seat} gives away {count} cards", f"{excess}"
        if seat in lowest and given:
            yield "TURN-23", f"seat {seat} is lowest and gives to others", "discards"
        if seat not in lowest:
            got = Counter(dict.fromkeys(lowest, 0))
            for event in given:
                got[event.other] += event.amount
            if thrown or set(got) != set(lowest) or max(got.values()) - min(got.values()) > 1:
                yield "TURN-22", f"Charity goes to {dict(got)}", f"evenly to {lowest}"

    # Totals

    def leads(self, table: Table) -> bool | None:
        """Return whether the munchkins would win; monsters win ties unless a modifier says otherwise (COMBAT-06)."""
        totals = Totals(table, self.tags, self.fights.penalties(), self.fights.users)
        try:
            mine, theirs = totals.munchkins(), totals.monsters()
        except Unknown:
            return None
        turned = any(fact.asks("wins_ties") for seat in totals.sides for fact in table.of_kind(seat, "class", "race"))
        return mine > theirs or (mine == theirs and turned)

    def decided(self, step: Step) -> Iterator[Fault]:
        """Check that the stronger side wins the fight (COMBAT-04, COMBAT-05, AMB-11)."""
        words = [event.word for event in step.events][:1]
        fight = self.before.fight
        if fight is None or not fight["bodies"] or step.act != "pass" or words not in (["fight_won"], ["fight_lost"]):
            return
        leads = self.leads(self.before)
        self.tally["decisions of fights checked"] += 1
        if leads is not None and leads != (words == ["fight_won"]):
            yield "COMBAT-05", f"{words[0]} with {fight['totals']}", "won" if leads else "lost"

    def totals(self) -> list[Fault]:
        """Compare both totals of the fight with the computed ones."""
        fight = self.now.fight
        if fight is None or self.now.winners or SETTLING & set(self.now.frames()) or "rewards" in self.now.frames():
            return []
        totals = Totals(self.now, self.tags, self.fights.penalties(), self.fights.users)
        try:
            mine = (totals.munchkins(), totals.monsters())
        except Unknown as what:
            self.tally[f"totals not added up: {what}"] += 1
            return []
        self.tally["totals added up"] += 1
        self.tally["totals added up with terms as the game gives them"] += totals.taken > 0
        given = tuple(fight["totals"])
        if mine == given:
            return []
        summands = [(term[5] or "Level", term[6]) for term in fight["explained"]]
        rule = "COMBAT-02" if mine[0] != given[0] else "COMBAT-03"
        return [(rule, f"{given[0]} to {given[1]}: {summands}", f"{mine[0]} to {mine[1]}")]
