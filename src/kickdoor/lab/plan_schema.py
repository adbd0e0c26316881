"""Schema of plans: the keys of their tables. The reader and the table in the guide use it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Struct

from kickdoor.bots.master import MAX_BUDGET
from kickdoor.catalog.card_tables import TABLES, Some, Text, Title, between, default, doc, one_of
from kickdoor.lab.columns import COUNTED
from kickdoor.lab.study_plan import MAX_CHUNK_GAMES, MAX_GAMES
from kickdoor.policies.play_limits import MAX_TURNS
from kickdoor.policies.search.search_policy import BUDGET
from kickdoor.sim.ladder.line_ups import SORTS

PLAY, SOAK = "play", "soak"
BOTS = ["normal"]
"""The bots of a plan that names none."""
Texts: TypeAlias = Annotated[list[Title], TABLES]
Playouts: TypeAlias = Annotated[int, between(1, MAX_BUDGET)]
if TYPE_CHECKING:
    # A type checker cannot know lists of words that are made at run time.
    PlanKind: TypeAlias = str
    LineUps: TypeAlias = str
    RowTable: TypeAlias = str
else:
    PlanKind = one_of({PLAY: "Games of bots.", SOAK: "Random games that are checked throughout."})
    LineUps = one_of(dict.fromkeys(("", *SORTS), ""))
    RowTable = one_of({table.name: table.row for table in COUNTED})


class VariantTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """One variant of a plan."""

    name: Annotated[Title, doc("the name")]
    sets: Annotated[Texts | None, doc("other sets, if the plan names sets")] = None
    bots: Annotated[Texts | None, doc("other bots, if the plan has no line-ups")] = None
    folders: Annotated[Texts, doc("more folders of custom sets")] = []
    options: Annotated[dict[str, Any], doc("table options in addition to the plan's")] = {}
    cards: Annotated[dict[str, Any], doc("files with changed cards in addition to the plan's")] = {}
    budget: Annotated[Playouts | None, doc("another budget")] = None


class PlanTable(Struct, kw_only=True, forbid_unknown_fields=True):
    """The file of a plan."""

    kind: Annotated[PlanKind, doc("play, or soak: random games that are checked throughout")] = PLAY
    title: Annotated[Text, doc("one line about the subject of the study")] = ""
    about: Annotated[Any, doc("a longer description, in paragraphs")] = []
    sets: Annotated[Texts | None, doc("the sets to mix; all means every bundled set")] = None
    mixes: Annotated[
        Texts | None,
        doc(
            "instead of sets: a list of mixes, each with its own games. A+B is one mix; three words stand for several: "
            "all (each bundled set alone), mixed (all of them together), every (every possible mix)"
        ),
    ] = None
    seats: Annotated[Any, doc("the number of seats, 3 to 6, or a list of numbers")] = 4
    bots: Annotated[
        Texts | None,
        doc("the bots, seated in turn round the table; with line_ups, the bots that meet"),
        default(BOTS),
    ] = None
    line_ups: Annotated[LineUps, doc(f"the line-ups, as in a ladder: {', '.join(SORTS)}")] = ""
    games: Annotated[
        int, between(1, MAX_GAMES), doc("games of each setting and variant; in a soak, games in total")
    ] = 100
    seed: Annotated[Text, doc("any word or integer; the same seed gives the same games")] = "1"
    turns: Annotated[int, between(1, 10_000), doc("turns after which a game is cut")] = MAX_TURNS
    budget: Annotated[Playouts, doc("playouts master may spend on a decision")] = BUDGET
    count: Annotated[
        Some[RowTable] | None,
        doc("tables to write in addition to games and seats"),
        default([table.name for table in COUNTED]),
    ] = None
    chunk: Annotated[int, between(0, MAX_CHUNK_GAMES), doc("games in one chunk; 0 chooses a suitable number")] = 0
    folders: Annotated[Texts, doc("folders of custom sets, which join every mix")] = []
    options: Annotated[dict[str, Any], doc("table options, as listed by kickdoor options")] = {}
    cards: Annotated[dict[str, Any], doc("for each set, a file with cards that replace those of the same ids")] = {}
    base: Annotated[Title, doc("the name of the plan without a variant, in rows and reports")] = "base"
    variants: Annotated[
        list[VariantTable], TABLES, doc("variants, each compared with the base; game n has the same seed in all")
    ] = []


NOT_IN_A_SOAK = ("bots", "line_ups", "turns", "budget", "count", "folders", "cards", "base", "variants")
