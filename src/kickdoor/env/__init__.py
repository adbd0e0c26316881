"""Research environments for PettingZoo, Gymnasium and OpenSpiel on one token core.

Importing this package registers the environments with `gymnasium.make`, if Gymnasium is installed.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None and find_spec("numpy") is not None:
    from kickdoor.env.gym_env import register

    register()
