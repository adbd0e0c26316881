"""The version of the rules: what a record or a stored game was made under."""

from typing import Final

# Raised by whoever changes anything after which the same answers can come out otherwise, once from release to release:
# a rule, an effect, a query, what is asked and when, the order of draws, the kinds of event, how a state is written
# (engine/state/codec.py). Card files need no raise: records name them by their digest. If it is forgotten, an older
# game that differs is called false instead of "made under other rules"; records in tests/fixtures that name this
# version tell.
VERSION: Final = 4
"""1: everything up to 0.1, whose records and rooms do not say it. 2: 0.2, the publisher's answers AMB-101 to AMB-112.
3: lost fights stay lost, cards save and move what they say. 4: rulings AMB-113 to AMB-129, swaps of Items."""
