"""Words in pictures: in bubbles, in bursts, on signs, or free. Letters are outlines, so no font is needed."""

import math
import random

from art_data import BadArt, Layer
from art_figure import CREAM, Painter, short
from art_paths import ellipse, number, polygon, shifted

ANGLES = {"dl": 125, "dr": 55, "d": 90, "l": 165, "r": 15, "ul": 235, "ur": 305, "u": 270, "none": 0}
"""Direction of a bubble's tail by name: down left, down right …"""


class Words(Painter):
    """Layers with words."""

    def lettering(self, text: str, font: str) -> tuple[str, float]:
        """Return the outline of a line of text at size 100, starting at 0, and its width."""
        table = self.store.letters[font]
        x, data = 0.0, ""
        for letter in text.replace("…", "...").replace("−", "–"):
            if letter not in table:
                raise BadArt(f"{self.name}: the letter {letter!r} cannot be drawn")
            wide, lines = table[letter]
            data += shifted(lines, x, 0)
            x += wide
        return data, x

    def text(self, layer: Layer, font: str, colour: str, extra: str = "") -> tuple[str, float, float]:
        """Draw centred lines of text around 0, 0; return also their width and height."""
        size = layer.size / 100
        rows = [self.lettering(row, font) for row in layer.say.split("|")]
        gap = 92.0
        data = ""
        for k, (row, wide) in enumerate(rows):
            y = (k - (len(rows) - 1) / 2) * gap + 28
            data += shifted(row, -wide / 2, y)
        wide = max(w for _, w in rows) * size
        out = f'<path transform="scale({short(size)})" d="{data}" fill="{colour}"{extra}/>'
        return out, wide, len(rows) * gap * size

    def bubble(self, layer: Layer) -> None:
        """Draw a speech or thought bubble around words; `tail` points to the speaker."""
        colours = self.store.colours(layer.colour or "white")
        text, wide, high = self.text(layer, layer.words.get("font", "hand"), colours.ink)
        size, tail = layer.size, layer.words.get("tail", "dl")
        rx, ry = wide / 2 + size * 0.62, high / 2 + size * 0.42
        data = ellipse(0, 0, rx, ry)
        angle = math.radians(ANGLES[tail])
        c, s = math.cos(angle), math.sin(angle)
        if layer.what == "thought":
            data += ellipse(1.16 * rx * c, 1.16 * ry * s + 2, size * 0.2, size * 0.2)
            data += ellipse(1.48 * rx * c, 1.48 * ry * s + 8, size * 0.12, size * 0.12)
        elif tail != "none":
            reach = size * 0.75
            tip = (rx * c + math.copysign(reach * abs(c) ** 0.5, c), ry * s + reach * s)
            root = f"Q{number(rx * c)} {number(ry * s)} "
            sides = [(0.9 * rx * math.cos(a), 0.9 * ry * math.sin(a)) for a in (angle - 0.3, angle + 0.22)]
            start, point, end = (f"{number(x)} {number(y)}" for x, y in (sides[0], tip, sides[1]))
            data += f"M{start}{root}{point}{root}{end}z"
        shape = self.inked(data, self.fill(colours), colours.ink, 6)
        self.add(layer, self.at(layer) + shape + text + "</g>")

    thought = bubble

    def burst(self, layer: Layer) -> None:
        """Draw a loud word in a star of `n` points."""
        colours = self.store.colours(layer.colour or "yellow")
        text, wide, high = self.text(layer, layer.words.get("font", "loud"), colours.ink)
        rx, ry = wide / 2 + layer.size * 0.85, high / 2 + layer.size * 0.8
        dice = random.Random(f"{self.name}{layer.text}")
        points = []
        n = 2 * round(layer.numbers.get("n", 13))
        for k in range(n):
            a = 2 * math.pi * k / n
            q = 0.92 + 0.26 * dice.random() if k % 2 else 0.74
            points.append((rx * q * math.cos(a), ry * q * math.sin(a)))
        shape = self.inked(polygon(points), self.fill(colours, "r"), colours.ink, 6)
        self.add(layer, self.at(layer) + shape + text + "</g>")

    def word(self, layer: Layer) -> None:
        """Draw free lettering."""
        colours = self.store.colours(layer.colour or "yellow")
        font = layer.words.get("font", "loud")
        unit = 100 / layer.size
        ink = f' stroke="{colours.ink}" stroke-width="{short(7 * unit)}" stroke-linejoin="round"'
        rim = f' stroke="{CREAM}" stroke-width="{short(14 * unit)}" stroke-linejoin="round"'
        out = self.at(layer)
        if layer.numbers.get("rim", 1):
            out += self.text(layer, font, CREAM, rim)[0]
        out += self.text(layer, font, colours.ink, ink)[0] + self.text(layer, font, self.fill(colours, "v"))[0]
        self.add(layer, out + "</g>")

    def sign(self, layer: Layer) -> None:
        """Draw words on a board or a sheet of paper."""
        colours = self.store.colours(layer.colour or "paper")
        text, wide, high = self.text(layer, layer.words.get("font", "hand"), colours.ink)
        w, h = wide / 2 + layer.size * 0.38, high / 2 + layer.size * 0.2
        data = f"M{number(-w)} {number(-h)}l{number(2 * w)} -3 3 {number(2 * h)}-{number(2 * w + 4)} 4z"
        self.add(layer, self.at(layer) + self.inked(data, self.fill(colours), colours.ink, 6) + text + "</g>")
