"""Taking tokens: one for each monster killed, shared as agreed, each counted by itself (TOKEN-04 to TOKEN-20).

Cards that change the tokens of a kill apply to food only. Of each kind that is not food, a kill gives one (AMB-112).
"""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo
from kickdoor.engine.machine.choice_frame import ChoiceFrame
from kickdoor.engine.machine.prompts import P_TOKEN_PLACE, P_TOKENS, Question
from kickdoor.engine.machine.runtime import DONE, GO, Frame, push_frame
from kickdoor.engine.rules.fight.dice import RollDie
from kickdoor.engine.rules.fight.game_winning import PER_KILL, claims_of, own_claims
from kickdoor.engine.rules.fight.promises import picking_order
from kickdoor.engine.rules.turn.windows import Window
from kickdoor.engine.state.fields import (
    FLAG,
    KILLS,
    NUMBER,
    NUMBERS,
    PUBLIC,
    SEAT,
    TAG_LIST,
    TAGS,
    TOKEN_KIND,
    TOKEN_KINDS,
    StateField,
)
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.rng import OTHER
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.tokens import food_mask, gain_token, kinds_of, takeable
from kickdoor.engine.state.triggers import queue_triggers
from kickdoor.engine.state.zones import right_of

# Steps of taking one token
CHOOSE: Final = 0
CHOSEN: Final = 1
MAY_CHANGE: Final = 2

# Steps of the spoils
NEXT_KILL: Final = 0
KILL_WINDOW: Final = 1
NEXT_TOKEN: Final = 2
TAKEN: Final = 3
GIFTS: Final = 4
HELPER: Final = 5
ROLL: Final = 6
ROLLED: Final = 7

LUCKY: Final = 4
"""The lowest face of the die that gives a token where no monster gave one (COMBINE-07)."""


class OneSeatWindow(Window):
    """A window for one seat alone, which is not prompted where it could do nothing."""

    def speaker(self, s: State) -> int:
        """Return the seat that may act; -1 for none."""
        return -1

    def moment(self) -> int:
        return 0

    def prompted_seats(self, s: State) -> int:
        seat = self.speaker(s)
        if seat < 0 or s.seats[seat].dead or self.passed >> seat & 1:
            return 0
        if s.seats[seat].hand and s.rules.answers_to & self.moment():
            return 1 << seat
        out: list[int] = []
        s.rules.procedures.offers(s, seat, self.moment(), out)
        return 1 << seat if out else 0

    def moments(self, s: State, seat: SeatNo) -> int:
        return self.moment() if seat == self.speaker(s) and not s.seats[seat].dead else 0


class TakeToken(OneSeatWindow):
    """A token that a player is about to take; the frame returns its kind as the state's result, -1 for none."""

    KIND: ClassVar[str] = "take_token"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *OneSeatWindow.FIELDS,
        StateField("seat", SEAT, PUBLIC, "The seat that takes it."),
        StateField("chooser", SEAT, PUBLIC, "The seat that chooses the kind."),
        StateField("kinds", TOKEN_KINDS, PUBLIC, "The kinds that the token may have."),
        StateField("may_win", FLAG, PUBLIC, "Whether a set of tokens may win the game by it."),
        StateField("token", TOKEN_KIND, PUBLIC, "The kind of the token; -1 before it is chosen."),
        StateField("chosen", TOKEN_KIND, PUBLIC, "The kind before it was changed."),
    )

    def __init__(
        self, seat: SeatNo = 0, chooser: SeatNo = 0, kinds: list[int] | None = None, may_win: bool = True
    ) -> None:
        super().__init__()
        self.seat = seat
        self.chooser = chooser
        self.kinds: list[int] = [] if kinds is None else kinds
        self.may_win = may_win
        self.token = -1
        self.chosen = -1

    def choice_rules(self, s: State) -> list[str]:
        return ["TOKEN-04", "TOKEN-07", "AMB-64", "AMB-95", "TOKEN-01"]

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.kinds = [self.token]
        q.form = "token"

    def step(self, s: State) -> int:
        if self.pc == CHOOSE:
            kinds = [] if s.seats[self.seat].dead else takeable(s, self.seat, self.kinds, self.may_win)
            if not kinds:
                s.result = -1
                return DONE
            self.pc = CHOSEN
            return push_frame(s, ChoiceFrame(self.chooser, nr.ASK_PICK, nr.A_COUNTER, kinds))
        if self.pc == CHOSEN:
            self.token = self.chosen = s.picked[0]
            self.pc = MAY_CHANGE
        outcome = self.wait(s)
        if outcome == DONE:
            gain_token(s, self.seat, self.token)
            share_victory(s)
            s.result = self.chosen
        return outcome

    def speaker(self, s: State) -> int:
        return self.seat if self.pc == MAY_CHANGE and self.token in s.rules.answered_kinds else -1

    def moment(self) -> int:
        return nr.WHEN_I_TAKE_TOKEN

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = TakeToken()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.seat = self.seat
        c.chooser = self.chooser
        if self.kinds:
            c.kinds = self.kinds[:]
        c.may_win = self.may_win
        c.token = self.token
        c.chosen = self.chosen
        return c


