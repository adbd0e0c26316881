"""Tokens: kinds that sets declare, held openly by the seats; one of each kind of a meal is turned in for a level."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.ruleset import RuleSet
from kickdoor.engine.ids import SeatNo, TagMask
from kickdoor.engine.machine import events as ev
from kickdoor.engine.state.items import body_tags, change_tags
from kickdoor.engine.state.levels import gain_levels
from kickdoor.engine.state.queries import ask_body
from kickdoor.engine.state.state import Fight, FightMonster, State
from kickdoor.engine.state.triggers import queue_triggers


def kinds_of(rules: RuleSet, tags: TagMask) -> list[int]:
    """List the kinds of token that a monster with these tags gives."""
    return [kind for kind in range(len(rules.counters)) if rules.counter_tags[kind] & tags]


def term_mask(rules: RuleSet) -> int:
    """Return the tags that stand for a kind of token."""
    mask = 0
    for tag in rules.counter_tags:
        mask |= tag
    return mask


def food_mask(rules: RuleSet) -> int:
    """Return the tags that stand for a kind of food.

    A kind of a custom set is food only if its set says so (AMB-112).
    """
    mask = 0
    for kind in rules.food:
        mask |= rules.counter_tags[kind]
    return mask


def held_kinds(s: State, seat: SeatNo) -> list[int]:
    """List the kinds of which a player has at least one token."""
    counters = s.seats[seat].counters
    return [kind for kind in range(len(counters)) if counters[kind] > 0]


def count_tokens(s: State, seat: SeatNo, kinds: list[int]) -> int:
    """Count the tokens of some kinds that a player has."""
    counters = s.seats[seat].counters
    return sum([counters[kind] for kind in kinds])


def would_win(s: State, seat: SeatNo, kind: int, given: int = -1) -> bool:
    """Return whether one more token of a kind, in exchange for one given away, would win the game for a player."""
    p = s.seats[seat]
    if p.level < s.options.winning_level - 1:
        return False
    for meal in s.rules.meals:
        lacking = [k for k in meal if k != kind and p.counters[k] < (2 if k == given else 1)]
        if kind in meal and not lacking:
            return True
    return False


MAX_TOKENS: Final = 999
"""The maximum number of tokens of one kind that a player has; it ends loops of cards."""


def takeable(s: State, seat: SeatNo, kinds: list[int], may_win: bool) -> list[int]:
    """List the kinds that a player may take; one that would win the game only if that is allowed (AMB-95)."""
    counters = s.seats[seat].counters
    return [k for k in kinds if counters[k] < MAX_TOKENS and (may_win or not would_win(s, seat, k))]


def gain_token(s: State, seat: SeatNo, kind: int) -> None:
    """Give a player a token from the pool, which never runs out (TOKEN-05), and turn in complete meals."""
    counters = s.seats[seat].counters
    counters[kind] += 1
    # The number of tokens may change what cards in play allow.
    s.dirty = True
    s.emit(ev.TOKEN_GAINED, seat, -1, kind).changed(counters[kind] - 1, counters[kind])
    queue_triggers(s, nr.E_TOKEN_GAINED, seat, kind)
    turn_in(s, seat)


def give_token(s: State, giver: SeatNo, taker: SeatNo, kind: int) -> None:
    """Move a token between players, as only cards allow (TOKEN-10); a meal it completes is turned in."""
    s.seats[giver].counters[kind] -= 1
    s.seats[taker].counters[kind] += 1
    s.dirty = True
    s.emit(ev.TOKEN_GIVEN, giver, taker, kind)
    queue_triggers(s, nr.E_TOKEN_GAINED, taker, kind)
    turn_in(s, taker)


def turn_in(s: State, seat: SeatNo) -> None:
    """Return one token of each kind of a complete meal for a level, which may be the winning one (TOKEN-11, -12)."""
    counters = s.seats[seat].counters
    for i in range(len(s.rules.meals)):
        meal = s.rules.meals[i]
        while not [kind for kind in meal if counters[kind] < 1]:
            for kind in meal:
                counters[kind] -= 1
            s.emit(ev.SET_TURNED_IN, seat, -1, i)
            gain_levels(s, seat, 1, True)


def lose_tokens(s: State, seat: SeatNo, kind: int, n: int) -> int:
    """Return tokens of one kind to the pool, as far as there are any; return their number."""
    counters = s.seats[seat].counters
    lost = min(n, counters[kind])
    if lost > 0:
        counters[kind] -= lost
        s.dirty = True
        s.emit(ev.TOKENS_LOST, seat, kind, lost).changed(counters[kind] + lost, counters[kind])
    return lost


def lose_all_tokens(s: State, seat: SeatNo) -> None:
    for kind in held_kinds(s, seat):
        lose_tokens(s, seat, kind, s.seats[seat].counters[kind])


def turn_terms(s: State, body: FightMonster, kind: int) -> None:
    """Change all food terms of a monster to one kind for this fight; a monster without terms does not gain one."""
    terms = food_mask(s.rules)
    if body_tags(s, body) & terms:
        new = s.rules.counter_tags[kind]
        change_tags(body, new, terms & ~new)


def spoils_of(s: State, fight: Fight, body: FightMonster) -> list[int]:
    """Return the tokens of a killed monster: its tags, its additional tokens, and those the neighbour picks."""
    extra = ask_body(s, body, nr.Q_EXTRA_TOKENS, fight.main, 0)
    return [body_tags(s, body), extra, ask_body(s, body, nr.Q_GIFT_TOKENS, fight.main, 0)]


def note_spoils(s: State, fight: Fight, body: FightMonster, killed: bool) -> None:
    """Record the tokens that a monster leaves: none if it leaves without being killed (TOKEN-18)."""
    if not s.rules.counters:
        return
    if s.rules.defs[body.definition].tags & food_mask(s.rules):
        fight.tokens_met = True
    if killed:
        fight.spoils.extend(spoils_of(s, fight, body))
