"""Personalities: eight equally strong adjustments to the play style of a level."""

from typing import Final

from kickdoor.policies.evaluation.weights import Boldness, Grudge, Patience, PlayStyle, StyleTraits


class StyleAdjustment:
    """Changes to the envy and spoiling of a play style; the defaults change nothing."""

    __slots__ = ("curses", "envy", "hinders", "saves")

    def __init__(self, envy: int = 100, hinders: int = 0, curses: int = 0, saves: int = 100) -> None:
        self.envy = envy
        """Percent of the envy of the level."""
        self.hinders = hinders
        """Number of Levels by which it spoils fights earlier."""
        self.curses = curses
        """Number of Levels by which it curses the leader earlier."""
        self.saves = saves
        """Percent of the value that the level gives to harmful cards."""


class Personality:
    """A named bot character: a name, a sentence about how it plays, and its numbers."""

    __slots__ = ("adjustment", "name", "description", "traits")

    def __init__(self, name: str, description: str, adjustment: StyleAdjustment, traits: StyleTraits) -> None:
        self.name = name
        self.description = description
        self.adjustment = adjustment
        self.traits = traits

    def apply_to(self, style: PlayStyle) -> PlayStyle:
        """Return a play style with this personality added."""
        adjustment = self.adjustment
        # Keep the full envy of a player who wins the game.
        envy = [style.envy[0], *[one * adjustment.envy // 100 for one in style.envy[1:]]]
        return PlayStyle(
            envy,
            max(0, style.hinders_within + adjustment.hinders),
            max(0, style.curses_within + adjustment.curses),
            style.saves_harm * adjustment.saves // 100,
            style.desperate,
            self.traits,
        )


CHARACTERS: Final = [
    Personality(
        "gruff",
        "Curses the leader as soon as it holds a curse, and rarely helps gladly.",
        StyleAdjustment(envy=150, curses=8, saves=40),
        StyleTraits(Boldness(), Grudge(), Patience(), glee=800),
    ),
    Personality(
        "imp",
        "Spoils other players' fights for fun, however little that brings.",
        StyleAdjustment(hinders=8, saves=70),
        StyleTraits(Boldness(), Grudge(), Patience(), glee=450),
    ),
    Personality(
        "flint",
        "Never forgets a wrong: curses and hinders players who curse, rob or refuse it, and stops helping them.",
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
        "Helps for next to nothing, never haggles, and curses only to stop a win.",
        StyleAdjustment(envy=40, saves=120),
        StyleTraits(Boldness(), Grudge(), Patience(price=-500, greed=-30, rounds=0), glee=-1200),
    ),
    Personality(
        "dash",
        "Looks for trouble and for more of it, and hardly fears monsters.",
        StyleAdjustment(),
        StyleTraits(Boldness(margin=1, glory=150, caution=20, trouble=1000), Grudge(), Patience()),
    ),
    Personality(
        "wary",
        "Fights only when it must, leaves trouble alone, and helps only where that is safe and well paid.",
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
