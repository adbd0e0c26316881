"""Characters: eight ways to play, each as strong as any, laid over what a bot of some level does anyway."""

from typing import Final

from kickdoor.minds.weights import Boldness, Grudge, Patience, Temper, Ways


class Mood:
    """What a character changes about a bot's envy and spoiling; by itself it changes nothing."""

    __slots__ = ("curses", "envy", "hinders", "saves")

    def __init__(self, envy: int = 100, hinders: int = 0, curses: int = 0, saves: int = 100) -> None:
        self.envy = envy
        """Percent of the envy that the bot would have."""
        self.hinders = hinders
        """Levels by which it spoils fights earlier."""
        self.curses = curses
        """Levels by which it curses the leader earlier."""
        self.saves = saves
        """Percent of the worth at which it would hold what can harm others."""


class Character:
    """Somebody to play against: a name, how they play in a sentence, and the numbers that make them do so."""

    __slots__ = ("mood", "name", "plays", "ways")

    def __init__(self, name: str, plays: str, mood: Mood, ways: Ways) -> None:
        self.name = name
        self.plays = plays
        self.mood = mood
        self.ways = ways

    def over(self, temper: Temper) -> Temper:
        """Gives the temper of a bot with this character."""
        mood = self.mood
        # Nobody minds a game that somebody else wins any less
        envy = [temper.envy[0], *[one * mood.envy // 100 for one in temper.envy[1:]]]
        return Temper(
            envy,
            max(0, temper.hinders_within + mood.hinders),
            max(0, temper.curses_within + mood.curses),
            temper.saves_harm * mood.saves // 100,
            temper.desperate,
            self.ways,
        )


CHARACTERS: Final = [
    Character(
        "gruff",
        "Curses whoever leads as soon as there is a curse to play.",
        Mood(curses=7, saves=60),
        Ways(Boldness(), Grudge(), Patience()),
    ),
    Character(
        "flint",
        "Forgets no wrong: whoever cursed, robbed or refused it pays more, is cursed and seldom helped.",
        Mood(),
        Ways(Boldness(), Grudge(60, 95), Patience()),
    ),
]
BY_NAME: Final = {character.name: character for character in CHARACTERS}
