"""The numbers bots weigh with, in one place. Their unit is a Gold Piece: a level costs a thousand of them.

They are set by judgement from what the cards print, not fitted to games. Only tempers were chosen by simulation.
"""

from typing import Final

LEVEL: Final = 1000
"""What a level costs in the shop; all else is measured against it."""
LAST_STEP: Final = 600
"""On top for the Level below the winning one: from there one kill is enough."""
WIN: Final = 30_000
"""Winning outweighs everything a munchkin could lose."""
STRENGTH: Final = 170
"""One point of lasting strength. Items cost about 200 a point, and part of that is what they fetch again."""
PASSING_STRENGTH: Final = 40
"""A point of a curse that is over after one combat."""
RUN: Final = 90
"""One point on every roll to run away: a sixth of what being caught costs, in one or two lost fights a game."""
RESALE: Final = 40
"""Percent of an Item's value that count while nobody has sold it: it takes several to make a level."""
POTENTIAL: Final = 60
"""A point of strength of an Item that could be used but lies idle: in the hand, or beside a better one."""
FOREIGN: Final = 15
"""The same where its restrictions are not met: a Class or Race may still come."""
POWER: Final = 120
"""Something that a card in play does besides its bonus."""
IDENTITY: Final = 150
"""A Class or Race in play, besides its powers: Items ask for it, though some monsters are stronger against it."""
SPARE_IDENTITY: Final = 70
"""One in hand, for which there is no room yet."""
LASTING_CURSE: Final = -150
"""A curse that lies before a munchkin, on top of what it does to strength and rolls."""
ONESHOT_POINT: Final = 55
"""A point of strength for one fight."""
ONESHOT: Final = 60
"""That a card works at any time, for either side."""
ONESHOT_EFFECT: Final = 280
"""A one-shot with an effect of its own, about as good as a bonus of four."""
HARM_POINT: Final = 16
"""A point for the monsters: worth less than one for its owner's side, as it brings nothing but another's loss."""
PREY: Final = 200
"""A monster in hand that its owner would beat."""
PREY_TREASURE: Final = 60
UNFIT: Final = 60
"""A card that is good for paying with, and for little else."""
CURSE: Final = 230
GOUP: Final = 850
"""Below a level, so that it is played rather than kept."""
CHEAT: Final = 300
EXTRA: Final = 120
"""Super Munchkin and Half-Breed in play: they make room for a second card, and bar what is bad about the first."""
SPARE_EXTRA: Final = 60
"""One in hand, which does nothing there."""
FIGHT_CARD: Final = 140
OTHER: Final = 250
FOLLOWER: Final = 200
"""One in play: it saves its munchkin from a roll, and many carry or fight."""
SPARE_FOLLOWER: Final = 120
"""One in hand, who does nothing there."""
TREASURE_CARD: Final = 330
"""A Treasure nobody has seen yet."""
TOKEN: Final = 220
"""A kind of token one has: four make a level."""
SPARE_TOKEN: Final = 60
"""One more of a kind, or one of a kind that makes no level: something may be paid with it."""
PURSE: Final = 10
"""A card in hand that only gives tokens."""
MAX_TOKENS: Final = 10
"""More of a kind are of no use."""
DOOR_CARD: Final = 170
"""A Door card nobody has seen yet."""
NEW_HAND: Final = 8 * 150
"""What the dead draw again, less the turn they wait for it."""
WORTH_IT: Final = 40
"""Gains below this are not worth a play."""
RISK_OF_HELPING: Final = 12
"""Percent of helped fights that are lost after all, so that the helper has to run too. It is a guess on the low side:
among four normal bots it was 18 (137 of 778 helped fights, 150 games)."""
SAFE_MARGIN: Final = 3
"""How far ahead a munchkin wants to be before making a won fight harder: others may have a card too."""
EXPECTED_INTERFERENCE: Final = 120
"""Points in hundredths that a card in another's hand may add for the monsters: one in four or so, by about five."""
FAR_BEHIND: Final = 3
"""Levels behind the bot at which even the first of the others is not cursed."""
ABOUT_TO_WIN: Final = 1
"""Levels lacked to the win at which patience and scruples end."""
SPITE_A_LEVEL: Final = 20
"""Percent of envy by wrongs for which somebody's fights are spoiled one level earlier."""
BITTER: Final = 50
"""Percent of envy by wrongs from which on it does not matter how far somebody is: they have it coming."""
CHOICE: Final = 200
"""What the first pick among very many Treasures is worth more than an average one, and the last one less."""
SURE: Final = 250
"""A gain by a bargain that the other will hardly let go: estimates are off by less."""
OWN_CARDS: Final = 300
"""What it costs a main fighter to turn a fight without help: a one-shot or two."""
RIVALRY: Final = 40
"""Percent of cases in which somebody else who could help asks for half of the Treasures."""
SLIM_CHANCE: Final = 15
"""Terms that are taken less often, in percent, are not worth the words."""
LAST_LEVEL_ENVY: Final = 250
"""Percent at which a main fighter minds what a helper gets who lacks but one level."""


