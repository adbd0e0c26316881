"""How a bot gets away: it weighs each way out, and each card on a die or against a curse, by what it leads to."""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import Choice, DecisionContext
from kickdoor.policies.option_codes import payments, way_to_play

RUNNING = nr.WHEN_LOST | nr.WHEN_I_RUN


def flee(mind: DecisionContext) -> Choice:
    """Choose whom to flee next, or what to give up instead of rolling."""
    s = mind.now
    codes = [
        code for code in mind.codes if p.act_of(code) in (p.FLEE, p.SACRIFICE) or way_to_play(s, code).moments & RUNNING
    ]
    return weigh(mind, codes, -1)


def answer_event(mind: DecisionContext) -> Choice:
    """Answer a die, a curse about to land or somebody's escape: with a card if that is better than to let it be."""
    return weigh(mind, mind.codes, whose(mind.now, mind.me))


def weigh(mind: DecisionContext, codes: list[int], other: int) -> Choice:
    """Pick the option that leads to the best outcome; the first of equals."""
    best: Choice | None = None
    most = 0
    for code in codes:
        for picks in payments(mind, mind.now, code):
            value = mind.value(mind.now, code, picks, other)
            if best is None or value > most:
                best, most = (code, picks), value
    assert best is not None
    return best


def whose(s: State, me: int) -> int:
    """Find the other munchkin whom the moment is about; -1 if it is about the bot itself."""
    fight = s.fight
    if fight is not None and fight.lost and fight.escaped and fight.escaped[-2] != me:
        return fight.escaped[-2]
    return -1
