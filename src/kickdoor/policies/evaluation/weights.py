"""Weights of the evaluation. Their unit is a Gold Piece: a Level costs a thousand of them.

They are estimates from the printed cards, not fitted to games. Only the play styles were chosen by simulation.
"""

from typing import Final

LEVEL: Final = 1000
"""The price of a Level; all other values are relative to it."""
LAST_STEP: Final = 600
"""Extra value of the Level below the winning one, from which one kill is enough."""
WIN: Final = 30_000
"""Value of winning, more than everything a player could lose."""
STRENGTH: Final = 170
"""One point of lasting strength. Items cost about 200 a point, part of which a sale returns."""
PASSING_STRENGTH: Final = 40
"""One point of a Curse that ends after one combat."""
RUN: Final = 90
"""One point on every roll to Run Away: a sixth of the cost of being caught, in one or two lost fights a game."""
RESALE: Final = 40
"""Percent of an Item's value that count before a sale, since a Level takes several Items."""
POTENTIAL: Final = 60
"""One point of strength of a usable Item that is not equipped: in hand, or beside a better one."""
FOREIGN: Final = 15
"""The same if its restrictions are not met; a Class or Race may still come."""
POWER: Final = 120
"""One effect of a card in play besides its bonus."""
IDENTITY: Final = 150
"""A Class or Race in play, besides its powers: Items require it, though some monsters are stronger against it."""
SPARE_IDENTITY: Final = 70
"""A Class or Race in hand for which there is no room yet."""
LASTING_CURSE: Final = -150
"""A lasting Curse, in addition to its effect on strength and rolls."""
ONESHOT_POINT: Final = 55
"""One point of strength for one fight."""
ONESHOT: Final = 60
"""Extra value of a card that works at any time, for either side."""
ONESHOT_EFFECT: Final = 280
"""A one-shot with an effect, about as good as a bonus of four."""
HARM_POINT: Final = 16
"""One point for the monsters, worth less than one for the own side, since it only causes another's loss."""
PREY: Final = 200
"""A monster in hand that the player would beat."""
PREY_TREASURE: Final = 60
UNFIT: Final = 60
"""A card that is useful only as payment."""
CURSE: Final = 230
GOUP: Final = 850
"""A Go Up a Level card; less than a Level, so that it is played rather than kept."""
CHEAT: Final = 300
EXTRA: Final = 120
"""Super Munchkin or Half-Breed in play: room for a second card, and no disadvantages of the first."""
SPARE_EXTRA: Final = 60
"""Super Munchkin or Half-Breed in hand."""
FIGHT_CARD: Final = 140
OTHER: Final = 250
FOLLOWER: Final = 200
"""A follower in play: it can be sacrificed instead of a roll, and many carry Items or fight."""
SPARE_FOLLOWER: Final = 120
"""A follower in hand."""
TREASURE_CARD: Final = 330
"""An unseen Treasure card."""
TOKEN: Final = 220
"""The first token of a kind; four kinds make a Level."""
SPARE_TOKEN: Final = 60
"""A further token of a kind, or a token that makes no Level; useful as payment."""
PURSE: Final = 10
"""A card in hand that only gives tokens."""
MAX_TOKENS: Final = 10
"""Maximum number of tokens of a kind that are valued."""
DOOR_CARD: Final = 170
"""An unseen Door card."""
NEW_HAND: Final = 8 * 150
"""The new hand of a dead player, less the turn they wait for it."""
WORTH_IT: Final = 40
"""Minimum gain of a play."""
RISK_OF_HELPING: Final = 12
"""Percent of helped fights that are still lost, so that the helper must run too. The estimate is low: among four
normal bots it was 18 (137 of 778 helped fights, 150 games)."""
SAFE_MARGIN: Final = 3
"""Lead that a bot wants before it makes a won fight harder, since others may have a card too."""
EXPECTED_INTERFERENCE: Final = 120
"""Hundredths of a point that a card in another's hand may add for the monsters: about one in four adds five."""
FAR_BEHIND: Final = 3
"""Levels behind the bot at which not even the leader of the others is cursed."""
ABOUT_TO_WIN: Final = 1
"""Missing Levels at which patience and reluctance end."""
SPITE_A_LEVEL: Final = 20
"""Percent of envy from wrongs that makes the bot spoil the fights of a player one Level earlier."""
BITTER: Final = 50
"""Percent of envy from wrongs beyond which the bot harms a player at any Level."""
CHOICE: Final = 200
"""Extra value of the first pick among very many Treasures over an average one; the last one is worth that less."""
SURE: Final = 250
"""Gain at which a bargain is almost certainly accepted, larger than the error of the estimates."""
OWN_CARDS: Final = 300
"""Cost of winning a fight without help: one or two one-shots."""
RIVALRY: Final = 40
"""Percent of cases in which another possible helper asks for half of the Treasures."""
SLIM_CHANCE: Final = 15
"""Minimum percent likelihood of acceptance of terms that are named."""
LAST_LEVEL_ENVY: Final = 250
"""Percent of envy for the payment of a helper who lacks one Level."""


