"""Rewards owed for a fight: to a former main fighter (AMB-102), and for monsters killed before it was over."""

from typing import ClassVar, Final

from kickdoor.engine.ids import SeatNo
from kickdoor.engine.state.fields import GIVEN, KILLS, NUMBER, PUBLIC, SEAT, SLAIN, StateField

PER_SLAIN: Final = 3


class RewardClaim:
    """The rewards earned before the fight went to another player, with the field names of the fight. Never changed."""

    FIELDS: ClassVar[tuple[StateField, ...]] = (
        StateField("seat", SEAT, PUBLIC, "The former main fighter.", GIVEN),
        StateField("kills", NUMBER, PUBLIC, "Monsters killed before the fight was over."),
        StateField("kill_levels", NUMBER, PUBLIC, "The Levels due for these kills."),
        StateField("owed", NUMBER, PUBLIC, "Treasures of monsters driven off."),
        StateField("gift", NUMBER, PUBLIC, "Treasures drawn face-down when the fight is over."),
        StateField("gift_doors", NUMBER, PUBLIC, "Doors drawn face-down when the fight is over."),
        StateField("spoils", KILLS, PUBLIC, "For each monster killed: tags, additional tokens, the neighbour's picks."),
        StateField(
            "slain", SLAIN, PUBLIC, "For each kill: the definition, the helper, the helper's Levels.", optional=True
        ),
    )

    # Made by tools/state_fields.py from here to the end of the class.
    __slots__ = ("gift", "gift_doors", "kill_levels", "kills", "owed", "seat", "slain", "spoils")

    def __init__(self, seat: SeatNo) -> None:
        self.seat = seat
        self.kills = 0
        self.kill_levels = 0
        self.owed = 0
        self.gift = 0
        self.gift_doors = 0
        self.spoils: list[int] = []
        self.slain: list[int] = []


def help_owed(slain: list[int], seat: SeatNo) -> int:
    """Return the levels due to a seat for helping to kill monsters, even if it no longer helps (AMB-115)."""
    return sum([slain[i + 2] for i in range(0, len(slain), PER_SLAIN) if slain[i + 1] == seat])


def kills_helped(slain: list[int], seat: SeatNo) -> int:
    """Return the number of monsters that a seat helped to kill."""
    return slain[1::PER_SLAIN].count(seat)
