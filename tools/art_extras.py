"""Art other than faces: backs, seat faces, dice, counters, frame data and credits."""

import json
import shlex
from typing import Any

import art_data
from art_data import Face, Layer, Store
from art_effects import Effects

LICENCE = "https://creativecommons.org/licenses/by/3.0/"
GIVEN = "https://creativecommons.org/publicdomain/zero/1.0/"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}">'
PIPS = {
    1: [(50, 50)],
    2: [(28, 28), (72, 72)],
    3: [(26, 26), (50, 50), (74, 74)],
    4: [(28, 28), (72, 28), (28, 72), (72, 72)],
    5: [(27, 27), (73, 27), (50, 50), (27, 73), (73, 73)],
    6: [(28, 25), (72, 25), (28, 50), (72, 50), (28, 75), (72, 75)],
}
SEEN = 236
"""Part of the width of 512 that is visible in the hand."""
BACKS = {"door": ("#8a5a34", "#5b3018", "#1d0d05", "#e8b56a"), "treasure": ("#e0a83a", "#9a5f10", "#3a1f04", "#fff0b0")}


def files(store: Store, frame: dict[str, Any]) -> dict[str, str]:
    """Return the files by path."""
    made = {f"avatars/{name}.svg": avatar(store, name, lines) for name, lines in frame["avatar"].items()}
    made |= {f"tokens/{name}.svg": token(store, name, lines) for name, lines in frame["token"].items()}
    made |= {f"backs/{name}.svg": back(store, name, lines) for name, lines in frame["back"].items()}
    made |= {f"dice/{n}.svg": die(n) for n in PIPS}
    made["frame.json"] = table(frame_data(store, frame))
    made["index.json"] = table(index(store))
    credits = credit_data(store)
    made["credits.json"] = table(credits)
    made["NOTICE"] = notice(credits)
    return made


