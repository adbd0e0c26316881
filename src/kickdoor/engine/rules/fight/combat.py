"""Combat: the fight from the first monster to the claim, the defeat, or its sudden end (COMBAT-01 to COMBAT-33)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.places import DECK, STAGE
from kickdoor.engine.machine.prompts import CLAIM, GIVE_UP, Question, Verdict, act_of, option
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame, push_frame
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.game_winning import may_not_stay, must_see_to_helper
from kickdoor.engine.rules.fight.help import check_new_offer
from kickdoor.engine.rules.fight.participants import add_monster, clear_monsters, close_fight, drop_helper
from kickdoor.engine.rules.fight.rewards import Rewards, pay_former
from kickdoor.engine.rules.fight.run_away import RunAway
from kickdoor.engine.rules.fight.strength import helper_levels, is_winning
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.rules.turn.windows import FightWindow, ask_about_fight
from kickdoor.engine.state.fields import CARD, FLAG, PUBLIC, SEAT, StateField
from kickdoor.engine.state.state import Fight, State

BEGIN: Final = 0
FIGHT: Final = 1
ASKED_TO_LEAVE: Final = 2
CLAIMED: Final = 3
GAVE_UP: Final = 4
OVER: Final = 5
SOUGHT: Final = 6
"""The first step of a fight against a monster that comes from the deck without a Door being kicked."""


class Combat(Frame):
    """A fight in progress; the state holds the fight itself."""

    KIND: ClassVar[str] = "combat"
    OWN_STEP: ClassVar[bool] = True
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The seat whose fight it was first."),
        StateField("card", CARD, PUBLIC, "The monster that the fight began with."),
        StateField(
            "may_loot", FLAG, PUBLIC, "Whether the room may be looted after the fight, which is closed by then."
        ),
    )

    def __init__(self, seat: SeatNo = 0, card: CardId = -1) -> None:
        super().__init__()
        self.seat = seat
        self.card = card
        self.may_loot = False

    def step(self, s: State) -> int:
        pc = self.pc
        if pc == BEGIN or pc == SOUGHT:
            return self.begin(s)
        if pc == ASKED_TO_LEAVE:
            return self.answer_to_leave(s)
        if pc == OVER:
            return self.over(s)
        fight = s.fight
        assert fight is not None
        self.may_loot = fight.may_loot
        if not fight.bodies:
            return self.no_monster_left(s)
        if s.seats[fight.main].dead:
            self.pc = OVER
            return GO
        if pc == FIGHT:
            self.seat = fight.main
            return self.go_on(s, fight)
        won = is_winning(s)
        if fight.main != self.seat or must_see_to_helper(s, fight) or not s.result:
            # A new main fighter has declared nothing yet, the helper's stay is in question, or the declaration did not
            # outlast its window.
            self.seat = fight.main
        elif pc == CLAIMED and won:
            s.emit(ev.FIGHT_WON, fight.main, fight.helper)
            self.pc = OVER
            return push_frame(s, Rewards(True))
        elif pc == GAVE_UP and not won:
            s.emit(ev.FIGHT_LOST, fight.main, fight.helper)
            self.pc = OVER
            return push_frame(s, RunAway())
        self.pc = FIGHT
        self.round += 1
        return GO

    def begin(self, s: State) -> int:
        """Start the fight as soon as the monster is revealed (COMBAT-32)."""
        s.phase = nr.COMBAT
        fight = Fight(self.seat)
        s.fight = fight
        s.emit(ev.FIGHT_BEGUN, self.seat, -1, 0, self.card).moved(DECK | nr.DOOR if self.pc == SOUGHT else STAGE)
        self.pc = FIGHT
        add_monster(s, fight, self.card)
        return GO

    def go_on(self, s: State, fight: Fight) -> int:
        """Wait for the main fighter, after the decision about a helper who may or must leave."""
        if must_see_to_helper(s, fight):
            if may_not_stay(s, fight):
                drop_helper(s, fight)
            else:
                # No player can be forced to help another to the win (HELP-26), so the helper is asked once.
                self.pc = ASKED_TO_LEAVE
                # The default answer is first: leaving, unless the fight could win the helper the game (AMB-19).
                answers = [0, 1] if helper_wins(s, fight) else [1, 0]
                return push_frame(s, ChoiceFrame(fight.helper, nr.ASK_LEAVE, nr.A_NUMBER, answers))
        fight.fought |= 1 << fight.main
        return WAIT

    def answer_to_leave(self, s: State) -> int:
        fight = s.fight
        self.pc = FIGHT
        if fight is not None:
            if s.picked == [1]:
                drop_helper(s, fight)
            else:
                fight.stay = True
        return GO

    def no_monster_left(self, s: State) -> int:
        """End the fight at once when the last monster is gone (COMBAT-14); Treasures may still be owed."""
        fight = s.fight
        assert fight is not None
        s.emit(ev.FIGHT_ENDED, fight.main, fight.helper)
        self.pc = OVER
        return push_frame(s, Rewards(False))

    def over(self, s: State) -> int:
        fight = s.fight
        if fight is not None and fight.former:
            # The main fighter died during the fight.
            clear_monsters(s, fight)
            return pay_former(s, fight)
        close_fight(s)
        s.result = 1 if self.may_loot else 0
        return DONE

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        ask_about_fight(s, q)
        fight = s.fight
        if fight is None:
            return
        if is_winning(s):
            q.form = "winning"
            return
        first_only = Verdict(False)
        open_to = [p for p in s.seats if p.index != seat and check_new_offer(s, seat, p.index, first_only)]
        q.form = "losing" if fight.helper < 0 and open_to else "helped"

    def prompted_seats(self, s: State) -> int:
        return 1 << s.fight.main if s.fight is not None and self.pc == FIGHT else 0

    def purpose(self, s: State, seat: SeatNo) -> int:
        return nr.ASK_FIGHT

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        out.append(option(CLAIM) if is_winning(s) else option(GIVE_UP))

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        act = act_of(code)
        if act == CLAIM:
            s.emit(ev.CLAIMED, seat)
            self.pc = CLAIMED
            push_frame(s, FightWindow(True))
        elif act == GIVE_UP:
            s.emit(ev.GAVE_UP, seat)
            self.pc = GAVE_UP
            push_frame(s, FightWindow(False))
        else:
            return False
        return True

    def why(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int], v: Verdict) -> bool:
        act = act_of(code)
        if act not in (CLAIM, GIVE_UP):
            return False
        if s.fight is not None and seat != s.fight.main:
            v.deny(no.NOT_MAIN_FIGHTER)
        if act == CLAIM and not is_winning(s):
            v.deny(no.NOT_WINNING)
        if act == GIVE_UP and is_winning(s):
            v.deny(no.WINNING)
        return True

    def moments(self, s: State, seat: SeatNo) -> int:
        return open_moments(s, seat)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Combat()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.card = self.card
        c.may_loot = self.may_loot
        return c


def helper_wins(s: State, fight: Fight) -> bool:
    """Return whether the fight would win the helper the game: by levels gained, or by sharing (AMB-57, VARIANT-05)."""
    if s.options.shared_victory:
        return True
    return s.seats[fight.helper].level + helper_levels(s, fight) >= s.options.winning_level
