"""Scenes in space: open space, foreign moons, and the interiors of ships and stations."""

import math

from art_outdoors import Outdoors
from art_paths import ellipse, polygon


class Station(Outdoors):
    """Ships, stations and their surroundings; inherits other scenes from `Outdoors`."""

    def nebula(self) -> str:
        """Draw glowing clouds of gas between stars."""
        self.floor = False
        out = ""
        for x, y, colour in ((96, 96, self.light), (410, 86, "#ff8ad0"), (430, 262, self.light), (90, 282, "#7ad8ff")):
            for k in range(4):
                px, py = x + self.between(-46, 46), y + self.between(-26, 26)
                rx = self.between(40, 84)
                out += self.path(ellipse(px, py, rx, rx * 0.55), colour, 0.1 + 0.02 * k)
        return out + self.starfield(80)

    def warp(self) -> str:
        """Draw the streaks of stars at high speed."""
        self.floor = False
        thin, thick = "", ""
        for k in range(70):
            a, r = 2 * math.pi * self.dice.random(), self.between(90, 300)
            length = r * self.between(0.15, 0.5)
            c, s = math.cos(a), math.sin(a)
            line = f"M{256 + r * c:.0f} {165 + r * s:.0f}L{256 + (r + length) * c:.0f} {165 + (r + length) * s:.0f}"
            if k % 3:
                thin += line
            else:
                thick += line
        return self.lines(thin, "#fff", 0.55, 2) + self.lines(thick, self.light, 0.7, 4)

    def craters(self) -> str:
        """Draw the ground of a moon, and its planet in the sky."""
        planet = (
            f'<circle cx="404" cy="84" r="58" fill="{self.light}" opacity=".7"/>'
            f'<path d="M354 56a58 58 0 0 0 96 64 66 66 0 0 1-96-64z" fill="{self.dark}" opacity=".45"/>'
        )
        pits, brims = "", ""
        for x, y, r in ((60, 268, 40), (150, 312, 54), (330, 300, 46), (452, 276, 50), (250, 254, 22), (388, 248, 20)):
            pits += ellipse(x, y, r, r * 0.28)
            brims += f"M{x - r} {y}a{r} {r * 0.28:.0f} 0 0 0 {2 * r} 0"
        ground = self.ridge(232, 26, 170)
        return (
            self.starfield(60)
            + planet
            + self.path(self.ridge(214, 60, 128), self.dark, 0.4)
            + self.path(ground, self.main, 0.9)
            + self.path(pits, self.dark, 0.5)
            + self.lines(brims, self.light, 0.5, 4)
        )

    def bridge(self) -> str:
        """Draw the bridge of a ship: a window with stars over consoles with lights."""
        window = "M40 26H472L448 216H64z"
        stars = "".join(f"M{self.whole(70, 440)} {self.whole(36, 206)}h.1" for _ in range(44))
        desk = "M0 256Q256 206 512 256V340H0z"
        lamps = ["", "", ""]
        for row, y in enumerate((266, 288, 310)):
            for x in range(14 + 9 * row, 506, 26):
                sink = (x - 256) ** 2 / 65536 * 26 - 14
                lamps[self.whole(0, 2)] += f"M{x} {y + sink:.0f}h15v8h-15z"
        out = self.path(window, self.dark, 0.75) + self.path("M64 216 300 26h70L128 216z", self.light, 0.12)
        out += f'<path d="{stars}" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".85"/>'
        out += self.lines(window + "M184 26 172 216M328 26 340 216", self.light, 0.35, 6)
        out += self.path(desk, self.dark, 0.8) + self.lines("M0 256Q256 206 512 256", self.light, 0.5, 4)
        return out + "".join(
            self.path(d, c, 0.7) for d, c in zip(lamps, ("#ff8a6a", "#ffe27a", "#7fe8c8"), strict=True)
        )

    def corridor(self) -> str:
        """Draw a corridor of a station: frames of decreasing size and strips of light."""
        frames, edges = "", ""
        shape = ((-1, -0.55), (-0.62, -1), (0.62, -1), (1, -0.55), (1, 0.62), (0.7, 1), (-0.7, 1), (-1, 0.62))
        for k, size in enumerate((330, 236, 168, 120)):
            data = polygon([(256 + x * size, 158 + y * size * 0.66) for x, y in shape])
            frames += self.path(data, self.dark if k % 2 == 0 else self.main, 0.34)
            edges += data
        seams = "".join(
            f"M{256 + x * 120:.0f} {158 + y * 79:.0f}L{256 + x * 330:.0f} {158 + y * 218:.0f}" for x, y in shape
        )
        lights = "M214 79 178 20h156l-36 59zM206 246 160 330h192l-46-84z"
        return (
            frames
            + self.path(polygon([(256 + x * 84, 158 + y * 55) for x, y in shape]), self.light, 0.55)
            + self.lines(edges, self.light, 0.28, 4)
            + self.lines(seams, self.dark, 0.5, 3)
            + self.path(lights, self.light, 0.2)
        )

    def airlock(self) -> str:
        """Draw a round hatch with bolts between warning stripes."""
        stripes = "".join(f"M{x} 0h28l-24 34h-28zM{x} 306h28l-24 34h-28z" for x in range(-10, 560, 56))
        bolts = "".join(
            ellipse(256 + 178 * math.cos(a), 168 + 178 * math.sin(a), 9, 9)
            for a in (2 * math.pi * k / 14 + 0.22 for k in range(14))
        )
        hatch = ellipse(256, 168, 196, 196)
        inner = ellipse(256, 168, 156, 156)
        return (
            self.path("M0 0h512v34H0zM0 306h512v34H0z", self.dark, 0.8)
            + self.path(stripes, "#ffd22e", 0.55)
            + self.path(hatch, self.dark, 0.45)
            + self.lines(hatch + inner, self.light, 0.4, 5)
            + self.path(bolts, self.light, 0.55)
            + self.path(inner, self.main, 0.7)
            + self.lines("M256 12v312M100 168h312", self.dark, 0.35, 8)
        )

    def servers(self) -> str:
        """Draw server racks with blinking lights."""
        racks, slots = "", ""
        lamps = ["", "", ""]
        for x in (4, 90, 176, 262, 348, 434):
            racks += f"M{x} 10h76v262h-76z"
            for y in range(22, 262, 24):
                slots += f"M{x + 8} {y}h60v15h-60z"
                for k in range(4):
                    if self.dice.random() < 0.62:
                        lamps[self.whole(0, 2)] += f"M{x + 14 + 9 * k} {y + 5}h5v5h-5z"
        return (
            self.path(racks, self.dark, 0.6)
            + self.path(slots, self.dark, 0.5)
            + "".join(self.path(d, c, 0.9) for d, c in zip(lamps, ("#7fff9a", "#ffe27a", "#7fd8ff"), strict=True))
            + self.path("M0 272h512v68H0z", self.dark, 0.45)
        )

    def colony(self) -> str:
        """Draw domes on a foreign world under two moons."""
        moons = (
            f'<circle cx="96" cy="74" r="36" fill="{self.light}" opacity=".7"/>'
            f'<circle cx="152" cy="52" r="13" fill="#fff" opacity=".6"/>'
        )
        domes, ribs = "", ""
        for x, r in ((60, 62), (176, 38), (372, 46), (462, 74)):
            domes += f"M{x - r} 262a{r} {r} 0 0 1 {2 * r} 0z"
            ribs += f"M{x - r} 262a{r} {r} 0 0 1 {2 * r} 0M{x} {262 - r}v{r}"
            ribs += f"M{x - r / 2:.0f} 262q0-{0.8 * r:.0f} {r / 2:.0f}-{r}"
            ribs += f"M{x + r / 2:.0f} 262q0-{0.8 * r:.0f}-{r / 2:.0f}-{r}"
        return (
            self.starfield(36)
            + moons
            + self.path(self.ridge(226, 70, 128), self.dark, 0.35)
            + self.path(domes, self.light, 0.35)
            + self.lines(ribs, self.light, 0.5, 3)
            + self.path(self.ridge(268, 18, 170), self.dark, 0.6)
        )
