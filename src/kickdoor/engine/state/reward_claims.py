"""Rewards owed for a fight: to a former main fighter (AMB-102), and for monsters killed before it was over."""

from typing import Final

from kickdoor.engine.ids import SeatNo

PER_SLAIN: Final = 3


class RewardClaim:
    """The rewards earned before the fight went to another player, with the field names of the fight. Never changed."""

    __slots__ = ("gift", "gift_doors", "kill_levels", "kills", "owed", "seat", "slain", "spoils")

    def __init__(self, seat: SeatNo) -> None:
        self.seat = seat
        self.kills = self.kill_levels = 0
        self.owed = self.gift = self.gift_doors = 0
        self.spoils: list[int] = []
        self.slain: list[int] = []


def help_owed(slain: list[int], seat: SeatNo) -> int:
    """Return the levels due to a seat for helping to kill monsters, even if it no longer helps (AMB-115)."""
    return sum([slain[i + 2] for i in range(0, len(slain), PER_SLAIN) if slain[i + 1] == seat])


def kills_helped(slain: list[int], seat: SeatNo) -> int:
    """Return the number of monsters that a seat helped to kill."""
    return slain[1::PER_SLAIN].count(seat)
