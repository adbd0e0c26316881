"""Playouts: the policies of real games, applied to the state itself without views."""

from kickdoor.engine.state.state import State
from kickdoor.policies.driver import Driver
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.policy import Policy


def playout(state: State, policies: list[Policy], until: int = MAX_TURNS) -> Driver:
    """Continue a game to its end or to the end of turn `until`. The state changes, so pass a copy or a fork.

    Policies read the state itself, which is fast. They do not use hidden cards to decide, but they simulate actions
    with the true cards. Use playouts only in sampled states, never in a real game.
    """
    driver = Driver(state, list(policies), until, None, False)
    driver.play()
    return driver
