"""Why an act is not offered now: every objection, with the rules behind it."""

from kickdoor.core import words as w
from kickdoor.core.grounds import card_grounds
from kickdoor.core.prompts import (
    ACCEPT,
    ASK,
    ATTACH,
    CARRY,
    CHOOSE,
    CLAIM,
    COUNTER,
    DISCARD,
    DONE,
    END_TURN,
    EQUIP,
    FLEE,
    GIVE,
    GIVE_CHARITY,
    GIVE_UP,
    KICK,
    LOOT_ROOM,
    OFFER,
    PASS,
    PLAY,
    REFUSE,
    SACRIFICE,
    SELL,
    SHOW,
    TAKE,
    TRADE,
    TROUBLE,
    UNEQUIP,
    USE,
    Reason,
    Verdict,
    act_of,
    card_of,
    kind_of,
    second_of,
    target_of,
)
from kickdoor.core.state import State
from kickdoor.rules import reasons as no
from kickdoor.rules.bargain import TermsForm
from kickdoor.rules.characters import check_discard
from kickdoor.rules.costs import cost_form, has_form
from kickdoor.rules.equip import check_carrier, check_equip, check_unequip
from kickdoor.rules.help import check_new_offer, offered_to
from kickdoor.rules.offers import play_of
from kickdoor.rules.plays import check_play, is_refillable
from kickdoor.rules.sell import SaleForm, check_sale
from kickdoor.rules.shed import Shed
from kickdoor.rules.strength import in_combat
from kickdoor.rules.trade import TradeForm, check_parties, under_discussion

PHASE_ACTS = (KICK, LOOT_ROOM, TROUBLE, END_TURN, GIVE_CHARITY)
ANSWERS = (ACCEPT, REFUSE, COUNTER, PASS, DONE)


def why_not(s: State, seat: int, code: int, picks: list[int], v: Verdict) -> None:
    """Gathers every objection to an act that is not offered now."""
    if not s.stack:
        v.deny(no.GAME_OVER)
        return
    act = act_of(code)
    card = card_of(code)
    target = target_of(code)
    moments = s.stack[-1].moments(s, seat)
    p = s.seats[seat]
    if card >= 0 and card not in p.hand and card not in p.play and not is_refillable(s, seat, card):
        # Nothing more is said: the reason must not tell what a hidden card is
        v.deny(no.NOT_TAKEN if act == TAKE else no.NO_SUCH_POWER if act == USE else no.NOT_YOURS)
    elif act == PLAY or act == USE or act == CARRY:
        why_no_play(s, seat, code, picks, moments, v)
    elif act == EQUIP:
        check_equip(s, seat, card, moments, v)
    elif act == UNEQUIP:
        check_unequip(s, seat, card, moments, v)
    elif act == ATTACH:
        check_carrier(s, seat, card, target, moments, v)
    elif act == SELL:
        if isinstance(s.stack[-1], Shed):
            v.deny(no.EXCESS_UNSOLD)
        check_sale(s, seat, moments, v)
        SaleForm(s, seat).check(s, picks, v)
    elif act == GIVE or act == TRADE:
        why_no_trade(s, seat, target, picks, act == GIVE, moments, v)
    elif act == DISCARD:
        check_discard(s, seat, card, moments, v)
    elif act == ASK or act == OFFER:
        why_no_bargain(s, seat, act, target, picks, v)
    elif v.legal:
        why_no_answer(s, seat, act, card, moments, v)


def why_no_play(s: State, seat: int, code: int, picks: list[int], moments: int, v: Verdict) -> None:
    act = act_of(code)
    card = card_of(code)
    play = play_of(s, code)
    if play is None:
        monster = card >= 0 and s.cards[card].kind == w.MONSTER
        idle = Reason(no.NO_MOMENT.code, no.NO_MOMENT.rules + card_grounds(s, card))
        v.deny(no.MONSTER_ALONE if monster else idle)
        return
    check_play(s, seat, card, play, kind_of(code), target_of(code), second_of(code), moments, v)
    if act != CARRY and has_form(play):
        cost_form(s, seat, card, play).check(s, picks, v)


def why_no_trade(s: State, seat: int, other: int, picks: list[int], gift: bool, moments: int, v: Verdict) -> None:
    check_parties(s, seat, other, v)
    if not moments & w.WHEN_QUIET and v.legal:
        v.deny(no.CLOSED)
    if under_discussion(s, seat, other):
        v.deny(no.TRADE_OPEN)
    if 0 <= other < len(s.seats):
        TradeForm(s, seat, other, gift).check(s, picks, v)


def why_no_answer(s: State, seat: int, act: int, card: int, moments: int, v: Verdict) -> None:
    """Objects to an answer nobody has asked for: a phase step, a claim, a flight out of its time."""
    if s.seats[seat].dead:
        v.deny(no.DEAD)
    if act in PHASE_ACTS:
        if not moments and not s.seats[seat].dead:
            v.deny(no.CLOSED)
        if seat != s.turn:
            v.deny(no.NOT_YOUR_SECOND_PHASE if act in (LOOT_ROOM, TROUBLE) else no.NOT_YOUR_TURN)
        fights = no.NO_ROOM_IN_FIGHT if act in (LOOT_ROOM, TROUBLE) else no.MUST_FIGHT
        v.deny(fights if in_combat(s, seat) else no.PHASE_ORDER)
    elif act == CLAIM or act == GIVE_UP:
        why_no_claim(s, seat, v)
    elif act == FLEE or act == SACRIFICE:
        v.deny(no.NOT_RUNNING)
        if act == SACRIFICE:
            v.deny(no.NO_SACRIFICE)
    elif act == TAKE:
        v.deny(no.IN_PLAY_STAYS if card in s.seats[seat].play else no.NOT_ASKED)
    elif act == SHOW and not moments & w.AT_ANY_TIME:
        v.deny(no.CLOSED)
    elif act in (REFUSE, CHOOSE) and s.fight is not None and s.fight.helper == seat:
        v.deny(no.HELPER_BOUND)
    elif act in ANSWERS:
        v.deny(no.NO_OFFER if s.fight is not None and act in (ACCEPT, REFUSE, COUNTER) else no.NOT_ASKED)


def why_no_claim(s: State, seat: int, v: Verdict) -> None:
    """Objects to deciding a fight at the wrong time or by somebody else."""
    if s.fight is None:
        v.deny(no.NO_FIGHT)
    elif seat != s.fight.main:
        v.deny(no.NOT_MAIN_FIGHTER)
    else:
        v.deny(no.FIGHT_LOST if s.fight.lost else no.CLOSED)


def why_no_bargain(s: State, seat: int, act: int, target: int, picks: list[int], v: Verdict) -> None:
    helper = target if act == ASK else seat
    fight = s.fight
    if not s.stack[-1].moments(s, seat) & w.AT_ANY_TIME:
        v.deny(no.DEAD if s.seats[seat].dead else no.CLOSED)
    if fight is not None and act == ASK and offered_to(fight, seat):
        v.deny(no.OFFER_LIMIT)
    if fight is not None and act == ASK and seat != fight.main:
        v.deny(no.NOT_MAIN_FIGHTER)
    check_new_offer(s, seat, helper, v)
    if fight is not None and 0 <= helper < len(s.seats):
        TermsForm(s, seat, helper).check(s, picks, v)