def table(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def drawing(store: Store, name: str, lines: list[str]) -> tuple[str, str]:
    painter = Effects(store, name)
    for line in lines:
        painter.draw(Layer(line, shlex.split(line)))
    return painter.defs, painter.body


def avatar(store: Store, name: str, lines: list[str]) -> str:
    defs, body = drawing(store, name, lines)
    return (
        HEAD.format(512, 512)
        + f'<defs>{defs}<clipPath id="disc"><circle cx="256" cy="256" r="252"/></clipPath></defs>'
        + f'<g clip-path="url(#disc)" stroke-linejoin="round">{body}</g></svg>\n'
    )


def token(store: Store, name: str, lines: list[str]) -> str:
    """Draw a counter: a disc with a notched edge and a sign; the first line is the disc's colour."""
    disc = Layer(lines[0], shlex.split(lines[0]))
    colours = store.colours(disc.colour)
    main = colours.stops[-1][1]
    defs, body = drawing(store, name, lines[1:])
    return (
        HEAD.format(512, 512)
        + f'<defs><radialGradient id="disc" r=".7"><stop stop-color="{main}"/>'
        + f'<stop offset="1" stop-color="{colours.ink}"/></radialGradient>{defs}</defs>'
        + f'<circle cx="256" cy="256" r="250" fill="{colours.ink}"/><circle cx="256" cy="256" r="234" fill="{main}"/>'
        + '<circle cx="256" cy="256" r="214" fill="none" stroke="#fff6dd" stroke-width="40" stroke-dasharray="84 84"/>'
        + f'<circle cx="256" cy="256" r="188" fill="url(#disc)" stroke="{colours.ink}" stroke-width="12"/>'
        + f'<g stroke-linejoin="round">{body}</g></svg>\n'
    )


def back(store: Store, name: str, lines: list[str]) -> str:
    """Draw the back of a deck: a lattice, a double line, and a medal with the deck's sign."""
    defs, body = drawing(store, name, lines)
    light, main, dark, line = BACKS[name]
    lattice = "".join(f"M{x} -20 {x + 900} 880M{x + 900} -20 {x} 880" for x in range(-900, 640, 70))
    knobs = "".join(f"M{x} {y}a9 9 0 1 0 .1 0z" for x in (64, 566) for y in (55, 807))
    return (
        HEAD.format(630, 880)
        + '<defs><radialGradient id="bg" cx=".5" cy=".48" r=".75">'
        + f'<stop stop-color="{light}"/><stop offset=".6" stop-color="{main}"/><stop offset="1" stop-color="{dark}"/>'
        + f"</radialGradient>{defs}</defs>"
        + f'<rect width="630" height="880" rx="32" fill="url(#bg)"/><path d="{lattice}" stroke="{dark}" '
        + 'stroke-width="10" opacity=".35"/>'
        + f'<path d="{lattice}" stroke="{line}" stroke-width="2" opacity=".35" transform="translate(0 -4)"/>'
        + f'<g fill="none" stroke="{line}"><rect x="26" y="26" width="578" height="828" rx="22" stroke-width="8"/>'
        + '<rect x="44" y="44" width="542" height="792" rx="14" stroke-width="3"/></g>'
        + f'<path d="{knobs}" fill="{line}" stroke="{dark}" stroke-width="4"/>'
        + f'<circle cx="315" cy="440" r="228" fill="{dark}" opacity=".82"/>'
        + f'<g fill="none" stroke="{line}"><circle cx="315" cy="440" r="228" stroke-width="9"/>'
        + '<circle cx="315" cy="440" r="208" stroke-width="3" stroke-dasharray="3 13" stroke-linecap="round"/></g>'
        + f'<g stroke-linejoin="round">{body}</g></svg>\n'
    )


def die(n: int) -> str:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="{12 if n == 1 else 9}"/>' for x, y in PIPS[n])
    return (
        HEAD.format(100, 100)
        + '<defs><radialGradient id="f" cx=".35" cy=".3" r=".9"><stop stop-color="#fffef6"/>'
        + '<stop offset="1" stop-color="#e0cfa4"/></radialGradient></defs>'
        + '<rect x="4" y="4" width="92" height="92" rx="18" fill="url(#f)" stroke="#2a1710" stroke-width="6"/>'
        + '<rect x="9" y="9" width="82" height="82" rx="14" fill="none" stroke="#fff" stroke-width="3" opacity=".7"/>'
        + f'<g fill="{"#a8281f" if n == 1 else "#2a1710"}">{pips}</g></svg>\n'
    )


def outline(store: Store, icon: str) -> str:
    return "".join(store.icon(icon)["lines"])


def frame_data(store: Store, frame: dict[str, Any]) -> dict[str, Any]:
    """Return the data of the card component: shapes and icons as path data."""
    kinds = {
        name: {
            "label": kind["label"],
            "badge": kind["badge"],
            "at": kind.get("at", [50, 50]),
            "icon": outline(store, kind["icon"]),
        }
        for name, kind in frame["kind"].items()
    }
    marks = {name: outline(store, icon) for name, icon in frame["mark"].items()}
    signs = {name: outline(store, icon) for name, icon in frame["sign"].items()}
    return {
        "kinds": kinds,
        "marks": marks,
        "signs": signs,
        "avatars": sorted(frame["avatar"]),
        "tokens": sorted(frame["token"]),
    }


def index(store: Store) -> dict[str, Any]:
    """List every face with the authors of its icons and the focus of its small view, unless that is the middle."""
    made: dict[str, Any] = {}
    for set_id in art_data.sets():
        cards: dict[str, Any] = {}
        for card, face in art_data.faces(set_id).items():
            authors = {store.icon(icon)["author"] for icon in face.icons()}
            cards[card] = {"by": sorted(art_data.AUTHORS[a][0] for a in authors)}
            if face.focus != 256:
                cards[card]["focus"] = focus(face)
        made[set_id] = cards
    return made


def focus(face: Face) -> int:
    """Return the horizontal position of a face's small view, in percent from the left."""
    return max(0, min(100, round(100 * (face.focus - SEEN / 2) / (512 - SEEN))))


def credit_data(store: Store) -> dict[str, Any]:
    """List the icons in use by author."""
    used: dict[str, list[str]] = {}
    for icon in sorted(art_data.used_icons()):
        used.setdefault(store.icon(icon)["author"], []).append(icon)
    authors = []
    for key in sorted(used, key=lambda k: (-len(used[k]), k)):
        name, home = art_data.AUTHORS[key]
        entry = {"name": name, "icons": used[key], "licence": GIVEN if key in art_data.FREE else LICENCE}
        authors.append(entry | ({"home": home} if home else {}))
    return {
        "source": "https://game-icons.net",
        "changes": "The icons are recoloured, outlined, turned, cut and combined into new pictures.",
        "authors": authors,
    }


def notice(credits: dict[str, Any]) -> str:
    """Return the credits as plain text."""
    rows = ["Pictures of the cards and the table", ""]
    rows += [f"They are composed of icons from {credits['source']}.", credits["changes"], ""]
    for author in credits["authors"]:
        licence = "CC0 1.0" if author["licence"] == GIVEN else "CC BY 3.0"
        home = f", {author['home']}" if "home" in author else ""
        rows.append(f"Icons made by {author['name']}{home} ({licence}, {author['licence']}):")
        rows.append("  " + ", ".join(author["icons"]))
    rows += [
        "",
        "Words in pictures are outlines of Almendra and Germania One (SIL Open Font License 1.1,",
        "see fonts/).",
        "",
        "Sounds and music are made by the pages as they play. Written for kickdoor, they are under its licence.",
    ]
    return "\n".join(rows) + "\n"
