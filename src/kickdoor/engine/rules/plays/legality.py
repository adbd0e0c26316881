"""Legality of playing cards and using abilities: the possible targets, and the reasons against each use."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.cards.rule_citations import card_grounds
from kickdoor.engine.ids import CardId, OptionCode, SeatNo, TagMask, TimingMask
from kickdoor.engine.machine.prompts import (
    CARRY,
    FORM_BIT,
    PLAY,
    USE,
    Reason,
    Verdict,
    act_of,
    card_of,
    kind_of,
    option,
    target_of,
    way_of,
)
from kickdoor.engine.rules import reasons as no
from kickdoor.engine.rules.characters.classes_and_races import check_character_card, check_second
from kickdoor.engine.rules.characters.curse import landing_curse
from kickdoor.engine.rules.fight.dice import body_of, roll_in_progress
from kickdoor.engine.rules.fight.promises import locked, promised_items
from kickdoor.engine.rules.fight.strength import in_combat, no_followers
from kickdoor.engine.rules.fight.token_rewards import kill_looked_at
from kickdoor.engine.rules.items.equipment import big_items, can_equip, room_for_big
from kickdoor.engine.rules.plays.affordability import can_pay, used_key
from kickdoor.engine.rules.plays.costs import cards_left, has_form, token_atoms
from kickdoor.engine.rules.plays.targeting import aimed_cards, check_aim
from kickdoor.engine.rules.plays.timing_reasons import FOR_POWERS, untimely, used_up
from kickdoor.engine.rules.plays.use import Use
from kickdoor.engine.rules.turn.timings import check_timing
from kickdoor.engine.state.items import body_tags, is_big
from kickdoor.engine.state.queries import ask_fight, ask_seat, lifted, may_use
from kickdoor.engine.state.state import State
from kickdoor.engine.state.zones import is_item, of_kind

FIRST_REASON_ONLY = Verdict(False)
"""The verdict used while options are listed: it ends a check at the first reason and never changes."""

OF_A_FIGHT = (
    nr.IN_FIGHT | nr.IN_MY_FIGHT | nr.AS_MAIN_FIGHTER | nr.WHEN_LOST | nr.WHEN_I_RUN | nr.AFTER_MY_ESCAPE_ROLL
    | nr.AFTER_MY_FAILED_ESCAPE | nr.AFTER_ESCAPE | nr.AFTER_ANY_ESCAPE_ROLL | nr.AFTER_ANY_FAILED_ESCAPE
)  # fmt: skip
"""The timings at which cards are played into a fight, or into the flight after it."""


def is_moment(s: State, seat: SeatNo, card: CardId, play: Play, moments: TimingMask) -> bool:
    """Return whether a play fits the timings; a card just received may be played as if on the seat's turn (TURN-29)."""
    fit = play.moments & moments
    if fit == nr.JUST_RECEIVED:
        return card in s.seats[seat].fresh
    return fit != 0


def used_about(s: State, use: Use) -> int:
    """Return what a use in a fight is counted against: the victim, the monster, or the fight as a whole."""
    limit = use.play.limit
    if limit == nr.ONCE_A_VICTIM or limit == nr.ONCE_A_MUNCHKIN:
        return victim_of(use)
    if limit == nr.ONCE_A_MONSTER and use.aim == nr.A_MONSTER:
        return use.target
    if limit == nr.ONCE_A_MONSTER and kill_looked_at(s) >= 0:
        return kill_looked_at(s)
    roll = roll_in_progress(s) if limit == nr.ONCE_A_MONSTER else None
    return -1 if roll is None else roll.body


def check_limit(s: State, use: Use, v: Verdict) -> bool:
    """Check that an ability is not used more often than it allows."""
    seat, card, play = use.seat, use.card, use.play
    spent = False
    key = used_key(seat, card, play)
    if play.limit == nr.ONCE_A_TURN:
        spent = key in s.seats[seat].used
    elif play.limit == nr.ONCE_A_CURSE:
        landing = landing_curse(s)
        spent = landing is not None and key in landing.tries
    elif play.limit == nr.ONCE_A_ROLL:
        roll = roll_in_progress(s)
        spent = roll is not None and key in roll.spent
    elif play.limit in (nr.CARDS_A_FIGHT, nr.CARDS_A_ROLL):
        spent = cards_left(s, seat, card, play) < play.cost_min
    elif play.limit and s.fight is not None:
        used = s.fight.used
        about = used_about(s, use)
        for i in range(0, len(used), 2):
            if used[i] == key and used[i + 1] == about:
                spent = True
    return not (spent and v.deny(used_up(s, use))) and v.legal


