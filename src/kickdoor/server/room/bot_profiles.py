"""Who a bot in a chair is: its level, a character chosen or drawn at random, and the name and face that go with it."""

from __future__ import annotations

import random
from collections.abc import Container, Sequence

from kickdoor.bots.registry import LEVELS_WITH_PERSONALITY, PERSONALITY_SEPARATOR
from kickdoor.policies.personalities import BY_NAME
from kickdoor.server.room.room_data import SeatData
from kickdoor.server.room.text_cleaning import look_of

ANY = "any"
"""Stands for a character at random: `nasty@any`."""
PERSONALITIES = tuple(BY_NAME)
NAMES = ("Grizel", "Tock", "Mab", "Oswin", "Pell", "Brannoc", "Quill", "Ferox", "Wimble", "Dagna", "Rook", "Tansy")
"""Of bots without a character."""
FACES = {"honey": 0, "imp": 1, "flint": 2, "penny": 3, "dash": 4, "gruff": 5, "wary": 6, "magpie": 7}
"""The pictures of the eight characters: elf, goblin, monk, pirate, robot, viking, witch, wizard."""
SEXES = ("male", "female")


def parted(bot: str) -> tuple[str, str]:
    """Return the level and the character of a bot; the latter is empty where it has none."""
    level, _, character = bot.partition(PERSONALITY_SEPARATOR)
    return level, character


def face_of(bot: str, index: int, taken: Sequence[int] = ()) -> int:
    """Return a bot's picture: that of its personality or of its seat; if it is taken, the next free one.

    Somebody new at the table gets theirs like a bot without a character.
    """
    own = FACES.get(parted(bot)[1], index % len(FACES))
    around = [(own + step) % len(FACES) for step in range(len(FACES))]
    return next((face for face in around if face not in taken), own)


def faces_around(seats: Sequence[SeatData], index: int) -> list[int]:
    """List the pictures of those who sit at the other chairs."""
    return [seat.avatar for i, seat in enumerate(seats) if i != index and seat.kind != "open"]


def faces_of(bots: Sequence[str]) -> list[int]:
    """Return pictures to everybody at a table of whom none is known; characters come first, for they have their own."""
    faces = [-1] * len(bots)
    for index in sorted(range(len(bots)), key=lambda i: parted(bots[i])[1] not in FACES):
        faces[index] = face_of(bots[index], index, faces)
    return faces


def levels_with_personality(bots: Sequence[str]) -> list[str]:
    """List those of the bots at a table that may have a character."""
    return [bot for bot in bots if bot in LEVELS_WITH_PERSONALITY]


def may_sit(bot: str, bots: Container[str]) -> bool:
    """Return whether a bot may be put into a seat where some are offered: one of those, with a character or without."""
    level, at, character = bot.partition(PERSONALITY_SEPARATOR)
    if level not in bots:
        return False
    return not at or (level in LEVELS_WITH_PERSONALITY and (character == ANY or character in BY_NAME))


def put_bot(
    seats: list[SeatData], index: int, bot: str, waiting: bool, rnd: random.Random, taken: Sequence[str] = ()
) -> None:
    """Put a bot into a chair, or another in place of the one there; it bears the name of its character.

    Once a game runs, a bot that plays on for somebody keeps their name: they may come back. `taken`: names of people
    who are about to sit down.
    """
    level, character = parted(bot)
    others = [seat for i, seat in enumerate(seats) if i != index]
    if character == ANY:
        character = by_lot(others, rnd)
    taken_faces = faces_around(seats, index)
    chair = seats[index]
    if chair.kind != "bot":
        chair = seats[index] = SeatData(kind="bot", avatar=face_of(level, index, taken_faces), sex=SEXES[index % 2])
    was = parted(chair.bot)[1]
    if was != character and (waiting or is_called_by_character(chair)):
        chair.name = ""
        chair.avatar = face_of(f"{level}{PERSONALITY_SEPARATOR}{character}", index, taken_faces)
    if not chair.name:
        chair.name = free_name(character, [*taken, *[seat.name for seat in others]], rnd)
    chair.change_bot(f"{level}{PERSONALITY_SEPARATOR}{character}" if character else level)


def by_lot(others: list[SeatData], rnd: random.Random) -> str:
    """Draw a character that nobody else at the table has, while there are enough."""
    taken = [parted(seat.bot)[1] for seat in others if seat.kind == "bot"]
    return rnd.choice([name for name in PERSONALITIES if name not in taken] or list(PERSONALITIES))


def is_called_by_character(chair: SeatData) -> bool:
    """Return whether a bot bears the name of its character, and not that of somebody who has left."""
    character = parted(chair.bot)[1]
    return bool(character) and look_of(chair.name).startswith(look_of(title(character)))


def title(character: str) -> str:
    """Return the name of a character as a seat bears it."""
    return character.capitalize()


def free_name(character: str, taken: list[str], rnd: random.Random) -> str:
    """Name a bot by its character, or at random; never like somebody else."""
    looks = [look_of(name) for name in taken]
    if not character:
        return rnd.choice([name for name in NAMES if look_of(name) not in looks])
    names = [title(character), *[f"{title(character)} {number}" for number in range(2, len(taken) + 3)]]
    return next(name for name in names if look_of(name) not in looks)
