"""Doing what was offered: each play and act changes the state, or pushes the frames that will."""

from typing import ClassVar

from kickdoor.core import events as ev
from kickdoor.core import words as w
from kickdoor.core.cards import Play
from kickdoor.core.machine import DONE, Frame, call
from kickdoor.core.resolve import Resolve
from kickdoor.core.state import Fight, State, Term
from kickdoor.core.zones import discard, discard_all, enter_play, leave_hand, leave_seat
from kickdoor.rules.characters import play_character_card
from kickdoor.rules.curse import play_curse
from kickdoor.rules.dice import body_of
from kickdoor.rules.equip import equip_if_possible
from kickdoor.rules.fighting import add_mate, add_monster
from kickdoor.rules.plays import used_about, used_key
from kickdoor.rules.shed import SHED_DISCARD, Shed


class CardInPlay(Frame):
    """A card whose program runs above this frame; it is discarded when the program is done."""

    KIND: ClassVar[str] = "card_in_play"
    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int = -1) -> None:
        super().__init__()
        self.card = card

    def step(self, s: State) -> int:
        if self.card in s.aside:
            s.aside.remove(self.card)
            discard(s, self.card)
        return DONE

    def copy(self) -> Frame:
        c = CardInPlay(self.card)
        c.stamp(self)
        return c


def carry(s: State, seat: int, card: int) -> None:
    """Puts an Item on the table without equipping it (ITEM-03)."""
    s.tell(ev.ITEM_CARRIED, seat, -1, 0, card)
    leave_hand(s, seat, card)
    enter_play(s, seat, card)


def report(s: State, event: int, seat: int, amount: int, card: int, kind: int, target: int) -> None:
    """Reports a play: `other` is the seat or side it is aimed at, the second card the monster or card."""
    if s.events is None:
        return
    cards = [card] if card >= 0 else []
    names = [s.cards[c].index for c in cards]
    body = body_of(s, target) if kind == w.A_BODY else None
    if body is not None:
        cards.append(body.card)
        names.append(body.definition)
    elif kind == w.A_CARD:
        cards.append(target)
        names.append(s.cards[target].index)
    other = target if kind == w.A_SEAT or kind == w.A_SIDE else -1
    s.events.append(ev.Event(event, seat, other, amount, cards, names, ev.EVERYONE))


def do_play(s: State, seat: int, card: int, play: Play, kind: int, target: int, second: int) -> None:
    """Plays a card from hand or table."""
    report(s, ev.CARD_PLAYED, seat, kind, card, kind, target)
    verb = play.verb
    if verb == w.V_ATTACH:
        attach(s, seat, card, target)
        return
    leave_seat(s, seat, card)
    if verb == w.V_ITEM:
        enter_play(s, seat, card)
        equip_if_possible(s, seat, card)
    elif verb == w.V_CLASS or verb == w.V_RACE:
        old = play_character_card(s, seat, card)
        if old:
            call(s, Shed(seat, old, 1, SHED_DISCARD))
    elif verb == w.V_SECOND_CLASS or verb == w.V_SECOND_RACE or verb == w.V_FOLLOWER:
        enter_play(s, seat, card)
    elif verb == w.V_CURSE:
        play_curse(s, card, target, seat)
    elif s.fight is not None and verb in (w.V_ENHANCE, w.V_JOIN, w.V_MATE, w.V_SIDE_BONUS):
        play_into_fight(s, s.fight, seat, card, verb, target, second)
    else:
        run_card(s, seat, card, play, kind, target, second)


def play_into_fight(s: State, fight: Fight, seat: int, card: int, verb: int, target: int, second: int) -> None:
    """Commits a card to the fight."""
    if verb == w.V_ENHANCE:
        for body in fight.bodies:
            if body.uid == target:
                fight.enhancers.extend([body.group, card])
    elif verb == w.V_JOIN:
        if second >= 0:
            leave_hand(s, seat, second)
            fight.played.append(card)
            add_monster(s, fight, second, True)
        else:
            add_monster(s, fight, card, True)
    elif verb == w.V_MATE:
        add_mate(s, fight, target, card)
    else:
        fight.played.append(card)
        d = s.cards[card]
        fight.terms.append(Term(target, -1, -1, w.T_ONESHOT, card, d.index, d.bonus))


def run_card(s: State, seat: int, card: int, play: Play, kind: int, target: int, second: int) -> None:
    """Runs a card's program, then discards the card."""
    s.aside.append(card)
    call(s, CardInPlay(card))
    start_program(s, seat, card, play, kind, target, second, 0)


def start_program(s: State, seat: int, card: int, play: Play, kind: int, target: int, second: int, paid: int) -> None:
    frame = Resolve(play.program, card, seat, target if kind == w.A_SEAT else seat)
    if kind == w.A_BODY:
        frame.body = target
    elif kind == w.A_CARD or kind == w.A_SIDE:
        frame.target = target
    if second >= 0:
        frame.target = second
    frame.n = paid
    call(s, frame)


def use_ability(s: State, seat: int, card: int, play: Play, kind: int, target: int, picks: list[int]) -> None:
    """Pays for an ability and runs it (CHAR-27)."""
    victim = target if kind == w.A_SEAT else -1
    report(s, ev.ABILITY_USED, seat, play.index, card, kind, target)
    key = used_key(card, play)
    if play.limit == w.ONCE_A_TURN:
        s.seats[seat].used.append(key)
    elif play.limit and s.fight is not None:
        s.fight.used.extend([key, used_about(s, play, victim)])
    discard_all(s, seat, picks)
    if play.cost_self:
        discard_all(s, seat, [card])
    start_program(s, seat, card, play, kind, target, -1, len(picks))


def attach(s: State, seat: int, card: int, item: int) -> None:
    """Attaches a card to an Item; an Item from hand comes to the table with it (AMB-24)."""
    leave_hand(s, seat, card)
    enter_play(s, seat, card)
    s.attached[card] = item
    if item in s.seats[seat].hand:
        leave_hand(s, seat, item)
        enter_play(s, seat, item)
    s.seats[seat].stale = True
    s.tell(ev.CARD_ATTACHED, seat, item, 0, card)
    if item not in s.seats[seat].equipped:
        equip_if_possible(s, seat, item)
