"""Rewards: levels, Treasures, the agreed shares (REWARD-01 to REWARD-11, order of AMB-58)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.places import DISCARDS, STAGE
from kickdoor.engine.machine.prompts import Question
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import DONE, GO, Frame, push_frame
from kickdoor.engine.rules.fight.bargain import settle_deal
from kickdoor.engine.rules.fight.participants import body_treasures, clear_monsters, close_fight, note_kill
from kickdoor.engine.rules.fight.promises import picking_order
from kickdoor.engine.rules.fight.strength import combatants
from kickdoor.engine.rules.fight.token_rewards import Spoils
from kickdoor.engine.rules.turn.delayed_effects import fight_won
from kickdoor.engine.rules.turn.draws import FaceUpDraw
from kickdoor.engine.rules.turn.windows import Window, ask_about_fight
from kickdoor.engine.state.fields import DEFINITIONS, FLAG, NUMBER, NUMBERS, PUBLIC, SEAT, StateField
from kickdoor.engine.state.levels import gain_levels
from kickdoor.engine.state.reward_claims import PER_SLAIN, help_owed, kills_helped
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.tokens import note_spoils
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import ALL_SEATS, draw_to_hand, receive, tell_drawn

LEVELS: Final = 0
TREASURES: Final = 1
NEXT_PICK: Final = 2
PICKED: Final = 3
SETTLE: Final = 4
DRAWING: Final = 5
CLOSE: Final = 6
WINDOW: Final = 7

# Steps of paying former main fighters
NEXT_CLAIM: Final = 0
DRAW: Final = 1


class RewardWindow(Window):
    """The window before the Treasures of a fight are drawn, in which others may claim some of them."""

    KIND: ClassVar[str] = "reward_window"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Window.FIELDS,
        StateField("seat", SEAT, PUBLIC, "The seat that draws them."),
    )

    def __init__(self, seat: SeatNo = 0) -> None:
        super().__init__()
        self.seat = seat

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)
        q.form = "reward"

    def settled(self, s: State) -> bool:
        return rewards_left(s) == 0

    def moments(self, s: State, seat: SeatNo) -> int:
        return 0 if s.seats[seat].dead or seat == self.seat else nr.WHEN_OTHERS_DRAW_REWARD

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = RewardWindow()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.seat = self.seat
        return c


def seat_about_to_draw(s: State) -> int:
    """Return the seat whose reward the others may claim now; -1 for none."""
    top = s.stack[-1] if s.stack else None
    return top.seat if isinstance(top, RewardWindow) else -1


class Payment(Frame):
    """Treasures about to be paid: those that a helper may share in (`count`), and those not shared (`gift`)."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.gift = 0

    def announce(self, s: State, seat: SeatNo) -> int:
        """Open a window for the others to claim some of the Treasures."""
        if self.count + self.gift > 0 and s.rules.answers_to & nr.WHEN_OTHERS_DRAW_REWARD:
            return push_frame(s, RewardWindow(seat))
        return GO


class FormerRewards(Payment):
    """The payment of former main fighters, one after the other and face-down: they have no helper now (AMB-102)."""

    KIND: ClassVar[str] = "former_rewards"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("count", NUMBER, PUBLIC, "Treasures still to be drawn."),
        StateField("gift", NUMBER, PUBLIC, "Treasures to be drawn in addition."),
    )

    def step(self, s: State) -> int:
        fight = s.fight
        assert fight is not None
        if not fight.former:
            return DONE
        claim = fight.former[0]
        if self.pc == NEXT_CLAIM:
            self.count = claim.owed
            self.gift = claim.gift
            self.pc = DRAW
            return self.announce(s, claim.seat)
        self.pc = NEXT_CLAIM
        fight.former = fight.former[1:]
        if not s.seats[claim.seat].dead:
            draw_to_hand(s, claim.seat, nr.DOOR, claim.gift_doors, False)
            draw_to_hand(s, claim.seat, nr.TREASURE, self.count + self.gift, False)
            if claim.spoils:
                push_frame(s, Spoils(claim.seat, claim.spoils))
            for definition in bounties(s, claim.slain):
                push_frame(s, Resolve(s.rules.defs[definition].on_kill, -1, claim.seat, claim.seat))
        return GO

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = FormerRewards()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.count = self.count
        c.gift = self.gift
        return c


