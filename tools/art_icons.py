"""Collect the icons and letters of card art into art/icons.json and art/letters.json.

Only needed when card art uses an icon that is not in art/icons.json yet:

    npm install --prefix build/icons @iconify-json/game-icons @fontsource/almendra @fontsource/germania-one
    python tools/art_icons.py build/icons/node_modules AUTHORS.json

AUTHORS.json maps icon names to authors, from the folders of https://github.com/game-icons/icons;
an author "a|b" is unresolved. Letters need fontTools and are built only with --letters.
Existing entries of art/icons.json are kept.
"""

import argparse
import json
import os
import re
import sys
from pathlib import Path

import art_data
import art_paths

ICONS = "@iconify-json/game-icons/icons.json"
FONTS = {
    "hand": "@fontsource/almendra/files/almendra-latin-700-normal.woff",
    "loud": "@fontsource/germania-one/files/germania-one-latin-400-normal.woff",
}
MUCH = 3000
"""Path length above which an icon's coordinates are rounded to integers; the difference is invisible."""
LETTERS = "".join(map(chr, range(33, 127))) + "’“”–×½éèüöäñ°§€£¿¡"


def known_author(author: str | None) -> bool:
    return author is not None and author in art_data.AUTHORS


def digest(data: str, author: str) -> dict[str, object]:
    """Return the entry of an icon: its lines, their nesting, its extent and its author."""
    subs = art_paths.cut(data)
    nesting = art_paths.Nesting(subs)
    boxes = nesting.boxes
    lines = [sub.text() for sub in subs]
    if sum(map(len, lines)) > MUCH:
        lines = [sub.text(0) for sub in subs]
    return {
        "author": author,
        "box": [
            round(min(b[0] for b in boxes)),
            round(min(b[1] for b in boxes)),
            round(max(b[2] for b in boxes)),
            round(max(b[3] for b in boxes)),
        ],
        "lines": lines,
        "outline": nesting.outline(),
        "islands": nesting.islands(),
    }


def collect(names: set[str], packages: Path, authors: dict[str, str]) -> tuple[dict[str, object], list[str]]:
    """Return the entries of all named icons and a list of rejected ones."""
    source = json.loads((packages / ICONS).read_text(encoding="utf-8"))["icons"]
    old = art_data.load_json("icons.json") if (art_data.ART / "icons.json").exists() else {}
    entries: dict[str, object] = {}
    refused = []
    for name in sorted(names):
        if name in old:
            entries[name] = old[name]
        elif name not in source:
            refused.append(f"{name}: no such icon")
        elif not known_author(authors.get(name)):
            refused.append(f"{name}: its author is not known ({authors.get(name)})")
        else:
            data = " ".join(re.findall(r'\bd="([^"]+)"', source[name]["body"]))
            entries[name] = digest(data, authors[name])
    return entries, refused


def letters(packages: Path) -> dict[str, object]:
    """Extract letter outlines from the fonts, so that words in pictures need no font."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

    found: dict[str, object] = {}
    for key, path in FONTS.items():
        font = TTFont(packages / path)
        glyphs, codes = font.getGlyphSet(), font.getBestCmap()
        scale = 100 / font["head"].unitsPerEm
        table: dict[str, object] = {" ": [round(glyphs[codes[32]].width * scale, 1), ""]}
        for letter in LETTERS:
            if ord(letter) not in codes:
                continue
            pen = SVGPathPen(glyphs)
            glyph = glyphs[codes[ord(letter)]]
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
            lines = "".join(sub.text() for sub in art_paths.cut(pen.getCommands()))
            table[letter] = [round(glyph.width * scale, 1), lines]
        found[key] = table
    return found


def write(name: str, content: dict[str, object]) -> None:
    """Write one entry per line, replacing the file atomically."""
    rows = ",\n".join(
        f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False, separators=(',', ':'))}" for k, v in content.items()
    )
    path = art_data.ART / name
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text("{\n" + rows + "\n}\n", encoding="utf-8", newline="\n")
    draft.replace(path)


def wanted() -> set[str]:
    """Return the ids of the icons to keep; keep all existing ones while the faces of a set cannot be read."""
    names = art_data.frame_icons()
    for set_id in art_data.sets():
        try:
            names |= art_data.set_icons(set_id)
        except art_data.BadArt as e:
            print(e, file=sys.stderr)
            names |= set(art_data.load_json("icons.json"))
    return names


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", type=Path, help="the node_modules folder with the packages")
    parser.add_argument("authors", type=Path, help="icon name to author, as JSON")
    parser.add_argument("--letters", action="store_true", help="make art/letters.json as well")
    args = parser.parse_args()
    if args.letters:
        write("letters.json", letters(args.packages))
    authors = json.loads(args.authors.read_text(encoding="utf-8"))
    entries, refused = collect(wanted(), args.packages, authors)
    write("icons.json", entries)
    for line in refused:
        print(line, file=sys.stderr)
    print(f"{len(entries)} icons, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
