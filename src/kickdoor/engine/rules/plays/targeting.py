"""The targets of cards and abilities, and the reasons against a target."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.cards.rule_citations import card_grounds
from kickdoor.engine.ids import MonsterId, SeatNo
from kickdoor.engine.machine.prompts import Reason, Verdict
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.fight.dice import body_of, roll_in_progress
from kickdoor.engine.rules.fight.run_order import still_runs_from
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.state.items import body_tags
from kickdoor.engine.state.state import Fight, State

OWN_VERBS = (nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE, nr.V_ITEM, nr.V_FOLLOWER)
"""The verbs that put a card in play before the player who plays it."""


def check_aim(s: State, use: Use, v: Verdict) -> bool:
    """Check the target of a use."""
    card, play, aim, target = use.card, use.play, use.aim, use.target
    wrong = Reason(no.WRONG_TARGET.code, card_grounds(s, card)) if v.gathering else no.WRONG_TARGET
    if aim != play.aim:
        return not v.deny(wrong) and v.legal
    if aim == nr.NOTHING and target:
        return not v.deny(no.NOT_BEFORE_OTHERS if play.verb in OWN_VERBS else wrong) and v.legal
    if aim == nr.A_SEAT:
        if target >= len(s.seats) or (play.not_self and target == use.seat):
            return not v.deny(wrong) and v.legal
        if s.seats[target].dead and v.deny(no.DEAD_TARGET):
            return False
    elif aim == nr.A_SIDE:
        side = s.cards[card].side if play.aim_side < 0 else play.aim_side
        if (target > 1 or (side >= 0 and side != target)) and v.deny(wrong):
            return False
    elif aim == nr.A_MONSTER:
        if body_of(s, target) is None and v.deny(no.NO_MONSTER_NAMED):
            return False
        if s.fight is not None and not body_fits(s, s.fight, play, target) and v.deny(no.WRONG_MONSTER):
            return False
        if play.moments & nr.WHEN_I_RUN and not still_runs_from(s, target) and v.deny(no.CAUGHT_ALREADY):
            return False
        roll = roll_in_progress(s)
        if card < 0 and roll is not None and roll.body != target and v.deny(wrong):
            # A monster's ability may respond only to a roll against that monster.
            return False
    elif aim == nr.A_CARD and (target == card or target not in aimed_cards(s, use.seat, play)):
        # A card is not played on itself, though it may be one of the Items it applies to.
        dead = len([p for p in s.seats if p.dead and target in p.play]) > 0
        return not v.deny(no.DEAD_TARGET if dead else wrong) and v.legal
    return v.legal


def body_fits(s: State, fight: Fight, play: Play, uid: MonsterId) -> bool:
    for body in fight.bodies:
        if body.uid == uid:
            d = s.rules.defs[body.definition]
            if (play.aim_level and d.level > play.aim_level) or (play.aim_name and d.id != play.aim_name):
                return False
            if play.aim_added and not body.added:
                return False
            return play.aim_tag == 0 or body_tags(s, body) & play.aim_tag != 0
    return True


def aimed_cards(s: State, seat: SeatNo, play: Play) -> list[int]:
    """List the cards a play may be aimed at: own Items, or Items or kept curses of any player."""
    if play.aim_anyones:
        return [c for p in s.seats if not p.dead for c in p.play if play.aim_kinds >> s.cards[c].kind & 1]
    return [c for c in s.seats[seat].play + s.seats[seat].hand if play.aim_kinds >> s.cards[c].kind & 1]
