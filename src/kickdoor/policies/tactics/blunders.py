"""Blunders: plays that harm the player, help the other side of a fight, or are Curses without an effect.

A search that tries every play sometimes chooses a blunder, because a few samples happened to go well after it. It looks
silly and costs a card, which outweighs the rare game in which it would be useful.
"""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.strength import in_combat, is_winning
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat, way_to_play


def is_blunder(s: State, seat: int, code: int) -> bool:
    """Return whether an option can only harm its player or help the other side."""
    if p.act_of(code) != p.PLAY:
        return False
    verb = way_to_play(s, code).verb
    if verb == nr.V_CURSE:
        return aimed_at_seat(code) == seat
    if s.fight is None:
        return False
    is_mine = in_combat(s, seat)
    if verb == nr.V_SIDE_BONUS:
        return (p.target_of(code) == nr.MONSTERS) == is_mine
    if verb == nr.V_ENHANCE and s.cards[p.card_of(code)].bonus < 0:
        return not is_mine
    # Adding to the own fight can pay only while winning.
    return is_mine and verb in (nr.V_ENHANCE, nr.V_JOIN, nr.V_MATE) and (s.fight.lost or not is_winning(s))


def has_no_effect(ctx: DecisionContext, code: int) -> bool:
    """Return whether a Curse costs its target nothing now, such as losing footgear that is not worn."""
    victim = aimed_at_seat(code)
    if p.act_of(code) != p.PLAY or victim < 0 or way_to_play(ctx.state, code).verb != nr.V_CURSE:
        return False
    after = ctx.simulate(ctx.state, code)
    return after is not None and ctx.value_with_fight(after, victim) >= ctx.value_with_fight(ctx.state, victim)
