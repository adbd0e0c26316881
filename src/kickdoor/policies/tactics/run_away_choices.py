"""Running away of a bot: it values each option, and each card on a die or against a Curse, by its outcome."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import payments, way_to_play

RUNNING = nr.WHEN_LOST | nr.WHEN_I_RUN


def flee(ctx: DecisionContext) -> Choice:
    """Choose the next monster to flee, or a sacrifice instead of a roll."""
    s = ctx.state
    codes = [
        code for code in ctx.codes if p.act_of(code) in (p.FLEE, p.SACRIFICE) or way_to_play(s, code).moments & RUNNING
    ]
    return choose_best(ctx, codes, -1)


def answer_event(ctx: DecisionContext) -> Choice:
    """Respond to a die roll, a Curse or another player's escape with a card, if that is better than passing."""
    return choose_best(ctx, ctx.codes, affected_seat(ctx.state, ctx.me))


def choose_best(ctx: DecisionContext, codes: list[int], other: int) -> Choice:
    """Return the option with the best outcome; the first of equal ones."""
    best: Choice | None = None
    best_value = 0
    for code in codes:
        for picks in payments(ctx, ctx.state, code):
            value = ctx.value(ctx.state, code, picks, other)
            if best is None or value > best_value:
                best, best_value = (code, picks), value
    assert best is not None
    return best


def affected_seat(s: State, me: int) -> int:
    """Return the other seat that the window is about; -1 if it is about the bot itself."""
    fight = s.fight
    if fight is not None and fight.lost and fight.escaped and fight.escaped[-2] != me:
        return fight.escaped[-2]
    return -1
