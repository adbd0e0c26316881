"""Combat strength: both sides as sums of named terms, computed again after every change (COMBAT-27)."""

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Modifier, Mute
from kickdoor.engine.ids import CardId, MonsterId, SeatNo, TagMask
from kickdoor.engine.state.items import improvements, tags_of
from kickdoor.engine.state.queries import (
    ask_body,
    ask_fight,
    ask_seat,
    bad_traits,
    good_traits,
    lifted,
    may_use,
    refresh,
)
from kickdoor.engine.state.reward_claims import help_owed
from kickdoor.engine.state.state import Fight, FightMonster, State, Term

SORT_OF_KIND: dict[int, int] = {
    nr.ITEM: nr.T_ITEM,
    nr.ONESHOT: nr.T_ONESHOT,
    nr.FOLLOWER: nr.T_FOLLOWER,
    nr.CURSE: nr.T_CURSE,
    nr.MONSTER: nr.T_MONSTER,
    nr.ENHANCER: nr.T_ENHANCER,
}


def combatants(fight: Fight) -> list[int]:
    return [fight.main] if fight.helper < 0 else [fight.main, fight.helper]


def in_combat(s: State, seat: SeatNo) -> bool:
    """Return whether a player is main fighter or helper of the fight in progress (AMB-10)."""
    fight = s.fight
    return fight is not None and (fight.main == seat or fight.helper == seat)


def fight_mutes(s: State, fight: Fight) -> list[Mute]:
    """List the powers of monsters that silence terms in the whole fight (MULTI-03)."""
    out: list[Mute] = []
    for body in fight.bodies:
        out.extend(s.rules.defs[body.definition].mutes)
    return out


def own_mutes(s: State, seat: SeatNo) -> list[Mute]:
    """List the mutes on a player, which silence the player's own terms."""
    p = s.seats[seat]
    if p.stale:
        refresh(s, p)
    return p.mutes


def is_meant(s: State, mute: Mute, term: Term) -> bool:
    """Return whether a mute applies to a term."""
    if not mute.sorts & term.sort:
        return False
    if mute.unless and is_spared(s, mute, term):
        return False
    if mute.with_bonus and term.sort & nr.T_DOUBLING:
        return False
    if mute.tag and not mute.tag & term_tags(s, term):
        return False
    if term.sort != nr.T_ITEM:
        return True
    # An enhancement is silenced with its Item or one-shot
    d = s.rules.defs[term.name] if term.card < 0 else s.cards[term.card]
    if mute.but_slot and d.slot == mute.but_slot:
        return False
    if (mute.slot and d.slot != mute.slot) or (mute.hands and d.hands != mute.hands):
        return False
    if mute.slot == nr.HAND and term.card >= 0 and lifted(s, term.card) & nr.LIFTS_SLOT:
        # An Item that needs no hands is not in them.
        return False
    return d.complex or not mute.complex


def term_tags(s: State, term: Term) -> int:
    """Return the tags of the card that a term comes from; a Level has none."""
    if term.card >= 0:
        return tags_of(s, term.card)
    return s.rules.defs[term.name].tags if term.name >= 0 else 0


def is_spared(s: State, mute: Mute, term: Term) -> bool:
    """Return whether a trait of its player spares a term; a term for the whole side belongs to all its fighters."""
    seats = [term.seat] if term.seat >= 0 or s.fight is None else combatants(s.fight)
    return len([seat for seat in seats if seat >= 0 and good_traits(s, seat) & mute.unless]) > 0


def unmuted_terms(s: State, candidates: list[Term], mutes: list[Mute]) -> list[Term]:
    """Return the terms without the silenced ones, with the sign of the subtracted ones reversed."""
    if not mutes:
        return candidates
    out: list[Term] = []
    for term in candidates:
        counts = 1
        for mute in mutes:
            if is_meant(s, mute, term):
                if not mute.reverse:
                    counts = 0
                    break
                counts = -1
        if counts > 0:
            out.append(term)
        elif counts < 0:
            out.append(Term(term.side, term.seat, term.body, term.sort, term.card, term.name, -term.amount))
    return out