def share_victory(s: State) -> None:
    """Let the helper share a win that a token of this fight gave the main fighter, by the rule option (AMB-62)."""
    fight = s.fight
    if fight is None or not s.options.shared_victory or s.phase != nr.REWARDS or fight.helper < 0:
        return
    if fight.main in s.winners and fight.helper not in s.winners and not s.seats[fight.helper].dead:
        s.winners.append(fight.helper)


def token_in_hand(s: State) -> TakeToken | None:
    """Find the token that is being taken, below the ability used on it."""
    for frame in reversed(s.stack):
        if isinstance(frame, TakeToken):
            return frame
    return None


def other_kinds(s: State, kinds: list[int]) -> list[int]:
    """List the given kinds that the token being taken could be changed into, if it is itself one of them."""
    token = token_in_hand(s)
    if token is None or token.token not in kinds:
        return []
    return [kind for kind in takeable(s, token.seat, kinds, token.may_win) if kind != token.token]


class Spoils(OneSeatWindow):
    """The tokens after a fight: kill by kill, then token by token, then those that cards add."""

    KIND: ClassVar[str] = "spoils"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *OneSeatWindow.FIELDS,
        StateField("seat", SEAT, PUBLIC, "The seat that was main fighter when the monsters were killed."),
        StateField("kills", KILLS, PUBLIC, "For each monster killed: tags, additional tokens, the neighbour's picks."),
        StateField("at", NUMBER, PUBLIC, "The index of the current kill."),
        StateField("claims", TAG_LIST, PUBLIC, "Tokens to be taken, each as the mask of the tags it may have."),
        StateField("order", NUMBERS, PUBLIC, "The seat that gets each token."),
        StateField("gifts", NUMBER, PUBLIC, "Tokens that the neighbour has still to pick."),
        StateField("tags", TAGS, PUBLIC, "The food terms of all monsters killed."),
        StateField("barred", FLAG, PUBLIC, "Whether the seat was kept from taking tokens."),
    )

    def __init__(self, seat: SeatNo = 0, kills: list[int] | None = None) -> None:
        super().__init__()
        self.seat = seat
        self.kills: list[int] = [] if kills is None else kills
        self.at = 0
        self.claims: list[int] = []
        self.order: list[int] = []
        self.gifts = 0
        self.tags = 0
        self.barred = False

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        if s.fight is not None:
            q.kinds = kinds_of(s.rules, killed_tags(s))
            q.form = "kill" if q.kinds else ""

    def step(self, s: State) -> int:
        fight = s.fight
        assert fight is not None
        pc = self.pc
        if pc == NEXT_KILL:
            return self.next_kill(s, fight)
        if pc == KILL_WINDOW:
            if self.wait(s) != DONE:
                return self.wait(s)
            self.at += 1
            self.pc = NEXT_KILL
            return GO
        if pc == NEXT_TOKEN:
            return self.next_token(s, fight)
        if pc == TAKEN:
            return self.taken(s)
        if pc == GIFTS:
            return self.next_gift(s)
        if pc == HELPER:
            return self.helper_token(s, fight)
        if pc == ROLL:
            return self.roll(s, fight)
        return self.rolled(s, fight)

    def next_kill(self, s: State, fight: Fight) -> int:
        """Count the tokens of a kill, and let the main fighter add to them."""
        at = self.at * PER_KILL
        if at >= len(self.kills):
            self.order = [self.seat] * len(self.claims)
            if self.seat == fight.main:
                self.order = picking_order(fight, len(self.claims), P_TOKENS, P_TOKEN_PLACE)
            self.pc = NEXT_TOKEN
            return GO
        self.tags |= self.kills[at] & food_mask(s.rules)
        self.claims.extend(own_claims(s, self.kills[at]))
        if ask_seat(s, self.seat, nr.Q_NO_TOKENS, 0):
            self.barred = True
            queue_triggers(s, nr.E_NO_TOKENS_TAKEN, self.seat, 0)
            self.at += 1
            return GO
        self.claims.extend(claims_of(s, self.seat, self.kills[at], self.kills[at + 1]))
        self.gifts += self.kills[at + 2]
        self.passed = 0
        self.seen = -1
        self.pc = KILL_WINDOW
        return GO

    def next_token(self, s: State, fight: Fight) -> int:
        """Let the next seat take a token; once only one seat has tokens to come, kill by kill."""
        if not self.claims:
            self.pc = GIFTS
            return GO
        seat = self.order[0]
        mask = self.claims[0]
        if [other for other in self.order if other != seat]:
            for claim in self.claims:
                mask |= claim
        self.pc = TAKEN
        return push_frame(s, TakeToken(seat, seat, kinds_of(s.rules, mask)))

    def taken(self, s: State) -> int:
        """Remove the claim that was used: the one with the fewest other uses."""
        tag = s.rules.counter_tags[s.result] if s.result >= 0 else 0
        used = self.claims[0]
        if not used & tag:
            used = 0
        for claim in self.claims:
            if claim & tag and (not used or len(kinds_of(s.rules, claim)) < len(kinds_of(s.rules, used))):
                used = claim
        self.claims.remove(used or self.claims[0])
        self.order = self.order[1:]
        self.pc = NEXT_TOKEN
        return GO

    def next_gift(self, s: State) -> int:
        """Let the right neighbour, even a dead one, pick a token for the seat (AMB-65)."""
        if self.gifts < 1:
            self.pc = HELPER
            return GO
        self.gifts -= 1
        return push_frame(s, TakeToken(self.seat, right_of(s, self.seat), s.rules.food))

    def helper_token(self, s: State, fight: Fight) -> int:
        if self.seat != fight.main:
            # A former main fighter has no helper any more, and the roll is made once, for the main fighter (AMB-66).
            return DONE
        self.pc = ROLL
        if fight.helper >= 0 and ask_seat(s, fight.helper, nr.Q_HELPER_TOKENS, 0):
            return push_frame(s, TakeToken(fight.helper, fight.helper, kinds_of(s.rules, self.tags)))
        return GO

    def roll(self, s: State, fight: Fight) -> int:
        """Roll for a token if none of the monsters was of a kind that gives any (COMBINE-07, AMB-96)."""
        self.pc = ROLLED
        if s.options.token_roll and self.kills and s.rules.food and not fight.tokens_met and not self.barred:
            return push_frame(s, RollDie(fight.main, nr.FOR_CARD))
        return DONE

    def rolled(self, s: State, fight: Fight) -> int:
        if s.result >= LUCKY:
            kinds = s.rules.food
            push_frame(s, TakeToken(fight.main, fight.main, [kinds[s.rng.below(OTHER, len(kinds))]]))
        return DONE

    def speaker(self, s: State) -> int:
        return self.seat if self.pc == KILL_WINDOW else -1

    def moment(self) -> int:
        return nr.WHEN_I_KILL

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = Spoils()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.seat = self.seat
        if self.kills:
            c.kills = self.kills[:]
        c.at = self.at
        if self.claims:
            c.claims = self.claims[:]
        if self.order:
            c.order = self.order[:]
        c.gifts = self.gifts
        c.tags = self.tags
        c.barred = self.barred
        return c


def spoils_taken(s: State) -> Spoils | None:
    """Find the kill whose spoils are being taken, below the ability used on it."""
    for frame in reversed(s.stack):
        if isinstance(frame, Spoils):
            return frame
    return None


def kill_looked_at(s: State) -> int:
    """Return the number of the kill whose spoils are being taken; -1 for none."""
    spoils = spoils_taken(s)
    return -1 if spoils is None else spoils.at


def killed_tags(s: State) -> int:
    """Return the tags of the monster whose spoils are being taken."""
    spoils = spoils_taken(s)
    if spoils is None or not 0 <= spoils.at * PER_KILL < len(spoils.kills):
        return 0
    return spoils.kills[spoils.at * PER_KILL]


def change_token(s: State, kind: int) -> None:
    """Make the token being taken one of another kind."""
    token = token_in_hand(s)
    if token is not None:
        token.token = kind
