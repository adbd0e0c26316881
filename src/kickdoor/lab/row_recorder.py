"""A recorder of one game as rows.

All data come from the events and, when a turn or a fight ends, from the state: the bots are not involved, and
the game does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from operator import attrgetter

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.events import Event
from kickdoor.engine.machine.prompts import P_CARD, P_COUNT, P_GIVE, P_PLACE, P_TOKEN_PLACE, P_TOKENS, P_WANT
from kickdoor.engine.rules.fight.promises import values_of_kind
from kickdoor.engine.rules.fight.strength import munchkin_strength, totals
from kickdoor.engine.state.state import State
from kickdoor.lab.columns import CARDS, FIGHTS, TURNS
from kickdoor.lab.game_tallies import FightNotes, MonsterNotes, SeatNotes
from kickdoor.sim.simulate import GameResult

Row = tuple[object, ...]
WON, LOST, GONE, DIED, OPEN = "won", "lost", "gone", "died", "open"
KILLED, DRIVEN_OFF, REMOVED, MET = "killed", "driven off", "removed", "met"
OF_A_FIGHT = attrgetter(*FIGHTS.names[FIGHTS.names.index("strength") :])
"""The counts of a fight, in column order."""
REMOVAL_WORDS = {nr.KILLED: KILLED, nr.DRIVEN_OFF: DRIVEN_OFF, nr.REMOVED: REMOVED}


# The counts of one card for one seat, in the order of the columns after `since`
SINCE, DRAWN, HELD, OWNED, PLAYED, USED, SOLD, FOUGHT, SLAIN, SUFFERED = range(10)


class GameRecorder(GameResult):
    """A game result that also records rows."""

    __slots__ = (
        "cards", "curses", "fight", "fights", "first", "handlers", "leader", "leads", "monsters", "notes", "reshuffles",
        "state", "tables", "turn_fights", "turn_loot", "turn_rows", "turn_seat", "turn_trouble", "turns_begun",
    )  # fmt: skip

    def __init__(self, s: State, seed: str, tables: Collection[str]) -> None:
        super().__init__(seed, [], 0, 0, 0, [])
        self.state = s
        self.tables = tables
        self.notes = [SeatNotes() for _ in s.seats]
        self.fight: FightNotes | None = None
        self.fights: list[Row] = []
        self.monsters: list[Row] = []
        self.turn_rows: list[Row] = []
        self.cards: dict[tuple[int, int], list[int]] = {}
        """By seat and definition."""
        self.turns_begun = 0
        self.turn_seat = -1
        self.turn_fights = 0
        self.turn_trouble = self.turn_loot = False
        self.first = self.leader = -1
        self.leads = self.curses = self.reshuffles = 0
        self.handlers = self.list_handlers()
        for p in s.seats:
            self.count_drawn(p.index, [s.cards[card].index for card in p.hand])

    def list_handlers(self) -> list[Callable[[Event], None] | None]:
        """List the event handlers by kind of event."""
        handlers: list[Callable[[Event], None] | None] = [None] * len(ev.EVENTS)
        by_kind: dict[int, Callable[[Event], None]] = {
            ev.TURN_BEGUN: self.on_turn_begun, ev.LOOKED_FOR_TROUBLE: self.on_looked_for_trouble,
            ev.LOOTED_ROOM: self.on_looted_room, ev.CARD_DRAWN: self.on_card_drawn, ev.DOOR_TAKEN: self.on_card_drawn,
            ev.TREASURES_DRAWN: self.on_treasures_drawn, ev.TREASURE_PICKED: self.on_treasure_picked,
            ev.CARD_PLAYED: self.on_card_played, ev.ABILITY_USED: self.on_ability_used,
            ev.ITEMS_SOLD: self.on_items_sold, ev.LEVEL_GAINED: self.on_level_gained,
            ev.LEVEL_LOST: self.on_level_lost, ev.DIED: self.on_died, ev.FIGHT_BEGUN: self.on_fight_begun,
            ev.MONSTER_JOINED: self.on_monster_joined, ev.MONSTER_LEFT: self.on_monster_left,
            ev.MONSTER_KILLED: self.on_monster_killed, ev.HELP_ASKED: self.on_help_proposed,
            ev.HELP_OFFERED: self.on_help_proposed, ev.HELP_REFUSED: self.on_help_refused,
            ev.HELP_AGREED: self.on_help_agreed, ev.HELPER_FORCED: self.on_help_agreed,
            ev.HELPER_LEFT: self.on_helper_left, ev.COMBAT_MOVED: self.on_combat_moved,
            ev.FIGHT_WON: self.on_fight_decided, ev.FIGHT_LOST: self.on_fight_decided,
            ev.FIGHT_ENDED: self.on_fight_decided, ev.ESCAPED: self.on_escape_result,
            ev.CAUGHT: self.on_escape_result, ev.CURSE_LANDED: self.on_curse_landed,
            ev.RESHUFFLED: self.on_reshuffled,
        }  # fmt: skip
        for kind, handler in by_kind.items():
            handlers[kind] = handler
        return handlers

    def count(self, events: list[Event]) -> None:
        """Process the events since the last update, including the counts of the base class, in one pass."""
        handlers = self.handlers
        for event in events:
            handler = handlers[event.kind]
            if handler is not None:
                handler(event)
        fight = self.fight
        if fight is not None:
            if self.state.fight is None:
                # Levels and cards from now on do not belong to the fight
                self.end_fight()
            elif events and not fight.decided:
                fight.strength, fight.against = totals(self.state)

    def on_help_agreed(self, event: Event) -> None:
        """Record the terms for a helper."""
        notes, fight = self.fight, self.state.fight
        if notes is None or notes.decided:
            return
        notes.helper = event.seat
        terms = [] if fight is None else fight.deal
        notes.promised = sum(values_of_kind(terms, P_COUNT)) + len(values_of_kind(terms, P_PLACE))
        notes.items_promised = len(values_of_kind(terms, P_GIVE)) + len(values_of_kind(terms, P_CARD))
        notes.items_wanted = len(values_of_kind(terms, P_WANT))
        notes.tokens_promised = sum(values_of_kind(terms, P_TOKENS)) + len(values_of_kind(terms, P_TOKEN_PLACE))

    # Turns

    def on_turn_begun(self, event: Event) -> None:
        self.end_turn()
        self.turns_begun = event.amount
        self.turn_seat = event.seat
        if self.first < 0:
            self.first = event.seat
        self.notes[event.seat].turns += 1
        self.count_card_locations()

    def count_card_locations(self) -> None:
        """Count the location of every card at the beginning of a turn."""
        if CARDS.name not in self.tables:
            return
        s = self.state
        for p in s.seats:
            for card in p.hand:
                self.card(p.index, s.cards[card].index)[HELD] += 1
            for card in p.play:
                self.card(p.index, s.cards[card].index)[OWNED] += 1

    def end_turn(self) -> None:
        """Write the row of the turn that is over, if there was one."""
        self.end_fight()
        if not self.turns_begun:
            return
        s = self.state
        levels = [p.level for p in s.seats]
        highest = max(levels)
        leader = levels.index(highest) if levels.count(highest) == 1 else -1
        if leader >= 0 and leader != self.leader:
            self.leads += self.leader >= 0
            self.leader = leader
        for notes, level in zip(self.notes, levels, strict=True):
            notes.top = max(notes.top, level)
        if TURNS.name in self.tables:
            turn, seat = self.turns_begun, self.turn_seat
            p = s.seats[seat]
            strength = munchkin_strength(s, seat)
            row = (turn, -(-turn // len(levels)), seat, p.level, strength, len(p.hand), len(p.play))
            spread = (min(levels), highest, leader, self.turn_fights, self.turn_trouble, self.turn_loot)
            self.turn_rows.append(row + spread)
        self.turn_fights = 0
        self.turn_trouble = self.turn_loot = False

    def on_looked_for_trouble(self, event: Event) -> None:
        self.notes[event.seat].trouble += 1
        self.turn_trouble = True

    def on_looted_room(self, event: Event) -> None:
        self.notes[event.seat].loots += 1
        self.turn_loot = True

    def on_reshuffled(self, event: Event) -> None:
        self.reshuffles += 1

    # People

    def on_level_gained(self, event: Event) -> None:
        self.notes[event.seat].gained += event.amount
        fight = self.fight
        if fight is not None and fight.decided:
            if event.seat == fight.main:
                fight.levels += event.amount
            elif event.seat == fight.helper:
                fight.helper_levels += event.amount

    def on_level_lost(self, event: Event) -> None:
        self.notes[event.seat].lost += event.amount

    def on_died(self, event: Event) -> None:
        self.deaths += 1
        self.notes[event.seat].deaths += 1
        fight = self.fight
        if fight is not None:
            fight.deaths += 1
            if event.seat == fight.main and not fight.decided:
                fight.ended, fight.decided = DIED, True

    def on_curse_landed(self, event: Event) -> None:
        self.curses += 1
        self.notes[event.seat].curses += 1
        if event.other >= 0 and event.other != event.seat:
            self.notes[event.other].cursed += 1
        self.note(event.seat, event.names, SUFFERED)

    # Cards

    def card(self, seat: int, definition: int) -> list[int]:
        """Return the counts of a card for a seat."""
        found = self.cards.get((seat, definition))
        if found is None:
            found = self.cards[seat, definition] = [self.turns_begun, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        return found

    def note(self, seat: int, definitions: list[int], column: int) -> None:
        """Add to a count of cards, if cards are recorded."""
        if CARDS.name in self.tables:
            for definition in definitions:
                self.card(seat, definition)[column] += 1

    def count_drawn(self, seat: int, definitions: list[int]) -> None:
        """Count cards that come to a seat from a deck."""
        self.notes[seat].drawn += len(definitions)
        self.note(seat, definitions, DRAWN)

    def on_card_drawn(self, event: Event) -> None:
        self.count_drawn(event.seat, event.names)

    def on_treasures_drawn(self, event: Event) -> None:
        fight = self.fight
        is_reward = fight is not None and fight.decided
        if fight is not None and is_reward:
            fight.treasures += len(event.names)
            if fight.helper >= 0 and event.visible_to == ev.EVERYONE:
                # Face-up cards are counted for the seat that picks them
                return
        self.count_drawn(event.seat, event.names)

    def on_treasure_picked(self, event: Event) -> None:
        self.count_drawn(event.seat, event.names)
        fight = self.fight
        if fight is not None and fight.decided and event.seat == fight.helper:
            fight.helper_treasures += 1

    def on_card_played(self, event: Event) -> None:
        self.notes[event.seat].played += 1
        self.note(event.seat, event.names[:1], PLAYED)
        if self.fight is not None and not self.fight.decided:
            self.fight.cards += 1

    def on_ability_used(self, event: Event) -> None:
        self.notes[event.seat].used += 1
        self.note(event.seat, event.names[:1], USED)
        if self.fight is not None and not self.fight.decided:
            self.fight.cards += 1

    def on_items_sold(self, event: Event) -> None:
        self.notes[event.seat].sold += max(event.other, 0)
        self.note(event.seat, event.names, SOLD)

    # Fights

    def on_fight_begun(self, event: Event) -> None:
        self.end_fight()
        self.turn_fights += 1
        self.fight = FightNotes(event.seat, self.state.seats[event.seat].level, self.turns_begun)
        self.fight.monsters.append(MonsterNotes(0, event.names[0], False))
        self.note(event.seat, event.names, FOUGHT)

    def on_monster_joined(self, event: Event) -> None:
        if self.fight is not None:
            self.fight.monsters.append(MonsterNotes(event.amount, event.names[0], True))
            self.note(event.seat, event.names, FOUGHT)

    def find_monster(self, uid: int) -> MonsterNotes | None:
        """Find a monster of the fight by its number."""
        for monster in [] if self.fight is None else self.fight.monsters:
            if monster.uid == uid:
                return monster
        return None

    def on_monster_left(self, event: Event) -> None:
        # This event reports how it left, but not which of two equal monsters it was
        for monster in [] if self.fight is None else self.fight.monsters:
            if monster.definition == event.names[0] and not monster.ended:
                monster.ended = REMOVAL_WORDS[event.amount]
                break
        if event.amount == nr.KILLED:
            self.note(event.seat, event.names, SLAIN)

    def on_monster_killed(self, event: Event) -> None:
        monster = self.find_monster(event.amount)
        if monster is not None:
            monster.ended = KILLED
        self.note(event.seat, event.names, SLAIN)

    def on_escape_result(self, event: Event) -> None:
        monster = self.find_monster(event.amount)
        is_caught = event.kind == ev.CAUGHT
        self.caught += is_caught
        self.escaped += not is_caught
        if monster is not None:
            monster.ended = monster.ended or MET
            monster.escaped += not is_caught
            monster.caught += is_caught
        if is_caught:
            self.notes[event.seat].caught += 1
            self.note(event.seat, event.names, SUFFERED)
            if self.fight is not None:
                self.fight.caught += 1

    def on_help_proposed(self, event: Event) -> None:
        self.notes[event.seat].asked += 1
        if self.fight is not None:
            self.fight.asked += 1

    def on_help_refused(self, event: Event) -> None:
        self.notes[event.seat].refused += 1
        if self.fight is not None:
            self.fight.refused += 1

    def on_helper_left(self, event: Event) -> None:
        if self.fight is not None and not self.fight.decided:
            self.fight.clear_helper()

    def on_combat_moved(self, event: Event) -> None:
        if self.fight is not None and not self.fight.decided:
            self.fight.main = event.seat
            self.fight.clear_helper()
            self.note(event.seat, [monster.definition for monster in self.fight.monsters if not monster.ended], FOUGHT)

    def on_fight_decided(self, event: Event) -> None:
        is_won, is_lost = event.kind == ev.FIGHT_WON, event.kind == ev.FIGHT_LOST
        self.fights_won += is_won
        self.fights_lost += is_lost
        self.fights_ended += not (is_won or is_lost)
        self.fights_helped += (is_won or is_lost) and event.other >= 0
        fight = self.fight
        if fight is None or fight.decided:
            return
        fight.decided = True
        fight.ended = WON if is_won else LOST if is_lost else GONE
        fight.main, fight.helper = event.seat, event.other
        self.notes[event.seat].fights += 1
        self.notes[event.seat].won_fights += is_won
        if event.other >= 0:
            self.notes[event.other].helped += 1

    def end_fight(self) -> None:
        """Write the rows of the fight that is over, if there was one."""
        fight = self.fight
        self.fight = None
        if fight is None:
            return
        defs, number = self.state.rules.defs, len(self.fights)
        common = (number, fight.turn, fight.main, fight.helper, fight.level, defs[fight.monsters[0].definition].key)
        self.fights.append((*common, len(fight.monsters), fight.ended or OPEN, *OF_A_FIGHT(fight)))
        for monster in fight.monsters:
            ended = monster.ended or (MET if fight.decided else OPEN)
            self.monsters.append(
                (number, defs[monster.definition].key, monster.joined, ended, monster.escaped, monster.caught)
            )

    # The end

    def finish(self) -> None:
        """Write the open rows when the game is over or cut."""
        if self.state.winners:
            self.end_turn()
            return
        self.end_fight()
        if self.turn_seat >= 0:
            # The turn with which it was cut was not played
            self.notes[self.turn_seat].turns -= 1