class Boldness:
    """What risks a bot takes."""

    __slots__ = ("caution", "glory", "margin", "trouble")

    def __init__(self, margin: int = SAFE_MARGIN, glory: int = 100, caution: int = 100, trouble: int = 0) -> None:
        self.margin = margin
        """How far ahead it wants to be before it makes a fight harder that it is winning."""
        self.glory = glory
        """Percent at which it counts what a fight brings it."""
        self.caution = caution
        """Percent at which it counts what monsters may do to it."""
        self.trouble = trouble
        """What looking for trouble, or for more of it, is worth to it besides what it brings, in Gold Pieces."""


class Grudge:
    """How much a bot minds a wrong, and for how long."""

    __slots__ = ("lasts", "spite")

    def __init__(self, spite: int = 0, lasts: int = 0) -> None:
        self.spite = spite
        """Percent that a whole wrong, such as a curse, adds to its envy of whoever did it; without any it does not
        even listen."""
        self.lasts = lasts
        """Percent of a wrong that are left when the next turn begins, anybody's."""


class Patience:
    """How a bot spends its cards, and how it haggles."""

    __slots__ = ("greed", "price", "rounds", "worth_it")

    def __init__(self, worth_it: int = WORTH_IT, price: int = 0, greed: int = 0, rounds: int = 1) -> None:
        self.worth_it = worth_it
        """What a play must bring at least, in Gold Pieces: who waits for better moments wants more."""
        self.price = price
        """What helping must bring it besides what it costs; below nought it helps at a loss."""
        self.greed = greed
        """Added to the percent of cases in which terms are taken: who is greedy thinks little of being refused."""
        self.rounds = rounds
        """How many counters it makes after the other's, and how often it asks the same munchkin in a turn, each time
        for less: nought is take it or leave it."""


class StyleTraits:
    """What makes a character besides envy."""

    __slots__ = ("boldness", "glee", "grudge", "patience")

    def __init__(self, boldness: Boldness, grudge: Grudge, patience: Patience, glee: int = 0) -> None:
        self.boldness = boldness
        self.grudge = grudge
        self.patience = patience
        self.glee = glee
        """What a curse that harms, or a fight that is turned against others, is worth to it besides, in Gold Pieces;
        below nought it is loath to do such things."""


NEUTRAL_TRAITS = StyleTraits(Boldness(), Grudge(), Patience())
"""Those of a bot without a character."""


class PlayStyle:
    """How much a bot minds what others get, and the ways it has besides."""

    __slots__ = (
        "boldness", "curses_within", "desperate", "envy", "glee", "grudge", "hinders_within", "patience", "saves_harm"
    )  # fmt: skip

    def __init__(
        self,
        envy: list[int],
        hinders_within: int,
        curses_within: int,
        saves_harm: int,
        desperate: bool,
        ways: StyleTraits = NEUTRAL_TRAITS,
    ) -> None:
        self.envy = envy
        """Percent of another's gain that count as the bot's own loss, by the levels the other then lacks to the win."""
        self.hinders_within = hinders_within
        """Spoils fights that bring somebody within so many levels of the win."""
        self.curses_within = curses_within
        """Curses a leader who is within so many levels of the win."""
        self.saves_harm = saves_harm
        """Percent of their worth at which it holds what can harm others."""
        self.desperate = desperate
        """Throws all it has at a fight for the win, even if that is not enough: others may do the rest."""
        self.boldness = ways.boldness
        self.grudge = ways.grudge
        self.patience = ways.patience
        self.glee = ways.glee

    def envy_at(self, missing: int) -> int:
        """Return the envy for somebody who lacks so many levels."""
        return self.envy[max(0, min(missing, len(self.envy) - 1))]


NORMAL = PlayStyle(envy=[100, 90, 80, 60, 45, 30], hinders_within=5, curses_within=8, saves_harm=100, desperate=True)
"""Hinders whoever gets ahead, from the first levels on, and spends its cards on it: so games last some ten rounds."""
NASTY = PlayStyle(envy=[100, 75, 30, 12, 8, 6], hinders_within=0, curses_within=2, saves_harm=130, desperate=True)
"""Lets others get on, and helps them for pay, until somebody could win, whom it then has the cards to stop."""
MASTERLY = PlayStyle(
    NASTY.envy,
    NASTY.hinders_within,
    NASTY.curses_within,
    NASTY.saves_harm,
    NASTY.desperate,
    StyleTraits(Boldness(), Grudge(), Patience(rounds=2)),
)
"""NASTY that haggles: whoever names a price to it hears a lower one before it pays."""