def check_play(s: State, use: Use, moments: TimingMask, v: Verdict) -> bool:
    """Check one play of a card with the given target."""
    play = use.play
    if not is_moment(s, use.seat, use.card, play, moments):
        if check_timing(s, use.seat, play.moments, moments, untimely(s, use), v):
            return False
    return check_timely(s, use, moments, v)


def check_timely(s: State, use: Use, moments: TimingMask, v: Verdict) -> bool:
    """Check a play whose timing is right."""
    if s.fight is not None and s.fight.frozen and into_fight(s, use, moments) and v.deny(no.FROZEN):
        return False
    if not check_source(s, use, v) and not v.gathering:
        return False
    if not check_aim(s, use, v) and not v.gathering:
        return False
    if (use.aim == nr.A_SEAT and use.target >= len(s.seats)) or (use.aim == nr.A_CARD and use.target >= len(s.cards)):
        # No further check applies to a target that does not exist.
        return v.legal
    if not check_verb(s, use, v) and not v.gathering:
        return False
    return check_effect(s, use, v)


def promised_play(s: State, player: SeatNo, helper: SeatNo, card: CardId) -> Play | None:
    """Find the play of a card on the helper, as promised for when the fight is won (HELP-10, AMB-18).

    A fight in progress counts as won. Afterwards its real outcome counts, because a deal may be due in any case.
    """
    moments = nr.AT_ANY_TIME
    if s.fight is not None or s.won_fight:
        moments |= nr.AFTER_WON_FIGHT
    for play in s.cards[card].plays if card in s.seats[player].hand else []:
        if play.aim == nr.A_SEAT and check_play(
            s, Use(player, card, play, nr.A_SEAT, helper), moments, FIRST_REASON_ONLY
        ):
            return play
    return None


def check_effect(s: State, use: Use, v: Verdict) -> bool:
    """Check what the card itself says: its condition, the card that goes with it, its effect and its limit."""
    seat, card, play, aim, target = use.seat, use.card, use.play, use.aim, use.target
    if play.when is not None:
        about = target if aim == nr.A_SEAT else seat
        body = target if aim == nr.A_MONSTER else -1
        if not play.when.holds(s, about, body, 0):
            # The last ground against the play is the card itself.
            grounds = card_grounds(s, card) if v.gathering else []
            if v.deny(Reason("condition", play.when.rules() + grounds)):
                return False
    if play.needs_second and lacks_monster(s, seat, use.second) and v.deny(no.NEEDS_MONSTER):
        return False
    if play.needs_second and use.second in promised_items(s, seat) and v.deny(no.PROMISED):
        return False
    if play.program >= 0:
        victim = target if aim == nr.A_SEAT else seat
        for op in s.rules.programs[play.program].ops:
            objection = op.objection(s, seat, victim)
            if objection is not None and v.deny(objection):
                return False
    barred = oneshot_barred(s, use) if card >= 0 else None
    if barred is not None and v.deny(barred):
        return False
    if play.limit and not check_limit(s, use, v) and not v.gathering:
        return False
    return v.legal


def victim_of(use: Use) -> int:
    """Return the player a use is counted against: the target, or the user if it is aimed at a monster."""
    if use.play.limit == nr.ONCE_A_MUNCHKIN:
        return (use.target if use.aim == nr.A_MONSTER else 0) << 3 | use.seat
    return use.target if use.aim == nr.A_SEAT else -1


def into_fight(s: State, use: Use, moments: TimingMask) -> bool:
    """Return whether a play or ability is part of the fight or flight; a curse or level card is not."""
    if use.aim == nr.A_MONSTER:
        return True
    about = OF_A_FIGHT
    roll = roll_in_progress(s)
    if roll is not None and roll.reason == nr.FOR_ESCAPE:
        about |= nr.AFTER_ANY_ROLL | nr.AFTER_MY_ROLL
    return use.play.moments & about != 0 and not use.play.moments & moments & ~about


def oneshot_barred(s: State, use: Use) -> Reason | None:
    """Return the reason why a one-shot is barred: by a monster of the fight, or by an effect on the player."""
    if s.fight is None or s.cards[use.card].kind != nr.ONESHOT:
        return None
    if strengthens_munchkins(s, use, False) and ask_fight(s, nr.Q_NO_ONESHOTS, s.fight.main):
        return no.NO_ONESHOTS
    if strengthens_munchkins(s, use, True) and ask_fight(s, nr.Q_NO_ONESHOT_BONUSES, s.fight.main):
        return no.NO_ONESHOTS
    if use.play.verb != nr.V_ITEM and in_combat(s, use.seat) and ask_seat(s, use.seat, nr.Q_NO_ONESHOTS, 0) > 0:
        return no.ONESHOTS_CURSED
    return None