class Rewards(Payment):
    """The reward step; nothing of it can be undone (COMBAT-26)."""

    KIND: ClassVar[str] = "rewards"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("count", NUMBER, PUBLIC, "Treasures still to be drawn."),
        StateField("gift", NUMBER, PUBLIC, "Treasures to be drawn in addition."),
        StateField("killed", FLAG, PUBLIC, "Whether the monsters were killed, not driven off."),
        StateField("spread", NUMBERS, PUBLIC, "Treasures that lie face-up to be picked."),
        StateField("order", NUMBERS, PUBLIC, "The seats in the order in which they pick."),
        StateField("gifts", DEFINITIONS, PUBLIC, "The killed monsters with one more reward, by number of definition."),
    )

    REWARD: ClassVar[bool] = True

    def __init__(self, killed: bool = True) -> None:
        super().__init__()
        self.killed = killed
        self.spread: list[int] = []
        self.order: list[int] = []
        self.gifts: list[int] = []

    def step(self, s: State) -> int:
        fight = s.fight
        assert fight is not None
        if self.pc == LEVELS:
            return self.levels(s, fight)
        if self.pc == WINDOW:
            self.pc = TREASURES
            return self.announce(s, fight.main)
        if self.pc == TREASURES:
            return self.treasures(s, fight)
        if self.pc == DRAWING:
            return self.drawing(s, fight)
        if self.pc == NEXT_PICK:
            return self.next_pick(s)
        if self.pc == PICKED:
            return self.picked(s)
        if self.pc == SETTLE:
            self.pc = CLOSE
            if fight.spoils:
                return push_frame(s, Spoils(fight.main, fight.spoils))
        if fight.lost:
            # Getting rid of the last monster while running wins nothing back: the fight ends lost (AMB-12, AMB-102).
            return DONE
        # Getting rid of the monsters counts as winning, killed or not (COMBAT-12).
        for seat in combatants(fight):
            queue_triggers(s, nr.E_FIGHT_WON, seat, 0)
        fight_won(s, fight.main)
        close_fight(s)
        s.won_fight = True
        s.won_tags = fight.met
        settle_deal(s, fight)
        return DONE

    def ask_choice(self, s: State, choice: Frame, cards: list[int], q: Question) -> None:
        q.form = "spoils"

    def draws_in_turn(self, seat: SeatNo) -> tuple[int, int]:
        now = len(self.spread) + 1
        return now, now + self.count

    def levels(self, s: State, fight: Fight) -> int:
        """Discard the cards played, then give all levels at once, former main fighters and Elf included (AMB-57)."""
        s.phase = nr.REWARDS
        self.pc = WINDOW
        for body in fight.bodies if self.killed else []:
            fight.owed += body_treasures(s, fight, body)
            note_kill(s, fight, body)
            note_spoils(s, fight, body, True)
            killed = s.emit_monster(ev.MONSTER_KILLED, fight.main, fight.helper, body.uid, body)
            killed.moved(target=DISCARDS | s.cards[body.card].deck)
        self.count = fight.owed
        self.gift = fight.gift
        self.gifts = bounties(s, fight.slain)
        clear_monsters(s, fight, self.killed)
        former = pay_former(s, fight)
        if fight.kills:
            gain_levels(s, fight.main, fight.kill_levels, True)
            pay_help(s, fight.slain)
            if fight.helper >= 0 and fight.main in s.winners and s.options.shared_victory:
                if fight.helper not in s.winners:
                    s.winners.append(fight.helper)
            queue_triggers(s, nr.E_KILLED, fight.main, fight.kills)
            helped = kills_helped(fight.slain, fight.helper) if fight.helper >= 0 else 0
            if helped:
                queue_triggers(s, nr.E_KILLED, fight.helper, helped)
        return former

    def treasures(self, s: State, fight: Fight) -> int:
        """Draw the Treasures: face-down alone, face-up with a helper (REWARD-03, REWARD-04)."""
        if self.gifts:
            # Rewards printed on the monster go to the main fighter (REWARD-09).
            program = s.rules.defs[self.gifts.pop()].on_kill
            return push_frame(s, Resolve(program, -1, fight.main, fight.main))
        self.pc = SETTLE
        if s.seats[fight.main].dead:
            # The helper, running on alone, got rid of the last monster: the dead get nothing (DEATH-14).
            return GO
        draw_to_hand(s, fight.main, nr.DOOR, fight.gift_doors, False)
        draw_to_hand(s, fight.main, nr.TREASURE, self.gift, False)
        if fight.helper < 0:
            draw_to_hand(s, fight.main, nr.TREASURE, self.count, False)
            return GO
        self.pc = DRAWING
        s.result = -1
        return GO

    def drawing(self, s: State, fight: Fight) -> int:
        """Lay the Treasures out one by one."""
        if s.result >= 0:
            self.spread.append(s.result)
            s.aside.append(s.result)
        if self.count > 0:
            self.count -= 1
            return push_frame(s, FaceUpDraw(fight.main, nr.TREASURE))
        tell_drawn(s, fight.main, nr.TREASURE, self.spread, True, STAGE)
        self.order = picking_order(fight, len(self.spread))
        self.pc = NEXT_PICK
        return GO

    def choice_rules(self, s: State) -> list[str]:
        return ["HELP-09", "HELP-24", "AMB-20"]

    def next_pick(self, s: State) -> int:
        """Prompt the next seat to pick; once only one seat has picks left, it takes the rest."""
        while self.order and self.order == self.order[:1] * len(self.order):
            self.give(s, self.spread[0])
        if not self.order:
            self.pc = SETTLE
            return GO
        self.pc = PICKED
        return push_frame(s, ChoiceFrame(self.order[0], nr.ASK_PICK, nr.A_CARD, self.spread))

    def picked(self, s: State) -> int:
        self.give(s, s.picked[0])
        self.pc = NEXT_PICK
        return GO

    def give(self, s: State, card: CardId) -> None:
        seat = self.order[0]
        self.order = self.order[1:]
        self.spread = [c for c in self.spread if c != card]
        s.aside.remove(card)
        receive(s, seat, card, ALL_SEATS)
        s.emit(ev.TREASURE_PICKED, seat, -1, 0, card).moved(STAGE)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Rewards()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.count = self.count
        c.gift = self.gift
        c.killed = self.killed
        if self.spread:
            c.spread = self.spread[:]
        if self.order:
            c.order = self.order[:]
        if self.gifts:
            c.gifts = self.gifts[:]
        return c


