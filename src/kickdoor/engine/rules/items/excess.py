"""Parting with cards over a limit: discarding, unequipping, selling or passing on Big items (ITEM-21 to ITEM-24)."""

from typing import ClassVar, Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.ids import CardId, OptionCode, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.choice_frame import OPEN_CHOICE, ChoiceFrame
from kickdoor.engine.machine.prompts import ATTACH, FORM_BIT, PLAY, SELL, Form, Question, act_of, option, target_of
from kickdoor.engine.machine.runtime import DONE, GO, WAIT, Frame, push_frame
from kickdoor.engine.rules.fight.promises import locked
from kickdoor.engine.rules.fight.strength import in_combat
from kickdoor.engine.rules.items.equipment import (
    big_items,
    check_carrier,
    complex_items,
    crowding_items,
    is_carrier,
    room_for_big,
    unequip,
)
from kickdoor.engine.rules.items.sales import PRICE_OF_A_LEVEL, SaleForm, sell, wares, worth
from kickdoor.engine.rules.plays.legality import FIRST_REASON_ONLY, list_play
from kickdoor.engine.rules.turn.timings import open_moments
from kickdoor.engine.state.fields import CARD, NUMBER, NUMBERS, PUBLIC, StateField
from kickdoor.engine.state.items import is_big
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import discard_from, move_item

SHED_DISCARD: Final = 0
SHED_UNEQUIP: Final = 1
SHED_BIG: Final = 2
SHED_FOLLOWER: Final = 3
SHED_COMPLEX: Final = 4
SHED_REPLACED: Final = 5

WHICH_GOES: Final = {
    SHED_DISCARD: ["AMB-55", "CHAR-31", "CHAR-42"],
    SHED_UNEQUIP: ["AMB-92", "ITEM-08", "ITEM-09"],
    SHED_BIG: ["ITEM-21", "ITEM-18", "AMB-25"],
    SHED_FOLLOWER: ["AMB-51", "SIDEKICK-03"],
    SHED_COMPLEX: ["ITEM-27", "ITEM-25", "AMB-26", "ITEM-28"],
    SHED_REPLACED: ["AMB-15", "CHAR-31", "CHAR-42"],
}
"""The rules by which the owner chooses."""

ASKING: Final = 0
ANSWERED: Final = 1
PARTING: Final = 2
GIVING: Final = 3


BIG_QUERIES: Final = (nr.Q_BIG_LIMIT,)
WORN_QUERIES: Final = (nr.Q_COMPLEX_LIMIT, nr.Q_EXTRA_SLOT, nr.Q_HANDS)


def makes_room(d: CardDef, queries: tuple[int, ...]) -> bool:
    """Return whether a card is a Class, Race or follower that may allow more Items again."""
    if d.kind not in (nr.CLASS, nr.RACE, nr.FOLLOWER):
        return False
    return is_carrier(d) or len([m for m in d.modifiers if m.query in queries]) > 0


