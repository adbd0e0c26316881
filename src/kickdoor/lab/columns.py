"""Tables and columns of the rows of a study. The tables in the guide are generated from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

FORM = 1
"""The version of the tables; raised when a table changes, since rows of two versions are not mixed."""

TEXT, WORD, COUNT, NUMBER, PART, FLAG = "text", "word", "count", "number", "part", "flag"
"""Types of columns: any text, one of few words, a small number, a number, a share, yes or no."""


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
    """The meaning of a row."""
    columns: tuple[Column, ...]

    @cached_property
    def names(self) -> list[str]:
        """Name the columns."""
        return [column.name for column in self.columns]


KEY = (
    Column("variant", WORD, "the variant"),
    Column("setting", WORD, "mix, seats and line-up; the same in every variant"),
    Column("game", NUMBER, "the number of the game in its setting; the same number has the same seed in every variant"),
)
"""Key columns that identify the game of a row in every table."""

GAMES = Table(
    "games",
    "a game",
    (
        *KEY,
        Column("mix", WORD, "the mixed sets, joined by +"),
        Column("seats", COUNT, "the number of seats"),
        Column("line_up", WORD, "the bots, by place"),
        Column("seed", TEXT, "the seed that reproduces the game"),
        Column("first", COUNT, "the seat that began; -1 if none did"),
        Column("winners", COUNT, "number of winners; 0 if the game was cut"),
        Column("turns", NUMBER, "turns until the end"),
        Column("rounds", NUMBER, "rounds until the end, including an incomplete last one"),
        Column("decisions", NUMBER, "answers with a choice"),
        Column("forced", NUMBER, "answers without a choice"),
        Column("fights_won", NUMBER, "fights that were won"),
        Column("fights_lost", NUMBER, "fights that a player ran from"),
        Column("fights_ended", NUMBER, "fights that ended without a kill because no monster was left"),
        Column("fights_helped", NUMBER, "fights, won or lost, with a helper"),
        Column("escaped", NUMBER, "successful escapes from a monster"),
        Column("caught", NUMBER, "failed escapes from a monster"),
        Column("deaths", NUMBER, "deaths"),
        Column("curses", NUMBER, "curses that landed"),
        Column("reshuffles", NUMBER, "times a deck was reshuffled"),
        Column("leads", NUMBER, "times another player took the sole lead"),
        Column("digest", TEXT, "hash of all rows of the game; equal in two variants if the games were identical"),
    ),
)
SEATS = Table(
    "seats",
    "a seat of a game",
    (
        *KEY,
        Column("seat", COUNT, "the seat, from 0"),
        Column("place", COUNT, "the bot's place in the line-up"),
        Column("bot", WORD, "the bot"),
        Column("won", FLAG, "whether the seat won, alone or with others"),
        Column("share", PART, "share of the win: 1 alone, a half for each of two"),
        Column("level", COUNT, "Level at the end"),
        Column("top", COUNT, "highest Level at the end of any turn"),
        Column("turns", NUMBER, "turns of the seat"),
        Column("fights", NUMBER, "fights as main fighter, at their end"),
        Column("won_fights", NUMBER, "of these, fights won"),
        Column("helped", NUMBER, "fights as helper, at their end"),
        Column("asked", NUMBER, "times it asked for help or answered an offer"),
        Column("refused", NUMBER, "times it refused to help, or refused help"),
        Column("gained", NUMBER, "Levels gained"),
        Column("lost", NUMBER, "Levels lost"),
        Column("deaths", NUMBER, "deaths"),
        Column("caught", NUMBER, "monsters that caught it"),
        Column("drawn", NUMBER, "cards from a deck, including the starting hand"),
        Column("played", NUMBER, "cards played"),
        Column("used", NUMBER, "abilities used"),
        Column("curses", NUMBER, "curses that landed on the seat"),
        Column("cursed", NUMBER, "curses of the seat that landed on others"),
        Column("sold", NUMBER, "Gold Pieces from Items sold"),
        Column("trouble", NUMBER, "times it looked for trouble"),
        Column("loots", NUMBER, "times it looted the room"),
    ),
)
FIGHTS = Table(
    "fights",
    "a fight",
    (
        *KEY,
        Column("fight", NUMBER, "the number of the fight in its game"),
        Column("turn", NUMBER, "the turn of the fight"),
        Column("main", COUNT, "the main fighter's seat"),
        Column("helper", COUNT, "the helper's seat; -1 for none"),
        Column("level", COUNT, "the main fighter's Level at the beginning"),
        Column("monster", WORD, "the first monster"),
        Column("monsters", COUNT, "number of monsters, including Mates and Clones"),
        Column(
            "ended", WORD, "won, lost, gone (no monster was left), died (the main fighter), or open when the game ended"
        ),
        Column("strength", NUMBER, "the munchkins' strength at the last prompt before it was decided"),
        Column("against", NUMBER, "the monsters' strength then"),
        Column("cards", NUMBER, "cards played and abilities used"),
        Column("asked", NUMBER, "times help was asked for or offered"),
        Column("refused", NUMBER, "times help was refused"),
        Column("promised", COUNT, "Treasures promised to the helper"),
        Column("items_promised", COUNT, "main fighter's cards promised to the helper"),
        Column("items_wanted", COUNT, "cards the helper promised in return"),
        Column("tokens_promised", COUNT, "tokens promised to the helper"),
        Column("treasures", NUMBER, "Treasures drawn for it"),
        Column("helper_treasures", NUMBER, "of these, Treasures for the helper"),
        Column("levels", NUMBER, "Levels the main fighter gained"),
        Column("helper_levels", NUMBER, "Levels the helper gained"),
        Column("caught", NUMBER, "times one of its monsters caught a player"),
        Column("deaths", NUMBER, "deaths in it"),
    ),
)
MONSTERS = Table(
    "monsters",
    "a monster in a fight",
    (
        *KEY,
        Column("fight", NUMBER, "the number of the fight"),
        Column("monster", WORD, "the monster"),
        Column("joined", FLAG, "whether it joined a fight in progress"),
        Column("ended", WORD, "killed, driven off, removed, met (a player ran from it), or open when the game ended"),
        Column("escaped", COUNT, "players that escaped it"),
        Column("caught", COUNT, "players it caught"),
    ),
)
CARDS = Table(
    "cards",
    "a card that a seat drew, held, owned, used or met, with all its copies",
    (
        *KEY,
        Column("seat", COUNT, "the seat"),
        Column("card", WORD, "the card"),
        Column("since", NUMBER, "the turn in which it first concerned the seat; 0 before the first turn"),
        Column("drawn", COUNT, "times drawn from a deck"),
        Column("held", NUMBER, "turns that began with it in hand, counted for each copy"),
        Column("owned", NUMBER, "turns that began with it in play, counted for each copy"),
        Column("played", COUNT, "times played, including putting an Item on the table"),
        Column("used", COUNT, "times an ability of it was used"),
        Column("sold", COUNT, "times sold"),
        Column("met", COUNT, "times met as the main fighter"),
        Column("killed", COUNT, "times killed as the main fighter"),
        Column("suffered", COUNT, "times it landed on the seat as a curse, or caught it as a monster"),
    ),
)
TURNS = Table(
    "turns",
    "a finished turn, or the turn that ended the game",
    (
        *KEY,
        Column("turn", NUMBER, "the number of the turn, from 1"),
        Column("round", NUMBER, "the number of the round, from 1"),
        Column("seat", COUNT, "the seat whose turn it was"),
        Column("level", COUNT, "its Level at the end of the turn"),
        Column("strength", NUMBER, "its own strength at the end; in the fight, if that ended the game"),
        Column("hand", COUNT, "cards in its hand at the end"),
        Column("in_play", COUNT, "cards it had in play at the end"),
        Column("lowest", COUNT, "the lowest Level at the table then"),
        Column("highest", COUNT, "the highest"),
        Column("leader", COUNT, "the only seat with it; -1 if several had it"),
        Column("fights", COUNT, "fights in this turn"),
        Column("trouble", FLAG, "whether it looked for trouble"),
        Column("loot", FLAG, "whether it looted the room"),
    ),
)
SOAKED = Table(
    "soaked",
    "a game of a soak",
    (
        Column("game", NUMBER, "the number of the game"),
        Column("mix", WORD, "the mixed sets"),
        Column("seats", COUNT, "the number of seats"),
        Column("seed", TEXT, "the seed"),
        Column("decisions", NUMBER, "answers with a choice"),
        Column("forced", NUMBER, "answers without a choice"),
        Column("cut", FLAG, "whether it was cut"),
        Column("fault", TEXT, "the fault; empty if none"),
        Column("step", NUMBER, "the step of the fault; 0 if none"),
        Column("digest", TEXT, "hash of all counts of the game"),
    ),
)
ACTED = Table(
    "acted",
    "a way in which a card acted, summed over the games of one file",
    (
        Column("card", WORD, "the card"),
        Column("way", WORD, "the way; empty for any"),
        Column("games", NUMBER, "number of games in which it did"),
    ),
)
ALWAYS = (GAMES, SEATS)
"""Tables that every study has."""
COUNTED = (FIGHTS, MONSTERS, CARDS, TURNS)
"""Tables that a plan may leave out."""
SOAK = (SOAKED, ACTED)
BY_NAME = {table.name: table for table in (*ALWAYS, *COUNTED, *SOAK)}
