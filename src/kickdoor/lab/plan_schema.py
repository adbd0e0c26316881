"""What a plan may say: the keys of its tables. The reader goes by them, and the guide's table is made from them."""

from __future__ import annotations

from kickdoor.bots.master import MAX_BUDGET
from kickdoor.catalog.file_schema import TABLE, TABLES, TEXT, TEXTS, WORDS, Bounds, Key, Shape, table_key
from kickdoor.engine.cards.field_specs import INT, WORD
from kickdoor.engine.cards.ruleset import Options
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.lab.columns import COUNTED
from kickdoor.lab.study_plan import MAX_CHUNK_GAMES, MAX_GAMES
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.sim.ladder.line_ups import SORTS

PLAY, SOAK = "play", "soak"
TABLE_OPTIONS = Shape("options", [Key(name, "", "", value) for name, value in options_to_dict(Options()).items()])
CHANGED = Shape("cards", [], opens=True)

SETS = Key("sets", TEXTS, "the sets that are mixed; all stands for every set that comes with kickdoor", [])
BOTS = Key("bots", TEXTS, "who plays, dealt round the table; with line_ups, who meets whom", ["normal"])
FOLDERS = Key("folders", TEXTS, "folders with sets of one's own, which join every mix", [])
OPTIONS = table_key("options", TABLE, "table options, as kickdoor options lists them", {}, TABLE_OPTIONS)
CARDS = table_key("cards", TABLE, "by set, a file whose cards take the places of those of the same ids", {}, CHANGED)
BUDGETED = Key("budget", INT, "playouts master may spend on a decision", BUDGET, bounds=Bounds(1, MAX_BUDGET))

VARIANT = Shape(
    "variant",
    [
        Key("name", TEXT, "what it is called"),
        Key("sets", TEXTS, "other sets, if the plan names sets", []),
        Key("bots", TEXTS, "other bots, if the plan has no line-ups", []),
        Key("folders", TEXTS, "further folders with sets of one's own", []),
        table_key("options", TABLE, "table options besides the plan's", {}, TABLE_OPTIONS),
        table_key("cards", TABLE, "files with changed cards besides the plan's", {}, CHANGED),
        Key("budget", INT, "another budget", BUDGET, bounds=Bounds(1, MAX_BUDGET)),
    ],
)
PLAN = Shape(
    "plan",
    [
        Key("kind", WORD, "play, or soak: random games that are checked all along", PLAY, (PLAY, SOAK)),
        Key("title", TEXT, "a line that says what is studied", ""),
        Key("about", TEXTS, "more about it, in paragraphs", []),
        SETS,
        Key(
            "mixes",
            TEXTS,
            "instead of sets: mixes with games of their own; A+B is a mix, all every set by itself, mixed all in one, "
            "every every mix",
            [],
        ),
        Key("seats", INT, "how many play, 3 to 6, or a list of that", 4),
        BOTS,
        Key("line_ups", WORD, f"who sits with whom, as in a ladder: {', '.join(SORTS)}", "", ("", *SORTS)),
        Key("games", INT, "games of each setting and variant; in a soak, of all", 100, bounds=Bounds(1, MAX_GAMES)),
        Key("seed", TEXT, "any word or whole number; the same seed gives the same games", "1"),
        Key("turns", INT, "a game is cut after so many turns", MAX_TURNS, bounds=Bounds(1, 10_000)),
        BUDGETED,
        Key(
            "count",
            WORDS,
            "what is counted besides games and seats",
            [table.name for table in COUNTED],
            tuple(table.name for table in COUNTED),
        ),
        Key(
            "chunk",
            INT,
            "games that go into one file; 0 is as many as seems right",
            0,
            bounds=Bounds(0, MAX_CHUNK_GAMES),
        ),
        FOLDERS,
        OPTIONS,
        CARDS,
        Key("base", TEXT, "what the games without a variant are called", "base"),
        table_key("variants", TABLES, "what is compared with them; game n of all has the same seed", [], VARIANT),
    ],
)
NOT_IN_A_SOAK = ("bots", "line_ups", "turns", "budget", "count", "folders", "cards", "base", "variants")
