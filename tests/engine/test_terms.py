"""Test that the terms of a fight name their sources and add up to the totals (COMBAT-02, COMBAT-03, COMBAT-27)."""

from kickdoor.catalog.loader import load_catalog
from kickdoor.engine import constants as nr
from kickdoor.engine.rules.fight.strength import combatants, munchkin_strength, terms, totals
from kickdoor.engine.state.state import State, Term
from kickdoor.sim.random_play import random_play

MIN_GAMES, GAMES = 3, 60
"""So many games are played at least, and at most until every sort of summand has come up."""
SORTS = {
    nr.MUNCHKINS: (nr.T_LEVEL, nr.T_ITEM, nr.T_POWER, nr.T_ONESHOT, nr.T_FOLLOWER, nr.T_CURSE),
    nr.MONSTERS: (nr.T_MONSTER, nr.T_ENHANCER, nr.T_ONESHOT),
}
WANTED = {(side, sort) for side, sorts in SORTS.items() for sort in sorts}


def check_term(s: State, term: Term) -> None:
    """Check that a summand belongs to one who fights, and that its card is the one it is named after."""
    assert s.fight is not None
    fighters = combatants(s.fight)
    bodies = {body.uid: body for body in s.fight.bodies}
    if term.side == nr.MUNCHKINS:
        assert term.seat == -1 or term.seat in fighters
        assert term.body == -1
    else:
        assert term.body == -1 or term.body in bodies
    if term.card >= 0 and term.sort != nr.T_MONSTER:
        assert s.cards[term.card].index == term.name
    elif term.card >= 0:
        assert bodies[term.body].card == term.card
        assert bodies[term.body].definition == term.name
    assert (term.name == -1) == (term.sort == nr.T_LEVEL)
    if term.sort == nr.T_LEVEL:
        assert (term.card, term.amount) == (-1, s.seats[term.seat].level)
    if term.sort == nr.T_ITEM and term.card >= 0:
        assert term.card in s.seats[term.seat].equipped


def test_every_term_has_its_source() -> None:
    rules = load_catalog(["deluxe"])
    seen: set[tuple[int, int]] = set()
    for seed in range(GAMES):
        if seed >= MIN_GAMES and seen >= WANTED:
            break
        game = random_play(rules, 5, f"terms {seed}")
        while game.step() and not game.state.winners:
            s = game.state
            if s.fight is None:
                continue
            found = terms(s)
            for term in found:
                check_term(s, term)
                seen.add((term.side, term.sort))
            for side in (nr.MUNCHKINS, nr.MONSTERS):
                assert totals(s)[side] == sum(term.amount for term in found if term.side == side)
            for seat in combatants(s.fight):
                own = [term.amount for term in found if term.side == nr.MUNCHKINS and term.seat == seat]
                assert munchkin_strength(s, seat) == sum(own)
    assert seen >= WANTED, f"never seen: {WANTED - seen}"
