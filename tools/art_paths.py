"""SVG path data of icons and letters: parsing, simplification and measurement.

A path is split into closed sub-paths that can be drawn separately. Their nesting determines the `outline` (the line
around the whole figure, holes closed) and the `islands` (patches of one colour).
"""

import math
import re

Point = tuple[float, float]
Segment = tuple[str, tuple[float, ...]]
"""One of the letters `L`, `C`, `Q`, `A` with its absolute numbers; the last two are its end point."""
Box = tuple[float, float, float, float]

ARC_FLAG = re.compile(r"\s*,?\s*([01])")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
NUMBER = re.compile(r"\s*,?\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
START = re.compile(r"M(-?\d*\.?\d+) ?(-?\d*\.?\d+)")
COMMAND = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])")


class SubPath:
    """One closed line of a path."""

    def __init__(self, start: Point) -> None:
        self.start = start
        self.segments: list[Segment] = []

    def points(self) -> list[Point]:
        """Return the line as the corners of a polygon."""
        found = [self.start]
        for letter, n in self.segments:
            found.extend(flatten(found[-1], letter, n))
        return found

    def text(self, places: int = 1) -> str:
        """Return the line as short path data that starts at an absolute point."""
        x, y = round(self.start[0], places), round(self.start[1], places)
        out = "M" + join([x, y])
        last = ""
        for letter, n in self.segments:
            command, numbers, x, y = relative(letter, n, x, y, places)
            if command:
                body = join(numbers)
                glue = "" if command != last or body.startswith("-") else " "
                out += (command if command != last else glue) + body
                last = command
        return out + "z"


def relative(
    letter: str, n: tuple[float, ...], x: float, y: float, places: int
) -> tuple[str, list[float], float, float]:
    """Return a segment in relative form; rounding errors do not add up, because the pen position is rounded too."""
    if letter == "A":
        dx, dy = round(n[5] - x, places), round(n[6] - y, places)
        numbers = [round(n[0], 1), round(n[1], 1), round(n[2]), n[3], n[4], dx, dy]
        return "a", numbers, round(x + dx, places), round(y + dy, places)
    moved = [round(v - (y if i % 2 else x), places) for i, v in enumerate(n)]
    nx, ny = round(x + moved[-2], places), round(y + moved[-1], places)
    if letter == "L":
        if not any(moved):
            return "", [], x, y
        if not moved[1]:
            return "h", moved[:1], nx, ny
        if not moved[0]:
            return "v", moved[1:], nx, ny
    return letter.lower(), moved, nx, ny


