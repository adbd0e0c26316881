"""Report sections about the course of games: length, Levels, fights, and the price of help."""

from __future__ import annotations

from collections.abc import Iterator

from kickdoor.lab.report.charts import AxesSpec, Bar, Line, bars, columns, lines
from kickdoor.lab.report.fight_stats import END_TEXTS, ENDS
from kickdoor.lab.report.labels import clean
from kickdoor.lab.report.page_model import MAX_ROWS, Figure, Report, Section, Table, drawn, left_out
from kickdoor.lab.report.report_text import between, number, percent_of

END_COLOURS = ("good", "help", "none", "away", "bad", "dead")
HARDEST, EASIEST = 12, 4
"""The number of monsters drawn per setting; the table has all of them."""
ENOUGH_FIGHTS = 20
"""The minimum number of fights for a monster to be drawn."""
ENOUGH_HELP = 10


def length_section(report: Report) -> Section:
    """Return how long games are, and how they go."""
    groups = report["groups"]
    medians = sorted(group["length"]["median"] for group in groups)
    ninety = max(group["length"]["ninety"] for group in groups)
    median_text = f"{medians[0]} to {medians[-1]}" if medians[0] != medians[-1] else f"{medians[0]}"
    headline = f"Half of all games are over after {median_text} rounds, nine of ten within {ninety}"
    lead = "A round is one turn of every player; an incomplete last round counts too."
    section = Section("length", "How long games are", headline, lead, [length_figure(groups)])
    section.figures += level_figures([group for group in groups if group.get("levels", {}).get("by_round")])
    return section


def length_figure(groups: list[Report]) -> Figure:
    """Draw how many games took how many rounds."""
    last_round = max(group["length"]["ninety"] for group in drawn(groups)) * 1.8 + 2
    parts = {group["label"]: shares_of(group["length"]["games_by_rounds"]) for group in groups}
    top = max(max(parts[group["label"]], default=1.0) for group in drawn(groups)) * 1.12
    panels, rows = [], []
    for group in groups:
        length, name = group["length"], group["label"]
        description = (
            f"median {length['median']} rounds, nine of ten within {length['ninety']}, longest {length['most']}"
        )
        if group in drawn(groups):
            axes = AxesSpec("rounds", "% of the games", last_round, top, height=190.0)
            heights = parts[name][: int(last_round) + 1]
            marks = {length["median"]: f"median {length['median']}"}
            panels.append((name, columns(name, heights, marks, axes, f"{name}: {description}")))
        quantiles = [str(length[key]) for key in ("tenth", "median", "ninety", "most")]
        rows.append([name, number(length["mean"], 2), *quantiles, f"{group['wins']['cut']:,}"])
    head = ["", "mean", "one of ten within", "median", "nine of ten within", "longest", "cut"]
    return Figure("Games by rounds", panels, Table("Rounds until the end", head, rows), (), left_out(groups))


def shares_of(counts: list[int]) -> list[float]:
    """Turn counts into per cent."""
    return [100 * count / sum(counts) for count in counts]


def level_figures(groups: list[Report]) -> Iterator[Figure]:
    """Yield the charts of Level growth and of the win rate of leaders."""
    if not groups:
        return
    top = max(point["winners"] for group in drawn(groups) for point in group["levels"]["by_round"]) * 1.08
    curves, leads, rows, lead_rows = [], [], [], []
    for group in groups:
        points, name = group["levels"]["by_round"], group["label"]
        rounds = [point["round"] for point in points]
        winners, others = [point["winners"] for point in points], [point["others"] for point in points]
        led_points = [point for point in points if "leader_wins" in point]
        for point in points:
            rows.append([name, str(point["round"]), number(point["winners"], 2), number(point["others"], 2)])
        for point in led_points:
            lead_rows.append([name, str(point["round"]), percent_of(point["leader_wins"])])
        if group not in drawn(groups):
            continue
        description = (
            f"after round {rounds[-1]} Level {winners[-1]:.1f} of those who win, {others[-1]:.1f} of the others"
        )
        curves_of_group = [Line("will win", rounds, winners), Line("others", rounds, others, "two", dashed=True)]
        curves.append(
            (name, lines(name, curves_of_group, AxesSpec("round", "Level", 0, top), f"{name}: {description}"))
        )
        if led_points:
            shares = [
                [point["leader_wins"][key] for point in led_points] for key in ("share", "share_low", "share_high")
            ]
            curve = Line("", [point["round"] for point in led_points], shares[0], "one", shares[1], shares[2])
            axes = AxesSpec("round", "% won by the leader", 0, 100, 100 / group["seats"])
            description = f"{shares[0][0]:.0f} % after round {led_points[0]['round']}, "
            description += f"{shares[0][-1]:.0f} % after round {led_points[-1]['round']}"
            leads.append((name, lines(name, [curve], axes, f"{name}: {description}")))
    note = "Up to the round that one game in ten still reaches. " + left_out(groups)
    head = ["", "round", "will win", "others"]
    table = Table("Mean Level at the end of a turn, by round", head, rows[:MAX_ROWS])
    yield Figure("How Levels grow: winners and others", curves, table, (), note)
    if leads:
        table = Table("Share of wins of the sole leader", ["", "round", "share"], lead_rows[:MAX_ROWS])
        note = "Of games that continued after the round. The dashed line is an even share. " + left_out(groups)
        yield Figure("How often the sole leader wins", leads, table, (), note)


