"""Schema of plans: the keys of their tables. The reader and the table in the guide use it."""

from __future__ import annotations

from kickdoor.bots.master import MAX_BUDGET
from kickdoor.catalog.file_schema import TABLE, TABLES, TEXT, TEXTS, WORDS, Bounds, Key, Shape, table_key
from kickdoor.engine.cards.field_specs import INT, WORD
from kickdoor.engine.cards.ruleset import RuleOptions
from kickdoor.engine.state.codec import options_to_dict
from kickdoor.lab.columns import COUNTED
from kickdoor.lab.study_plan import MAX_CHUNK_GAMES, MAX_GAMES
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.sim.ladder.line_ups import SORTS

PLAY, SOAK = "play", "soak"
TABLE_OPTIONS = Shape("options", [Key(name, "", "", value) for name, value in options_to_dict(RuleOptions()).items()])
CHANGED = Shape("cards", [], opens=True)

SETS = Key("sets", TEXTS, "the sets to mix; all means every bundled set", [])
BOTS = Key("bots", TEXTS, "the bots, seated in turn round the table; with line_ups, the bots that meet", ["normal"])
FOLDERS = Key("folders", TEXTS, "folders of custom sets, which join every mix", [])
OPTIONS = table_key("options", TABLE, "table options, as listed by kickdoor options", {}, TABLE_OPTIONS)
CARDS = table_key("cards", TABLE, "for each set, a file with cards that replace those of the same ids", {}, CHANGED)
BUDGETED = Key("budget", INT, "playouts master may spend on a decision", BUDGET, bounds=Bounds(1, MAX_BUDGET))

VARIANT = Shape(
    "variant",
    [
        Key("name", TEXT, "the name"),
        Key("sets", TEXTS, "other sets, if the plan names sets", []),
        Key("bots", TEXTS, "other bots, if the plan has no line-ups", []),
        Key("folders", TEXTS, "more folders of custom sets", []),
        table_key("options", TABLE, "table options in addition to the plan's", {}, TABLE_OPTIONS),
        table_key("cards", TABLE, "files with changed cards in addition to the plan's", {}, CHANGED),
        Key("budget", INT, "another budget", BUDGET, bounds=Bounds(1, MAX_BUDGET)),
    ],
)
PLAN = Shape(
    "plan",
    [
        Key("kind", WORD, "play, or soak: random games that are checked throughout", PLAY, (PLAY, SOAK)),
        Key("title", TEXT, "one line about the subject of the study", ""),
        Key("about", TEXTS, "a longer description, in paragraphs", []),
        SETS,
        Key(
            "mixes",
            TEXTS,
            "instead of sets: several mixes, each with its own games; A+B is a mix, all means every set alone, mixed "
            "means all sets in one, every means every mix",
            [],
        ),
        Key("seats", INT, "the number of seats, 3 to 6, or a list of numbers", 4),
        BOTS,
        Key("line_ups", WORD, f"the line-ups, as in a ladder: {', '.join(SORTS)}", "", ("", *SORTS)),
        Key("games", INT, "games of each setting and variant; in a soak, of all", 100, bounds=Bounds(1, MAX_GAMES)),
        Key("seed", TEXT, "any word or integer; the same seed gives the same games", "1"),
        Key("turns", INT, "turns after which a game is cut", MAX_TURNS, bounds=Bounds(1, 10_000)),
        BUDGETED,
        Key(
            "count",
            WORDS,
            "tables to write in addition to games and seats",
            [table.name for table in COUNTED],
            tuple(table.name for table in COUNTED),
        ),
        Key(
            "chunk",
            INT,
            "games in one chunk; 0 chooses a suitable number",
            0,
            bounds=Bounds(0, MAX_CHUNK_GAMES),
        ),
        FOLDERS,
        OPTIONS,
        CARDS,
        Key("base", TEXT, "the name of the games without a variant", "base"),
        table_key(
            "variants", TABLES, "the variants to compare with them; game n has the same seed in all", [], VARIANT
        ),
    ],
)
NOT_IN_A_SOAK = ("bots", "line_ups", "turns", "budget", "count", "folders", "cards", "base", "variants")