class ExcessChoice(ChoiceFrame):
    """The choice of what to keep or what to part with, as the rule demands."""

    KIND: ClassVar[str] = "shed"
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *OPEN_CHOICE,
        StateField("how", NUMBER, PUBLIC, "The limit that is exceeded, which determines what happens to the rest."),
        StateField("excess", NUMBERS, PUBLIC, "The cards that go."),
        StateField("giving", CARD, PUBLIC, "The Item that is being given away; -1 for none."),
    )

    def __init__(
        self, seat: SeatNo = 0, cards: list[int] | None = None, keep: int = 1, how: int = SHED_DISCARD
    ) -> None:
        super().__init__(seat, nr.ASK_LOSE, nr.A_CARD, cards, keep, keep)
        self.how = how
        self.excess: list[int] = []
        self.giving = -1

    def keeps(self) -> bool:
        """Return whether the answer names what stays: of Big and Complex Items (ITEM-21, AMB-26), and of two Classes.

        For an overfull slot it names what comes off (AMB-92), for followers who leaves (AMB-51), and for Classes
        replaced by a new one the old card that is discarded (AMB-15).
        """
        return self.how not in (SHED_UNEQUIP, SHED_FOLLOWER, SHED_REPLACED)

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.form = "keep" if self.keeps() else "too_much"

    def use_of_chosen(self, s: State, card: CardId) -> str:
        return "keep" if self.keeps() else ("off" if self.how == SHED_UNEQUIP else "lose")

    def choice_rules(self, s: State) -> list[str]:
        return WHICH_GOES[self.how]

    def protected_candidates(self, s: State) -> list[int]:
        """List the candidates to avoid, to keep promised cards if possible (AMB-18); unequipping loses nothing."""
        if self.how == SHED_UNEQUIP or self.how == SHED_COMPLEX:
            return []
        promised = [c for c in locked(s, self.seat) if c in self.atoms]
        return [c for c in self.atoms if c not in promised] if promised and self.keeps() else promised

    def step(self, s: State) -> int:
        outcome = self.part(s)
        if outcome == DONE:
            s.dirty = True
        return outcome

    def part(self, s: State) -> int:
        if self.pc == ASKING:
            if self.how == SHED_BIG:
                self.atoms = big_items(s, self.seat)
                self.least = self.most = min(ask_seat(s, self.seat, nr.Q_BIG_LIMIT, 1), len(self.atoms))
            elif self.how == SHED_UNEQUIP:
                self.atoms = crowding_items(s, self.seat)
            elif self.how == SHED_COMPLEX:
                self.atoms = complex_items(s, self.seat)
            self.atoms = [c for c in self.atoms if c in s.seats[self.seat].play]
            if len(self.atoms) <= self.least:
                return DONE
            if not self.is_settled(s):
                return WAIT
            s.picked = self.free(s)
            self.pc = ANSWERED
        if self.pc == ANSWERED:
            named = self.with_joined(s, s.picked)
            self.excess = [c for c in self.atoms if (c in named) != self.keeps()]
            self.pc = PARTING
        if self.pc == GIVING:
            self.give(s, s.picked[0])
        if self.how == SHED_BIG:
            return self.pass_on(s)
        for card in self.excess:
            if self.how == SHED_UNEQUIP or self.how == SHED_COMPLEX:
                unequip(s, self.seat, card)
            else:
                discard_from(s, self.seat, card)
        return DONE

    def is_settled(self, s: State) -> bool:
        """Return whether the promises leave only one answer, and no other remedy is open."""
        ways: list[int] = []
        if len(self.free(s)) == self.least:
            self.options(s, self.seat, ways)
        return len(ways) == 1

    def with_joined(self, s: State, named: list[int]) -> list[int]:
        """Add the other parts of a joined weapon, which is one Complex Item (AMB-26)."""
        if self.how != SHED_COMPLEX:
            return named
        joined = 0
        for card in named:
            joined |= s.cards[card].joins
        return [c for c in self.atoms if c in named or s.cards[c].joins & joined]

    def may_sell(self, s: State) -> bool:
        """Return whether the excess may be sold: own turn, no fight, a level's worth of Items (ITEM-22)."""
        if self.how != SHED_BIG or self.seat != s.turn or in_combat(s, self.seat):
            return False
        below = s.seats[self.seat].level < s.options.winning_level - 1
        return below and worth(s, self.seat, wares(s, self.seat)) >= PRICE_OF_A_LEVEL

    def options(self, s: State, seat: SeatNo, out: list[int]) -> None:
        super().options(s, seat, out)
        if self.may_sell(s):
            out.append(option(SELL) | FORM_BIT)
        if self.how not in (SHED_DISCARD, SHED_FOLLOWER, SHED_REPLACED):
            self.list_remedies(s, seat, out)

    def list_remedies(self, s: State, seat: SeatNo, out: list[int]) -> None:
        """Add options that may make the Items legal again: a Class, a Race, a Cheat!, a follower (ITEM-21, ITEM-27)."""
        p = s.seats[seat]
        moments = open_moments(s, seat)
        queries = BIG_QUERIES if self.how == SHED_BIG else WORN_QUERIES
        for card in p.hand:
            cheat = s.cards[card].kind == nr.CHEAT
            if cheat or makes_room(s.cards[card], queries):
                ways: list[int] = []
                for play in s.cards[card].plays:
                    list_play(s, seat, card, play, moments, ways)
                out.extend([code for code in ways if not cheat or target_of(code) in self.atoms])
        for follower in [c for c in p.play if is_carrier(s.cards[c])]:
            carried = [c for c, host in s.attached.items() if host == follower]
            for item in self.atoms:
                # Swapping one Item for another of the same kind would not help.
                if not [c for c in carried if self.how != SHED_BIG or is_big(s, c)] and check_carrier(
                    s, seat, item, follower, moments, FIRST_REASON_ONLY
                ):
                    out.append(option(ATTACH, item, nr.A_CARD, follower))

    def form(self, s: State, seat: SeatNo, code: OptionCode) -> Form | None:
        return SaleForm(s, seat) if act_of(code) == SELL else super().form(s, seat, code)

    def answer(self, s: State, seat: SeatNo, code: OptionCode, picks: list[int]) -> bool:
        if act_of(code) == SELL:
            sell(s, seat, picks)
            self.round += 1
            return True
        if act_of(code) in (PLAY, ATTACH):
            self.round += 1
            return False
        return super().answer(s, seat, code, picks)

    def pass_on(self, s: State) -> int:
        """Give each excess Big item to the lowest-Level player who can carry it, or discard it if none can."""
        self.excess = [c for c in self.excess if c in s.seats[self.seat].play]
        if not self.excess:
            return DONE
        able = [p.index for p in s.seats if p.index != self.seat and not p.dead and room_for_big(s, p.index)]
        if not able:
            discard_from(s, self.seat, self.excess[0])
            return GO
        least = min([s.seats[i].level for i in able])
        self.giving = self.excess[0]
        self.pc = GIVING
        return push_frame(
            s, ChoiceFrame(self.seat, nr.ASK_CHOICE, nr.A_SEAT, [i for i in able if s.seats[i].level == least])
        )

    def give(self, s: State, to: SeatNo) -> None:
        self.pc = PARTING
        s.emit_cards(ev.BIG_ITEM_PASSED, self.seat, to, move_item(s, self.seat, to, self.giving), amount=0)

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = ExcessChoice()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.seat = self.seat
        c.ask = self.ask
        c.what = self.what
        if self.atoms:
            c.atoms = self.atoms[:]
        c.least = self.least
        c.most = self.most
        c.how = self.how
        if self.excess:
            c.excess = self.excess[:]
        c.giving = self.giving
        return c


def excess_choices(s: State) -> list[ExcessChoice]:
    """List the choices of what to part with that are still open."""
    return [frame for frame in s.stack if isinstance(frame, ExcessChoice)]
