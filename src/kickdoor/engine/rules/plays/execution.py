"""Execution of options: each play and ability changes the state, or pushes the frames that will."""

from typing import ClassVar

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import CardId, EventKind, SeatNo
from kickdoor.engine.machine import events as ev
from kickdoor.engine.machine.places import HAND, MAT, STAGE
from kickdoor.engine.machine.prompts import Question
from kickdoor.engine.machine.resolve import Resolve
from kickdoor.engine.machine.runtime import DONE, Frame, Matter, push_frame
from kickdoor.engine.rules.characters.classes_and_races import play_character_card
from kickdoor.engine.rules.characters.curse import landing_curse, play_curse
from kickdoor.engine.rules.fight.dice import body_of, roll_in_progress
from kickdoor.engine.rules.fight.participants import add_mate, add_monster, commit, enhance
from kickdoor.engine.rules.items.equipment import equip_if_possible
from kickdoor.engine.rules.items.excess import SHED_REPLACED, ExcessChoice
from kickdoor.engine.rules.plays.affordability import used_key
from kickdoor.engine.rules.plays.costs import pay_tokens
from kickdoor.engine.rules.plays.legality import OF_A_FIGHT, is_refillable, used_about
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.rules.turn.windows import Announced
from kickdoor.engine.state.fields import CARD, FLAG, NUMBER, PUBLIC, SEAT, StateField
from kickdoor.engine.state.items import value_of
from kickdoor.engine.state.state import Fight, State, Term
from kickdoor.engine.state.zones import (
    ALL_SEATS,
    discard,
    discard_all,
    enter_play,
    leave_hand,
    place_at,
    take_up_played,
)

LIES_BEFORE_SEAT = (
    nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE, nr.V_FOLLOWER, nr.V_STAY,
)  # fmt: skip
"""The ways of playing after which a card lies before its seat."""
INTO_FIGHT = nr.IN_FIGHT | nr.IN_MY_FIGHT | nr.AS_MAIN_FIGHTER
"""The timings at which a card is played into a fight."""


class CardInPlay(Frame):
    """A card whose program runs above this frame; it is discarded when the program is done."""

    KIND: ClassVar[str] = "card_in_play"
    FIELDS: ClassVar[tuple[StateField, ...]] = (StateField("card", CARD, PUBLIC, "The card."),)

    def __init__(self, card: CardId = -1) -> None:
        super().__init__()
        self.card = card

    def step(self, s: State) -> int:
        if self.card in s.aside:
            s.aside.remove(self.card)
            discard(s, self.card)
            s.emit(ev.CARD_SPENT, card=self.card)
        return DONE

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = CardInPlay()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.card = self.card
        return c


class OneShotPlayed(Announced):
    """A one-shot that was played, where some card of the mix could cancel it."""

    KIND: ClassVar[str] = "oneshot_played"
    MOMENT: ClassVar[int] = nr.WHEN_ONESHOT_PLAYED
    FIELDS: ClassVar[tuple[StateField, ...]] = (
        *Announced.FIELDS,
        StateField("card", CARD, PUBLIC, "The card."),
        StateField("by", SEAT, PUBLIC, "The seat that played it."),
        StateField("way", NUMBER, PUBLIC, "The index of the play among the card's plays."),
        StateField("aim", NUMBER, PUBLIC, "The type of the target."),
        StateField("target", NUMBER, PUBLIC, "The number of the target."),
        StateField("second", CARD, PUBLIC, "A card from hand that was played with it; -1 for none."),
        StateField("paid", NUMBER, PUBLIC, "Tokens paid for it."),
        StateField("cancelled", FLAG, PUBLIC, "Whether it was stopped."),
    )

    def __init__(self, card: CardId = -1, by: SeatNo = 0, way: int = 0) -> None:
        super().__init__()
        self.card = card
        self.by = by
        self.way = way
        self.aim = nr.NOTHING
        self.target = 0
        self.second = -1
        self.paid = 0

    def question(self, s: State, seat: SeatNo, q: Question) -> None:
        q.card = self.card
        q.who = self.by
        q.form = "oneshot"

    def announced_by(self) -> SeatNo:
        return self.by

    def matter(self) -> Matter | None:
        return Matter(self.card, self.by)

    def step(self, s: State) -> int:
        if self.pc == 0:
            # The player of the one-shot counts as having passed until something changes.
            self.pc = 1
            self.passed = 1 << self.by
        outcome = self.wait(s)
        if outcome != DONE:
            return outcome
        self.pc = 2
        s.aside.remove(self.card)
        if self.cancelled:
            discard(s, self.card)
        else:
            play = s.cards[self.card].plays[self.way]
            carry_out(s, Use(self.by, self.card, play, self.aim, self.target, self.second), self.paid)
        return DONE

    # Made by tools/state_fields.py from here to the end of the class.
    def copy(self) -> Frame:
        c = OneShotPlayed()
        c.uid = self.uid
        c.pc = self.pc
        c.round = self.round
        c.passed = self.passed
        c.seen = self.seen
        c.card = self.card
        c.by = self.by
        c.way = self.way
        c.aim = self.aim
        c.target = self.target
        c.second = self.second
        c.paid = self.paid
        c.cancelled = self.cancelled
        return c


