"""What a seat may do now besides answering its question, and why not: the rules' side of the machine."""

from kickdoor.core import words as w
from kickdoor.core.cards import CardDef, Play
from kickdoor.core.prompts import (
    ASK,
    ATTACH,
    CARRY,
    DISCARD,
    EQUIP,
    FORM_BIT,
    GIVE,
    OFFER,
    PLAY,
    SELL,
    SHOW,
    TRADE,
    UNEQUIP,
    USE,
    Form,
    PickForm,
    act_of,
    card_of,
    kind_of,
    option,
    second_of,
    target_of,
    way_of,
)
from kickdoor.core.prompts import DONE as SAY_DONE
from kickdoor.core.state import Fight, State
from kickdoor.core.zones import discard_from, show_hand
from kickdoor.rules.bargain import TermsForm
from kickdoor.rules.characters import may_discard_at_will
from kickdoor.rules.costs import cost_form, has_form
from kickdoor.rules.dice import body_of
from kickdoor.rules.doing import carry, do_play, use_ability
from kickdoor.rules.equip import (
    check_carrier,
    check_equip,
    equip,
    hand_to_follower,
    is_carrier,
    unequip,
)
from kickdoor.rules.help import list_help, open_bargain
from kickdoor.rules.plays import QUICK, check_play, list_play
from kickdoor.rules.sell import PRICE_OF_A_LEVEL, SaleForm, check_sale, sell, wares, worth
from kickdoor.rules.trade import TradeForm, list_trades, propose


def list_offers(s: State, seat: int, moments: int, out: list[int]) -> None:
    """Lists every play, ability and act a seat has at these moments."""
    p = s.seats[seat]
    cards = s.cards
    for card in p.hand:
        d = cards[card]
        if d.moments & moments:
            for play in d.plays:
                list_play(s, seat, card, play, moments, out)
    for card in p.play:
        d = cards[card]
        if d.table_moments & moments:
            list_table(s, seat, card, d, moments, out)
        elif moments & w.AT_ANY_TIME and may_discard_at_will(s, seat, card):
            out.append(option(DISCARD, card))
    fight = s.fight
    if fight is not None:
        list_monster_abilities(s, fight, seat, moments, out)
        for i in range(0, len(fight.refillable), 2):
            if fight.refillable[i + 1] == seat:
                for play in cards[fight.refillable[i]].plays:
                    if play.again:
                        list_play(s, seat, fight.refillable[i], play, moments, out)
    if moments & (w.WHEN_QUIET | w.AT_SETUP):
        list_status(s, seat, moments, out)
    if moments & w.WHEN_QUIET:
        list_trades(s, seat, out)
        if p.fresh and seat != s.turn:
            out.append(option(SAY_DONE))
    if moments & w.AT_ANY_TIME:
        if p.hand:
            out.append(option(SHOW) | FORM_BIT)
        if moments & w.IN_FIGHT:
            list_help(s, seat, out)
        if moments & w.ON_QUIET_TURN and check_sale(s, seat, moments, QUICK):
            if worth(s, seat, wares(s, seat)) >= PRICE_OF_A_LEVEL:
                out.append(option(SELL) | FORM_BIT)


def list_monster_abilities(s: State, fight: Fight, seat: int, moments: int, out: list[int]) -> None:
    """Lists what the monsters let those who fight them do, and in some cases others."""
    for body in fight.bodies:
        for play in s.rules.defs[body.definition].abilities:
            if play.moments & moments and check_play(s, seat, -1, play, w.A_BODY, body.uid, -1, moments, QUICK):
                form = FORM_BIT if has_form(play) else 0
                out.append(option(USE, -1, w.A_BODY, body.uid, -1, play.index) | form)


def list_table(s: State, seat: int, card: int, d: CardDef, moments: int, out: list[int]) -> None:
    """Lists what a card in play lets its owner do."""
    for play in d.abilities:
        list_play(s, seat, card, play, moments, out)
    for play in d.plays:
        if play.from_table:
            list_play(s, seat, card, play, moments, out)
    if moments & w.AT_ANY_TIME and may_discard_at_will(s, seat, card):
        out.append(option(DISCARD, card))


def list_status(s: State, seat: int, moments: int, out: list[int]) -> None:
    """Lists the changes of Item status (TURN-28)."""
    p = s.seats[seat]
    for card in p.play:
        kind = s.cards[card].kind
        if kind == w.ITEM:
            if card in p.equipped:
                out.append(option(UNEQUIP, card))
            elif check_equip(s, seat, card, moments, QUICK):
                out.append(option(EQUIP, card))
        if is_carrier(s.cards[card]):
            for item in p.play:
                if check_carrier(s, seat, item, card, moments, QUICK) and s.attached.get(item, -1) != card:
                    out.append(option(ATTACH, item, w.A_CARD, card))


def play_of(s: State, code: int) -> Play | None:
    """Finds the way of playing that an option names."""
    card = card_of(code)
    if card < 0 and act_of(code) == USE and kind_of(code) == w.A_BODY:
        body = body_of(s, target_of(code))
        if body is None:
            return None
        plays = s.rules.defs[body.definition].abilities
    elif 0 <= card < len(s.cards):
        plays = s.cards[card].abilities if act_of(code) == USE else s.cards[card].plays
    else:
        return None
    way = way_of(code)
    for play in plays:
        if play.index == way:
            return play
    return None


def form_of(s: State, seat: int, code: int) -> Form:
    """Gives the form behind an offered act."""
    act = act_of(code)
    target = target_of(code)
    if act == SELL:
        return SaleForm(s, seat)
    if act == GIVE or act == TRADE:
        return TradeForm(s, seat, target, act == GIVE)
    if act == ASK or act == OFFER:
        return TermsForm(s, seat, target if act == ASK else seat)
    if act == SHOW:
        others = [p.index for p in s.seats if p.index != seat]
        return PickForm(seat, others, 1, len(others))
    play = play_of(s, code)
    if play is not None:
        return cost_form(s, seat, card_of(code), play)
    return PickForm(seat, [], 0, 0)


def do_offer(s: State, seat: int, code: int, picks: list[int]) -> None:
    """Does an offered act; anything but a card just received ends what was just received (AMB-14)."""
    act = act_of(code)
    card = card_of(code)
    target = target_of(code)
    if not ((act == PLAY or act == CARRY) and card in s.seats[seat].fresh):
        s.seats[seat].fresh.clear()
    play = play_of(s, code)
    if act == PLAY and play is not None:
        do_play(s, seat, card, play, kind_of(code), target, second_of(code), picks)
    elif act == CARRY:
        carry(s, seat, card)
    elif act == USE and play is not None:
        use_ability(s, seat, card, play, kind_of(code), target, picks)
    elif act == EQUIP:
        equip(s, seat, card)
    elif act == UNEQUIP:
        unequip(s, seat, card)
    elif act == ATTACH:
        hand_to_follower(s, seat, card, target)
    elif act == SELL:
        sell(s, seat, picks)
    elif act == GIVE or act == TRADE:
        propose(s, seat, target, picks, act == GIVE)
    elif act == DISCARD:
        discard_from(s, seat, card)
    elif act == SHOW:
        show_hand(s, seat, sum([1 << other for other in picks]))
    elif act == ASK or act == OFFER:
        open_bargain(s, seat, act, target, picks)