class Boldness:
    """The willingness of a bot to take risks."""

    __slots__ = ("caution", "glory", "margin", "trouble")

    def __init__(self, margin: int = SAFE_MARGIN, glory: int = 100, caution: int = 100, trouble: int = 0) -> None:
        self.margin = margin
        """The lead that it wants before it makes a won fight harder."""
        self.glory = glory
        """Percent at which it counts the rewards of a fight."""
        self.caution = caution
        """Percent at which it counts the dangers of monsters."""
        self.trouble = trouble
        """Extra value of looking for trouble or adding to a fight, in Gold Pieces."""


class Grudge:
    """The strength and duration of grudges."""

    __slots__ = ("lasts", "spite")

    def __init__(self, spite: int = 0, lasts: int = 0) -> None:
        self.spite = spite
        """Percent that a whole wrong, such as a Curse, adds to the envy of the culprit; with 0 the bot receives no
        events."""
        self.lasts = lasts
        """Percent of a wrong that remain when the next turn of any player begins."""


class Patience:
    """The thrift of a bot with its cards, and its haggling."""

    __slots__ = ("greed", "price", "rounds", "worth_it")

    def __init__(self, worth_it: int = WORTH_IT, price: int = 0, greed: int = 0, rounds: int = 1) -> None:
        self.worth_it = worth_it
        """Minimum gain of a play in Gold Pieces; a higher number saves cards for later."""
        self.price = price
        """Gain that helping must bring beyond its cost; below zero it helps at a loss."""
        self.greed = greed
        """Number added to the percent likelihood of acceptance; a greedy bot underestimates refusals."""
        self.rounds = rounds
        """Number of counteroffers after the other's, and of requests to the same seat in a turn, each for less; 0 means
        that it never haggles."""


class StyleTraits:
    """The traits of a personality besides envy."""

    __slots__ = ("boldness", "glee", "grudge", "patience")

    def __init__(self, boldness: Boldness, grudge: Grudge, patience: Patience, glee: int = 0) -> None:
        self.boldness = boldness
        self.grudge = grudge
        self.patience = patience
        self.glee = glee
        """Extra value of a harmful Curse, or of a fight turned against others, in Gold Pieces; below zero it is
        reluctant to harm."""


NEUTRAL_TRAITS = StyleTraits(Boldness(), Grudge(), Patience())
"""The traits of a bot without a personality."""


class PlayStyle:
    """The play style of a bot: its envy of other players, and its traits."""

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
        traits: StyleTraits = NEUTRAL_TRAITS,
    ) -> None:
        self.envy = envy
        """Percent of another's gain that count as a loss of the bot, by the Levels that the other then lacks."""
        self.hinders_within = hinders_within
        """It spoils fights that bring a player within this many Levels of the win."""
        self.curses_within = curses_within
        """It curses a leader who is within this many Levels of the win."""
        self.saves_harm = saves_harm
        """Percent of their value at which it counts harmful cards."""
        self.desperate = desperate
        """Whether it plays everything against a fight for the win even if that is not enough, since others may add."""
        self.boldness = traits.boldness
        self.grudge = traits.grudge
        self.patience = traits.patience
        self.glee = traits.glee

    def envy_at(self, missing: int) -> int:
        """Return the envy of a player who lacks a number of Levels."""
        return self.envy[max(0, min(missing, len(self.envy) - 1))]


NORMAL = PlayStyle(envy=[100, 90, 80, 60, 45, 30], hinders_within=5, curses_within=8, saves_harm=100, desperate=True)
"""Hinders every player who gets ahead, from the first Levels on; such games last about ten rounds."""
NASTY = PlayStyle(envy=[100, 75, 30, 12, 8, 6], hinders_within=0, curses_within=2, saves_harm=130, desperate=True)
"""Lets others progress and helps them for pay, until a player could win; it saves cards to stop that player."""
MASTERLY = PlayStyle(
    NASTY.envy,
    NASTY.hinders_within,
    NASTY.curses_within,
    NASTY.saves_harm,
    NASTY.desperate,
    StyleTraits(Boldness(), Grudge(), Patience(rounds=2)),
)
"""NASTY with haggling: it answers a price with a lower one before it pays."""
