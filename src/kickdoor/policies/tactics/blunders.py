"""What nobody plays in earnest: harm to oneself, gifts to other people's fights, curses that do nothing.

A search that tries everything takes such a play now and then, because a few worlds happened to go well after it; it
looks silly and costs a card. What it would be good for once in a hundred games is less than that.
"""

from kickdoor.engine import constants as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.strength import in_combat, is_winning
from kickdoor.engine.state.state import State
from kickdoor.policies.lookahead import DecisionContext
from kickdoor.policies.option_codes import aimed_at_seat, way_to_play


def is_blunder(s: State, seat: int, code: int) -> bool:
    """Return whether an option can only harm whoever takes it, or help those they are not with."""
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
    # Whoever is winning may want more of it; whoever is losing does not
    return is_mine and verb in (nr.V_ENHANCE, nr.V_JOIN, nr.V_MATE) and (s.fight.lost or not is_winning(s))


def has_no_effect(mind: DecisionContext, code: int) -> bool:
    """Return whether a curse costs its victim nothing as things stand: shoes are to be lost that nobody wears."""
    victim = aimed_at_seat(code)
    if p.act_of(code) != p.PLAY or victim < 0 or way_to_play(mind.now, code).verb != nr.V_CURSE:
        return False
    after = mind.simulate(mind.now, code)
    return after is not None and mind.value_with_fight(after, victim) >= mind.value_with_fight(mind.now, victim)