def announce(s: State, use: Use, paid: int) -> None:
    """Open a window for all players to cancel a one-shot."""
    s.aside.append(use.card)
    if use.second >= 0:
        # The second card is shown with the one-shot, but has not left the hand.
        s.seen[use.second] = ALL_SEATS
    frame = OneShotPlayed(use.card, use.seat, use.play.index)
    frame.aim = use.aim
    frame.target = use.target
    frame.second = use.second
    frame.paid = paid
    push_frame(s, frame)


def cancel_oneshot(s: State) -> None:
    """Cancel the one-shot that waits to take effect."""
    for frame in reversed(s.stack):
        if isinstance(frame, OneShotPlayed) and frame.pc == 1:
            frame.cancelled = True
            s.emit(ev.ONESHOT_CANCELLED, frame.by, -1, 0, frame.card)
            return


def oneshot_in_fight(s: State) -> bool:
    """Return whether the one-shot that waits to take effect was played into a fight or the flight after it."""
    for frame in reversed(s.stack):
        if isinstance(frame, OneShotPlayed):
            about = OF_A_FIGHT | nr.WHEN_ONESHOT_PLAYED
            return s.fight is not None and s.cards[frame.card].plays[frame.way].moments & about != 0
    return False


def carry(s: State, seat: SeatNo, card: CardId) -> None:
    """Put an Item on the table without equipping it (ITEM-03)."""
    s.emit(ev.ITEM_CARRIED, seat, -1, 0, card)
    leave_hand(s, seat, card)
    enter_play(s, seat, card)


def report(s: State, event: EventKind, amount: int, use: Use) -> None:
    """Emit the event of a play: `other` is the seat or side it is aimed at, the second card the monster or card."""
    if s.events is None:
        return
    cards = [use.card] if use.card >= 0 else []
    names = [s.cards[c].index for c in cards]
    body = body_of(s, use.target) if use.aim == nr.A_MONSTER else None
    if body is not None:
        cards.append(body.card)
        names.append(body.definition)
    elif use.aim == nr.A_CARD:
        cards.append(use.target)
        names.append(s.cards[use.target].index)
    other = use.target if use.aim == nr.A_SEAT or use.aim == nr.A_SIDE else -1
    told = s.record(ev.Event(event, use.seat, other, amount, cards, names, ev.EVERYONE))
    if event == ev.CARD_PLAYED:
        paid_again = is_refillable(s, use.seat, use.card)
        told.moved(
            STAGE if paid_again else place_at(s, use.seat, use.card),
            MAT | use.seat if use.play.verb in LIES_BEFORE_SEAT else STAGE,
        )


def do_play(s: State, use: Use, picks: list[int] | None = None) -> None:
    """Play a card from hand or table, or pay more for one that is already in the fight."""
    seat, card, verb = use.seat, use.card, use.play.verb
    report(s, ev.CARD_PLAYED, use.aim, use)
    if verb == nr.V_ATTACH:
        attach(s, seat, card, use.target)
        return
    paid = 0 if picks is None else len(picks)
    if picks:
        pay_tokens(s, seat, picks)
    if is_refillable(s, seat, card):
        start_program(s, use, paid)
        return
    take_up_played(s, seat, card)
    answers = s.rules.answers_to | s.rules.ability_moments
    if s.cards[card].kind == nr.ONESHOT and verb != nr.V_ITEM and answers & nr.WHEN_ONESHOT_PLAYED:
        announce(s, use, paid)
    else:
        carry_out(s, use, paid)