def own_terms(s: State, seat: SeatNo, bodies: list[FightMonster]) -> list[Term]:
    """List a player's own terms against some monsters: Level, equipped Items, followers, powers, curses."""
    p = s.seats[seat]
    if p.stale:
        refresh(s, p)
    out = [Term(nr.MUNCHKINS, seat, -1, nr.T_LEVEL, -1, -1, p.level)]
    for card in p.equipped:
        d = s.cards[card]
        if (d.bonus or s.attached) and may_use(s, p, card):
            if d.bonus:
                out.append(Term(nr.MUNCHKINS, seat, -1, nr.T_ITEM, card, d.index, d.bonus))
            for rider in improvements(s, card):
                e = s.cards[rider]
                if e.bonus:
                    out.append(Term(nr.MUNCHKINS, seat, -1, nr.T_ITEM, card, e.index, e.bonus))
    for card in p.play:
        d = s.cards[card]
        if d.bonus and d.kind != nr.ITEM and d.kind != nr.ONESHOT and card not in s.attached:
            out.append(Term(nr.MUNCHKINS, seat, -1, SORT_OF_KIND.get(d.kind, nr.T_POWER), card, d.index, d.bonus))
    for i, m in enumerate(p.modifiers):
        if m.query == nr.Q_STRENGTH:
            add_modifier(s, m, seat, -1, p.sources[i], out)
    for body in bodies:
        for m in s.rules.defs[body.definition].modifiers:
            if m.query == nr.Q_EACH_STRENGTH:
                add_modifier(s, m, seat, body.uid, -1, out)
    return out


def add_modifier(s: State, m: Modifier, seat: SeatNo, body: MonsterId, card: CardId, out: list[Term]) -> None:
    """Add the term of a modifier; a monster's strength is for its side, and so is that of its enhancers."""
    side = nr.MONSTERS if body >= 0 and m.query == nr.Q_STRENGTH else nr.MUNCHKINS
    amount = amount_now(s, m, seat, body, card)
    if amount:
        sort = m.sort or SORT_OF_KIND.get(s.rules.defs[m.source].kind, nr.T_POWER)
        # An Item's modifier is silenced by what the Item is now, with all cards attached to it.
        of_item = card if sort == nr.T_ITEM else -1
        out.append(Term(side, seat, body if side == nr.MONSTERS else -1, sort, of_item, m.source, amount))


def amount_now(s: State, m: Modifier, seat: SeatNo, body: MonsterId, card: CardId) -> int:
    """Return the amount of a strength modifier for a player; `card` is the Item that has the modifier."""
    if m.only_held and not is_only_held(s, seat, card):
        return 0
    fight = s.fight
    if not in_combat(s, seat):
        # The player is not in the fight, so the modifier is evaluated as if there were none.
        s.fight = None
    try:
        return m.amount.value(s, seat, body, 0) if m.when is None or m.when.holds(s, seat, body, 0) else 0
    finally:
        s.fight = fight


def is_only_held(s: State, seat: SeatNo, card: CardId) -> bool:
    """Return whether only this Item is in the hands; an Item that needs no hands is not in them (AMB-24)."""
    worn = s.seats[seat].equipped
    return [c for c in worn if s.cards[c].slot == nr.HAND and not lifted(s, c) & nr.LIFTS_SLOT] == [card]