def strengthens_munchkins(s: State, use: Use, by_bonus: bool) -> bool:
    """Return whether a play of a one-shot strengthens the players; with `by_bonus`, only by a bonus of its own."""
    if use.aim == nr.A_SIDE:
        return use.target == nr.MUNCHKINS
    if use.play.program >= 0:
        for op in s.rules.programs[use.play.program].ops:
            if op.is_for_munchkins() and (op.has_bonus() or not by_bonus):
                return True
    return False


def check_source(s: State, use: Use, v: Verdict) -> bool:
    """Check that a card may be played from where it is."""
    seat, card, play = use.seat, use.card, use.play
    p = s.seats[seat]
    if play.verb == nr.V_ABILITY:
        if card < 0:
            # A monster's ability is for the players who fight it, unless it is for any fight and so for any player.
            outside = not in_combat(s, seat) and not play.moments & nr.IN_FIGHT
            if outside and v.deny(FOR_POWERS[nr.MONSTER].outside):
                return False
        elif card not in p.play:
            return not v.deny(no.NO_SUCH_POWER) and v.legal
        elif s.cards[card].kind == nr.FOLLOWER:
            if no_followers(s, seat) and v.deny(no.NO_FOLLOWERS):
                return False
        elif s.cards[card].kind == nr.ITEM and not play.carried:
            if (card not in p.equipped or not may_use(s, p, card)) and v.deny(no.NOT_EQUIPPED):
                return False
        if play.cost_self and card in locked(s, seat) and v.deny(no.PROMISED):
            return False
        if play.cost_min and not can_pay(s, seat, card, play):
            if v.deny(no.COST):
                return False
            if locked(s, seat):
                v.deny(no.PROMISED)
        if play.cost_token_min and play.cost_token_min > len(token_atoms(s, seat, play)) and v.deny(no.COST_TOKENS):
            return False
    else:
        there = card in p.hand or (play.from_table and card in p.play) or (play.again and is_refillable(s, seat, card))
        if not there and v.deny(no.NOT_IN_HAND):
            return False
        if card in promised_items(s, seat) and v.deny(no.PROMISED):
            return False
        if play.cost_token_min and play.cost_token_min > len(token_atoms(s, seat, play)) and v.deny(no.COST_TOKENS):
            return False
    return v.legal


def is_refillable(s: State, seat: SeatNo, card: CardId) -> bool:
    """Return whether a seat has played a card into the fight for which more may be paid."""
    pairs = [] if s.fight is None else s.fight.refillable
    for i in range(0, len(pairs), 2):
        if pairs[i] == card and pairs[i + 1] == seat:
            return True
    return False


def check_verb(s: State, use: Use, v: Verdict) -> bool:
    """Check what the play would do with the card."""
    seat, card, play = use.seat, use.card, use.play
    verb = play.verb
    if verb == nr.V_ABILITY:
        return v.legal
    d = s.cards[card]
    if verb == nr.V_CLASS or verb == nr.V_RACE:
        return check_character_card(s, seat, card, v)
    if verb == nr.V_SECOND_CLASS or verb == nr.V_SECOND_RACE:
        return check_second(s, seat, d.kind, v)
    if verb == nr.V_ITEM:
        if is_big(s, card) and not room_for_big(s, seat) and v.deny(no.TOO_BIG):
            return False
        if s.phase == nr.SETUP and not may_use(s, s.seats[seat], card) and v.deny(no.NOT_USABLE_AT_SETUP):
            return False
    elif verb == nr.V_JOIN:
        if play.aim_tag and not tag_in_fight(s, play.aim_tag) and v.deny(no.NO_TAG_IN_FIGHT):
            return False
    elif verb == nr.V_ATTACH:
        if not check_attach(s, seat, card, use.target, v) and not v.gathering:
            return False
    elif verb == nr.V_FOLLOWER and s.rules.sidekicks:
        room = ask_seat(s, seat, nr.Q_FOLLOWER_LIMIT, 1)
        if len(of_kind(s, s.seats[seat], nr.FOLLOWER)) >= room and v.deny(no.ONE_FOLLOWER):
            return False
    return v.legal


