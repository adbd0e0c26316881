"""Names for the kinds of number that the engine passes around; each is an `int`, so that they cost nothing compiled.

Counts and amounts stay `int`.
"""

from typing import TypeAlias

SeatNo: TypeAlias = int
"""The number of a seat, from 0; -1 for none."""
SeatMask: TypeAlias = int
"""A set of seats, one bit each."""
CardId: TypeAlias = int
"""The number of a card in its game, from 0; -1 for none."""
DefinitionId: TypeAlias = int
"""The number of a card's definition in the rule set."""
MonsterId: TypeAlias = int
"""The number of a monster in its fight, which it keeps while others come and go; -1 for none."""
DeckNo: TypeAlias = int
"""A deck: Doors or Treasures."""
OptionCode: TypeAlias = int
"""An option as one number: its action and what it is about."""
PromptKind: TypeAlias = int
"""The kind of a prompt."""
ProgramId: TypeAlias = int
"""The number of an effect program in the rule set; -1 for none."""
ModifierId: TypeAlias = int
"""The number of a modifier in the rule set; -1 for none."""
QueryNo: TypeAlias = int
"""A value that modifiers can change, such as a hand limit."""
EventKind: TypeAlias = int
"""The kind of something that sets off triggers."""
TimingMask: TypeAlias = int
"""A set of timings, one bit each."""
TagMask: TypeAlias = int
"""A set of tags, such as those of token kinds or monsters, one bit each."""
SlotNo: TypeAlias = int
"""A place for gear, such as the head."""