def body_terms(s: State, fight: Fight, body: FightMonster) -> list[Term]:
    """List a monster's Level, its powers against these players, and its enhancers (COMBAT-03)."""
    d = s.rules.defs[body.definition]
    out = [Term(nr.MONSTERS, -1, body.uid, nr.T_MONSTER, body.card, d.index, d.level)]
    for vs in d.vs:
        # A bonus against a trait hurts the players, a penalty helps them (AMB-27); either counts once (MONSTER-09)
        for seat in combatants(fight):
            traits = bad_traits(s, seat) if vs.amount > 0 else good_traits(s, seat)
            if vs.mask & traits:
                out.append(Term(nr.MONSTERS, seat, body.uid, nr.T_MONSTER, -1, d.index, vs.amount))
                break
    for m in d.modifiers:
        if m.query == nr.Q_STRENGTH:
            add_modifier(s, m, fight.main, body.uid, -1, out)
    for i in range(0, len(fight.enhancers), 2):
        if fight.enhancers[i] == body.group:
            card = fight.enhancers[i + 1]
            e = s.cards[card]
            if e.bonus:
                out.append(Term(nr.MONSTERS, -1, body.uid, nr.T_ENHANCER, card, e.index, e.bonus))
            for m in e.modifiers:
                if m.query == nr.Q_STRENGTH:
                    add_modifier(s, m, fight.main, body.uid, -1, out)
    if body.extra:
        out.append(Term(nr.MONSTERS, -1, body.uid, nr.T_MONSTER, -1, d.index, body.extra))
    return out


def played_terms(s: State, fight: Fight, side: int) -> list[Term]:
    """List the terms played or paid into the fight for a side."""
    out: list[Term] = []
    for term in fight.terms:
        if term.sort & nr.T_DOUBLING:
            continue
        if term.side == side and (term.seat < 0 or term.seat == fight.main or term.seat == fight.helper):
            if term.modifier < 0:
                out.append(term)
                continue
            m = s.rules.modifiers[term.modifier]
            seat = term.seat if term.seat >= 0 else fight.main
            if m.when is None or m.when.holds(s, seat, term.body, term.amount):
                amount = m.amount.value(s, seat, term.body, term.amount)
                out.append(Term(side, term.seat, term.body, term.sort, term.card, term.name, amount, -1, term.user))
    return out


def add_doublings(s: State, fight: Fight, mutes: list[Mute], out: list[Term]) -> None:
    """Add the terms that double the players' total, computed again each time like all others (AMB-101)."""
    for term in fight.terms:
        if term.sort & nr.T_DOUBLING and fight.helper < 0:
            amount = sum([t.amount for t in out])
            twin = Term(term.side, term.seat, term.body, term.sort, term.card, term.name, amount)
            out.extend(unmuted_terms(s, [twin], mutes))


def end_doublings(fight: Fight) -> None:
    """End doubling for good, because its fighter is no longer alone or no longer the main fighter (AMB-101)."""
    fight.terms = [term for term in fight.terms if not term.sort & nr.T_DOUBLING]


def terms(s: State) -> list[Term]:
    """List the terms of both totals of the fight."""
    fight = s.fight
    out: list[Term] = []
    if fight is None:
        return out
    whole = fight_mutes(s, fight)
    for seat in combatants(fight):
        out.extend(unmuted_terms(s, own_terms(s, seat, fight.bodies), own_mutes(s, seat) + whole))
    for term in played_terms(s, fight, nr.MUNCHKINS):
        out.extend(unmuted_terms(s, [term], users_mutes(s, term) + whole))
    add_doublings(s, fight, whole, out)
    for body in fight.bodies:
        out.extend(body_terms(s, fight, body))
    for term in played_terms(s, fight, nr.MONSTERS):
        out.extend(unmuted_terms(s, [term], users_mutes(s, term)))
    return out


def users_mutes(s: State, term: Term) -> list[Mute]:
    """List the mutes on the player who played or used a term, if that player is in the fight."""
    user = term.user if term.seat < 0 else term.seat
    return own_mutes(s, user) if user >= 0 and in_combat(s, user) else []


def totals(s: State) -> list[int]:
    """Return the strength of players and monsters, cached while the state is at rest."""
    if s.totals_serial == s.serial:
        return s.totals
    out = [0, 0]
    for term in terms(s):
        out[term.side] += term.amount
    if s.serial & 1 == 0:
        s.totals = out
        s.totals_serial = s.serial
    return out


