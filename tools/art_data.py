"""Data of card art: named colours, icons, letters, and the scene and layers of every face.

A face is a table in art/faces/<set>.toml (see docs/art.md):

    [some_card]
    scene = "bricks ember"
    art = ["slime 256 190 270 slime", "bubble 410 80 34 white 'Fine.'"]
"""

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "art"
FACES = ART / "faces"
CATALOG = ROOT / "src" / "kickdoor" / "catalog"
STATIC = ROOT / "src" / "kickdoor" / "server" / "static"

AUTHORS = {
    "lorc": ("Lorc", "https://lorcblog.blogspot.com"),
    "delapouite": ("Delapouite", "https://delapouite.com"),
    "john-colburn": ("John Colburn", "http://ninmunanmu.com"),
    "felbrigg": ("Felbrigg", "http://blackdogofdoom.blogspot.co.uk"),
    "john-redman": ("John Redman", "http://www.uniquedicetowers.com"),
    "carl-olsen": ("Carl Olsen", "https://twitter.com/unstoppableCarl"),
    "sbed": ("Sbed", "https://opengameart.org/content/95-game-icons"),
    "priorblue": ("PriorBlue", ""),
    "willdabeast": ("Willdabeast", "https://wjbstories.blogspot.com"),
    "viscious-speed": ("Viscious Speed", "https://viscious-speed.deviantart.com"),
    "lord-berandas": ("Lord Berandas", "https://berandas.deviantart.com"),
    "irongamer": ("Irongamer", "http://ecesisllc.wix.com/home"),
    "heavenly-dog": ("HeavenlyDog", "http://www.gnomosygoblins.blogspot.com"),
    "lucasms": ("Lucas", ""),
    "faithtoken": ("Faithtoken", "https://fungustoken.deviantart.com"),
    "skoll": ("Skoll", ""),
    "andymeneely": ("Andy Meneely", "https://www.se.rit.edu/~andy/"),
    "cathelineau": ("Cathelineau", ""),
    "kier-heyl": ("Kier Heyl", ""),
    "aussiesim": ("Aussiesim", ""),
    "sparker": ("Sparker", "http://citizenparker.com"),
    "zeromancer": ("Zeromancer", ""),
    "rihlsul": ("Rihlsul", ""),
    "quoting": ("Quoting", ""),
    "guard13007": ("Guard13007", "https://guard13007.com"),
    "darkzaitzev": ("DarkZaitzev", "https://darkzaitzev.deviantart.com"),
    "spencerdub": ("SpencerDub", ""),
    "generalace135": ("GeneralAce135", ""),
    "zajkonur": ("Zajkonur", ""),
    "catsu": ("Catsu", ""),
    "starseeker": ("Starseeker", ""),
    "pepijn-poolman": ("Pepijn Poolman", ""),
    "pierre-leducq": ("Pierre Leducq", ""),
    "caro-asercion": ("Caro Asercion", ""),
    "seregacthtuf": ("SeregaCthtuf", ""),
}
"""Known icon authors, as the icon source spells them. Icons by other authors are rejected."""
FREE = {"viscious-speed", "zeromancer"}
"""Authors whose icons are CC0; all other icons are CC BY 3.0 and need a credit."""

SHAPES = {"bubble", "thought", "burst", "word", "sign", "glow", "ring", "sparks", "dash", "stink", "puddle", "beam",
          "smoke", "blob", "bar", "fuzz", "eyes", "mouth"}  # fmt: skip
"""Layers drawn by code, without an icon."""
NUMBERS = {"rot", "rim", "line", "fade", "cut", "top", "left", "right", "wide", "tall", "n"}
WORDS = {"ink", "deep", "parts", "tail", "font", "dir", "look", "mood"}
FLAGS = {"flip", "over", "flat", "stand", "open"}


class BadArt(Exception):
    """Error in the data of a picture, described in one line."""


def load_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as e:
        raise BadArt(f"{path.name}: {e}") from None