def pay_former(s: State, fight: Fight) -> int:
    """Give former main fighters the levels due to them, and settle the rest of what they are owed (AMB-102)."""
    if not fight.former:
        return GO
    s.phase = nr.REWARDS
    for claim in fight.former:
        if claim.kills and not s.seats[claim.seat].dead:
            gain_levels(s, claim.seat, claim.kill_levels, True)
            pay_help(s, claim.slain)
            if claim.seat != fight.helper:
                # The current helper was main fighter then: a power that pays helpers ignores kills of their own.
                queue_triggers(s, nr.E_KILLED, claim.seat, claim.kills)
    return push_frame(s, FormerRewards())


def pay_help(s: State, slain: list[int]) -> None:
    """Give the levels due to all players who helped to kill monsters, even if they help no longer (AMB-115)."""
    for p in s.seats:
        gain_levels(s, p.index, help_owed(slain, p.index), True)


def bounties(s: State, slain: list[int]) -> list[int]:
    """List the killed monsters, as definitions, that give something more, including outright kills (AMB-122)."""
    return [definition for definition in slain[::PER_SLAIN] if s.rules.defs[definition].on_kill >= 0]


def payment(s: State) -> Payment | None:
    """Find the payment in progress."""
    for frame in reversed(s.stack):
        if isinstance(frame, Payment):
            return frame
    return None


def rewards_left(s: State) -> int:
    """Count the Treasures of the reward that are still to be drawn."""
    frame = payment(s)
    return 0 if frame is None else frame.count + frame.gift


def take_reward(s: State, seat: SeatNo, n: int) -> None:
    """Let a seat draw Treasures of a reward in the winner's place, face-down."""
    frame = payment(s)
    if frame is None:
        return
    taken = min(n, rewards_left(s))
    shared = min(taken, frame.count)
    frame.count -= shared
    frame.gift -= taken - shared
    losers = [window.seat for window in s.stack if isinstance(window, RewardWindow)]
    draw_to_hand(s, seat, nr.TREASURE, taken, False, losers[-1] if losers else -1)