def munchkin_strength(s: State, seat: SeatNo) -> int:
    """Return a player's own combat strength, in a fight or out of one."""
    fight = s.fight
    if fight is None or not in_combat(s, seat):
        return sum([t.amount for t in own_terms(s, seat, [])])
    return sum([t.amount for t in terms(s) if t.side == nr.MUNCHKINS and t.seat == seat])


def item_counts(s: State, seat: SeatNo, card: CardId, bonus: int) -> int:
    """Return the part of an Item's bonus that counts: a monster or a curse may silence or reverse it."""
    fight = s.fight
    if fight is None or not in_combat(s, seat):
        return bonus
    term = Term(nr.MUNCHKINS, seat, -1, nr.T_ITEM, card, s.cards[card].index, bonus)
    return sum([t.amount for t in unmuted_terms(s, [term], own_mutes(s, seat) + fight_mutes(s, fight))])


def is_winning(s: State) -> bool:
    """Return whether the players' side would win now: monsters win ties, unless a power turns them (COMBAT-04..06)."""
    fight = s.fight
    if fight is None:
        return False
    both = totals(s)
    return both[0] > both[1] or (both[0] == both[1] and wins_ties(s, fight))


def wins_ties(s: State, fight: Fight) -> bool:
    for seat in combatants(fight):
        if ask_seat(s, seat, nr.Q_WINS_TIES, 0):
            return True
    return False


def only_level_counts(s: State) -> bool:
    """Return whether the main fighter fights alone with nothing but a Level."""
    fight = s.fight
    if fight is None or fight.helper >= 0:
        return False
    return not [t for t in terms(s) if t.side == nr.MUNCHKINS and t.sort != nr.T_LEVEL and t.amount > 0]


def tag_counts(s: State, tags: TagMask) -> bool:
    """Return whether an Item or one-shot with one of the tags counts for the players; a subtracted one does not."""
    for term in terms(s):
        if term.side == nr.MUNCHKINS and term.amount > 0 and term.sort & (nr.T_ITEM | nr.T_ONESHOT):
            if term_tags(s, term) & tags:
                return True
    return False


def help_barred(s: State, seat: SeatNo) -> bool:
    """Return whether the fight admits no helper."""
    return ask_fight(s, nr.Q_NO_HELP, seat) or ask_seat(s, seat, nr.Q_NO_HELP, 0) > 0


def no_followers(s: State, seat: SeatNo) -> bool:
    """Return whether a player fights a monster that makes followers useless (AMB-89)."""
    return in_combat(s, seat) and ask_fight(s, nr.Q_NO_FOLLOWERS, seat)


def helper_barred(s: State, fight: Fight, helper: SeatNo) -> bool:
    """Return whether a monster of the fight does not let this player help (MULTI-03)."""
    for body in fight.bodies:
        if ask_body(s, body, nr.Q_BARS_HELPER, helper, 0):
            return True
    return False


def kill_levels(s: State, fight: Fight) -> int:
    """Return the levels the main fighter would gain by killing all monsters now in the fight."""
    total = fight.kill_levels
    for body in fight.bodies:
        total += body_levels(s, fight, body)
    return total


def body_levels(s: State, fight: Fight, body: FightMonster) -> int:
    """Return the levels a monster's death is worth to the main fighter."""
    return ask_body(s, body, nr.Q_LEVELS, fight.main, s.rules.defs[body.definition].levels_gained)


def body_help(s: State, fight: Fight, body: FightMonster) -> int:
    """Return the levels a monster's death is worth to the helper: by a power of their own, or by the monster's text."""
    if fight.helper < 0:
        return 0
    return ask_seat(s, fight.helper, nr.Q_HELPER_LEVELS, 0) + ask_body(s, body, nr.Q_HELPER_LEVELS, fight.helper, 0)


def helper_levels(s: State, fight: Fight) -> int:
    """Return the levels the helper would gain by killing all monsters now in the fight, plus those already due."""
    return help_owed(fight.slain, fight.helper) + sum([body_help(s, fight, body) for body in fight.bodies])
