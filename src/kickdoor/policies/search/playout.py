"""Plays games out: the same policies as in real games, but on the game itself, with nobody's view made."""

from kickdoor.engine.state.state import State
from kickdoor.policies.driver import Driver
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.policy import Policy


def playout(state: State, policies: list[Policy], until: int = MAX_TURNS) -> Driver:
    """Play a game on, to its end or to the end of a turn, by number. The state changes: give it a copy or a fork.

    Policies think on the state itself, which is quick. They are made so that they do not use what their seat may not
    know, but try things out among the true cards: do that in worlds dealt by lot, never in a game that counts.
    """
    driver = Driver(state, list(policies), until, None, False)
    driver.play()
    return driver
