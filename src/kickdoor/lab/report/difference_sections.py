"""Report sections about differences: variants and single cards."""

from __future__ import annotations

from kickdoor.lab.report.card_stats import MEANS, MEASURES
from kickdoor.lab.report.charts import Dot, Scale, dots, value_range
from kickdoor.lab.report.labels import clean
from kickdoor.lab.report.page_model import MAX_ROWS, Figure, Report, Section, Table, drawn, left_out
from kickdoor.lab.report.report_text import CALLED, RATES, between, listed, luck, number, points
from kickdoor.lab.significance import LEVEL

MAX_BEST_CARDS, MAX_WORST_CARDS = 8, 5
"""The number of cards drawn per setting, from both ends; the table has all of them."""
CARD_HEAD = (
    "", "card", "deck", "games", "as measured", "shrunk, with interval", "chance of luck, corrected", "more than luck",
)  # fmt: skip
MAX_CHANGE_PERCENT = 100.0
"""The change in per cent beyond which an arrow is drawn, so that one rare event does not squeeze the rest."""


def variants_section(report: Report) -> Section | None:
    """Return the section about the changes by variants and their significance."""
    compared = report["compared"]
    if not compared:
        return None
    clear = dict.fromkeys((pair["variant"] for pair in compared), 0)
    for pair in compared:
        clear[pair["variant"]] += sum(change["corrected"] < LEVEL for change in pair["changes"].values())
    names = [f"“{clean(name)}”" for name, count in clear.items() if count]
    headline = f"{listed(names)} changed more than noise" if names else "No variant changed more than noise"
    comparisons = sum(len(pair["changes"]) for pair in compared)
    lead = (
        f"Each variant against “{clean(report['base'])}”, game by game: game n has the same seed and seating in both. "
        f"Each dot is the mean difference of such pairs with its 95 % interval, in per cent of the base. Coloured dots "
        f"are more than noise, corrected for all {comparisons} figures that were compared (Holm, 5 %)."
    )
    return Section("variants", "What the variants changed", headline, lead, [variants_figure(report)])


def variants_figure(report: Report) -> Figure:
    """Draw what each variant changed, all on one scale."""
    compared = report["compared"]
    means = {(pair["variant"], pair["setting"]): pair for pair in report["settings"]}
    has_several_settings = len({pair["setting"] for pair in compared}) > 1
    rows = []
    pictures: dict[str, list[Dot]] = {}
    for pair in compared:
        name = clean(pair["variant"]) + (f", {clean(pair['setting'])}" if has_several_settings else "")
        base = means[report["base"], pair["setting"]]
        rows += [[name, *change_cells(key, change, base)] for key, change in pair["changes"].items()]
        if pair in drawn(compared) and pair["alike"] < pair["games"]:
            pictures[name] = change_dots(pair, base)
    ends = value_range([mark for marks in pictures.values() for mark in marks], 0.0, MAX_CHANGE_PERCENT)
    panels = []
    for name, marks in pictures.items():
        description = "; ".join(f"{mark.name} {mark.said}" for mark in marks if mark.colour != "dim") or "nothing clear"
        scale = Scale("% more or less", 0.0, 132.0, 1, True, ends)
        panels.append((name, dots(name, marks, scale, f"{name}: {description}")))
    legend = [("one", "more"), ("two", "less"), ("dim", "may be noise")]
    head = ["", "figure", "before", "difference", "chance of luck, corrected"]
    table = Table("What variants changed, pair by pair", head, rows[:MAX_ROWS])
    return Figure("What each variant changed", panels, table, legend, left_out(compared))


def change_dots(pair: Report, base: Report) -> list[Dot]:
    """Return the dots of a variant: changes in per cent of the base."""
    marks = []
    for key, change in pair["changes"].items():
        before = base_mean(key, base)
        if key in CALLED and key != "turns" and before:
            mean, low, high = (100 * change[part] / before for part in ("mean", "low", "high"))
            significant_colour = "one" if mean > 0 else "two"
            marks.append(
                Dot(
                    CALLED[key],
                    mean,
                    low,
                    high,
                    significant_colour if change["corrected"] < LEVEL else "dim",
                    percent(mean),
                )
            )
    return marks


def percent(value: float) -> str:
    """Write a change in per cent."""
    return f"{number(value, 1 if abs(value) < 10 else 0, True)} %"


