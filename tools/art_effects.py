"""Effects of card art: light, smoke, movement, plain shapes, and the eyes and mouths of objects."""

import math
import random

from art_data import SHAPES, Layer
from art_figure import CREAM
from art_paths import ellipse, number, polygon, stretch
from art_words import Words

PUDDLE = "M-100 0C-90-24-30-29 0-19S110-26 100 3 50 27 10 20-90 31-100 0z"
TWINKLE = "M0-10Q2-2 10 0 2 2 0 10-2 2-10 0-2-2 0-10z"
PUFFS = ((-28, 4, 20), (-6, -10, 24), (20, -4, 22), (34, 8, 15), (2, 10, 22), (-40, 12, 11))
GAPE = "M-100 0H100Q80 100 0 100T-100 0z"
LICK = "M-40 45Q0 15 40 45V125C40 178-40 178-40 125z"
ROUND = 'stroke-linejoin="round" stroke-linecap="round"'


class Effects(Words):
    """Drawing of layers that are neither icons nor words; also dispatches every layer to its drawing method."""

    def draw(self, layer: Layer) -> None:
        if layer.what in SHAPES:
            getattr(self, layer.what)(layer)
        else:
            self.figure(layer)

    def eyes(self, layer: Layer) -> None:
        """Draw two eyes as wide as the size; the colour is the lids', `look` the direction."""
        colours = self.store.colours(layer.colour or "white")
        mood = layer.words.get("mood", "")
        wide = mood == "wide"
        w = layer.size
        far, r = w * 0.25, w * (0.065 if wide else 0.1)
        x, y = (v * w * 0.1 for v in LOOKS[layer.words.get("look", "")])
        white = "".join(ellipse(s * far, 0, w * 0.23, w * (0.36 if wide else 0.3)) for s in (-1, 1))
        pupils = "".join(ellipse(s * far + x, y * 1.3, r, r * 1.2) for s in (-1, 1))
        glints = "".join(ellipse(s * far + x - r * 0.35, y * 1.3 - r * 0.45, r * 0.34, r * 0.34) for s in (-1, 1))
        pen = f'stroke="{colours.ink}" stroke-width="{number(max(2.5, w * 0.045))}" {ROUND}'
        out = self.at(layer) + f'<path d="{white}" fill="#fff" {pen}/>'
        if mood == "dead":
            cross = "".join(stretch(f"M{s * 25 - 10}-10L{s * 25 + 10} 10", w / 100, w / 100) for s in (-1, 1))
            cross += "".join(stretch(f"M{s * 25 + 10}-10L{s * 25 - 10} 10", w / 100, w / 100) for s in (-1, 1))
            out += f'<path d="{cross}" fill="none" {pen}/>'
        else:
            out += f'<path d="{pupils}" fill="{colours.ink}"/><path d="{glints}" fill="#fff"/>'
        lids = "".join(stretch(LIDS[mood], s * w / 100, w / 100) for s in (-1, 1)) if mood in LIDS else ""
        if lids:
            out += f'<path d="{lids}" fill="{colours.stops[-1][1]}" {pen}/>'
        self.add(layer, out + "</g>")

    def mouth(self, layer: Layer) -> None:
        """Draw a mouth as wide as the size, with an expression."""
        ink = self.store.colours(layer.colour or "blood").ink
        w, mood = layer.size / 2, layer.words.get("mood", "smile")
        pen = f'stroke="{ink}" stroke-width="{number(max(3, w * 0.13))}" {ROUND}'
        unit = w / 100
        if mood in ("smile", "frown"):
            bend = w * (1.1 if mood == "smile" else -1.1)
            out = f'<path d="M{number(-w)} 0Q0 {number(bend)} {number(w)} 0" fill="none" {pen}/>'
        elif mood == "o":
            out = f'<path d="{ellipse(0, 0, w * 0.6, w * 0.75)}" fill="{ink}" {pen}/>'
        else:
            out = f'<path d="{stretch(GAPE, unit, unit)}" fill="{ink}" {pen}/>'
            if mood == "tongue":
                out += f'<path d="{stretch(LICK, unit, unit)}" fill="#f2708a" {pen}/>'
            deep = 50 if mood == "fangs" else 26
            bites = "".join(f"M{x} 0h32l-16 {deep if abs(x + 16) > 40 else 26}z" for x in (-80, -48, -16, 16, 48))
            out += f'<path d="{stretch(bites, unit, unit)}" fill="#fffdf0" stroke="{ink}" stroke-width="2"/>'
        self.add(layer, self.at(layer) + out + "</g>")

    def radii(self, layer: Layer) -> tuple[float, float]:
        half = layer.size / 2
        return half * layer.numbers.get("wide", 1), half * layer.numbers.get("tall", 1)

    def glow(self, layer: Layer) -> None:
        """Draw light around a point; the size is its width."""
        colour = self.store.plain(layer.colour or "#fffbe0")
        paint = self.define(
            f'radialGradient id="%s"><stop stop-color="{colour}" stop-opacity=".95"/>'
            f'<stop offset=".4" stop-color="{colour}" stop-opacity=".5"/>'
            f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
        )
        rx, ry = self.radii(layer)
        self.add(layer, f'<path d="{ellipse(layer.x, layer.y, rx, ry)}" fill="{paint}"/>')

    def ring(self, layer: Layer) -> None:
        """Draw a ring; the size is its width, `line` its thickness."""
        colours = self.store.colours(layer.colour or "gold")
        thick = layer.numbers.get("line", 7)
        data = ellipse(0, 0, *self.radii(layer))
        out = f'<g fill="none"><path d="{data}" stroke="{colours.ink}" stroke-width="{number(thick + 6)}"/>'
        out += f'<path d="{data}" stroke="{self.fill(colours)}" stroke-width="{number(thick)}"/></g>'
        self.add(layer, self.at(layer) + out + "</g>")

    def sparks(self, layer: Layer) -> None:
        """Draw `n` twinkles scattered over the size."""
        colour = self.store.colours(layer.colour or "#ffffff,#fff6b0").stops[0][1]
        dice = random.Random(f"{self.name}{layer.text}")
        out = ""
        for k in range(round(layer.numbers.get("n", 5))):
            a, r = 2.4 * k + dice.random(), layer.size / 2 * (0.3 + 0.7 * dice.random())
            x, y, s = layer.x + r * math.cos(a), layer.y + r * math.sin(a), 0.6 + 0.9 * dice.random()
            out += f'<path d="{stretch(TWINKLE, s, s)}" transform="translate({x:.0f} {y:.0f})"/>'
        self.add(layer, f'<g fill="{colour}">{out}</g>')

    def dash(self, layer: Layer) -> None:
        """Draw lines of movement: `n` strokes as long as the size, along `rot`."""
        colour = self.store.plain(layer.colour or "#fffbe8")
        n = round(layer.numbers.get("n", 4))
        data = ""
        for k in range(n):
            y = (k - (n - 1) / 2) * 18
            half = layer.size * (0.5 if k % 2 else 0.34)
            data += polygon([(-half, y), (half, y - 2.5), (half, y + 2.5)])
        pen = 'stroke="#000" stroke-opacity=".4" stroke-width="2" paint-order="stroke"'
        out = f'<path d="{data}" fill="{colour}" {pen}/>'
        self.add(layer, self.at(layer) + out + "</g>")

    def stink(self, layer: Layer) -> None:
        """Draw `n` wavy lines that rise."""
        colour = self.store.plain(layer.colour or "toxic~")
        n = round(layer.numbers.get("n", 3))
        s = layer.size / 100
        data = ""
        for k in range(n):
            x, y = (k - (n - 1) / 2) * 42 * s, (50 - k % 2 * 16) * s
            rise = number(-34 * s)
            data += f"M{number(x)} {number(y)}q{number(-20 * s)} {number(-17 * s)} 0 {rise}t0 {rise}"
        pen = f'<path d="{data}" stroke="%s" stroke-width="%s"/>'
        lines = pen % ("#1c1420", number(12 * s)) + pen % (colour, number(7.5 * s))
        self.add(layer, self.at(layer) + f'<g fill="none" stroke-linecap="round">{lines}</g></g>')

    def puddle(self, layer: Layer) -> None:
        """Draw a puddle on the ground; the size is its width."""
        colours = self.store.colours(layer.colour or "water")
        data = stretch(PUDDLE, layer.size / 200, layer.size / 200)
        self.add(layer, self.at(layer) + self.inked(data, self.fill(colours, "h"), colours.ink, 5) + "</g>")

    def blob(self, layer: Layer) -> None:
        """Draw an ellipse, such as a hole, a ball or an eye; `wide` and `tall` stretch it."""
        colours = self.store.colours(layer.colour or "black")
        data = ellipse(0, 0, *self.radii(layer))
        pen = f'stroke="{colours.ink}" stroke-width="{number(layer.numbers.get("line", 5))}"'
        self.add(layer, self.at(layer) + f'<path d="{data}" fill="{self.fill(colours, "r")}" {pen}/></g>')

    def fuzz(self, layer: Layer) -> None:
        """Draw a ball of fur: locks around a ring, and some more inside; the size is its width."""
        colours = self.store.colours(layer.colour or "fur")
        dice = random.Random(f"{self.name}{layer.text}")
        rx, ry = self.radii(layer)
        n = round(layer.numbers.get("n", 34))
        coat = []
        for k in range(2 * n):
            a = math.pi * (k + (0.7 if k % 2 else 0)) / n
            r = 0.8 if k % 2 == 0 else 0.94 + 0.12 * dice.random()
            coat.append((rx * r * math.cos(a), ry * r * math.sin(a)))
        locks = ""
        for k in range(n // 2):
            a, r = 2.4 * k + dice.random(), math.sqrt((k + 0.5) / (n // 2)) * 0.74
            x, y, s = rx * r * math.cos(a), ry * r * math.sin(a), rx * 0.07
            locks += f"M{x - s:.0f} {y - s:.0f}q{s * 0.4:.0f} {1.6 * s:.0f} {1.2 * s:.0f} {2 * s:.0f}"
        pen = f'stroke="{CREAM}" stroke-width="14" {ROUND}'
        out = self.at(layer) + f'<path d="{polygon(coat)}" fill="{CREAM}" {pen}/>'
        out += self.inked(polygon(coat), self.fill(colours, "r"), colours.ink, 5)
        out += (
            f'<path d="{locks}" fill="none" stroke="{colours.ink}" stroke-width="3" stroke-opacity=".45" {ROUND}/></g>'
        )
        self.add(layer, out)

    def bar(self, layer: Layer) -> None:
        """Draw a straight rod: the size is its length, `line` its thickness."""
        colours = self.store.colours(layer.colour or "wood")
        w, h = layer.size / 2, layer.numbers.get("line", 12) / 2
        data = polygon([(-w, -h), (w, -h), (w, h), (-w, h)])
        out = self.at(layer)
        if rim := layer.numbers.get("rim", 5):
            pen = f'stroke="{CREAM}" stroke-width="{number(6 + 2 * rim)}" {ROUND}'
            out += f'<path d="{data}" fill="{CREAM}" {pen}/>'
        self.add(layer, out + self.inked(data, self.fill(colours, "v"), colours.ink, 6) + "</g>")

    def beam(self, layer: Layer) -> None:
        """Draw a cone of light down from a point; the size is its length, `wide` its opening."""
        colour = self.store.plain(layer.colour or "#fffbe0")
        w = layer.size * 0.36 * layer.numbers.get("wide", 1)
        data = polygon([(-8, 0), (8, 0), (w, layer.size), (-w, layer.size)])
        self.add(layer, self.at(layer) + f'<path d="{data}" fill="{colour}" opacity=".5"/></g>')

    def smoke(self, layer: Layer) -> None:
        """Draw a puff of smoke or a cloud; the size is its width."""
        colours = self.store.colours(layer.colour or "grey")
        s = layer.size / 100
        data = "".join(ellipse(x * s, y * s, r * s, r * s) for x, y, r in PUFFS)
        self.add(layer, self.at(layer) + self.inked(data, self.fill(colours), colours.ink, 5) + "</g>")


LOOKS = {"": (0, 0), "l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1), "dl": (-1, 1), "dr": (1, 1), "ul": (-1, -1),
         "ur": (1, -1), "x": (0.4, -0.6)}  # fmt: skip
"""Pupil offsets for the directions of `look`."""
LIDS = {
    "angry": "M52-36L2-6V-44H52z",
    "sad": "M52-8L2-36V-44H52z",
    "sleepy": "M0-2A25 33 0 0 1 50-2z",
    "sly": "M0-6A25 31 0 0 1 50 4z",
}
"""Path of the right eyelid by mood."""
