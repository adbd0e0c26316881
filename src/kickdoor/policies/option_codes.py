"""Reads option codes the way a bot thinks of them: which card, played how, at whom, paid with what."""

from typing import Final

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import Play
from kickdoor.engine.machine import runtime
from kickdoor.engine.machine.prompts import FORM_BIT, P_SHIFT, TARGET_SHIFT, act_of, kind_of, target_of
from kickdoor.engine.rules.plays.costs import TokenForm
from kickdoor.engine.rules.plays.legality import play_of
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import DecisionContext

NO_PLAY = Play(-1, -1, 0)
ANY_TARGET: Final = 4095 << TARGET_SHIFT


def options_of(s: State, seat: int) -> list[int]:
    """List all a seat may do, those that differ only in the seat they are aimed at from its left round the table.

    Of several that are as good a bot mostly takes the first, or whoever sits in the first seat would be asked for help
    most often and win by it.
    """
    return round_the_table(runtime.legal_options(s, seat), seat, len(s.seats))


def round_the_table(codes: list[int], seat: int, seats: int) -> list[int]:
    """Sort options that are aimed at seats, from the left neighbour's on."""
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
    """Count the seats from a seat's left to the one an option is aimed at."""
    return (target_of(code) - seat - 1) % seats


def way_to_play(s: State, code: int) -> Play:
    """Find the way of playing behind an option; one with no verb if there is none."""
    play = play_of(s, code)
    return NO_PLAY if play is None else play


def aimed_at_seat(code: int) -> int:
    """Return the seat an option is aimed at; -1 for none."""
    return target_of(code) if kind_of(code) == nr.A_SEAT else -1


def of_act(codes: list[int], act: int) -> list[int]:
    """List the options of one act."""
    return [code for code in codes if act_of(code) == act]


def cheapest(mind: DecisionContext, s: State, cards: list[int]) -> list[int]:
    """Sort cards, the least valuable first."""
    return sorted(cards, key=lambda card: (mind.worth(s, card), card))


def payments(mind: DecisionContext, s: State, code: int) -> list[list[int]]:
    """List what may be paid for an option: nothing, or the least valuable cards, from the fewest to the most."""
    if not code & FORM_BIT:
        return [[]]
    form = runtime.form(s, mind.me, code)
    if isinstance(form, TokenForm):
        return [form.candidates[:n] for n in range(form.min_picks, form.max_picks + 1)]
    if [atom for atom in form.candidates if atom >> P_SHIFT]:
        return []
    ranked = cheapest(mind, s, form.candidates)
    return [ranked[:n] for n in range(form.min_picks, min(form.max_picks, len(ranked)) + 1)]
