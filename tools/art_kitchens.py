"""Scenes with food: kitchens, cellars, dining rooms and gardens."""

from art_outdoors import Outdoors


class Kitchens(Outdoors):
    """Scenes with food; inherits other scenes from `Outdoors`."""

    def kitchen(self) -> str:
        """Draw pans on a rail, wall tiles, and a stove with its fires."""
        tiles = "".join(f"M0 {y}h512" for y in range(126, 240, 34)) + "".join(
            f"M{x} 92v144" for x in range(22, 512, 52)
        )
        pans = ""
        for x in (30, 84, 134, 186, 326, 378, 430, 484):
            r, drop = self.whole(12, 21), self.whole(24, 40)
            pans += f"M{x - 2} 30h4v{drop}h-4zM{x - r} {30 + drop + r}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0z"
        fires = "".join(f"M{x} 240q-9-10 0-22 9 12 0 22z" for x in (26, 48, 70, 92, 420, 442, 464, 486))
        knobs = "".join(f"M{x} 262a8 8 0 1 0 16 0a8 8 0 1 0-16 0z" for x in (40, 84, 128, 368, 412, 456))
        return (
            self.lines(tiles, self.light, 0.2, 3)
            + self.path("M0 24h512v8H0z", self.dark, 0.7)
            + self.path(pans, self.dark, 0.5)
            + self.path("M0 240h512v100H0z", self.dark, 0.6)
            + self.path(fires, "#8fd8ff", 0.8)
            + self.lines("M0 241h512M150 288h212v52M150 288v52", self.light, 0.3, 4)
            + self.path(knobs, self.light, 0.4)
        )

    def diner(self) -> str:
        """Draw windows with blinds over a counter with stools."""
        out = ""
        for x in (14, 196, 378):
            out += self.path(f"M{x} 26h120v120H{x}z", self.light, 0.4)
            out += self.lines("".join(f"M{x} {y}h120" for y in range(34, 90, 10)), self.dark, 0.28, 4)
            out += self.lines(f"M{x} 26h120v120H{x}zM{x + 60} 90v56", self.dark, 0.5, 5)
        check = "".join(f"M{x} {214 + (x // 16 % 2) * 14}h16v14h-16z" for x in range(0, 512, 16))
        stools = "".join(f"M{x - 34} 296q34-12 68 0v12h-29v40h-10v-40h-29z" for x in (50, 154, 358, 462))
        return (
            out
            + self.path("M0 200h512v142H0z", self.dark, 0.5)
            + self.path("M0 198h512v12H0z", self.light, 0.45)
            + self.path(check, self.light, 0.3)
            + self.path(stools, self.dark, 0.75)
        )

    def cellar(self) -> str:
        """Draw a vault with barrels lying at both sides."""
        out = self.lines("M-20 230C40-40 472-40 532 230M-60 230C20-90 492-90 572 230", self.dark, 0.5, 12)
        for x, y, r in ((48, 222, 50), (464, 222, 50), (8, 134, 44), (504, 134, 44), (128, 246, 32), (386, 246, 32)):
            out += f'<circle cx="{x}" cy="{y}" r="{r}" fill="{self.dark}" opacity=".75"/>'
            out += f'<g fill="none" stroke="{self.light}" opacity=".3"><circle cx="{x}" cy="{y}" r="{r - 7}" '
            seams = "".join(f"M{x + k * r // 3} {y - r + 16}v{2 * r - 32}" for k in (-1, 0, 1))
            out += f'stroke-width="4"/><path d="{seams}" stroke-width="2"/></g>'
        return out + self.path("M0 276h512v64H0z", self.dark, 0.5) + self.lines("M0 278h512", self.light, 0.2, 3)

    def cloth(self) -> str:
        """Draw a chequered table cloth under a wall with a window."""
        self.floor = False
        rows = ((222, 244), (244, 272), (272, 304), (304, 345))
        odd = even = ""
        for k in range(-9, 9):
            near = [(40 + (y - 222) * 0.5) for y in (222, 345)]
            strip = f"M{256 + k * near[0]:.0f} 222h{near[0]:.0f}L{256 + (k + 1) * near[1]:.0f} 345h-{near[1]:.0f}z"
            odd += strip if k % 2 else ""
        for k, (y, z) in enumerate(rows):
            even += f"M0 {y}h512v{z - y}H0z" if k % 2 else ""
        window = "M330 30h150v130H330z"
        return (
            self.path(window, self.light, 0.4)
            + self.lines(window + "M405 30v130M330 95h150", self.dark, 0.4, 6)
            + self.path("M330 30h150v22" + "q-12 16-25 0" * 6 + "z", self.dark, 0.4)
            + self.path("M0 222h512v123H0z", "#fffdf2", 0.85)
            + self.path(odd + even, self.main, 0.5)
            + self.lines("M0 222h512", self.dark, 0.5, 5)
        )

    def garden(self) -> str:
        """Draw beds with rows of sprouts, a fence and the sun."""
        pales = "".join(f"M{x} 218V{150 + x // 34 % 2 * 6}l10-14 10 14V218z" for x in range(4, 512, 34))
        beds = ""
        for k in range(-5, 5):
            beds += f"M{256 + k * 60} 226l{k * 70} 120h{44 + 6 * abs(k)}L{290 + k * 60} 226z"
        leaves = ""
        for y, step, s in ((236, 44, 0.7), (264, 58, 1.0), (298, 76, 1.4)):
            for x in range(self.whole(-10, 10), 530, step):
                a, b = round(12 * s), round(20 * s)
                leaves += f"M{x} {y}q-{b} 0-{a}-{b} {a} 2 {a} {b} 0-{b} {a}-{b} {a // 2} {b}-{a} {b}z"
        return (
            '<circle cx="404" cy="70" r="38" fill="#fff" opacity=".5"/>'
            + self.path(self.cloud(50, 84, 0.9), "#fff", 0.5)
            + self.path(pales + "M0 164h512v9H0zM0 196h512v9H0z", self.light, 0.5)
            + self.path("M0 218h512v124H0z", self.dark, 0.4)
            + self.path(beds, self.dark, 0.4)
            + self.path(leaves, self.main, 0.95)
        )
