"""Research environments: the games as PettingZoo, Gymnasium and OpenSpiel know games, all on one core of tokens.

To import this is to make the environments known to `gymnasium.make`, if Gymnasium is installed.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    from kickdoor.env.gym_env import register

    register()