def number(value: float) -> str:
    """Return a number in its shortest form."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def join(numbers: list[float]) -> str:
    """Join numbers with as few separators as path data allow."""
    out = ""
    for value in numbers:
        text = number(value)
        out += text if not out or text.startswith("-") else " " + text
    return out


class Scanner:
    """Parser of path data that collects sub-paths."""

    def __init__(self, data: str) -> None:
        self.data = data
        self.at = 0
        self.found: list[SubPath] = []
        self.pen: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.before = ""

    def numbers(self, command: str) -> list[float] | None:
        """Read the numbers of one command; return an empty list if none follow."""
        out: list[float] = []
        for i in range(NUMBERS[command]):
            flag = command == "A" and i in (3, 4)
            match = (ARC_FLAG if flag else NUMBER).match(self.data, self.at)
            if match is None:
                if out:
                    raise ValueError(f"broken path data at {self.at}")
                return None
            out.append(float(match[1]))
            self.at = match.end()
        return out

    def run(self) -> list[SubPath]:
        while (match := COMMAND.match(self.data, self.at)) is not None:
            self.at = match.end()
            letter = match[1]
            if letter in "Zz":
                self.pen, self.before, self.control = self.found[-1].start, "Z", None
                continue
            first = True
            while (n := self.numbers(letter.upper())) is not None:
                self.step(letter.upper(), letter.islower(), n, first)
                first = False
        if self.data[self.at :].strip():
            raise ValueError(f"unknown path data: {self.data[self.at : self.at + 20]!r}")
        return [sub for sub in self.found if sub.segments]

    def step(self, letter: str, shifted: bool, n: list[float], first: bool) -> None:
        x, y = self.pen
        if shifted:
            n = shift(letter, n, x, y)
        if letter == "M" and first:
            self.found.append(SubPath((n[0], n[1])))
            self.pen, self.before, self.control = (n[0], n[1]), "M", None
            return
        if self.before == "Z":
            self.found.append(SubPath(self.pen))
        mirror = self.pen if self.control is None else (2 * x - self.control[0], 2 * y - self.control[1])
        control: Point | None = None
        if letter in "HV":
            segment: Segment = ("L", (n[0], y) if letter == "H" else (x, n[0]))
        elif letter in "CS":
            c = n if letter == "C" else [*(mirror if self.before in "CS" else self.pen), *n]
            segment, control = ("C", tuple(c)), (c[2], c[3])
        elif letter in "QT":
            q = n if letter == "Q" else [*(mirror if self.before in "QT" else self.pen), *n]
            segment, control = ("Q", tuple(q)), (q[0], q[1])
        else:
            segment = ("A" if letter == "A" else "L", tuple(n))
        self.found[-1].segments.append(segment)
        self.pen, self.before, self.control = (segment[1][-2], segment[1][-1]), letter, control


def shift(letter: str, n: list[float], x: float, y: float) -> list[float]:
    """Return the numbers of a relative command in absolute form."""
    if letter == "H":
        return [n[0] + x]
    if letter == "V":
        return [n[0] + y]
    if letter == "A":
        return [*n[:5], n[5] + x, n[6] + y]
    return [v + (y if i % 2 else x) for i, v in enumerate(n)]


def flatten(start: Point, letter: str, n: tuple[float, ...]) -> list[Point]:
    """Return points along a segment, without its start."""
    x, y = start
    if letter == "L":
        return [(n[0], n[1])]
    if letter == "A":
        return flatten_arc(start, n)
    steps = [i / 8 for i in range(1, 9)]
    if letter == "Q":
        a, b, c, d = n
        return [
            ((1 - t) ** 2 * x + 2 * t * (1 - t) * a + t * t * c, (1 - t) ** 2 * y + 2 * t * (1 - t) * b + t * t * d)
            for t in steps
        ]
    a, b, c, d, e, f = n
    return [
        (
            (1 - t) ** 3 * x + 3 * t * (1 - t) ** 2 * a + 3 * t * t * (1 - t) * c + t**3 * e,
            (1 - t) ** 3 * y + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * d + t**3 * f,
        )
        for t in steps
    ]


def flatten_arc(start: Point, n: tuple[float, ...]) -> list[Point]:
    """Return points along an elliptic arc, converting from end points to centre form."""
    rx, ry, turn, large, sweep, ex, ey = n
    x, y = start
    if not rx or not ry or (x == ex and y == ey):
        return [(ex, ey)]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    hx, hy = (x - ex) / 2, (y - ey) / 2
    px, py = cos * hx + sin * hy, cos * hy - sin * hx
    grow = max(1.0, px * px / (rx * rx) + py * py / (ry * ry)) ** 0.5
    rx, ry = abs(rx) * grow, abs(ry) * grow
    top = max(0.0, rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px)
    k = (top / (rx * rx * py * py + ry * ry * px * px)) ** 0.5 * (-1 if large == sweep else 1)
    qx, qy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = cos * qx - sin * qy + (x + ex) / 2, sin * qx + cos * qy + (y + ey) / 2
    first = math.atan2((py - qy) / ry, (px - qx) / rx)
    span = math.atan2((-py - qy) / ry, (-px - qx) / rx) - first
    if sweep and span < 0:
        span += 2 * math.pi
    if not sweep and span > 0:
        span -= 2 * math.pi
    angles = [first + span * i / 12 for i in range(1, 13)]
    return [
        (cx + cos * rx * math.cos(a) - sin * ry * math.sin(a), cy + sin * rx * math.cos(a) + cos * ry * math.sin(a))
        for a in angles
    ]


def box_of(points: list[Point]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def area(points: list[Point]) -> float:
    """Return the signed area of a polygon; the sign is its direction."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True)) / 2


