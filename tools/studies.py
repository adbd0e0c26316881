"""Write docs/studies.md, its pictures and the table of docs/balance.md from the bundled studies.

    kickdoor lab run balance --out build/studies/balance     # and elves, skill, own_card likewise
    python tools/studies.py build/studies

All figures and findings come from the rows; text outside the marks in docs/balance.md is kept.
"""

from __future__ import annotations

import argparse
import re
from html import escape
from pathlib import Path
from typing import Any

from kickdoor.lab.plan_reader import parse, studies
from kickdoor.lab.report.collect import gather
from kickdoor.lab.report.page import STYLE, sections_of
from kickdoor.lab.report.page_model import Figure
from kickdoor.lab.report.report_text import number, percent_of
from kickdoor.lab.report.svg_panels import WIDE, numbered
from kickdoor.lab.study_folder import LabFolder

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURES, BALANCE = DOCS / "studies.md", DOCS / "studies", DOCS / "balance.md"
SHOWN = {
    "balance": ("Games by rounds", "How fights end, by monster", "Cards in the starting hand"),
    "elves": ("What each variant changed", "How Levels grow: winners and others"),
    "skill": ("Ratings", "One alone against 3 of another: share of wins"),
    "own_card": ("What each variant changed",),
}
"""The studies in the order of the page, with the pictures shown for each."""
HEAD = """# Studies

The results of the bundled studies. `python tools/studies.py` generates every sentence and picture from their rows; \
a study with the same digest gives the same results. [Reports](lab.md#reports) explains the methods, and how to make \
such a page for your own study. In brackets are 95 % intervals. Bots play all games, so the results may not apply to \
people.
"""
MARKS = "<!-- balance -->", "<!-- end of balance -->"
COLUMNS = 3
GAP, TITLE = 24.0, 26.0
MAX_FINDINGS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds a folder for each study, by its name")
    folder: Path = parser.parse_args().folder
    text = HEAD
    PICTURES.mkdir(exist_ok=True)
    for name in SHOWN:
        if not (folder / name / "plan.json").is_file():
            print(f"{name}: not there, left out")
            continue
        report = gather(LabFolder(folder / name))
        text += study_text(name, report)
        if name == "balance":
            write_balance(report)
        print(f"{name}: {report['games']:,} games, {len(report['findings'])} findings")
    PAGE.write_text(text, encoding="utf-8")


def study_text(name: str, report: dict[str, Any]) -> str:
    """Return the section of one study and write its pictures."""
    each = fewest(report) if report["missing"] else report["games_each"]
    is_whole = each == parse(studies()[name])["games"]
    command = f"kickdoor lab run {name}" + ("" if is_whole else f" --games {each}")
    title = name.replace("_", " ").capitalize()
    text = f"\n## {title}\n\n{report['title']}.\n\n"
    text += f"`{command}`: {report['games']:,} games, digest `{report['digest']}`"
    text += f"; {report['missing']:,} of the plan are not played yet.\n\n" if report["missing"] else ".\n\n"
    text += "".join(f"- {plain(one['text'])}\n" for one in report["findings"][:MAX_FINDINGS])
    more = len(report["findings"]) - MAX_FINDINGS
    text += f"- … and {more} more in the report that `kickdoor lab report` makes.\n" if more > 0 else ""
    figures = {figure.title: figure for section in sections_of(report) for figure in section.figures}
    for at, wanted in enumerate(SHOWN[name]):
        if wanted in figures and figures[wanted].panels:
            file = PICTURES / f"{name}_{at + 1}.svg"
            file.write_text(sheet(figures[wanted]), encoding="utf-8")
            text += f"\n![{wanted}](studies/{file.name})\n"
    return text


def fewest(report: dict[str, Any]) -> int:
    """Return the number of games that every setting has."""
    return min(int(one["games"]) for one in report["settings"])


def plain(text: str) -> str:
    """Escape brackets and other Markdown characters."""
    return re.sub(r"([\[\]*_`<>|\\])", r"\\\1", text)