def base_mean(key: str, base: Report) -> float | None:
    """Return the mean of a figure per game of the base; None if it has none."""
    if key in RATES:
        return float(base[key]) / max(int(base["games"]), 1)
    if key in ("turns", "rounds", "decisions"):
        return float(base[key]["mean"])
    found = base["a_game"].get(key)
    return None if found is None else float(found)


def change_cells(key: str, change: dict[str, float], base: Report) -> list[str]:
    """Write the numbers of a change."""
    before = base_mean(key, base)
    size = f"{number(change['mean'], 3, True)} {between(change['low'], change['high'], 3, True)}"
    return [CALLED.get(key, clean(key)), "–" if before is None else number(before, 3), size, luck(change["corrected"])]


def cards_section(report: Report) -> Section | None:
    """Return the section about the effects of single cards."""
    groups = [group for group in report["groups"] if any(group.get("cards", {}).values())]
    if not groups:
        return None
    count = sum(len(group["cards"]["dealt"]) for group in groups)
    clear = sum(row["more_than_luck"] for group in groups for row in group["cards"]["dealt"])
    significant = [(row, group) for group in groups for row in group["cards"]["dealt"] if row["more_than_luck"]]
    headline = "No single card of the first hand shows more than luck"
    if significant:
        row, group = max(significant, key=lambda pair: abs(pair[0]["effect"]))
        suffix = f" ({group['label']})" if len(groups) > 1 else ""
        headline = f"{report['names'][row['card']]} in the first hand is worth {points(row)} of the win{suffix}"
    lead = (
        "Seats that had a card are compared with the others of the same game, in points of the win relative to the "
        "average card of its deck. Figures are shrunk towards that average, the more the fewer games they rest on, so "
        "that none stands out by luck. Of the coloured ones at most one in twenty is expected to be luck, corrected "
        f"for the number of cards. The first hand is dealt at random; {clear} of its {count} figures are coloured. "
        "Cards drawn, played or in play later correlate with winning, but need not cause it."
    )
    section = Section("cards", "What single cards do", headline, lead)
    for measure in MEASURES:
        shown_groups = [group for group in groups if group["cards"][measure]]
        if shown_groups:
            section.figures.append(cards_figure(measure, shown_groups, report["names"]))
    return section


def cards_figure(measure: str, groups: list[Report], names: dict[str, str]) -> Figure:
    """Draw the best and the worst cards of each setting, all on one scale."""
    pictures: dict[str, list[Dot]] = {}
    rows = []
    for group in groups:
        found, name = group["cards"][measure], group["label"]
        shown = found
        if len(found) > MAX_BEST_CARDS + MAX_WORST_CARDS:
            shown = [*found[:MAX_BEST_CARDS], *found[-MAX_WORST_CARDS:]]
        rows += [[name, *card_cells(row, names)] for row in found]
        if group in drawn(groups):
            pictures[name] = [card_dot(row, names) for row in shown]
    ends = value_range([mark for marks in pictures.values() for mark in marks], 0.0)
    panels = []
    for name, marks in pictures.items():
        description = "; ".join(f"{mark.name} {number(mark.value, 1, True)}" for mark in marks if mark.colour != "dim")
        scale = Scale("points of the win", 0.0, 150.0, 1, True, ends)
        panels.append((name, dots(name, marks, scale, f"{name}: {description or 'none more than luck'}")))
    title = f"Cards {MEANS[measure]}"
    legend = [("one", "better than the average card"), ("two", "worse"), ("dim", "may be luck")]
    return Figure(title, panels, Table(title, CARD_HEAD, rows[:MAX_ROWS]), legend, left_out(groups))


def card_dot(row: Report, names: dict[str, str]) -> Dot:
    """Return the dot of a card; only significant effects are coloured."""
    colour = "dim" if not row["more_than_luck"] else "one" if row["effect"] > 0 else "two"
    return Dot(names[row["card"]], row["effect"], row["low"], row["high"], colour)


def card_cells(row: Report, names: dict[str, str]) -> list[str]:
    """Write the numbers of a card."""
    raw = f"{number(row['measured'], 1, True)} ± {number(row['error'], 1)}"
    cells = [names[row["card"]], clean(row["deck"]), f"{row['games']:,}", raw, points(row)]
    return [*cells, luck(row["corrected"]), "yes" if row["more_than_luck"] else "no"]
