"""What a former main fighter of a fight that changed hands is owed (AMB-102)."""


class Claim:
    """Rewards earned before the fight went to somebody else; the names are those of the fight. Never changed."""

    __slots__ = ("gift", "gift_doors", "kill_levels", "kills", "owed", "seat", "spoils")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.kills = self.kill_levels = 0
        self.owed = self.gift = self.gift_doors = 0
        self.spoils: list[int] = []
