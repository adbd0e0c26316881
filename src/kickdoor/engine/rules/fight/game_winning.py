"""Checks of whether a fight could win the game, by its levels or by the tokens of its monsters (AMB-22)."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.ids import SeatNo, TagMask
from kickdoor.engine.machine.prompts import P_TOKEN_PLACE, P_TOKENS
from kickdoor.engine.rules.fight.promises import picking_order
from kickdoor.engine.rules.fight.strength import (
    help_barred,
    helper_barred,
    helper_levels,
    kill_levels,
    no_followers,
)
from kickdoor.engine.rules.plays.affordability import can_pay, used_key
from kickdoor.engine.state.queries import ask_seat
from kickdoor.engine.state.reward_claims import help_owed
from kickdoor.engine.state.state import Fight, State
from kickdoor.engine.state.tokens import food_mask, kinds_of, spoils_of, term_mask

PER_KILL: Final = 3


def own_claims(s: State, tags: TagMask) -> list[int]:
    """List the tokens of a kill that are not food: one of each kind, whatever cards say about food (AMB-112)."""
    terms = tags & term_mask(s.rules) & ~food_mask(s.rules)
    return [s.rules.counter_tags[kind] for kind in kinds_of(s.rules, terms)]


def claims_of(s: State, seat: SeatNo, tags: TagMask, extra: int) -> list[int]:
    """List the food tokens of a kill, each as the mask of tags it may be of.

    That is one token, or one of every kind for a player who takes both, plus extra ones (TOKEN-07, TOKEN-08).
    """
    terms = tags & food_mask(s.rules)
    if not terms:
        return []
    out = [terms]
    if ask_seat(s, seat, nr.Q_BOTH_TOKENS, 0):
        out = [s.rules.counter_tags[kind] for kind in kinds_of(s.rules, terms)]
    return out + [terms] * extra


def could_complete(s: State, fight: Fight, meals: int) -> bool:
    """Return whether the tokens of this fight could complete that many meals for the main fighter (AMB-22).

    Tokens promised to the helper do not count. Tokens that the neighbour picks or the die brings may be of any kind.
    """
    if ask_seat(s, fight.main, nr.Q_NO_TOKENS, 0):
        return False
    spoils = fight.spoils[:]
    for body in fight.bodies:
        spoils.extend(spoils_of(s, fight, body))
    claims: list[int] = []
    for i in range(0, len(spoils), PER_KILL):
        claims.extend(own_claims(s, spoils[i]))
        claims.extend(claims_of(s, fight.main, spoils[i], spoils[i + 1]))
    gifts = sum(spoils[2::PER_KILL]) + (1 if die_may_bring_token(s, fight) else 0)
    mine = picking_order(fight, len(claims), P_TOKENS, P_TOKEN_PLACE).count(fight.main)
    held = s.seats[fight.main].counters
    for meal in s.rules.meals:
        lacking = [kind for kind in meal for _ in range(meals - held[kind])]
        fitting = matched(s, lacking, claims) + changes_left(s, fight, lacking)
        if len(lacking) <= gifts + min(mine, fitting):
            return True
    return False


def die_may_bring_token(s: State, fight: Fight) -> bool:
    """Return whether a token is rolled for after this fight: only if no monster of it gave any (COMBINE-07, AMB-96)."""
    if not s.options.token_roll or fight.tokens_met:
        return False
    food = food_mask(s.rules)
    return food != 0 and not [body for body in fight.bodies if s.rules.defs[body.definition].tags & food]


def changes_left(s: State, fight: Fight, lacking: list[int]) -> int:
    """Count the tokens that the main fighter's powers could still turn into a missing kind."""
    count = 0
    p = s.seats[fight.main]
    for card in p.play:
        d = s.cards[card]
        if not d.table_moments & nr.WHEN_I_TAKE_TOKEN or (d.kind == nr.FOLLOWER and no_followers(s, fight.main)):
            continue
        for play in d.abilities:
            changes = [op for op in s.rules.programs[play.program].ops if op.changes_token(lacking)]
            if changes and used_key(fight.main, card, play) not in p.used and can_pay(s, fight.main, card, play):
                count += 1
    return count


def matched(s: State, lacking: list[int], claims: list[int]) -> int:
    """Count the missing kinds for which there is a token each."""
    takers = [-1] * len(claims)
    return len([i for i in range(len(lacking)) if can_take(s, i, lacking, claims, takers, [])])


def can_take(s: State, i: int, lacking: list[int], claims: list[int], takers: list[int], tried: list[int]) -> bool:
    """Return whether a missing kind can get a token; another kind may have to switch to another token."""
    for at in range(len(claims)):
        if at not in tried and claims[at] & s.rules.counter_tags[lacking[i]]:
            tried.append(at)
            if takers[at] < 0 or can_take(s, takers[at], lacking, claims, takers, tried):
                takers[at] = i
                return True
    return False


def may_not_stay(s: State, fight: Fight) -> bool:
    """Return whether the helper must leave the fight."""
    dead = s.seats[fight.helper].dead
    return dead or help_barred(s, fight.main) or helper_barred(s, fight, fight.helper)


def must_see_to_helper(s: State, fight: Fight) -> bool:
    """Return whether the helper may not stay, or has a right to be asked about staying (HELP-26)."""
    if fight.helper < 0:
        return False
    if may_not_stay(s, fight):
        return True
    return fight.compelled and not fight.stay and could_win_game(s)


def could_win_game(s: State) -> bool:
    """Return whether the main fighter could win the game with this fight (AMB-22)."""
    fight = s.fight
    if fight is None:
        return False
    missing = s.options.winning_level - s.seats[fight.main].level - kill_levels(s, fight)
    return missing <= 0 or (len(s.rules.meals) > 0 and could_complete(s, fight, missing))


def winners_by(s: State, fight: Fight) -> list[int]:
    """Return the seats that this fight would let win by the levels it is worth now; none once lost (AMB-22, AMB-57)."""
    out: list[int] = []
    if fight.lost or not fight.bodies:
        return out
    top = s.options.winning_level
    if s.seats[fight.main].level + kill_levels(s, fight) >= top:
        out.append(fight.main)
    if fight.helper >= 0:
        shared = bool(out) and s.options.shared_victory
        if shared or s.seats[fight.helper].level + helper_levels(s, fight) >= top:
            out.append(fight.helper)
    for p in s.seats:
        owed = help_owed(fight.slain, p.index)
        if owed and p.index not in out and p.level + owed >= top:
            # This player helped before, and does so no longer (AMB-115).
            out.append(p.index)
    return out
