"""The page of a report: one self-contained file without scripts or requests."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import count
from pathlib import Path

from kickdoor.lab.plan_reader import studies
from kickdoor.lab.report.difference_sections import cards_section, variants_section
from kickdoor.lab.report.game_sections import fights_section, help_section, length_section
from kickdoor.lab.report.labels import clean
from kickdoor.lab.report.method import METHOD
from kickdoor.lab.report.page_model import MAX_ROWS, Figure, Report, Section, Table
from kickdoor.lab.report.svg_panels import numbered
from kickdoor.lab.report.win_sections import ladder_section, wins_section

STYLE = Path(__file__).with_name("page.css")
# Even with a hostile name, the browser runs no scripts and sends no requests
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def sections_of(report: Report) -> list[Section]:
    """Return all sections for which the study has data."""
    made = (
        variants_section(report), wins_section(report), ladder_section(report), length_section(report),
        fights_section(report), help_section(report), cards_section(report),
    )  # fmt: skip
    return [section for section in made if section is not None]


def page(report: Report) -> str:
    """Return the page."""
    sections = sections_of(report)
    numbers = count()
    title = escape(clean(report["title"] or report["study"], 300))
    body = "".join((header(report), found(report), *(section_html(one, numbers) for one in sections), footer(report)))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title} – kickdoor lab</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>\n"
        '<body><a class="skip" href="#findings">To the findings</a>'
        f'<div class="page">{nav(sections)}{body}</div></body></html>\n'
    )


def header(report: Report) -> str:
    """Write the subject of the study and the number of games."""
    about = "".join(f"<p>{escape(part)}</p>" for part in report["about"])
    missing = (
        f'<p class="unfinished" role="note"><strong>Unfinished:</strong> {report["missing"]:,} of '
        f"{report['games'] + report['missing']:,} games are still missing. All figures are of those that are there.</p>"
        if report["missing"]
        else ""
    )
    facts = {
        "games": f"{report['games']:,}",
        "settings": f"{len({one['setting'] for one in report['settings']}):,}",
        "variants": f"{len(report['variants']):,}",
        "bots": escape(clean(", ".join(report["bots"]), 120)),
        "digest": f"<code>{escape(report['digest'])}</code>",
    }
    listed = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts.items())
    title = escape(clean(report["title"] or report["study"], 300))
    return (
        f'<header><p class="kicker">Study “{escape(clean(report["study"]))}”</p><h1>{title}</h1>{about}{missing}'
        f'<dl class="facts">{listed}</dl></header>'
    )


def nav(sections: list[Section]) -> str:
    """List the sections."""
    links = [
        ("findings", "Findings"),
        *((one.name, one.topic) for one in sections),
        ("method", "How it was calculated"),
    ]
    items = "".join(f'<li><a href="#{name}">{escape(topic)}</a></li>' for name, topic in links)
    return f'<nav aria-label="Sections"><ul>{items}</ul></nav><main>'


def found(report: Report) -> str:
    """List the findings."""
    items = "".join(
        f'<li class="{"clear" if one["clear"] else "open"}"><a href="#{one["section"]}">{escape(one["text"])}</a></li>'
        for one in report["findings"]
    )
    items = f"<ul>{items}</ul>" if items else "<p>There are too few games for significant results.</p>"
    return (
        '<section id="findings" aria-labelledby="h-findings"><p class="kicker">Findings</p>'
        f'<h2 id="h-findings">What {report["games"]:,} games show</h2>{items}<p class="note">A filled mark is a figure '
        "that passed its test, corrected for the number of tests; a hollow one says that nothing could be shown.</p>"
        "</section>"
    )


def section_html(section: Section, numbers: Iterator[int]) -> str:
    """Write a section."""
    figures = "".join(figure_html(figure, numbers) for figure in section.figures)
    return (
        f'<section id="{section.name}" aria-labelledby="h-{section.name}"><p class="kicker">{escape(section.topic)}</p>'
        f'<h2 id="h-{section.name}">{escape(section.headline)}</h2><p class="lead">{escape(section.lead)}</p>{figures}'
        "</section>"
    )


def figure_html(figure: Figure, numbers: Iterator[int]) -> str:
    """Write charts side by side with a key and their numbers."""
    panels = "".join(
        f'<div class="panel"><h4>{escape(name)}</h4>{numbered(svg, next(numbers))}</div>' for name, svg in figure.panels
    )
    key = "".join(
        f'<li><span style="background: var(--{name})"></span>{escape(means)}</li>' for name, means in figure.key
    )
    note = f'<p class="note">{escape(figure.note)}</p>' if figure.note.strip() else ""
    return (
        f"<figure><figcaption><h3>{escape(figure.title)}</h3>{f'<ul class=key>{key}</ul>' if key else ''}</figcaption>"
        f'<div class="panels">{panels}</div>{note}{table_html(figure.table)}</figure>'
    )


def table_html(table: Table) -> str:
    """Write the numbers as a collapsed table."""
    first = table.rows[0] if table.rows else table.head
    head = "".join(
        f'<th scope="col"{side(cell)}>{escape(name)}</th>' if name else "<td></td>"
        for name, cell in zip(table.head, first, strict=True)
    )
    rows = "".join(f"<tr>{''.join(cells(row))}</tr>" for row in table.rows[:MAX_ROWS])
    about = escape(table.about)
    return (
        f'<details><summary>The numbers<span class="hidden">: {about}</span></summary>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{about}"><table><caption>{about}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )


def cells(row: object) -> Iterator[str]:
    """Write the cells of a row; the first names it."""
    assert isinstance(row, list)
    for at, cell in enumerate(row):
        yield f'<th scope="row">{escape(cell)}</th>' if at == 0 else f"<td{side(cell)}>{escape(cell)}</td>"


def side(cell: str) -> str:
    """Have words begin on the left; numbers end on the right."""
    return ' class="word"' if cell[:1].isalpha() else ""


def footer(report: Report) -> str:
    """Return the methods and the commands to reproduce the study."""
    method = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in METHOD)
    name = clean(report["study"])
    # A custom plan is found by its file
    plan = f"{escape(name if name in studies() else f'{name}.toml')} --games {report['games_each']}"
    made = (
        f"Version {escape(clean(report['version']))} of kickdoor, rules {report['rules']}, code "
        f"<code>{escape(clean(report['code']))}</code>, key <code>{escape(report['key'])}</code>, digest "
        f"<code>{escape(report['digest'])}</code>. The same plan with the same version gives the same "
        f"digest, and so the same page: <code>kickdoor lab run {plan}</code>, <code>kickdoor lab report DIR</code>."
    )
    return (
        '<section id="method" aria-labelledby="h-method"><p class="kicker">Method</p>'
        f'<h2 id="h-method">How it was reckoned</h2><dl class="method">{method}</dl></section></main>'
        f"<footer><p>{made}</p></footer>"
    )
