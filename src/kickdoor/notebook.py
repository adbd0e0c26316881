"""Images for notebooks: the face of a card and the table, built only from the pictures of the package."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from html import escape
from importlib.resources import files
from textwrap import wrap
from typing import Any

from kickdoor.engine import constants as nr
from kickdoor.engine.cards.definitions import CardDef
from kickdoor.engine.rules.fight.strength import munchkin_strength, terms
from kickdoor.engine.state.state import State
from kickdoor.text.card_text import card_text
from kickdoor.text.event_text import explain_totals
from kickdoor.text.message_catalog import renderer_for

WIDE, HIGH = 315, 440
COLOURS = {
    "monster": ("#8f2a22", "#f0bb98"), "curse": ("#5d3a8c", "#cdb8ee"), "enhancer": ("#8c1f4f", "#f5b6cf"),
    "class": ("#1f5f8c", "#aed8f2"), "race": ("#3d6b2a", "#c6e3a4"), "super": ("#2c3f94", "#c3ccff"),
    "halfbreed": ("#4d6a4f", "#cfe6cd"), "cheat": ("#4a4658", "#ddd8ee"), "wandering": ("#7a4a2c", "#eccaa6"),
    "mate": ("#a83a66", "#ffc4da"), "other_door": ("#5f4128", "#e3c7a0"), "item": ("#9a6a17", "#f2da98"),
    "oneshot": ("#12756a", "#aeeadd"), "goup": ("#b5651d", "#ffd9a8"), "other_treasure": ("#8a7a1a", "#f5eda0"),
    "follower": ("#6b4f94", "#dccdf5"),
}  # fmt: skip
"""Frame and tint colours of each kind of card, as on the page (art/card.css; a test compares them)."""
TEXT_SIZES = ((14, 34, 9), (12.5, 38, 10), (11, 43, 12), (9.5, 50, 14), (8, 60, 16), (7, 68, 19))
"""Font size, characters per line and lines; the first entry in which the text fits is used."""
SMALL = 96
"""Width of a card on the table in pixels."""


@cache
def art_data(name: str) -> Any:
    return json.loads(files("kickdoor.server").joinpath("static", "art", name).read_text(encoding="utf-8"))


@cache
def picture(set_id: str, card_id: str, kind: str) -> str:
    """Return the drawing of a card as a data URL. A card without its own drawing has that of its kind."""
    art = files("kickdoor.server").joinpath("static", "art")
    own = art.joinpath(set_id, f"{card_id}.svg")
    drawing = own if own.is_file() else art.joinpath("kinds", f"{kind}.svg")
    return "data:image/svg+xml;base64," + b64encode(drawing.read_bytes()).decode()


def card_svg(d: CardDef, label: str, lines: list[str]) -> str:
    """Return the face of a card as SVG: name, number, picture, kind and text."""
    kind = nr.KINDS[d.kind]
    frame, tint = COLOURS[kind]
    number = str(d.level) if d.kind == nr.MONSTER else f"{d.bonus:+d}".replace("-", "−") if d.bonus else ""
    title = min(20.0, 355 / max(len(d.name), 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img" aria-label="{escape(d.name)}" font-family="Alegreya, Georgia, serif">'
        f'<rect width="{WIDE}" height="{HIGH}" rx="15" fill="{frame}"/>'
        f'<rect x="5" y="5" width="{WIDE - 10}" height="{HIGH - 10}" rx="11" fill="none" stroke="{tint}"/>'
        f'<rect x="14" y="14" width="{WIDE - 28}" height="40" rx="6" fill="#fbf0d3" stroke="#1b1216" stroke-width="2"/>'
        f'<text x="{WIDE / 2 + 24:g}" y="{34 + title / 3:g}" text-anchor="middle" font-weight="700" '
        f'font-size="{title:g}" fill="#2a1710">{escape(d.name)}</text>'
        f'<image x="14" y="56" width="{WIDE - 28}" height="190" preserveAspectRatio="xMidYMid slice" '
        f'href="{picture(d.set_id, d.id, kind)}"/>'
        f'<text x="20" y="264" font-size="14" font-weight="700" fill="#fff8e6">{escape(label)}</text>'
        f'<rect x="14" y="272" width="{WIDE - 28}" height="{HIGH - 286}" rx="6" fill="#fbf0d3" stroke="#1b1216" '
        f'stroke-width="2"/>{paragraph(lines)}{badge(kind, number, tint)}</svg>'
    )


def badge(kind: str, number: str, tint: str) -> str:
    """Draw the badge of the kind with the Level or bonus in it, or with the icon of the kind."""
    data = art_data("frame.json")["kinds"][kind]
    x, y = data["at"]
    inner = f'<path transform="translate({x} {y})scale(.117)translate(-256-256)" fill="#1b1216" d="{data["icon"]}"/>'
    if number:
        size = 54 if len(number) < 3 else 40
        inner = f'<text x="{x}" y="{y + 18}" text-anchor="middle" font-size="{size}" fill="#1b1216">{number}</text>'
    shape = f'<path d="{data["badge"]}" fill="{tint}" stroke="#1b1216" stroke-width="5"/>'
    return f'<g transform="translate(6 2)scale(.64)">{shape}{inner}</g>'


def paragraph(lines: list[str]) -> str:
    """Set the text of a card in the largest font size that fits."""
    settings = [(size, rows, [x for line in lines for x in wrap(line, letters)]) for size, letters, rows in TEXT_SIZES]
    size, _, rest = next((one for one in settings if len(one[2]) <= one[1]), settings[-1])
    step = size * 1.12
    top = 272 + (HIGH - 286 - step * len(rest)) / 2 + size
    return "".join(
        f'<text x="{WIDE / 2:g}" y="{top + step * i:.1f}" text-anchor="middle" font-size="{size}" '
        f'fill="#231a14">{escape(line)}</text>'
        for i, line in enumerate(rest)
    )


def table_html(s: State, names: list[str], seat: int = -1) -> str:
    """Return the table as HTML: the turn, the fight, all players with their cards in play, and the hand of a seat."""
    head = f"{escape(', '.join(s.rules.sets))}, turn {s.turns}, {nr.PHASES[s.phase]}"
    if s.winners:
        head += "; won by " + escape(" and ".join(names[winner] for winner in s.winners))
    parts = [f'<p style="margin:.3em 0"><b>{head}</b></p>']
    if s.fight is not None:
        sums = explain_totals(s.rules, terms(s), names, s.fight.main)
        shown = "".join(small_card(s, body.definition) for body in s.fight.bodies)
        parts.append(f"<div>{shown}<div>{'<br>'.join(escape(line) for line in sums)}</div></div>")
    for p in s.seats:
        turn = " ▸" if p.index == s.turn and not s.winners else ""
        facts = f"Level {p.level}, strength {munchkin_strength(s, p.index)}, {len(p.hand)} cards in hand"
        cards = "".join(small_card(s, s.cards[card].index, card in p.equipped) for card in p.play)
        parts.append(
            f'<div style="border-top:1px solid #8886;padding:.3em 0"><b>{escape(names[p.index])}{turn}</b> '
            f"<span>{facts}{', dead' if p.dead else ''}</span><div>{cards}</div></div>"
        )
    if seat >= 0:
        hand = "".join(small_card(s, s.cards[card].index) for card in s.seats[seat].hand)
        parts.append(f'<div style="border-top:1px solid #8886"><b>In hand</b><div>{hand}</div></div>')
    return f'<div style="font-family:Alegreya,Georgia,serif">{"".join(parts)}</div>'


def small_card(s: State, definition: int, worn: bool = True) -> str:
    """Return a small picture of a card with its name and its text as a tooltip; an Item that is not worn is faint."""
    d = s.rules.defs[definition]
    kind = nr.KINDS[d.kind]
    label = d.label or renderer_for(s.rules).text("kind." + kind)
    faint = "" if worn or d.kind != nr.ITEM else "opacity:.5;"
    says = escape(f"{label}. {' '.join(card_text(s.rules, d))}", quote=True)
    return (
        f'<figure title="{says}" style="display:inline-block;margin:3px;width:{SMALL}px;{faint}vertical-align:top">'
        f'<img alt="" src="{picture(d.set_id, d.id, kind)}" style="width:{SMALL}px;border-radius:5px;'
        f'border:2px solid {COLOURS[kind][0]};box-sizing:border-box">'
        f'<figcaption style="font-size:11px;line-height:1.1;text-align:center">{escape(d.name)}</figcaption></figure>'
    )
