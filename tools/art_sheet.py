"""Preview pages: full cards with their faces, and icons with the numbers of their parts."""

import html
import json
import os
import re
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import art_data
import art_extras
import art_icons
from art_data import Face, Store

CARD = """<article class="kd-card" data-kind="{kind}" data-deck="{deck}" data-set="{set}"{bare}{focus} tabindex="0">
<div class="kd-in">
<header class="kd-head">{badge}<h3 class="kd-title"{title_fit}>{title}</h3></header>
<div class="kd-art"><img src="{art}" alt="" loading="lazy"></div>
<div class="kd-type"><span>{word}</span><span class="kd-sub">{sub}</span></div>
<div class="kd-text"{text_fit}>{text}</div>
<footer class="kd-foot">{stats}<span class="kd-mark">{mark}</span></footer>
</div></article>"""
ICONS = """<!doctype html><meta charset="utf-8"><title>Icons</title><style>
body{{background:#222;display:flex;flex-wrap:wrap;gap:8px}}figure{{margin:0}}
figcaption{{color:#fff;font:13px sans-serif;text-align:center}}
text{{fill:#fff;stroke:#000;stroke-width:6px;paint-order:stroke;font-size:{size}px}}</style>{body}"""

ROOM = ((36, 6), (41, 7), (47, 8), (55, 10))
"""Letters per line and lines of text for each text size; longer texts get one more, smaller size."""
Said = tuple[list[str], list[str], list[str]]
"""Text of a card: short features, then rules, then rewards or value."""

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="{fonts}"><link rel="stylesheet" href="{css}">
<style>body{{margin:0;padding:22px;background:#1d1a22 radial-gradient(ellipse at 50% 30%,#43384a,#17131b 75%);
display:flex;flex-wrap:wrap;gap:{gap}px;align-content:flex-start}}
figure{{margin:0}}figcaption{{font:11px/1.3 monospace;color:#cbc2d6;text-align:center}}.grey{{filter:grayscale(1)}}
</style><body class="{look}">{body}"""


def cards(set_id: str) -> dict[str, dict[str, Any]]:
    """Read a set's cards from its files: deck, kind, name and numbers."""
    found: dict[str, dict[str, Any]] = {}
    for deck in ("door", "treasure"):
        for path in sorted((art_data.CATALOG / set_id / deck).glob("*.toml")):
            for card, content in tomllib.loads(path.read_text(encoding="utf-8")).items():
                found[card] = content | {"deck": deck}
    return found


def texts(set_id: str) -> dict[str, Said]:
    """Return the rule text of every card, as the package renders it; return nothing if the set does not load."""
    try:
        sys.path.insert(0, str(art_data.ROOT / "src"))
        from kickdoor.catalog.loader import load_catalog
        from kickdoor.text import card_text

        rules = load_catalog([set_id])
        found = {}
        for d in rules.defs:
            writer = card_text.CardWriter(rules, d, "en")
            writer.write()
            found[d.id] = (writer.head, writer.body, writer.foot)
        return found
    except Exception as e:  # a set under development may not load
        print(f"{set_id}: no texts ({e})", file=sys.stderr)
        return {}


def fit(length: int, *steps: int) -> str:
    step = sum(length > limit for limit in steps)
    return f' data-fit="{step}"' if step else ""


def text_fit(body: list[str]) -> str:
    """Return the size class of the text: the largest in which all lines fit."""
    for step, (letters, rows) in enumerate(ROOM):
        if sum(len(textwrap.wrap(text, letters)) for text in body) <= rows:
            return f' data-fit="{step}"' if step else ""
    return f' data-fit="{len(ROOM)}"'


def glyph(path: str, name: str = "kd-glyph") -> str:
    return f'<svg class="{name}" viewBox="0 0 512 512" aria-hidden="true"><path d="{path}"/></svg>'


def badge(kind: dict[str, Any], value: str) -> str:
    x, y = kind["at"]
    if value:
        inner = f'<text class="kd-number" x="{x}" y="{y + 18}"{fit(len(value), 2, 3)}>{value}</text>'
    else:
        place = f"translate({x} {y})scale(.117)translate(-256-256)"
        inner = f'<path class="kd-emblem" transform="{place}" d="{kind["icon"]}"/>'
    shape = kind["badge"]
    return (
        '<div class="kd-badge"><svg viewBox="0 0 100 100" aria-hidden="true">'
        f'<path class="kd-drop" d="{shape}" transform="translate(0 4)"/><path class="kd-shape" d="{shape}"/>'
        f'<path class="kd-shine" d="{shape}" transform="translate(50 50)scale(.85)translate(-50-50)"/>'
        f"{inner}</svg></div>"
    )


def value_of(card: dict[str, Any]) -> str:
    """Return the large number of a card: its level or its bonus."""
    if card["kind"] == "monster":
        return str(card.get("level", ""))
    bonus = card.get("bonus", 0)
    return f"{bonus:+d}".replace("-", "−") if bonus else ""


def stats(foot: list[str], signs: dict[str, str]) -> str:
    out = ""
    for line in foot:
        sign = "treasures" if "Treasure" in line else "gold" if "Gold" in line else "levels" if "level" in line else ""
        path = glyph(signs[sign]) if sign else ""
        out += f'<span class="kd-stat">{path}{html.escape(line.rstrip("."))}</span>'
    return out


def sort_lines(said: Said) -> Said:
    """Show every line once: short features beside the kind, long ones in the text.

    Level and bonus are left out, because the badge shows them.
    """
    head, body, foot = said
    short = [h.rstrip(".") for h in head if len(h) <= 24 and not re.match(r"^(Level \d+|[-+−]\d+)\.$", h)]
    long = [h for h in head if len(h) > 24]
    low = [f for f in foot if len(f) <= 26]
    return short, long + body + [f for f in foot if len(f) > 26], low


def card_html(set_id: str, card: dict[str, Any], said: Said, frame: dict[str, Any], face: Face, art: str) -> str:
    kind = frame["kinds"][card["kind"]]
    name = card["name"]
    head, body, foot = sort_lines(said)
    paragraphs = "".join(
        f"<p>{re.sub('^Bad Stuff:', '<span class=kd-bad>Bad Stuff</span>', html.escape(t))}</p>" for t in body
    )
    mark = frame["marks"].get(set_id, frame["marks"]["*"])
    fields = {
        "kind": card["kind"],
        "deck": card["deck"],
        "set": set_id,
        "focus": f' style="--focus:{art_extras.focus(face)}%"',
        "bare": "" if body else " data-bare",
        "badge": badge(kind, value_of(card)),
        "title_fit": fit(len(name), 22, 34),
        "title": html.escape(name),
        "art": art,
        "word": glyph(kind["icon"]) + kind["label"],
        "sub": html.escape(" · ".join(head)),
        "text_fit": text_fit(body),
        "text": paragraphs,
        "stats": stats(foot, frame["signs"]),
        "mark": glyph(mark),
    }
    return CARD.format(**fields)


def page(out: Path, sets: list[str], only: str, width: int, plain: bool = False, grey: bool = False) -> str:
    """Write the contact sheet of some sets."""
    built = art_data.STATIC / "art"
    frame = json.loads((built / "frame.json").read_text(encoding="utf-8"))
    here = out.resolve().parent
    words = [w for w in only.split(",") if w]
    body = ""
    for set_id in sets:
        known = {} if plain else cards(set_id)
        lines = {} if plain else texts(set_id)
        for card_id, face in art_data.faces(set_id).items():
            if words and not any(w in card_id for w in words):
                continue
            art = os.path.relpath(built / set_id / f"{card_id}.svg", here)
            if plain:
                body += f'<figure><img src="{art}" width="{width}"><figcaption>{card_id}</figcaption></figure>'
                continue
            card = known.get(card_id)
            if card is None:
                print(f"{set_id} has no card {card_id!r}", file=sys.stderr)
                continue
            text = card_html(set_id, card, lines.get(card_id, ([], [], [])), frame, face, art)
            body += f'<figure style="--w:{width}px">{text}<figcaption>{card_id}</figcaption></figure>'
    return PAGE.format(
        gap=6 if plain else 20, title="Card faces", body=body, look="grey" if grey else "",
        css=os.path.relpath(art_data.ART / "card.css", here),
        fonts=os.path.relpath(art_data.STATIC / "fonts" / "fonts.css", here),
    )  # fmt: skip


def icons_page(store: Store, names: list[str], packages: Path | None, width: int) -> str:
    """Write a page of icons: the light parts as they are, and each part in its own colour with its number."""
    hues = [
        "#e6194b",
        "#3cb44b",
        "#ffe119",
        "#4363d8",
        "#f58231",
        "#911eb4",
        "#46f0f0",
        "#f032e6",
        "#bcf60c",
        "#fabebe",
    ]
    source = {}
    if packages is not None:
        source = json.loads((packages / art_icons.ICONS).read_text(encoding="utf-8"))["icons"]
    body = ""
    for name in names:
        if name in store.icons:
            icon: dict[str, Any] = store.icons[name]
        elif name in source:
            icon = art_icons.digest(" ".join(re.findall(r'\bd="([^"]+)"', source[name]["body"])), "?")
        else:
            body += f"<figure><figcaption>{name}: none</figcaption></figure>"
            continue
        parts = labels = ""
        for k, island in enumerate(icon["islands"]):
            parts += f'<path d="{"".join(icon["lines"][i] for i in island)}" fill="{hues[k % 10]}"/>'
            x, y = re.match(r"M(-?[\d.]+) ?(-?[\d.]+)", icon["lines"][island[0]]).groups()  # type: ignore[union-attr]
            labels += f'<text x="{x}" y="{y}">{k}</text>'
        solid = "".join(f'<path d="{icon["lines"][i]}"/>' for i in icon["outline"])
        plain = f'<g stroke="#000" stroke-width="12">{solid}</g><path d="{"".join(icon["lines"])}" fill="#fff"/>'
        body += (
            f'<figure><svg width="{width // 2}" viewBox="-10 -10 532 532" style="background:#777">{plain}</svg>'
            f'<svg width="{width}" viewBox="-10 -10 532 532" style="background:#333">{parts}{labels}</svg>'
            f"<figcaption>{name}</figcaption></figure>"
        )
    return ICONS.format(size=9000 // width, body=body)
