"""Search for plays that win a fight for the munchkins: the cheapest sufficient play, or several together."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.machine import runtime
from kickdoor.engine.rules.fight.strength import is_winning
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import DecisionContext, margin
from kickdoor.policies.option_codes import payments, way_to_play

Plan = tuple[int, int, list[int]]
"""The gain of a plan, and its first play with picks."""

INTO_FIGHT = (nr.V_SIDE_BONUS, nr.V_ENHANCE, nr.V_EFFECT, nr.V_ABILITY)
CHANGES = (nr.V_CLASS, nr.V_RACE, nr.V_SECOND_CLASS, nr.V_SECOND_RACE, nr.V_FOLLOWER)
MAX_CARDS_PLAYED = 6
"""Maximum number of cards played in one fight."""


def is_useful(s: State, seat: int, code: int) -> bool:
    """Return whether an option may help the munchkins win a fight."""
    act = p.act_of(code)
    if act == p.DISCARD:
        return s.cards[p.card_of(code)].kind in (nr.CLASS, nr.RACE)
    if act not in (p.PLAY, p.USE):
        return False
    play = way_to_play(s, code)
    if play.verb in CHANGES:
        return True
    if play.verb not in INTO_FIGHT:
        return False
    if play.verb == nr.V_SIDE_BONUS:
        return p.target_of(code) == nr.MUNCHKINS
    if play.verb == nr.V_ENHANCE:
        return s.cards[p.card_of(code)].bonus < 0
    return play.aim != nr.A_SEAT or play.not_self or p.target_of(code) != seat


def simulate_plays(ctx: DecisionContext, s: State) -> list[tuple[int, list[int], State]]:
    """Simulate every play that could win the fight, each with the smallest payment that makes a difference."""
    out: list[tuple[int, list[int], State]] = []
    for code in runtime.legal_options(s, ctx.me)[:]:
        if not is_useful(s, ctx.me, code) or (ctx.overlooked and p.card_of(code) in ctx.overlooked):
            continue
        for picks in payments(ctx, s, code):
            c = ctx.simulate(s, code, picks)
            if c is None:
                continue
            out.append((code, picks, c))
            if c.fight is None or is_winning(c):
                break
    return out


def best_plan(ctx: DecisionContext, s: State) -> Plan | None:
    """Find the play, or the first of several, that improves a losing fight most for its cost."""
    start = ctx.value_with_fight(s, ctx.me)
    best: Plan | None = None
    best_value = start + ctx.style.patience.worth_it
    steps: list[tuple[int, int, int, list[int]]] = []
    for code, picks, c in simulate_plays(ctx, s):
        value = ctx.value_with_fight(c, ctx.me)
        if value > best_value:
            best, best_value = (value - start, code, picks), value
        if c.fight is not None and c.fight.bodies and margin(c) > margin(s):
            gain = margin(c) - margin(s)
            cost = max(1, ctx.holdings(s, ctx.me) - ctx.holdings(c, ctx.me))
            steps.append((cost * 100 // gain, gain, code, picks))
    if best is None and s.fight is not None and len(steps) > 1:
        return combine_plays(ctx, s, sorted(steps), start)
    return best


def combine_plays(
    ctx: DecisionContext, s: State, steps: list[tuple[int, int, int, list[int]]], start: int
) -> Plan | None:
    """Combine plays, the cheapest per point first, until the fight is won."""
    missing = 1 - margin(s)
    chosen: list[tuple[int, int, int, list[int]]] = []
    spent: set[int] = set()
    for step in steps:
        cards = {p.card_of(step[2]), *step[3]}
        if missing > 0 and not cards & spent:
            chosen.append(step)
            missing -= step[1]
            spent |= cards
    for step in sorted(chosen, key=lambda one: one[1]):
        if missing + step[1] <= 0:
            chosen.remove(step)
            missing += step[1]
    if missing > 0 or not chosen or len(chosen) > MAX_CARDS_PLAYED:
        return None
    c: State | None = s
    for _, _, code, picks in chosen:
        c = None if c is None else ctx.simulate(c, code, picks)
    if c is None:
        return None
    gain = ctx.value_with_fight(c, ctx.me) - start
    return (gain, chosen[0][2], chosen[0][3]) if gain > ctx.style.patience.worth_it else None