def sheet(figure: Figure) -> str:
    """Combine the panels of a figure in one self-contained SVG for light and dark themes."""
    style = STYLE.read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]
    columns = min(COLUMNS, len(figure.panels))
    wide = GAP + columns * (WIDE + GAP)
    key, across = "", GAP
    for name, means in figure.key:
        key += f'<rect x="{across:g}" y="44" width="11" height="11" rx="2" fill="var(--{name})"/>'
        key += f'<text x="{across + 17:g}" y="54" class="soft">{escape(means)}</text>'
        across += 36 + 6.6 * len(means)
    top, parts = 72.0 if figure.key else 48.0, ""
    for first in range(0, len(figure.panels), columns):
        row = figure.panels[first : first + columns]
        heights = [float(re.findall(r' height="([\d.]+)"', svg)[0]) for _, svg in row]
        for at, (name, svg) in enumerate(row):
            left = GAP + at * (WIDE + GAP)
            inner = numbered(svg, first + at).replace("<svg ", f'<svg x="{left:g}" y="{top + TITLE - 10:g}" ', 1)
            parts += f'<text x="{left:g}" y="{top + 10:g}" class="name">{escape(name)}</text>{inner}'
        top += max(heights) + TITLE + 12
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {wide:g} {top:g}" width="{wide:g}" height="{top:g}">'
        f"<title>{escape(figure.title)}</title><style>:root{{{light}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}text{{font-family:system-ui,sans-serif;fill:var(--ink)}}"
        ".title{font-size:17px;font-weight:650}.name{font-size:13px;font-weight:600}"
        ".soft{font-size:12px;fill:var(--soft)}"
        f'</style><rect width="{wide:g}" height="{top:g}" rx="8" fill="var(--paper)"/>'
        f'<text x="{GAP:g}" y="30" class="title">{escape(figure.title)}</text>{key}{parts}</svg>\n'
    )


def write_balance(report: dict[str, Any]) -> None:
    """Write the table of the balance into its page."""
    text = BALANCE.read_text(encoding="utf-8")
    first, last = (text.index(mark) for mark in MARKS)
    BALANCE.write_text(f"{text[:first]}{MARKS[0]}\n\n{balance_table(report)}\n{text[last:]}", encoding="utf-8")


def balance_table(report: dict[str, Any]) -> str:
    """Return the table: a column for each set and one for all mixed."""
    cells = {one["setting"]: one for one in report["settings"]}
    lines: dict[str, list[str]] = {}
    for group in report["groups"]:
        for name, figure in balance_column(group, cells[group["table"]]).items():
            lines.setdefault(name, []).append(figure)
    head = " | ".join(group["label"] for group in report["groups"])
    # Omit rows that would be empty, because no mix has the figure.
    shown = {name: figures for name, figures in lines.items() if set(figures) != {"–"}}
    rows = "\n".join(f"| {name} | {' | '.join(figures)} |" for name, figures in shown.items())
    below = (
        f"{report['games']:,} games of the study `balance`, digest `{report['digest']}`; shares have 95 % intervals."
    )
    if report["missing"]:
        below += f" {report['missing']:,} games of the plan are not played yet."
    return f"| | {head} |\n|---|{'---|' * len(report['groups'])}\n{rows}\n\n{below}\n"


def balance_column(group: dict[str, Any], cell: dict[str, Any]) -> dict[str, str]:
    """Return the figures of one mix."""
    wins, length, each, help = group["wins"], group["length"], cell["a_game"], group["help"]
    fought = each["fights_won"] + each["fights_lost"] + each["fights_ended"]
    flights = each["escaped"] + each["caught"]
    levels = [point for point in group["levels"]["by_round"] if "leader_wins" in point]
    half = next((point for point in levels if point["leader_wins"]["share_low"] > 50), None)
    return {
        "games": f"{wins['games']:,}",
        "cut at the turn limit": f"{wins['cut']:,}",
        "rounds, median": f"{length['median']}",
        "… 80 % of games": f"{length['tenth']} to {length['ninety']}",
        "… maximum": f"{length['most']}",
        "share of wins by seat, %": " / ".join(number(one["share"]) for one in wins["by_seat"]),
        "… 95 % interval, ±": number(max(one["share_high"] - one["share_low"] for one in wins["by_seat"]) / 2),
        "shared wins": percent_of(wins["together"]),
        "a sole leader usually wins": "–" if half is None else f"from round {half['round']} on",
        "fights per game": number(fought),
        "… won": f"{100 * each['fights_won'] / fought:.0f} %",
        "… with a helper": f"{100 * each['fights_helped'] / fought:.0f} %",
        "… lost": f"{100 * each['fights_lost'] / fought:.0f} %",
        "helper’s share of the Treasures": f"{number(help['part'], 0)} %" if "part" in help else "–",
        "successful escapes": f"{100 * each['escaped'] / max(flights, 0.001):.0f} %",
        "deaths per game": number(each["deaths"], 2),
    }


if __name__ == "__main__":
    main()
