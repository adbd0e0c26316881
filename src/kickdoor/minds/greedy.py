"""Greedy minds: each takes what helps it most right now. They differ in how much they mind what others get."""

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.minds import bargaining, choosing, escaping, fighting, hindering, own_turn
from kickdoor.minds.imagining import REST, Choice, Mind
from kickdoor.minds.options import of_act

OWN_STEPS = (nr.ASK_SETUP, nr.ASK_ARRANGE, nr.ASK_SECOND, nr.ASK_CHARITY, nr.ASK_KEEP)


def decide(mind: Mind, tried: set[int]) -> Choice:
    """Answers by what is asked for. `tried` is what it has tried this turn and will not try again."""
    purpose = mind.purpose
    if purpose in OWN_STEPS:
        return own_turn.go_on(mind)
    if purpose == nr.ASK_FIGHT:
        return fighting.fight(mind, tried)
    if purpose == nr.ASK_WINDOW and mind.now.stack[-1].moments(mind.now, mind.me) & REST:
        choice = fighting.stand_by(mind) or hindering.meddle(mind) or bargaining.offer_help(mind, tried)
        return choice or (of_act(mind.codes, p.PASS)[0], [])
    if purpose == nr.ASK_WINDOW or purpose == nr.ASK_DIE:
        return escaping.answer_event(mind)
    if purpose == nr.ASK_FLEE:
        return escaping.flee(mind)
    if purpose == nr.ASK_HELP or purpose == nr.ASK_OFFER:
        return bargaining.answer_offer(mind)
    if purpose == nr.ASK_TRADE or purpose == nr.ASK_GIFT:
        return bargaining.answer_trade(mind)
    return choosing.choose(mind)


def consider(mind: Mind, tried: set[int]) -> Choice | None:
    """Takes its levels, plays what it just got, curses the leader, spoils a flight, and offers help that pays."""
    return own_turn.prepare(mind) or hindering.spoil_flight(mind) or bargaining.offer_help(mind, tried)
