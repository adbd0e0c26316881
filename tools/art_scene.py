"""Backgrounds of faces: a place or a pattern in three colours, identical on every machine."""

import math
import random
from collections.abc import Callable

from art_data import BadArt, Store

WIDE, HIGH = 512, 340


class Scene:
    """One background: `light` is the colour behind the figure, `main` the colour around it, `dark` the edges."""

    def __init__(self, seed: str, light: str, main: str, dark: str, motif: str) -> None:
        self.light, self.main, self.dark = light, main, dark
        self.motif = motif
        self.dice = random.Random(seed)
        self.floor = True

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.dice.random()

    def whole(self, low: float, high: float) -> int:
        return round(self.between(low, high))

    def path(self, data: str, colour: str, fade: float) -> str:
        return f'<path d="{data}" fill="{colour}" opacity="{fade:g}"/>'

    def lines(self, data: str, colour: str, fade: float, width: float) -> str:
        return f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width:g}" opacity="{fade:g}"/>'

    # --- patterns ---

    def plain(self) -> str:
        return ""

    def rays(self, n: int = 18, fade: float = 0.16) -> str:
        data = ""
        for k in range(n):
            a = 2 * math.pi * k / n + 0.08
            b = a + math.pi / n
            data += f"M256 165L{256 + 520 * math.cos(a):.0f} {165 + 520 * math.sin(a):.0f}"
            data += f" {256 + 520 * math.cos(b):.0f} {165 + 520 * math.sin(b):.0f}z"
        return self.path(data, self.light, fade)

    def spiral(self) -> str:
        data = ""
        for k in range(7):
            data += "M256 165"
            for side, r in [(0, r) for r in range(40, 420, 40)] + [(1, r) for r in range(380, 0, -40)]:
                a = 2 * math.pi * (k + side * 0.5) / 7 + r / 115
                data += f"{'L' if r == 40 and not side else ' '}{256 + r * math.cos(a):.0f} {165 + r * math.sin(a):.0f}"
            data += "z"
        self.floor = False
        return self.path(data, self.dark, 0.34)

    def dots(self) -> str:
        sizes: dict[int, str] = {}
        for row in range(18):
            for col in range(27):
                x, y = col * 20 + (row % 2) * 10, row * 20
                r = round(min(15, (math.hypot(x - 256, y - 165) - 100) / 15))
                if r > 1:
                    sizes[r] = sizes.get(r, "") + f"M{x} {y}h0"
        out = "".join(f'<path d="{data}" stroke-width="{r}"/>' for r, data in sorted(sizes.items()))
        self.floor = False
        return f'<g stroke="{self.dark}" stroke-linecap="round" opacity=".3">{out}</g>'

    def boom(self) -> str:
        out = ""
        for radius, colour, fade in ((330, self.dark, 0.35), (225, self.main, 0.8), (150, self.light, 0.75)):
            points = []
            for k in range(32):
                a = math.pi * k / 16
                r = radius * (self.between(0.9, 1.12) if k % 2 else self.between(0.62, 0.72))
                points.append(f"{256 + 1.25 * r * math.cos(a):.0f} {168 + r * math.sin(a):.0f}")
            out += self.path("M" + " ".join(points) + "z", colour, fade)
        self.floor = False
        return out

    def speed(self) -> str:
        data = ""
        for _ in range(34):
            x, y, w, h = self.whole(-80, 430), self.whole(0, 330), self.whole(70, 260), self.whole(2, 9)
            data += f"M{x} {y}l{w}-{h}v{2 * h}z"
        return self.path(data, self.light, 0.26)

    def runes(self) -> str:
        out = self.rays(22, 0.1)
        for k in range(13):
            x, y = (k % 5) * 116 + self.whole(-20, 60), (k // 5) * 116 + self.whole(0, 90)
            size = self.between(38, 76)
            out += (
                f'<use href="#motif" transform="translate({x} {y}) rotate({self.whole(-30, 30)}) '
                f'scale({size / 512:.3f}) translate(-256 -256)" fill="{self.light}" '
                f'opacity="{self.between(0.13, 0.27):.2f}"/>'
            )
        return out

    def grid(self) -> str:
        fine = "".join(f"M{x} 0v340" for x in range(16, 512, 32)) + "".join(f"M0 {y}h512" for y in range(10, 340, 32))
        self.floor = False
        return self.lines(fine, self.light, 0.3, 1.5)

    def confetti(self) -> str:
        out = ""
        for colour in ("#ff6b6b", "#ffd93d", "#6bd98a", "#5fb0ff", "#d68cff"):
            data = ""
            for _ in range(9):
                x, y, a = self.whole(0, 505), self.whole(0, 300), self.whole(-9, 9)
                data += f"M{x} {y}l{a} 7 6 4 {-a}-8z"
            out += self.path(data, colour, 0.85)
        return self.rays(16, 0.12) + out

    def web(self) -> str:
        data = ""
        angles = [math.pi * k / 16 for k in range(9)]
        for a in angles:
            data += f"M0 0L{430 * math.cos(a):.0f} {430 * math.sin(a):.0f}"
        for ring in range(1, 9):
            r = ring * 48
            for k, a in enumerate(angles):
                x, y = r * math.cos(a), r * math.sin(a)
                if not k:
                    data += f"M{x:.0f} {y:.0f}"
                else:
                    m = (a + angles[k - 1]) / 2
                    data += f"Q{0.86 * r * math.cos(m):.0f} {0.86 * r * math.sin(m):.0f} {x:.0f} {y:.0f}"
        return self.lines(data, self.light, 0.5, 1.6) + self.bricks(0.3)

    def fog(self) -> str:
        out = ""
        for k in range(7):
            y = 60 + k * 42
            data = f"M-20 {y}"
            for _ in range(7):
                data += f"q40 {self.whole(-34, -10)} 80 {self.whole(-6, 6)}"
            out += self.path(data + "v60h-560z", self.light, 0.09 + 0.015 * k)
        return out

    # --- under a roof ---

    def bricks(self, fade: float = 0.55) -> str:
        out = ""
        shades: dict[int, str] = {1: "", 2: "", 3: ""}
        for row, y in enumerate(range(0, 252, 27)):
            x = -self.between(0, 60) - (30 if row % 2 else 0)
            while x < 512:
                w = self.between(44, 70)
                if self.dice.random() < 0.68:
                    shades[self.whole(0.5, 3.49)] += (
                        f"M{x + 4:.0f} {y + 2}h{w - 9:.0f}q3 0 3 4v16q0 4-3 4h-{w - 9:.0f}q-3 0-3-4v-16q0-4 3-4z"
                    )
                x += w
        for shade, data in shades.items():
            out += self.path(data, self.dark, round(fade * shade / 3.4, 2))
        return out

    def wall(self) -> str:
        """Draw large worn blocks of stone."""
        light = dark = ""
        for row, y in enumerate(range(-10, 250, 52)):
            x = -self.between(10, 90)
            while x < 512:
                w = self.whole(70, 130)
                block = f"M{x + 4:.0f} {y + self.whole(2, 6)}h{w - 8}l{self.whole(0, 4)} {44 + row % 2}h-{w - 6}z"
                if self.dice.random() < 0.45:
                    light += block
                else:
                    dark += block
                x += w
        return self.path(dark, self.dark, 0.34) + self.path(light, self.light, 0.1)

    def hall(self) -> str:
        far = "M196 250V120a60 60 0 0 1 120 0v130z"
        arch = "M180 254V118a76 76 0 0 1 152 0v136h-16V120a60 60 0 0 0-120 0v134z"
        seams = "M0 0 180 70M512 0 332 70M0 120 180 140M512 120 332 140M0 240 180 205M512 240 332 205"
        ribs = "M60 24V330M120 47V285M452 24V330M392 47V285"
        ground = "M0 340 180 252h152L512 340z"
        return (
            self.path(far, self.dark, 0.85)
            + self.path(arch, self.light, 0.28)
            + self.lines(seams + ribs, self.dark, 0.4, 5)
            + self.path(ground, self.dark, 0.45)
            + self.lines("M90 296h332M45 318h422M256 252v88M150 340l55-88M362 340l-55-88", self.light, 0.14, 2)
        )

    def cave(self) -> str:
        out = ""
        for depth, fade in ((1.0, 0.4), (0.62, 0.75)):
            x, roof = -10.0, "M-10-5"
            while x < 512:
                w = self.between(30, 66)
                h = self.between(30, 120) * depth * (0.45 + abs(x - 240) / 330)
                roof += f"L{x:.0f} {18 * depth:.0f}Q{x + w * 0.42:.0f} {h * 0.4:.0f} {x + w / 2:.0f} {h:.0f}"
                roof += f"Q{x + w * 0.6:.0f} {h * 0.4:.0f} {x + w:.0f} {16 * depth:.0f}"
                x += w
            out += self.path(roof + "V-5z", self.dark, fade)
        ground = "M0 340V270"
        for _ in range(8):
            ground += f"q{self.whole(14, 34)} {self.whole(-26, -4)} 64 {self.whole(-7, 7)}"
        return out + self.path(ground + "V340z", self.dark, 0.5)

    def planks(self) -> str:
        seams = grain = ""
        for x in range(0, 512, 64):
            seams += f"M{x} 0v256"
            for _ in range(3):
                gx, gy = x + self.whole(12, 50), self.whole(0, 170)
                grain += f"M{gx} {gy}q{self.whole(-8, 8)} 40 0 {self.whole(50, 90)}"
        return (
            self.lines(seams, self.dark, 0.55, 4)
            + self.lines(grain, self.dark, 0.3, 2)
            + self.path("M0 256h512v84H0z", self.dark, 0.5)
        )

    def room(self) -> str:
        paper = "".join(
            f"M{x} {y}q7-14 14 0-7 14-14 0z" for y in range(20, 190, 42) for x in range(8 + (y % 4) * 12, 512, 56)
        )
        return (
            self.path(paper, self.dark, 0.22)
            + self.path("M0 200h512v56H0z", self.dark, 0.4)
            + self.lines(
                "M0 200h512M0 254h512" + "".join(f"M{x} 208v40h52v-40z" for x in range(8, 512, 64)), self.light, 0.25, 3
            )
            + self.path("M0 256h512v84H0z", self.dark, 0.6)
        )

    def tiles(self) -> str:
        wall = "".join(
            f"M{x} {y}h40v26h-40z" for y in range(4, 190, 30) for x in range(-20 + (y // 30 % 2) * 22, 512, 44)
        )
        floor = ""
        for row, (y, z) in enumerate(((214, 236), (236, 268), (268, 310), (310, 345))):
            for k in range(-9, 9):
                if (k + row) % 2:
                    ay, az = 40 + (y - 214) * 0.42, 40 + (z - 214) * 0.42
                    floor += f"M{256 + k * ay:.0f} {y}h{ay:.0f}L{256 + (k + 1) * az:.0f} {z}h-{az:.0f}z"
        return (
            self.path(wall, self.light, 0.16)
            + self.path("M0 210h512v130H0z", self.main, 1)
            + self.path(floor, self.dark, 0.6)
        )

    def temple(self) -> str:
        out = self.rays(14, 0.12)
        for x in (26, 118, 346, 438):
            deep = 0.5 if x in (26, 438) else 0.32
            out += self.path(f"M{x} 40h48v12h-5v196h7v14h-52v-14h7V52h-5z", self.dark, deep)
            out += self.lines(f"M{x + 14} 56v188M{x + 24} 56v188M{x + 34} 56v188", self.light, 0.22, 3)
        return (
            out
            + self.path("M0 0h512v22H0zM0 28h512v8H0z", self.dark, 0.5)
            + self.path("M0 262h512v78H0z", self.dark, 0.35)
        )

    def stage(self) -> str:
        folds = ""
        for x, way in ((0, 1), (512, -1)):
            for k, w in enumerate((96, 66, 36)):
                folds += self.path(
                    f"M{x} 0h{way * w}q{way * 14} 150-{(14 if way > 0 else -14)} 300H{x}z",
                    self.main if k % 2 else self.dark,
                    0.75,
                )
        swag = "M0 0h512v34" + "q-32 40-64 0" * 8 + "z"
        boards = "".join(f"M{256 + k * 46} 270l{k * 26} 70" for k in range(-8, 9))
        return (
            self.path("M214 0h84L420 320H92z", self.light, 0.4)
            + folds
            + self.path(swag, self.dark, 0.8)
            + self.path("M0 270h512v70H0z", self.dark, 0.55)
            + self.lines(boards, self.light, 0.14, 2)
        )

    def lab(self) -> str:
        glass = ""
        for y in (104, 204):
            x = 12
            while x < 490:
                h, w = self.whole(28, 62), self.whole(16, 24)
                kind = self.whole(0, 2)
                if kind == 0:
                    side = f"{w / 2:.0f}"
                    neck = f"M{x + w / 2 - 4:.0f} {y - h}h8v{h * 0.4:.0f}"
                    glass += f"{neck}l{side} {h * 0.6:.0f}h-{w + 8}l{side}-{h * 0.6:.0f}z"
                elif kind == 1:
                    glass += f"M{x} {y - h}h{w}v{h}h-{w}z"
                else:
                    glass += f"M{x + w / 2 - 4:.0f} {y - h}h8v{h - w}a{w * 0.6:.0f} {w * 0.6:.0f} 0 1 1-8 0z"
                x += w + self.whole(10, 26)
        return (
            self.path(glass, self.light, 0.26)
            + self.path("M0 104h512v9H0zM0 204h512v9H0z", self.dark, 0.6)
            + self.path("M0 270h512v70H0z", self.dark, 0.5)
        )

    def shelves(self) -> str:
        books = ["", "", ""]
        for y in (84, 168, 252):
            x = 2
            while x < 508:
                w, h = self.whole(9, 21), self.whole(44, 70)
                books[self.whole(0, 2)] += f"M{x} {y - h}h{w}v{h}h-{w}z"
                x += w + 2 + (14 if self.dice.random() < 0.08 else 0)
        out = "".join(
            self.path(b, c, f)
            for b, c, f in zip(books, (self.dark, self.light, self.dark), (0.5, 0.2, 0.28), strict=True)
        )
        return out + self.path("M0 84h512v8H0zM0 168h512v8H0zM0 252h512v88H0z", self.dark, 0.65)

    def gears(self) -> str:
        out = ""
        for x, y, r, n in (
            (70, 80, 92, 14),
            (440, 60, 74, 12),
            (452, 250, 98, 16),
            (40, 268, 60, 10),
            (250, 20, 50, 9),
        ):
            data = ""
            for k in range(4 * n):
                a = 2 * math.pi * k / (4 * n)
                q = r if k % 4 in (0, 1) else r * 0.84
                data += f"{'L' if data else 'M'}{x + q * math.cos(a):.0f} {y + q * math.sin(a):.0f}"
            h = r * 0.42
            data += f"zM{x - h:.0f} {y}a{h:.0f} {h:.0f} 0 1 0 {2 * h:.0f} 0a{h:.0f} {h:.0f} 0 1 0-{2 * h:.0f} 0z"
            out += f'<path d="{data}" fill="{self.dark}" fill-rule="evenodd" opacity=".42"/>'
        return out + self.rays(16, 0.08)

    def pipes(self) -> str:
        pipes = "M40-5V120q0 30 30 30H120M470-5V200q0 34-34 34H380M-5 226H70q30 0 30 30v90M150-5V60q0 26 26 26H520"
        joints = "M26 60h28v16H26zM456 90h28v16h-28zM86 290h28v16H86zM300 72h16v28h-16z"
        return (
            self.lines(pipes, self.dark, 0.6, 24)
            + self.lines(pipes, self.main, 0.9, 15)
            + self.lines(pipes, self.light, 0.35, 4)
            + self.path(joints, self.dark, 0.8)
        )


def place(store: Store, name: str, words: list[str], motif: str) -> str:
    """Draw a whole background; `words` are the kind of scene, its palette and options."""
    from art_kitchens import Kitchens
    from art_station import Station

    kind, palette = words[0], words[1] if len(words) > 1 else ""
    if palette not in store.scenes:
        raise BadArt(f"{name}: no scene palette is called {palette!r}")
    light, main, dark = store.scenes[palette]
    scene = (Kitchens if hasattr(Kitchens, kind) else Station)(name, light, main, dark, motif)
    draw: Callable[[], str] | None = getattr(scene, kind, None) if kind in KINDS else None
    if draw is None:
        raise BadArt(f"{name}: no scene is called {kind!r}")
    body = draw()
    back = '<rect width="512" height="340" fill="url(#bg)"/>' + body
    if scene.floor:
        back += f'<ellipse cx="256" cy="318" rx="250" ry="44" fill="{dark}" opacity=".5"/>'
        back += '<rect y="210" width="512" height="130" fill="url(#fl)"/>'
    return gradients(light, main, dark, scene.floor) + back + scene.dust()


def gradients(light: str, main: str, dark: str, floor: bool) -> str:
    out = (
        '<defs><radialGradient id="bg" cx=".5" cy=".46" r=".78">'
        f'<stop stop-color="{light}"/><stop offset=".52" stop-color="{main}"/><stop offset="1" stop-color="{dark}"/>'
        '</radialGradient><radialGradient id="vg" cx=".5" cy=".45" r=".75">'
        '<stop offset=".6" stop-opacity="0"/><stop offset="1" stop-opacity=".5"/></radialGradient>'
    )
    if floor:
        out += (
            f'<linearGradient id="fl" x2="0" y2="1"><stop stop-color="{dark}" stop-opacity="0"/>'
            f'<stop offset="1" stop-color="{dark}" stop-opacity=".85"/></linearGradient>'
        )
    return out + "</defs>"


KINDS = frozenset({
    "plain", "rays", "spiral", "dots", "boom", "speed", "runes", "grid", "confetti", "web", "fog", "bricks", "wall",
    "hall", "cave", "planks", "room", "tiles", "temple", "stage", "lab", "shelves", "gears", "pipes",
    "forest", "pines", "hills", "sky", "night", "sea", "under", "graves", "city", "space", "flames", "snow", "hoard",
    "dunes", "meadow", "storm",
    "chimneys", "airship", "workshop",
    "kitchen", "diner", "cellar", "cloth", "garden",
    "nebula", "warp", "craters", "bridge", "corridor", "airlock", "servers", "colony",
})  # fmt: skip
