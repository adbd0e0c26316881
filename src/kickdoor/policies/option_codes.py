"""Readers of option codes: card, play, target seat and payment."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_SHIFT, TARGET_SHIFT, TOKENS_FORM, act_of, kind_of, target_of
from kickdoor.engine.rules.plays.legality import play_of
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import DecisionContext

NO_PLAY = Play(-1, -1, 0)
ANY_TARGET: Final = 4095 << TARGET_SHIFT


def options_of(s: State, seat: int) -> list[int]:
    """List all legal options of a seat. Options that differ only in their target seat start from its left.

    A bot mostly takes the first of equally good options. Without this order, seat 0 would be asked for help most often
    and would win more games.
    """
    return round_the_table(runtime.legal_options(s, seat), seat, len(s.seats))


def round_the_table(codes: list[int], seat: int, seats: int) -> list[int]:
    """Sort options that target seats, starting with the left neighbour."""
    out: list[int] = []
    aimed = -1
    first = 0
    for code in codes:
        if kind_of(code) != nr.A_SEAT:
            aimed = -1
            out.append(code)
            continue
        if code & ~ANY_TARGET != aimed:
            aimed = code & ~ANY_TARGET
            first = len(out)
        at = len(out)
        while at > first and distance(out[at - 1], seat, seats) > distance(code, seat, seats):
            at -= 1
        out.insert(at, code)
    return out


def distance(code: int, seat: int, seats: int) -> int:
    """Count the seats from the left neighbour of a seat to the target of an option."""
    return (target_of(code) - seat - 1) % seats


def way_to_play(s: State, code: int) -> Play:
    """Return the play behind an option; a play without a verb if there is none."""
    play = play_of(s, code)
    return NO_PLAY if play is None else play


def aimed_at_seat(code: int) -> int:
    """Return the target seat of an option; -1 for none."""
    return target_of(code) if kind_of(code) == nr.A_SEAT else -1


def of_act(codes: list[int], act: int) -> list[int]:
    """List the options of one kind of action."""
    return [code for code in codes if act_of(code) == act]


def cheapest(ctx: DecisionContext, s: State, cards: list[int]) -> list[int]:
    """Sort cards, the least valuable first."""
    return sorted(cards, key=lambda card: (ctx.worth(s, card), card))


def payments(ctx: DecisionContext, s: State, code: int) -> list[list[int]]:
    """List payments for an option: nothing, or the least valuable cards, from the fewest to the most."""
    if not code & FORM_BIT:
        return [[]]
    form = runtime.form(s, ctx.me, code)
    if form.KIND == TOKENS_FORM:
        return [form.candidates[:n] for n in range(form.min_picks, form.max_picks + 1)]
    if [atom for atom in form.candidates if atom >> P_SHIFT]:
        return []
    ranked = cheapest(ctx, s, form.candidates)
    return [ranked[:n] for n in range(form.min_picks, min(form.max_picks, len(ranked)) + 1)]
