"""Scenes under an open sky, and the dust in the air of all scenes."""

import math

from art_paths import shifted, stretch
from art_scene import Scene

CLOUD = "M0 0A22 22 0 0 1 30-24A32 32 0 0 1 88-28A24 24 0 0 1 124 0z"
PINE = "M0 0h-30l18-36h-9l15-34h-6l12-30 12 30h-6l15 34h-9l18 36z"


class Outdoors(Scene):
    """Landscapes; inherits other scenes from `Scene`."""

    def dust(self) -> str:
        """Scatter motes of light."""
        out = ""
        for r, n, fade in ((1.1, 9, 0.6), (1.9, 7, 0.5), (2.8, 4, 0.4)):
            data = "".join(f"M{self.whole(6, 506)} {self.whole(6, 330)}a{r} {r} 0 1 0 .1 0z" for _ in range(n))
            out += self.path(data, self.light, fade)
        return out

    def ridge(self, y: float, wave: float, step: int) -> str:
        data = f"M0 340V{y:.0f}"
        for _ in range(0, 512, step):
            data += f"q{step // 2} {self.between(-wave, -wave / 4):.0f} {step} {self.between(-wave / 5, wave / 5):.0f}"
        return data + "V340z"

    def cloud(self, x: float, y: float, s: float) -> str:
        return shifted(stretch(CLOUD, s, s), x, y)

    def hills(self) -> str:
        return (
            '<circle cx="120" cy="80" r="44" fill="#fff" opacity=".35"/>'
            + self.path(self.ridge(215, 70, 170), self.dark, 0.28)
            + self.path(self.ridge(250, 46, 128), self.dark, 0.4)
        )

    def meadow(self) -> str:
        grass = "".join(
            f"M{x} 342l{self.whole(-7, 3)}-{self.whole(18, 40)} {self.whole(6, 9)} 40z" for x in range(4, 512, 13)
        )
        clouds = self.cloud(30, 90, 0.9) + self.cloud(350, 66, 1.05)
        return (
            self.path(clouds, "#fff", 0.55)
            + self.path(self.ridge(232, 50, 170), self.dark, 0.3)
            + self.path(grass, self.dark, 0.55)
        )

    def dunes(self) -> str:
        sun = '<circle cx="392" cy="78" r="38" fill="#fff" opacity=".5"/>'
        near = "M0 340V262q120-70 250-8t262-26V340z"
        far = "M0 340V226q150-52 270 0t242-30V340z"
        return sun + self.path(far, self.dark, 0.25) + self.path(near, self.dark, 0.35)

    def sky(self) -> str:
        self.floor = False
        data = "".join(
            self.cloud(x + self.whole(-16, 16), y + self.whole(-12, 12), self.between(0.7, 1.25))
            for x, y in ((-30, 80), (350, 70), (30, 214), (390, 236), (190, 322), (-50, 330))
        )
        return self.rays(16, 0.1) + self.path(data, "#fff", 0.5)

    def storm(self) -> str:
        clouds = "".join(self.cloud(x, y, 1.5) for x, y in ((-60, 62), (90, 44), (250, 58), (390, 46)))
        rain = "".join(f"M{self.whole(0, 512)} {self.whole(60, 280)}l-10 30" for _ in range(46))
        bolt = "M396 60l-40 74h26l-30 66 74-92h-28l26-48z"
        return (
            self.lines(rain, self.light, 0.4, 2) + self.path(bolt, "#fff6a0", 0.8) + self.path(clouds, self.dark, 0.75)
        )

    def starfield(self, n: int) -> str:
        small = "".join(f"M{self.whole(4, 508)} {self.whole(4, 250)}h.1" for _ in range(n))
        large = "".join(
            f"M{x} {y - 7}q1 6 7 7-6 1-7 7-1-6-7-7 6-1 7-7z"
            for x, y in ((self.whole(10, 500), self.whole(10, 200)) for _ in range(9))
        )
        dots = f'<path d="{small}" stroke="#fff" stroke-width="2.4" stroke-linecap="round" opacity=".75"/>'
        return dots + self.path(large, "#fff", 0.85)

    def night(self) -> str:
        moon = (
            '<circle cx="408" cy="76" r="42" fill="#fffbe0" opacity=".92"/>'
            '<path d="M386 66a8 8 0 1 0 16 0 8 8 0 1 0-16 0M409 90a11 11 0 1 0 22 0 11 11 0 1 0-22 0" fill="#d8cfa0" '
            'opacity=".6"/>'
        )
        return self.starfield(50) + moon + self.path(self.ridge(262, 44, 128), self.dark, 0.6)

    def space(self) -> str:
        self.floor = False
        planet = (
            f'<circle cx="418" cy="270" r="92" fill="{self.dark}" opacity=".75"/>'
            f'<path d="M330 250a92 92 0 0 0 176 54 112 112 0 0 1-176-54z" fill="{self.light}" opacity=".28"/>'
            f'<circle cx="72" cy="66" r="24" fill="{self.light}" opacity=".5"/>'
            f'<path d="M30 80q42 14 84-26" fill="none" stroke="{self.light}" stroke-width="4" opacity=".7"/>'
        )
        return self.starfield(70) + planet

    def forest(self) -> str:
        out = ""
        for step, width, fade in ((46, 14, 0.3), (92, 30, 0.6)):
            data = ""
            for x in range(-10, 530, step):
                x += self.whole(-10, 10)
                if step == 92 and 150 < x < 350:
                    continue
                data += f"M{x} 0h{width}q-4 150 10 290h-{width + 16}q10-140 6-290z"
                data += f"M{x + width // 2} {self.whole(60, 150)}l{self.whole(-46, 46)}-50-6 3z"
            out += self.path(data, self.dark, fade)
        leaves = "M0 0h512v26" + "q-16 38-32 0-16 22-32 0" * 8 + "z"
        return out + self.path(leaves, self.dark, 0.7) + self.path(self.ridge(270, 26, 64), self.dark, 0.5)

    def pines(self) -> str:
        out = ""
        for step, size, fade in ((38, 0.8, 0.35), (64, 1.25, 0.6)):
            data = ""
            for x in range(0, 530, step):
                if step == 64 and 150 < x < 360:
                    continue
                h = size * self.between(0.8, 1.2)
                data += shifted(stretch(PINE, h, h), x, 262 if step == 38 else 292)
            out += self.path(data, self.dark, fade)
        return out + self.path(self.ridge(280, 20, 128), self.dark, 0.5)

    def sea(self) -> str:
        out = '<circle cx="386" cy="70" r="34" fill="#fff" opacity=".5"/>' + self.path(
            self.cloud(40, 84, 0.9), "#fff", 0.5
        )
        for k, y in enumerate((196, 232, 270, 306)):
            data = f"M-{20 + 17 * k} {y}" + "q20-20 40 0t40 0" * 8 + "V345H-60z"
            out += self.path(data, self.dark if k % 2 else self.main, 0.5)
        return out

    def under(self) -> str:
        beams = "M120-5 60 345h80L170-5zM260-5 240 345h96L310-5zM400-5 430 345h70L440-5z"
        weed = ""
        for x in (24, 60, 92, 420, 462, 492):
            h = self.whole(70, 130)
            weed += f"M{x} 340q-16-{h // 4} 0-{h // 2}t0-{h // 2}q18 {h // 4} 8 {h // 2}t8 {h // 2}z"
        air = "".join(
            f'<circle cx="{self.whole(10, 500)}" cy="{self.whole(20, 260)}" r="{self.whole(4, 11)}"/>'
            for _ in range(11)
        )
        return (
            self.path(beams, self.light, 0.16)
            + f'<g fill="#fff" fill-opacity=".12" stroke="#fff" stroke-width="2" opacity=".6">{air}</g>'
            + self.path(weed, self.dark, 0.7)
            + self.path(self.ridge(300, 24, 128), self.dark, 0.5)
        )

    def graves(self) -> str:
        stones = ""
        for x, y, s in ((34, 262, 1.1), (104, 250, 0.8), (398, 252, 0.85), (462, 266, 1.15)):
            w, h = 26 * s, 60 * s
            stones += f"M{x - w:.0f} {y}v-{h * 0.6:.0f}a{w:.0f} {w:.0f} 0 0 1 {2 * w:.0f} 0v{h * 0.6:.0f}z"
        moon = '<circle cx="112" cy="74" r="44" fill="#fffbe0" opacity=".85"/>'
        tree = "M486 300q-20-90 6-170l-34-50 44 34 4-70 10 76 30-40v220z"
        return (
            self.starfield(24)
            + moon
            + self.path(tree, self.dark, 0.7)
            + self.path(stones, self.dark, 0.75)
            + self.path(self.ridge(268, 30, 128), self.dark, 0.6)
        )

    def city(self) -> str:
        out, lit = "", ""
        for base, fade in ((90, 0.3), (150, 0.5)):
            data, x = "", -8
            while x < 512:
                w, y = self.whole(34, 66), self.whole(base - 30, base + 70)
                roof = self.whole(0, 2)
                data += f"M{x} 300V{y}" + (f"h{w}" if roof else f"l{w // 2}-26 {w - w // 2} 26") + "V300z"
                if fade == 0.5:
                    lit += "".join(
                        f"M{x + 8 + 14 * (k % 2)} {y + 14 + 22 * k}h7v10h-7z"
                        for k in range(4)
                        if self.dice.random() < 0.6
                    )
                x += w + 2
            out += self.path(data, self.dark, fade)
        return out + self.path(lit, "#ffe9a0", 0.75)

    def chimneys(self) -> str:
        """Draw factory roofs, and smoke over their chimneys."""
        smoke = far = near = lit = ""
        for x in range(24, 512, 70):
            top, w = self.whole(70, 140), self.whole(14, 22)
            far += f"M{x} 300l4-{300 - top}h-7v-9h{w + 6}v9h-7l4 {300 - top}z"
            for k in range(3):
                puff = x - 30 + 26 * k + self.whole(-6, 6)
                smoke += self.cloud(puff, top - 12 - 26 * k, 0.34 + 0.16 * k)
        for x in range(-20, 512, 58):
            y = self.whole(196, 214)
            near += f"M{x} 300V{y}l58-30V300z"
            lit += f"M{x + 14} {y + 24}h12v16h-12zM{x + 34} {y + 24}h12v16h-12z" if self.dice.random() < 0.7 else ""
        return (
            self.path(smoke, self.light, 0.3)
            + self.path(far, self.dark, 0.42)
            + self.path(near + "M0 290h512v50H0z", self.dark, 0.6)
            + self.path(lit, "#ffe08a", 0.7)
        )

    def airship(self) -> str:
        """Draw the deck of an airship: clouds, the envelope above, ropes, a rail and planks."""
        clouds = "".join(
            self.cloud(x + self.whole(-14, 14), y, self.between(0.6, 1)) for x, y in ((10, 170), (180, 150), (390, 176))
        )
        hull = "M-10-5h532v28q-266 62-532 0z"
        ropes = "M34 30 14 230M130 46 96 230M382 46 416 230M478 30 498 230"
        posts = "".join(f"M{x} 210h10v54h-10z" for x in range(8, 512, 54))
        boards = "".join(f"M{256 + k * 44} 264l{k * 30} 80" for k in range(-7, 8))
        return (
            self.path(clouds, "#fff", 0.55)
            + self.path(hull, self.dark, 0.6)
            + self.lines("M-10 10q266 52 532 0M120-5 136 40M392-5 376 40", self.light, 0.25, 3)
            + self.lines(ropes, self.dark, 0.5, 4)
            + self.path(posts + "M0 202h512v11H0zM0 262h512v80H0z", self.dark, 0.62)
            + self.lines(boards, self.light, 0.16, 2)
        )

    def workshop(self) -> str:
        """Draw a wall of hanging tools over a bench."""
        rack = "M0 44h512v10H0z"
        tools = ""
        for x in range(26, 512, 58):
            kind, h = self.whole(0, 3), self.whole(60, 96)
            if kind == 0:
                tools += f"M{x - 4} 54h8v{h}h-8zM{x - 18} {54 + h}h36v20h-36z"
            elif kind == 1:
                tools += f"M{x - 5} 54h10v{h}l14 14v22l-9-12h-20l-9 12v-22l14-14z"
            elif kind == 2:
                tools += f"M{x - 7} 54h14v34h-14zM{x - 3} 88h6v{h - 20}l-3 10-3-10z"
            else:
                tools += f"M{x - 8} 54h16l14 {h + 10}h-9l-13-40-13 40h-9z"
        bench = "M0 246h512v18H0zM40 264h34v80H40zM438 264h34v80h-34z"
        return (
            self.path(tools, self.dark, 0.36)
            + self.path(rack, self.dark, 0.6)
            + self.path("M0 264h512v80H0z", self.dark, 0.4)
            + self.path(bench, self.dark, 0.6)
            + self.lines("M0 248h512", self.light, 0.3, 3)
        )

    def flames(self) -> str:
        out = ""
        for height, colour, fade in ((150, "#ff8a2a", 0.5), (100, "#ffd24a", 0.6), (56, "#fff3b0", 0.6)):
            data, x = "M-10 345", -10.0
            while x < 512:
                w, h = self.between(34, 60), self.between(height * 0.6, height)
                tip, half, side = 340 - h, 340 - h * 0.5, 340 - h * 0.6
                data += f"C{x:.0f} {half:.0f} {x + w * 0.7:.0f} {half:.0f} {x + w * 0.45:.0f} {tip:.0f}"
                data += f"C{x + w * 1.1:.0f} {side:.0f} {x + w:.0f} 330 {x + w:.0f} 330"
                x += w
            out += self.path(data + "V345z", colour, fade)
        return self.rays(14, 0.1) + out

    def snow(self) -> str:
        flakes = "".join(f"M{self.whole(4, 508)} {self.whole(4, 300)}h.1" for _ in range(60))
        return (
            self.path(self.ridge(236, 60, 170), self.light, 0.6)
            + self.path(self.ridge(272, 34, 128), "#fff", 0.75)
            + f'<path d="{flakes}" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".8"/>'
        )

    def hoard(self) -> str:
        out = self.rays(16, 0.18)
        for colour, fade in (("#7a4408", 0.8), ("#f2b92e", 0.95), ("#fff0a0", 0.9)):
            data = ""
            for _ in range(34):
                x = self.whole(0, 512)
                top = 250 + 46 * math.sin(math.pi * x / 512 + math.pi)
                y = self.whole(top + 62, 338)
                data += f"M{x} {y}a15 7 0 1 0 .1 0z"
            out += self.path(data, colour, fade)
        return out
