"""Characters: eight ways to play, each as strong as any, laid over what a bot of some level does anyway."""

from typing import Final

from kickdoor.policies.evaluation.weights import Boldness, Grudge, Patience, PlayStyle, StyleTraits


class StyleAdjustment:
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


class Personality:
    """Somebody to play against: a name, how they play in a sentence, and the numbers that make them do so."""

    __slots__ = ("mood", "name", "plays", "ways")

    def __init__(self, name: str, plays: str, mood: StyleAdjustment, ways: StyleTraits) -> None:
        self.name = name
        self.plays = plays
        self.mood = mood
        self.ways = ways

    def over(self, temper: PlayStyle) -> PlayStyle:
        """Return the temper of a bot with this character."""
        mood = self.mood
        # Nobody minds a game that somebody else wins any less
        envy = [temper.envy[0], *[one * mood.envy // 100 for one in temper.envy[1:]]]
        return PlayStyle(
            envy,
            max(0, temper.hinders_within + mood.hinders),
            max(0, temper.curses_within + mood.curses),
            temper.saves_harm * mood.saves // 100,
            temper.desperate,
            self.ways,
        )


CHARACTERS: Final = [
    Personality(
        "gruff",
        "Curses the leader as soon as there is a curse in hand, and hates to help.",
        StyleAdjustment(envy=150, curses=8, saves=40),
        StyleTraits(Boldness(), Grudge(), Patience(), glee=800),
    ),
    Personality(
        "imp",
        "Spoils other people's fights for the fun of it, however little they would bring.",
        StyleAdjustment(hinders=8, saves=70),
        StyleTraits(Boldness(), Grudge(), Patience(), glee=450),
    ),
    Personality(
        "flint",
        "Never forgets a wrong: players who curse, rob or refuse it are cursed, hindered, and no longer helped.",
        StyleAdjustment(),
        StyleTraits(Boldness(), Grudge(spite=80, lasts=96), Patience()),
    ),
    Personality(
        "penny",
        "Asks for everything, haggles over every bargain, and gives way a little at a time.",
        StyleAdjustment(),
        StyleTraits(Boldness(), Grudge(), Patience(price=300, greed=70, rounds=3)),
    ),
    Personality(
        "honey",
        "Helps for next to nothing, takes an offer or leaves it, and curses only to stop someone from winning.",
        StyleAdjustment(envy=40, saves=120),
        StyleTraits(Boldness(), Grudge(), Patience(price=-500, greed=-30, rounds=0), glee=-1200),
    ),
    Personality(
        "dash",
        "Looks for trouble and then for more, and does not worry much about what monsters do.",
        StyleAdjustment(),
        StyleTraits(Boldness(margin=1, glory=150, caution=20, trouble=1000), Grudge(), Patience()),
    ),
    Personality(
        "wary",
        "Fights what it must, avoids trouble, and helps only when it is safe and well paid.",
        StyleAdjustment(),
        StyleTraits(Boldness(margin=9, glory=85, caution=250, trouble=-950), Grudge(), Patience(price=400)),
    ),
    Personality(
        "magpie",
        "Saves cards for when they count, asks a high price for help, and does not haggle.",
        StyleAdjustment(saves=250),
        StyleTraits(Boldness(), Grudge(), Patience(worth_it=500, price=250, greed=50, rounds=0)),
    ),
]
BY_NAME: Final = {character.name: character for character in CHARACTERS}
