"""Characters: eight ways to play, each as strong as any, laid over what a bot of some level does anyway."""

from typing import Final

from kickdoor.policies.evaluation.weights import Boldness, Grudge, Patience, Temper, Ways


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
        "Curses whoever leads as soon as there is a curse in hand, and helps nobody gladly.",
        Mood(envy=150, curses=8, saves=40),
        Ways(Boldness(), Grudge(), Patience(), glee=800),
    ),
    Character(
        "imp",
        "Spoils other people's fights for the fun of it, however little they would bring.",
        Mood(hinders=8, saves=70),
        Ways(Boldness(), Grudge(), Patience(), glee=450),
    ),
    Character(
        "flint",
        "Forgets no wrong: whoever curses, robs or refuses it is cursed, hindered, and no longer helped.",
        Mood(),
        Ways(Boldness(), Grudge(spite=80, lasts=96), Patience()),
    ),
    Character(
        "penny",
        "Asks for all there is, haggles over every bargain, and comes down a little at a time.",
        Mood(),
        Ways(Boldness(), Grudge(), Patience(price=300, greed=70, rounds=3)),
    ),
    Character(
        "honey",
        "Helps for next to nothing, takes an offer or leaves it, and curses only to stop somebody from winning.",
        Mood(envy=40, saves=120),
        Ways(Boldness(), Grudge(), Patience(price=-500, greed=-30, rounds=0), glee=-1200),
    ),
    Character(
        "dash",
        "Looks for trouble and for more of it, and worries little about what the monsters would do.",
        Mood(),
        Ways(Boldness(margin=1, glory=150, caution=20, trouble=1000), Grudge(), Patience()),
    ),
    Character(
        "wary",
        "Fights what it must, leaves trouble alone, and helps only where that is safe and well paid.",
        Mood(),
        Ways(Boldness(margin=9, glory=85, caution=250, trouble=-950), Grudge(), Patience(price=400)),
    ),
    Character(
        "magpie",
        "Keeps its cards for when they count, asks a high price for help, and does not haggle.",
        Mood(saves=250),
        Ways(Boldness(), Grudge(), Patience(worth_it=500, price=250, greed=50, rounds=0)),
    ),
]
BY_NAME: Final = {character.name: character for character in CHARACTERS}
