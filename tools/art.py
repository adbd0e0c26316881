"""Draw the art of all cards: read art/ and write src/kickdoor/server/static/art.

    python tools/art.py                     build everything
    python tools/art.py --check             list what differs from the built files; exit status 1 if anything does
    python tools/art.py --set NAME          build everything and print the size of the faces of one set
    python tools/art.py --sheet OUT.html    build everything and write a page with full cards (--set NAME: of one set)
    python tools/art.py --icons OUT.html NAME …  show icons with the numbers of their parts

Needs only Python. The same data give the same bytes on every machine. Every run builds everything, because the index
and the credits depend on all faces; this takes a second.
"""

import argparse
import gzip
import sys
from pathlib import Path

import art_data
import art_extras
import art_scene
import art_sheet
from art_data import BadArt, Face, Store
from art_effects import Effects

OUT = art_data.STATIC / "art"


def face_svg(store: Store, face: Face) -> str:
    """Draw one face."""
    painter = Effects(store, face.name)
    motif = next((w.partition("=")[2] for w in face.scene if w.startswith("motif=")), "")
    if motif:
        painter.defs += f'<path id="motif" d="{"".join(store.icon(motif)["lines"])}"/>'
    elif face.scene[0] == "runes":
        raise BadArt(f"{face.name}: the scene runes needs motif=ICON")
    back = art_scene.place(store, face.name, face.scene, motif)
    for layer in face.layers:
        try:
            painter.draw(layer)
        except BadArt as e:
            reason = str(e).removeprefix(f"{face.name}: ")
            raise BadArt(f"{face.name}: {layer.text!r}: {reason}") from None
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 340">'
        f"<defs>{painter.defs}</defs>{back}"
        f'<g stroke-linejoin="round">{painter.body}</g>'
        '<rect width="512" height="340" fill="url(#vg)"/></svg>\n'
    )


def build(store: Store) -> dict[str, bytes]:
    """Return all built files by their path below the folder of built art."""
    files: dict[str, str] = {}
    wrong = []
    for set_id in art_data.sets():
        for card, face in art_data.faces(set_id).items():
            try:
                files[f"{set_id}/{card}.svg"] = face_svg(store, face)
            except BadArt as e:
                wrong.append(str(e))
    if wrong:
        raise BadArt("\n".join(wrong))
    frame = art_data.load_toml(art_data.ART / "frame.toml")
    for kind, table in frame["fallback"].items():
        files[f"kinds/{kind}.svg"] = face_svg(store, Face(f"kinds/{kind}", table))
    files |= art_extras.files(store, frame)
    return {name: text.encode() for name, text in files.items()}


def check(made: dict[str, bytes]) -> list[str]:
    """List the built files that are missing, differ or are no longer built."""
    found = []
    for name, content in made.items():
        path = OUT / name
        if not path.exists():
            found.append(f"{name} is missing")
        elif path.read_bytes() != content:
            found.append(f"{name} differs")
    return found + [f"{name} is not built from anything" for name in stale(made)]


def stale(made: dict[str, bytes]) -> list[str]:
    """List the built files whose source in art/ is gone, such as the face of a removed card."""
    here = {path.relative_to(OUT).as_posix() for path in OUT.rglob("*") if path.is_file()}
    return sorted(here - set(made))


def write(made: dict[str, bytes]) -> None:
    """Write the built files and delete stale ones."""
    for name, content in made.items():
        path = OUT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    for name in stale(made):
        (OUT / name).unlink()
    for folder in [path for path in OUT.iterdir() if path.is_dir() and not any(path.iterdir())]:
        folder.rmdir()


def sizes(made: dict[str, bytes], sets: list[str]) -> str:
    """Return the sizes of the faces of some sets as text."""
    faces = [name for name in made if name.endswith(".svg") and name.partition("/")[0] in sets]
    packed = {name: len(gzip.compress(made[name], mtime=0)) for name in faces}
    worst = max(packed, key=lambda n: packed[n])
    raw = sum(len(made[name]) for name in faces)
    return (
        f"{len(made)} files; {len(packed)} faces: {raw:,} bytes, {sum(packed.values()):,} gzipped, "
        f"largest {worst} with {packed[worst]:,}"
    )


def show(path: Path, page: str) -> None:
    """Write a preview page, creating its folder if necessary."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the built files instead of writing them")
    parser.add_argument("--set", dest="sets", action="append", metavar="NAME", help="show only the faces of this set")
    parser.add_argument("--sheet", type=Path, metavar="OUT.html", help="write a page with all faces, too")
    parser.add_argument(
        "--only", default="", metavar="A,B…", help="with --sheet: only cards with these words in the id"
    )
    parser.add_argument("--width", type=int, default=330, help="with --sheet, --icons: the width of a card or icon")
    parser.add_argument("--plain", action="store_true", help="with --sheet: the pictures alone, without frames")
    parser.add_argument("--grey", action="store_true", help="with --sheet: without colours")
    parser.add_argument(
        "--icons", type=Path, metavar="OUT.html", help="write a page with icons and their parts, then stop"
    )
    parser.add_argument("--packages", type=Path, help="with --icons: node_modules, for icons not used yet")
    parser.add_argument("names", nargs="*", help="with --icons: the icons to show")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    args = arguments(argv)
    try:
        store = Store()
        if args.icons:
            show(args.icons, art_sheet.icons_page(store, args.names, args.packages, args.width))
            return 0
        sets = art_data.chosen(args.sets)
        made = build(store)
    except BadArt as e:
        print(e, file=sys.stderr)
        return 2
    if args.check:
        found = check(made)
        print("\n".join(found) or "built art is up to date")
        return 1 if found else 0
    write(made)
    print(sizes(made, sets))
    if args.sheet:
        show(args.sheet, art_sheet.page(args.sheet, sets, args.only, args.width, args.plain, args.grey))
    return 0


if __name__ == "__main__":
    sys.exit(main())