def inside(point: Point, polygon: list[Point]) -> bool:
    """Return whether a point lies in a polygon, by its winding number."""
    x, y = point
    winding = 0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if ay <= y < by and (bx - ax) * (y - ay) > (x - ax) * (by - ay):
            winding += 1
        elif by <= y < ay and (bx - ax) * (y - ay) < (x - ax) * (by - ay):
            winding -= 1
    return winding != 0


class Nesting:
    """Nesting of the lines of a figure."""

    def __init__(self, subs: list[SubPath]) -> None:
        self.polygons = [sub.points() for sub in subs]
        self.boxes = [box_of(p) for p in self.polygons]
        self.areas = [area(p) for p in self.polygons]
        order = range(len(subs))
        self.around = [[j for j in order if j != i and self.holds(j, i)] for i in order]

    def holds(self, outer: int, inner: int) -> bool:
        a, b = self.boxes[outer], self.boxes[inner]
        if b[0] < a[0] - 1 or b[1] < a[1] - 1 or b[2] > a[2] + 1 or b[3] > a[3] + 1:
            return False
        if abs(self.areas[outer]) <= abs(self.areas[inner]):
            return False
        points = self.polygons[inner]
        sample = points[:: max(1, len(points) // 24)]
        within = sum(inside(p, self.polygons[outer]) for p in sample)
        return within >= 0.93 * len(sample)

    def outline(self) -> list[int]:
        """List the lines that lie in no other line: filled, they are the figure's silhouette."""
        return [i for i, around in enumerate(self.around) if not around]

    def islands(self) -> list[list[int]]:
        """Group lines into patches: a solid line first, then the holes cut directly into it."""
        found: dict[int, list[int]] = {}
        turns = [1 if a > 0 else -1 for a in self.areas]
        for i in sorted(range(len(turns)), key=lambda k: -abs(self.areas[k])):
            winding = turns[i] + sum(turns[j] for j in self.around[i])
            parent = min(self.around[i], key=lambda k: abs(self.areas[k]), default=None)
            if parent is None or (winding != 0 and winding == turns[i]):
                found[i] = [i]
            else:
                home = next(k for k, members in found.items() if parent in members)
                found[home].append(i)
        return list(found.values())


def cut(data: str) -> list[SubPath]:
    """Split path data into sub-paths."""
    return Scanner(data).run()


def stretch(data: str, x: float, y: float) -> str:
    """Scale path data by `x` horizontally and `y` vertically; a negative number mirrors."""
    out = ""
    for sub in cut(data):
        larger = SubPath((sub.start[0] * x, sub.start[1] * y))
        for letter, n in sub.segments:
            if letter == "A":
                sweep = n[4] if x * y > 0 else 1 - n[4]
                m: tuple[float, ...] = (abs(n[0] * x), abs(n[1] * y), n[2], n[3], sweep, n[5] * x, n[6] * y)
            else:
                m = tuple(v * (y if i % 2 else x) for i, v in enumerate(n))
            larger.segments.append((letter, m))
        out += larger.text()
    return out


def shifted(data: str, x: float, y: float) -> str:
    """Move path data whose lines each start with an absolute point and continue with relative ones."""
    return START.sub(lambda m: f"M{number(float(m[1]) + x)} {number(float(m[2]) + y)}", data)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """Return the path data of an ellipse."""
    arc = f"a{number(rx)} {number(ry)} 0 1 1 "
    return f"M{number(x - rx)} {number(y)}{arc}{number(2 * rx)} 0{arc}{number(-2 * rx)} 0z"


def polygon(points: list[Point]) -> str:
    """Return the path data of a polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "z"
