"""How a bot fights: claims what is won, and turns what is not with the cheapest cards, or with help."""

from kickdoor.engine import numbers as nr
from kickdoor.engine.machine import prompts as p
from kickdoor.engine.rules.fight.for_the_win import for_the_win
from kickdoor.engine.rules.fight.strength import in_combat, winning
from kickdoor.minds import bargaining
from kickdoor.minds import weights as x
from kickdoor.minds.imagining import Choice, Mind, margin
from kickdoor.minds.options import of_act, way_to_play
from kickdoor.minds.planning import best_plan


def fight(mind: Mind, tried: set[int]) -> Choice:
    """Claims a fight that is won, or makes more of it; else plays, asks for help, or gives up."""
    s = mind.now
    codes = mind.codes
    claims = of_act(codes, p.CLAIM)
    if claims:
        return shut_out(mind) or make_more(mind) or (claims[0], [])
    cards = best_plan(mind, s)
    asking = bargaining.best_request(mind, tried)
    if asking is not None and (cards is None or asking[0] >= cards[0]):
        tried.add(asking[1])
        return asking[1], asking[2]
    if cards is not None:
        return cards[1], cards[2]
    return of_act(codes, p.GIVE_UP)[0], []


def stand_by(mind: Mind) -> Choice | None:
    """Rescues its own side of a fight that is being lost, as helper or while others meddle."""
    s = mind.now
    if s.fight is None or s.fight.lost or not in_combat(s, mind.me) or winning(s):
        return None
    plan = best_plan(mind, s)
    return None if plan is None else (plan[1], plan[2])


def shut_out(mind: Mind) -> Choice | None:
    """Keeps everybody else out of a fight that wins the game, if a card can."""
    s = mind.now
    if s.fight is None or s.fight.frozen or not for_the_win(s):
        return None
    for code in mind.codes:
        if p.act_of(code) == p.PLAY and way_to_play(s, code).verb == nr.V_EFFECT:
            c = mind.after(s, code)
            if c is not None and c.fight is not None and c.fight.frozen and winning(c):
                return code, []
    return None


def make_more(mind: Mind) -> Choice | None:
    """Adds a monster or an enhancer to a fight that stays won, where that brings more than the card is worth."""
    s = mind.now
    best: Choice | None = None
    most = mind.standing(s, mind.me) + x.WORTH_IT
    for code in mind.codes:
        if p.act_of(code) == p.PLAY and way_to_play(s, code).verb in (nr.V_JOIN, nr.V_MATE, nr.V_ENHANCE):
            c = mind.after(s, code)
            if c is not None and c.fight is not None and margin(c) >= x.SAFE_MARGIN:
                value = mind.standing(c, mind.me)
                if value > most:
                    best, most = (code, []), value
    return best