def carry_out(s: State, use: Use, paid: int) -> None:
    """Carry out a card just played, which has already left its place."""
    seat, card, verb = use.seat, use.card, use.play.verb
    if s.fight is not None and use.play.moments & INTO_FIGHT:
        s.fight.cards_in += 2 if use.second >= 0 else 1
        if use.play.again:
            s.fight.refillable.extend([card, seat])
    if verb == nr.V_ITEM:
        enter_play(s, seat, card)
        equip_if_possible(s, seat, card, STAGE)
        if card not in s.seats[seat].equipped:
            s.emit(ev.CARD_LAID_DOWN, seat, card=card)
    elif verb == nr.V_CLASS or verb == nr.V_RACE:
        old = play_character_card(s, seat, card)
        if old:
            push_frame(s, ExcessChoice(seat, old, 1, SHED_REPLACED))
    elif verb in LIES_BEFORE_SEAT:
        enter_play(s, seat, card)
    elif verb == nr.V_CURSE:
        play_curse(s, card, use.target, seat)
    elif s.fight is not None and verb in (nr.V_ENHANCE, nr.V_JOIN, nr.V_MATE, nr.V_SIDE_BONUS):
        play_into_fight(s, s.fight, use)
    else:
        run_card(s, use, paid)


def play_into_fight(s: State, fight: Fight, use: Use) -> None:
    """Commit a card to the fight."""
    card, verb, second = use.card, use.play.verb, use.second
    if verb == nr.V_ENHANCE:
        enhance(s, fight, use.target, card)
    elif verb == nr.V_JOIN:
        if second >= 0:
            leave_hand(s, use.seat, second)
            body = add_monster(s, fight, second, HAND | use.seat)
            if s.cards[card].kind == nr.ENHANCER:
                enhance(s, fight, body.uid, card)
            else:
                fight.played.append(card)
        else:
            add_monster(s, fight, card, STAGE)
    elif verb == nr.V_MATE:
        add_mate(s, fight, use.target, card)
    else:
        commit(s, fight, card, use.target, use.seat)
        d = s.cards[card]
        fight.terms.append(Term(use.target, -1, -1, nr.T_ONESHOT, card, d.index, d.bonus, -1, use.seat))


def run_card(s: State, use: Use, paid: int) -> None:
    """Run a card's program, then discard the card."""
    s.aside.append(use.card)
    push_frame(s, CardInPlay(use.card))
    start_program(s, use, paid)


def start_program(s: State, use: Use, paid: int) -> None:
    """Run a card's program with the target of its use."""
    frame = Resolve(use.play.program, use.card, use.seat, use.target if use.aim == nr.A_SEAT else use.seat)
    if use.aim == nr.A_MONSTER:
        frame.body = use.target
    elif use.aim == nr.A_CARD or use.aim == nr.A_SIDE:
        frame.target = use.target
    if use.second >= 0:
        frame.target = use.second
    frame.n = paid
    push_frame(s, frame)


def use_ability(s: State, use: Use, picks: list[int]) -> None:
    """Pay for an ability and run it (CHAR-27)."""
    seat, card, play = use.seat, use.card, use.play
    report(s, ev.ABILITY_USED, play.index, use)
    key = used_key(seat, card, play)
    if play.limit == nr.ONCE_A_TURN:
        s.seats[seat].used.append(key)
    elif play.limit == nr.ONCE_A_CURSE:
        landing = landing_curse(s)
        if landing is not None:
            landing.tries.append(key)
    elif play.limit in (nr.ONCE_A_ROLL, nr.CARDS_A_ROLL):
        roll = roll_in_progress(s)
        if roll is not None:
            # Recorded once for each card, so that the uses add up.
            roll.spent.extend([key] * max(1, len(picks)))
    elif play.limit == nr.CARDS_A_FIGHT and s.fight is not None:
        s.fight.used.extend([key, -1] * len(picks))
    elif play.limit and s.fight is not None:
        s.fight.used.extend([key, used_about(s, use)])
    # If Items pay, their worth counts; otherwise the number of cards paid.
    paid = sum([value_of(s, c) for c in picks]) if play.cost_valued else len(picks)
    if play.cost_token_max:
        pay_tokens(s, seat, picks)
    else:
        discard_all(s, seat, picks)
    if play.cost_self:
        discard_all(s, seat, [card])
    # The program may read the card paid, to draw from the same deck.
    use.second = picks[0] if play.cost_same_deck else -1
    start_program(s, use, paid)


def attach(s: State, seat: SeatNo, card: CardId, item: CardId) -> None:
    """Attach a card to an Item; an Item from hand comes to the table with it (AMB-24)."""
    leave_hand(s, seat, card)
    enter_play(s, seat, card)
    s.attached[card] = item
    origin = place_at(s, seat, item)
    if item in s.seats[seat].hand:
        leave_hand(s, seat, item)
        enter_play(s, seat, item)
    s.seats[seat].stale = True
    attached = s.emit(ev.CARD_ATTACHED, seat, item, 0, card)
    attached.moved(STAGE)
    attached.cause = s.cards[item].index
    if item not in s.seats[seat].equipped:
        equip_if_possible(s, seat, item, origin)