def check_attach(s: State, seat: SeatNo, card: CardId, item: CardId, v: Verdict) -> bool:
    """Check attaching a card to an Item: one Cheat! each, and an Item from the hand must be playable with it."""
    p = s.seats[seat]
    if (item not in p.hand and item not in p.play) or not is_item(s.cards[item]):
        return not v.deny(no.NOT_AN_ITEM) and v.legal
    if s.cards[card].kind == nr.CHEAT and cheats_on(s, item) and v.deny(no.NO_CHEAT_ON_CHEAT):
        return False
    if item in p.hand and s.cards[item].kind == nr.ONESHOT and v.deny(no.ONESHOT_IN_HAND):
        return False
    if item in p.hand and item in promised_items(s, seat) and v.deny(no.PROMISED):
        return False
    if comes_big(s, seat, card, item) and not room_for_big(s, seat) and v.deny(no.TOO_BIG):
        return False
    if item in p.hand and in_combat(s, seat) and v.deny(no.ATTACH_IN_COMBAT):
        return False
    own = seat == s.turn or s.phase == nr.SETUP
    if item in p.hand and not own and item not in p.fresh and v.deny(no.ATTACH_NOT_YOUR_TURN):
        return False
    return v.legal


def comes_big(s: State, seat: SeatNo, card: CardId, item: CardId) -> bool:
    """Return whether a card attached to an Item leaves its owner with one more Big Item (ITEM-18, AMB-128)."""
    d = s.cards[card]
    big = d.makes == nr.MAKES_BIG or (is_big(s, item) and d.makes != nr.MAKES_SMALL)
    return big and not (d.lifts | lifted(s, item)) & nr.LIFTS_BIG and item not in big_items(s, seat)


def cheats_on(s: State, item: CardId) -> bool:
    """Return whether a Cheat! is already attached to an Item; cards that improve the Item do not count."""
    return len([c for c, host in s.attached.items() if host == item and s.cards[c].kind == nr.CHEAT]) > 0


def lacks_monster(s: State, seat: SeatNo, second: int) -> bool:
    """Return whether the monster that must go with a play is missing (MONSTER-04)."""
    return second not in s.seats[seat].hand or s.cards[second].kind != nr.MONSTER


def tag_in_fight(s: State, tags: TagMask) -> bool:
    """Return whether a monster with one of the tags is in the fight."""
    fight = s.fight
    if fight is not None:
        for body in fight.bodies:
            if body_tags(s, body) & tags:
                return True
    return False


def list_play(s: State, seat: SeatNo, card: CardId, play: Play, moments: TimingMask, out: list[int]) -> None:
    """Add every legal option of one play of a card."""
    if not is_moment(s, seat, card, play, moments):
        return
    act = USE if play.verb == nr.V_ABILITY else PLAY
    form = FORM_BIT if has_form(play) else 0
    use = Use(seat, card, play, play.aim, 0)
    if play.needs_second:
        seconds = [c for c in s.seats[seat].hand if s.cards[c].kind == nr.MONSTER]
        for target in possible_targets(s, seat, card, play):
            use.target = target
            for monster in seconds:
                use.second = monster
                if check_timely(s, use, moments, FIRST_REASON_ONLY):
                    out.append(option(act, card, play.aim, target, monster, play.index))
        return
    for target in possible_targets(s, seat, card, play):
        use.target = target
        if check_timely(s, use, moments, FIRST_REASON_ONLY):
            out.append(option(act, card, play.aim, target, -1, play.index) | form)
            if play.verb == nr.V_ITEM and can_equip(s, seat, card):
                # If the Item cannot be equipped, playing it already means carrying it.
                out.append(option(CARRY, card))


ONE_AIM = [0]
BOTH_SIDES = [0, 1]
SEATS = [list(range(n)) for n in range(nr.MAX_SEATS + 1)]


def possible_targets(s: State, seat: SeatNo, card: CardId, play: Play) -> list[int]:
    """List the targets a play could have, legal or not."""
    aim = play.aim
    if aim == nr.NOTHING:
        return ONE_AIM
    if aim == nr.A_SEAT:
        return SEATS[len(s.seats)]
    if aim == nr.A_SIDE:
        return BOTH_SIDES
    if aim == nr.A_CARD:
        return aimed_cards(s, seat, play)
    fight = s.fight
    return [] if fight is None else [body.uid for body in fight.bodies]


def play_of(s: State, code: OptionCode) -> Play | None:
    """Find the play that an option names."""
    card = card_of(code)
    if card < 0 and act_of(code) == USE and kind_of(code) == nr.A_MONSTER:
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
