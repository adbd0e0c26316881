"""Rewards: levels, Treasures, the agreed shares (REWARD-01 to REWARD-11, order of AMB-58)."""

from typing import ClassVar, Final

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.levels import gain_levels
from kickdoor.core.machine import DONE, GO, Frame, call
from kickdoor.core.queries import ask_seat
from kickdoor.core.questions import Choose
from kickdoor.core.state import Fight, State
from kickdoor.core.triggers import happened
from kickdoor.core.zones import ALL_SEATS, draw_to_hand, receive
from kickdoor.rules.bargain import picking_order, settle_deal
from kickdoor.rules.draws import FaceUpDraw
from kickdoor.rules.fighting import body_treasures, clear_monsters, close_fight
from kickdoor.rules.strength import combatants, kill_levels

LEVELS: Final = 0
TREASURES: Final = 1
NEXT_PICK: Final = 2
PICKED: Final = 3
SETTLE: Final = 4
DRAWING: Final = 5


class Rewards(Frame):
    """The reward step; nothing of it can be undone (COMBAT-26)."""

    KIND: ClassVar[str] = "rewards"
    FIELDS: ClassVar[tuple[str, ...]] = ("killed", "count", "spread", "order")

    def __init__(self, killed: bool = True) -> None:
        super().__init__()
        self.killed = killed
        self.count = 0
        self.spread: list[int] = []
        """Treasures lying face-up to be picked."""
        self.order: list[int] = []

    def step(self, s: State) -> int:
        fight = s.fight
        assert fight is not None
        if self.pc == LEVELS:
            return self.levels(s, fight)
        if self.pc == TREASURES:
            return self.treasures(s, fight)
        if self.pc == DRAWING:
            return self.drawing(s, fight)
        if self.pc == NEXT_PICK:
            return self.next_pick(s)
        if self.pc == PICKED:
            return self.picked(s)
        close_fight(s)
        # Being rid of the monsters counts as winning, killed or not (COMBAT-12)
        s.won_fight = True
        settle_deal(s, fight)
        return DONE

    def levels(self, s: State, fight: Fight) -> int:
        """Discards what was played, then gives all levels at once: main fighter and Elf together (AMB-57)."""
        s.phase = w.REWARDS
        self.count = fight.owed
        self.pc = TREASURES
        kills = fight.kills
        gained = fight.kill_levels
        if self.killed:
            gained = kill_levels(s, fight)
            kills += len(fight.bodies)
            for body in fight.bodies:
                self.count += body_treasures(s, fight, body)
                s.tell_body(ev.MONSTER_KILLED, fight.main, fight.helper, body.uid, body)
        clear_monsters(s, fight)
        if kills:
            gain_levels(s, fight.main, gained, True)
            if fight.helper >= 0:
                gain_levels(s, fight.helper, kills * ask_seat(s, fight.helper, w.Q_HELPER_LEVELS, 0), True)
                if s.winners and s.options.shared_victory and fight.helper not in s.winners:
                    s.winners.append(fight.helper)
            for seat in combatants(fight):
                happened(s, w.E_FIGHT_WON, seat, kills)
        return GO

    def treasures(self, s: State, fight: Fight) -> int:
        """Draws the Treasures: face-down alone, face-up with a helper (REWARD-03, REWARD-04)."""
        self.pc = SETTLE
        draw_to_hand(s, fight.main, w.TREASURE, fight.gift, False)
        if fight.helper < 0:
            draw_to_hand(s, fight.main, w.TREASURE, self.count, False)
            return GO
        self.pc = DRAWING
        s.result = -1
        return GO

    def drawing(self, s: State, fight: Fight) -> int:
        """Lays the Treasures out one by one."""
        if s.result >= 0:
            self.spread.append(s.result)
            s.aside.append(s.result)
        if self.count > 0:
            self.count -= 1
            return call(s, FaceUpDraw(fight.main, w.TREASURE))
        s.tell_cards(ev.TREASURES_DRAWN, fight.main, w.TREASURE, self.spread)
        self.order = picking_order(fight, len(self.spread))
        self.pc = NEXT_PICK
        return GO

    def next_pick(self, s: State) -> int:
        """Asks whose pick it is; once only one munchkin has picks left he takes the rest."""
        while self.order and self.order == self.order[:1] * len(self.order):
            self.give(s, self.spread[0])
        if not self.order:
            self.pc = SETTLE
            return GO
        self.pc = PICKED
        return call(s, Choose(self.order[0], w.ASK_PICK, w.A_CARD, self.spread))

    def picked(self, s: State) -> int:
        self.give(s, s.picked[0])
        self.pc = NEXT_PICK
        return GO

    def give(self, s: State, card: int) -> None:
        seat = self.order[0]
        self.order = self.order[1:]
        self.spread = [c for c in self.spread if c != card]
        s.aside.remove(card)
        receive(s, seat, card, ALL_SEATS)
        s.tell(ev.TREASURE_PICKED, seat, -1, 0, card)

    def copy(self) -> Frame:
        c = Rewards(self.killed)
        c.stamp(self)
        c.count = self.count
        c.spread = self.spread[:]
        c.order = self.order
        return c