def load_json(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((ART / name).read_text(encoding="utf-8"))
    return content


class Colours:
    """Light parts and ink of a figure."""

    def __init__(self, stops: list[tuple[float, str]], ink: str) -> None:
        self.stops = stops
        self.ink = ink


class Layer:
    """One line of a face: what is drawn, with position, size and options."""

    def __init__(self, text: str, words: list[str]) -> None:
        self.text = text
        self.what = words[0]
        try:
            self.x, self.y, self.size = (float(v) for v in words[1:4])
        except ValueError:
            raise BadArt(f"{text!r}: after the name come x, y and size") from None
        self.colour = ""
        self.say = ""
        self.flags: set[str] = set()
        self.numbers: dict[str, float] = {}
        self.words: dict[str, str] = {}
        for word in words[4:]:
            self.option(word)

    def option(self, word: str) -> None:
        key, equals, value = word.partition("=")
        if word in FLAGS:
            self.flags.add(word)
        elif equals and key in NUMBERS:
            try:
                self.numbers[key] = float(value)
            except ValueError:
                raise BadArt(f"{self.text!r}: {key} needs a number") from None
        elif equals and key in WORDS:
            self.words[key] = value
        elif not self.colour:
            self.colour = word
        elif self.what in SHAPES and not self.say:
            self.say = word
        else:
            raise BadArt(f"{self.text!r}: what is {word!r}?")


class Face:
    """Picture of one card."""

    def __init__(self, name: str, table: dict[str, Any]) -> None:
        self.name = name
        unknown = set(table) - {"scene", "art", "focus"}
        if unknown or not isinstance(table.get("scene"), str) or not isinstance(table.get("art"), list):
            raise BadArt(f"{name}: a face has scene, art and perhaps focus, not {sorted(unknown)}")
        self.scene = shlex.split(table["scene"])
        self.focus = int(table.get("focus", 256))
        self.layers = []
        for line in table["art"]:
            try:
                words = shlex.split(line)
                self.layers.append(Layer(line, words))
            except (BadArt, ValueError) as e:
                raise BadArt(f"{name}: {e}") from None

    def icons(self) -> set[str]:
        """Return the ids of the icons used."""
        found = {layer.what for layer in self.layers} - SHAPES
        return found | {word.partition("=")[2] for word in self.scene if word.startswith("motif=")}


def faces(set_id: str) -> dict[str, Face]:
    """Read all faces of a set."""
    table = load_toml(FACES / f"{set_id}.toml")
    return {name: Face(f"{set_id}/{name}", content) for name, content in table.items()}


def sets() -> list[str]:
    """List the sets that have faces."""
    return sorted(path.stem for path in FACES.glob("*.toml"))


def chosen(names: list[str] | None) -> list[str]:
    """Return the requested sets, or all sets if none is named; raise `BadArt` for an unknown set."""
    unknown = sorted(set(names or []) - set(sets()))
    if unknown:
        raise BadArt(f"no set called {unknown[0]!r} has faces; there are {', '.join(sets())}")
    return names or sets()


def set_icons(set_id: str) -> set[str]:
    """Return the ids of all icons used by the faces of a set."""
    found: set[str] = set()
    return found.union(*(face.icons() for face in faces(set_id).values()))


def frame_icons() -> set[str]:
    """Return the ids of all icons used by frames, backs, seat faces and fallback faces."""
    frame = load_toml(ART / "frame.toml")
    found = {kind["icon"] for kind in frame["kind"].values()}
    found |= set(frame["mark"].values()) | set(frame["sign"].values())
    for kind in frame["fallback"].values():
        found |= Face("", kind).icons()
    for lines in (*frame["avatar"].values(), *frame["back"].values(), *frame["token"].values()):
        found |= {shlex.split(line)[0] for line in lines} - SHAPES
    return found


def used_icons() -> set[str]:
    """Return the ids of all icons in use."""
    return frame_icons().union(*(set_icons(set_id) for set_id in sets()))


class Store:
    """Colours, icons and letters by name."""

    def __init__(self) -> None:
        palettes = load_toml(ART / "palettes.toml")
        self.figures: dict[str, str] = palettes["figure"]
        self.scenes: dict[str, list[str]] = {name: text.split() for name, text in palettes["scene"].items()}
        self.icons = load_json("icons.json") if (ART / "icons.json").exists() else {}
        self.letters = load_json("letters.json")

    def icon(self, name: str) -> dict[str, Any]:
        if name not in self.icons:
            raise BadArt(f"icon {name!r} is not in art/icons.json: run tools/art_icons.py")
        icon: dict[str, Any] = self.icons[name]
        return icon

    def colours(self, text: str) -> Colours:
        """Read a colour: a name, or "#light,#shade", with optional stops ("0.4:#colour") and a final ink ("/#ink").

        A stop may name its colour: "0:sky,.4:sky,.4:skin" changes from blue to skin abruptly.
        """
        if text in self.figures:
            body, _, ink = self.figures[text].partition("/")
            return Colours(spread(body.split()), ink.strip())
        body, _, ink = text.partition("/")
        stops = spread([self.plain(part) for part in body.split(",")])
        return Colours(stops, self.plain(ink, 1) if ink else "#1c1420")

    def plain(self, text: str, place: int = 0) -> str:
        """Return the colour of a stop's colour name: its light, or its shade if the name ends in ~."""
        at, colon, colour = text.rpartition(":")
        name = colour.rstrip("~")
        if name in self.figures:
            body, _, ink = self.figures[name].partition("/")
            colour = ink.strip() if place else body.split()[-1 if colour.endswith("~") else 0]
        if not colour.startswith("#"):
            raise BadArt(f"no colour is called {colour!r}")
        return at + colon + colour


def spread(parts: list[str]) -> list[tuple[float, str]]:
    """Return the position of each stop: its own, or evenly spaced between the first and the last."""
    stops = []
    for i, part in enumerate(parts):
        at, colon, colour = part.rpartition(":")
        stops.append((float(at) if colon else i / max(1, len(parts) - 1), colour))
    return stops