def fights_section(report: Report) -> Section | None:
    """Return how fights end."""
    groups = [group for group in report["groups"] if sum(group.get("fights", {}).get("ends", []))]
    if not groups:
        return None
    won = [100 * sum(group["fights"]["ends"][:2]) / sum(group["fights"]["ends"]) for group in groups]
    helped = [100 * group["fights"]["ends"][1] / sum(group["fights"]["ends"]) for group in groups]
    headline = f"{span(won)} % of all fights are won, {span(helped)} % with a helper"
    lead = (
        "A fight is counted for the monster it began with. The monsters beaten least often come first, then those "
        "beaten most often, each with its share of fights won. The table has every monster."
    )
    section = Section("fights", "How fights end", headline, lead)
    panels, rows = [], []
    for group in groups:
        found = group["fights"]["by_monster"]
        order = sorted(found, key=lambda key: (found[key]["won"]["share"], key))
        for key in order:
            row = found[key]
            shares = [f"{100 * part / row['fights']:.1f} %" for part in row["ends"]]
            rows.append([group["label"], report["names"][key], f"{row['fights']:,}", *shares, percent_of(row["won"])])
        if group in drawn(groups):
            panels.append((group["label"], monsters_panel(group, order, report["names"])))
    key = [(name, END_TEXTS[end]) for name, end in zip(END_COLOURS, ENDS, strict=True)]
    head = ["", "monster", "fights", *[END_TEXTS[end] for end in ENDS], "won, with interval"]
    table = Table("How fights end, by monster", head, rows[:MAX_ROWS])
    section.figures.append(Figure("How fights end, by monster", panels, table, key, left_out(groups)))
    return section


def span(values: list[float]) -> str:
    """Write the least and the most of some figures."""
    low, high = f"{min(values):.0f}", f"{max(values):.0f}"
    return low if low == high else f"{low} to {high}"


def monsters_panel(group: Report, order: list[str], names: dict[str, str]) -> str:
    """Draw the hardest monsters, the easiest, and all fights together."""
    found = group["fights"]["by_monster"]
    order = [key for key in order if found[key]["fights"] >= ENOUGH_FIGHTS] or order
    shown = order if len(order) <= HARDEST + EASIEST else [*order[:HARDEST], *order[-EASIEST:]]
    total = sum(group["fights"]["ends"])
    won = 100 * sum(group["fights"]["ends"][:2]) / total
    rows = [Bar("all fights", group["fights"]["ends"], f"{won:.0f} %")]
    rows += [Bar(names[key], found[key]["ends"], f"{found[key]['won']['share']:.0f} %") for key in shown]
    description = "won are " + "; ".join(f"{row.name} {row.said}" for row in rows)
    return bars(group["label"], rows, END_COLOURS, "% of the fights", f"{group['label']}: {description}")


def help_section(report: Report) -> Section | None:
    """Return what help costs."""
    groups = [group for group in report["groups"] if group.get("help", {}).get("fights", 0) >= ENOUGH_HELP]
    if not groups:
        return None
    parts = [group["help"]["part"] for group in groups]
    headline = f"A helper gets {span(parts)} % of the Treasures"
    lead = (
        "The part of the Treasures that went to the helper, by the Level of the main fighter, in fights that were won "
        "with a helper and brought Treasures. Beside it stands how often help was refused, of all requests and offers."
    )
    section = Section("help", "What help costs", headline, lead)
    prices, refusals, rows = [], [], []
    for group in groups:
        found, name = group["help"], group["label"]
        known = [row for row in found["by_level"] if row["fights"] >= ENOUGH_HELP]
        rows.append([name, "all", *price_cells(found)])
        rows += [[name, str(row["level"]), *price_cells(row)] for row in found["by_level"]]
        if group not in drawn(groups) or not known:
            continue
        levels = [row["level"] for row in known]
        parts, low, high = ([row[key] for row in known] for key in ("part", "part_low", "part_high"))
        curve = Line("", levels, parts, "one", low, high)
        description = f"{name}: {found['part']} % of the Treasures, " + ", ".join(
            f"{row['part']:.0f} % at Level {row['level']}" for row in known
        )
        prices.append(
            (
                name,
                lines(name, [curve], AxesSpec("Level of the main fighter", "% of the Treasures", 0, 100), description),
            )
        )
        known = [row for row in known if "refused" in row]
        if known:
            shares = [[row["refused"][key] for row in known] for key in ("share", "share_low", "share_high")]
            curve = Line("", [row["level"] for row in known], shares[0], "two", shares[1], shares[2])
            description = f"{name}: " + ", ".join(
                f"{row['refused']['share']:.0f} % at Level {row['level']}" for row in known
            )
            refusals.append(
                (name, lines(name, [curve], AxesSpec("Level of the main fighter", "% refused", 0, 100), description))
            )
    head = ["", "Level", "fights won with help", "Treasures paid a fight", "part of all Treasures", "asked", "refused"]
    table = Table("What help costs, by Level", head, rows[:MAX_ROWS])
    section.figures.append(Figure("The helper’s part of the Treasures", prices, table, (), left_out(groups)))
    if refusals:
        table = Table("How often help is refused", head, [row for row in rows if row[1] == "all"])
        section.figures.append(Figure("How often help is refused", refusals, table, (), left_out(groups)))
    return section


def price_cells(row: Report) -> list[str]:
    """Write the numbers of a price."""
    part = f"{number(row['part'])} % {between(row['part_low'], row['part_high'])}"
    refused = percent_of(row["refused"]) if "refused" in row else "–"
    return [f"{row['fights']:,}", number(row["treasures"], 2), part, f"{row['asked']:,}", clean(refused)]
