"""What is written down of every game: the tables and their columns. The guide's tables are made from this."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

FORM = 1
"""Raised when a table changes: rows of two forms are not mixed."""

TEXT, WORD, COUNT, NUMBER, PART, FLAG = "text", "word", "count", "number", "part", "flag"
"""Sorts of columns: any text, one of few words, a small number, a number, a part of 1, yes or no."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    sort: str
    means: str


@dataclass(frozen=True)
class Table:
    """One table of rows."""

    name: str
    row: str
    """What a row is."""
    columns: tuple[Column, ...]

    @cached_property
    def names(self) -> list[str]:
        """Names the columns."""
        return [column.name for column in self.columns]


KEY = (
    Column("variant", WORD, "the variant"),
    Column("setting", WORD, "who plays with what: mix, seats and line-up; the same in every variant"),
    Column("game", NUMBER, "the number of the game in its setting; equal numbers of two variants have the same seed"),
)
"""With these a row finds its game in every other table."""

GAMES = Table(
    "games",
    "a game",
    (
        *KEY,
        Column("mix", WORD, "the sets that were mixed, with + between them"),
        Column("seats", COUNT, "how many played"),
        Column("line_up", WORD, "who played, by place"),
        Column("seed", TEXT, "the seed, with which the game can be played again"),
        Column("first", COUNT, "the seat that began; -1 if nobody did"),
        Column("winners", COUNT, "how many won together; 0 if the game was cut"),
        Column("turns", NUMBER, "turns until the end"),
        Column("rounds", NUMBER, "rounds until the end, the last one counted even if it was not whole"),
        Column("decisions", NUMBER, "answers where there was a choice"),
        Column("forced", NUMBER, "answers where there was none"),
        Column("fights_won", NUMBER, "fights that were won"),
        Column("fights_lost", NUMBER, "fights that somebody ran from"),
        Column("fights_ended", NUMBER, "fights that were over because no monster was left, without a kill"),
        Column("fights_helped", NUMBER, "fights, won or lost, in which somebody helped"),
        Column("escaped", NUMBER, "flights from a monster that got away"),
        Column("caught", NUMBER, "flights from a monster that did not"),
        Column("deaths", NUMBER, "deaths"),
        Column("curses", NUMBER, "curses that landed"),
        Column("reshuffles", NUMBER, "times that a deck was shuffled anew"),
        Column("leads", NUMBER, "times that somebody else came to lead alone"),
        Column("digest", TEXT, "stands for all rows of the game; equal in two variants if nothing came out otherwise"),
    ),
)
SEATS = Table(
    "seats",
    "a seat of a game",
    (
        *KEY,
        Column("seat", COUNT, "the seat, from 0"),
        Column("place", COUNT, "the place in the line-up of who sat there"),
        Column("bot", WORD, "who sat there"),
        Column("won", FLAG, "whether they won, alone or with others"),
        Column("share", PART, "their share of the win: 1 alone, a half for each of two"),
        Column("level", COUNT, "their Level at the end"),
        Column("top", COUNT, "the highest Level they had at the end of any turn"),
        Column("turns", NUMBER, "turns they had"),
        Column("fights", NUMBER, "fights they were the main fighter of when those were decided"),
        Column("won_fights", NUMBER, "of these, those that were won"),
        Column("helped", NUMBER, "fights in which they helped somebody when those were decided"),
        Column("asked", NUMBER, "times they asked for help or answered an offer by another"),
        Column("refused", NUMBER, "times they refused to help, or refused help"),
        Column("gained", NUMBER, "levels gained"),
        Column("lost", NUMBER, "levels lost"),
        Column("deaths", NUMBER, "deaths"),
        Column("caught", NUMBER, "monsters that caught them"),
        Column("drawn", NUMBER, "cards that came to them from a deck, the first eight among them"),
        Column("played", NUMBER, "cards they played"),
        Column("used", NUMBER, "abilities they used"),
        Column("curses", NUMBER, "curses that landed on them"),
        Column("cursed", NUMBER, "curses of theirs that landed on others"),
        Column("sold", NUMBER, "Gold Pieces that they sold Items for"),
        Column("trouble", NUMBER, "times they looked for trouble"),
        Column("loots", NUMBER, "times they looted the room"),
    ),
)
FIGHTS = Table(
    "fights",
    "a fight",
    (
        *KEY,
        Column("fight", NUMBER, "the number of the fight in its game"),
        Column("turn", NUMBER, "in which turn it was"),
        Column("main", COUNT, "the main fighter's seat"),
        Column("helper", COUNT, "the helper's seat; -1 for nobody"),
        Column("level", COUNT, "the main fighter's Level when it began"),
        Column("monster", WORD, "the monster it began with"),
        Column("monsters", COUNT, "how many monsters were in it, Mates and Clones among them"),
        Column(
            "ended", WORD, "won, lost, gone (no monster was left), died (the main fighter), or open as the game ended"
        ),
        Column("strength", NUMBER, "the munchkins' strength when the game last waited in it before it was decided"),
        Column("against", NUMBER, "the monsters' strength then"),
        Column("cards", NUMBER, "cards played and abilities used in it"),
        Column("asked", NUMBER, "times help was asked for or offered"),
        Column("refused", NUMBER, "times that was refused"),
        Column("promised", COUNT, "Treasures that the helper was promised"),
        Column("items_promised", COUNT, "cards of the main fighter's that the helper was promised"),
        Column("items_wanted", COUNT, "cards that the helper promised in return"),
        Column("tokens_promised", COUNT, "tokens that the helper was promised"),
        Column("treasures", NUMBER, "Treasures that were drawn for it"),
        Column("helper_treasures", NUMBER, "of these, those the helper got"),
        Column("levels", NUMBER, "levels the main fighter gained by it"),
        Column("helper_levels", NUMBER, "levels the helper gained by it"),
        Column("caught", NUMBER, "times that a monster of it caught somebody"),
        Column("deaths", NUMBER, "munchkins that died of it"),
    ),
)
MONSTERS = Table(
    "monsters",
    "a monster in a fight",
    (
        *KEY,
        Column("fight", NUMBER, "the number of the fight"),
        Column("monster", WORD, "the monster"),
        Column("joined", FLAG, "whether it came to a fight that others had begun"),
        Column("ended", WORD, "killed, driven off, removed, met (somebody ran from it), or open as the game ended"),
        Column("escaped", COUNT, "how many got away from it"),
        Column("caught", COUNT, "how many it caught"),
    ),
)
CARDS = Table(
    "cards",
    "a card that a seat had to do with, with all its copies",
    (
        *KEY,
        Column("seat", COUNT, "the seat"),
        Column("card", WORD, "the card"),
        Column("since", NUMBER, "the turn in which it first came up for them; 0 before the first"),
        Column("drawn", COUNT, "times it came to them from a deck"),
        Column("held", NUMBER, "turns at whose beginning it was in their hand, counted for each copy"),
        Column("owned", NUMBER, "turns at whose beginning it lay before them, counted for each copy"),
        Column("played", COUNT, "times they played it; laying an Item out counts too"),
        Column("used", COUNT, "times they used an ability of it"),
        Column("sold", COUNT, "times they sold it"),
        Column("met", COUNT, "times they stood before it as the main fighter"),
        Column("killed", COUNT, "times they were the main fighter as it was killed"),
        Column("suffered", COUNT, "times it landed on them as a curse, or caught them as a monster"),
    ),
)
TURNS = Table(
    "turns",
    "a turn that was ended, or that ended the game",
    (
        *KEY,
        Column("turn", NUMBER, "the number of the turn, from 1"),
        Column("round", NUMBER, "the number of the round, from 1"),
        Column("seat", COUNT, "whose turn it was"),
        Column("level", COUNT, "their Level at its end"),
        Column("strength", NUMBER, "their own strength at its end; in the fight, if that ended the game"),
        Column("hand", COUNT, "cards in their hand at its end"),
        Column("in_play", COUNT, "cards that lay before them at its end"),
        Column("lowest", COUNT, "the lowest Level at the table then"),
        Column("highest", COUNT, "the highest"),
        Column("leader", COUNT, "the seat that had it alone; -1 if several had"),
        Column("fights", COUNT, "fights in this turn"),
        Column("trouble", FLAG, "whether they looked for trouble"),
        Column("loot", FLAG, "whether they looted the room"),
    ),
)
SOAKED = Table(
    "soaked",
    "a game of a soak",
    (
        Column("game", NUMBER, "the number of the game"),
        Column("mix", WORD, "the sets that were mixed"),
        Column("seats", COUNT, "how many played"),
        Column("seed", TEXT, "the seed"),
        Column("decisions", NUMBER, "answers where there was a choice"),
        Column("forced", NUMBER, "answers where there was none"),
        Column("cut", FLAG, "whether it was cut"),
        Column("fault", TEXT, "what was wrong; empty if nothing was"),
        Column("step", NUMBER, "at which step that was found; 0 if nothing was"),
        Column("digest", TEXT, "stands for all that was counted in the game"),
    ),
)
ACTED = Table(
    "acted",
    "a way in which a card acted, summed up over the games of one file",
    (
        Column("card", WORD, "the card"),
        Column("way", WORD, "in which way it acted; empty for any"),
        Column("games", NUMBER, "in how many games it did"),
    ),
)
ALWAYS = (GAMES, SEATS)
"""Tables that every study has."""
COUNTED = (FIGHTS, MONSTERS, CARDS, TURNS)
"""Tables that a plan may leave out."""
SOAK = (SOAKED, ACTED)
BY_NAME = {table.name: table for table in (*ALWAYS, *COUNTED, *SOAK)}
