"""Icons drawn as inked stickers: shadow, cream rim, ink, and light parts in colour."""

from art_data import BadArt, Colours, Layer, Store
from art_paths import number

CREAM = "#fff6dd"
CUTS = frozenset({"cut", "top", "left", "right"})


def short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"


class Painter:
    """Definitions and shapes of one picture."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.name = name
        self.defs = ""
        self.body = ""
        self.icons: dict[str, str] = {}
        self.fills: dict[str, str] = {}
        self.cuts = 0
        self.shaded = False

    # --- colours ---

    def fill(self, colours: Colours, direction: str = "") -> str:
        """Define a gradient once and return a reference to it."""
        stops = "".join(
            f'<stop offset="{short(at)}" stop-color="{c}"/>' if at else f'<stop stop-color="{c}"/>'
            for at, c in colours.stops
        )
        slant = {"": "0" if len(colours.stops) > 3 else ".35", "v": "0"}.get(direction)
        if direction == "r":
            tag = f'radialGradient id="%s" cx=".4" cy=".35" r=".75">{stops}</radialGradient>'
        elif direction == "h":
            tag = f'linearGradient id="%s">{stops}</linearGradient>'
        else:
            tag = f'linearGradient id="%s" x2="{slant}" y2="1">{stops}</linearGradient>'
        return self.define(tag)

    def define(self, tag: str) -> str:
        """Define an element once, with a generated id in `tag`, and return a reference to it."""
        if tag not in self.fills:
            self.fills[tag] = f"g{len(self.fills)}"
            self.defs += "<" + tag % self.fills[tag]
        return f"url(#{self.fills[tag]})"

    def shade(self) -> str:
        """Define the lighting shared by all figures."""
        if not self.shaded:
            self.shaded = True
            self.defs += (
                '<radialGradient id="sh" cx=".33" cy=".22" r=".95"><stop stop-color="#fff" stop-opacity=".3"/>'
                '<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset=".66" stop-opacity="0"/>'
                '<stop offset="1" stop-opacity=".24"/></radialGradient>'
            )
        return "url(#sh)"

    # --- icons ---

    def icon(self, name: str) -> str:
        """Define an icon's silhouette (s…) and light parts (p…) once, and return their number."""
        if name not in self.icons:
            key = str(len(self.icons))
            icon = self.store.icon(name)
            lines = icon["lines"]
            solid = "".join(f'<path d="{lines[i]}"/>' for i in icon["outline"])
            self.defs += f'<g id="s{key}">{solid}</g><path id="p{key}" d="{"".join(lines)}"/>'
            self.icons[name] = key
        return self.icons[name]

    def figure(self, layer: Layer) -> None:
        """Draw an icon: shadow, cream rim, ink, then its light parts in colour."""
        key = self.icon(layer.what)
        solid = f"p{key}" if "open" in layer.flags else f"s{key}"
        colours = self.store.colours(layer.colour or "ivory")
        ink = self.store.plain(layer.words["ink"], 1) if "ink" in layer.words else colours.ink
        scale = layer.size / 512
        rim = layer.numbers.get("rim", min(7.0, max(3.5, layer.size * 0.024)))
        line = layer.numbers.get("line", min(4.0, max(2.2, layer.size * 0.014)))
        out = ""
        if "stand" in layer.flags:
            out += self.footing(layer)
        if "flat" not in layer.flags:
            out += (
                f'<use href="#{solid}" transform="{self.turn(layer, 4, 6)}" opacity=".36" stroke="#000" '
                f'stroke-width="{short((line + 2 * rim) / scale)}"/>'
            )
        out += f'<g transform="{self.turn(layer)}">'
        if rim:
            width = short((line + 2 * rim) / scale)
            out += f'<use href="#{solid}" fill="{CREAM}" stroke="{CREAM}" stroke-width="{width}"/>'
        out += f'<use href="#{solid}" fill="{ink}" stroke="{ink}" stroke-width="{short(line / scale)}"/>'
        if "deep" in layer.words:
            deep = self.fill(self.store.colours(layer.words["deep"]))
            out += f'<use href="#{solid}" fill="{deep}"/>'
        out += self.lights(layer, key, colours) + "</g>"
        self.add(layer, out)

    def lights(self, layer: Layer, key: str, colours: Colours) -> str:
        """Draw an icon's light parts, with separate colours for the islands named in `parts`."""
        direction = layer.words.get("dir", "")
        shade = f'<use href="#p{key}" fill="{self.shade()}"/>'
        if "parts" not in layer.words:
            return f'<use href="#p{key}" fill="{self.fill(colours, direction)}"/>' + shade
        icon = self.store.icon(layer.what)
        islands: list[list[int]] = icon["islands"]
        own: dict[int, str] = {}
        for group in layer.words["parts"].split(";"):
            which, _, colour = group.partition(":")
            for k in which.split("+"):
                if not k.isdigit() or int(k) >= len(islands):
                    raise BadArt(f"{self.name}: {layer.what} has no part {k!r}, only 0 to {len(islands) - 1}")
                own[int(k)] = colour
        out = ""
        for colour in ["", *dict.fromkeys(own.values())]:
            lines = [icon["lines"][i] for k, island in enumerate(islands) if own.get(k, "") == colour for i in island]
            if lines:
                paint = self.fill(self.store.colours(colour), direction) if colour else self.fill(colours, direction)
                out += f'<path d="{"".join(lines)}" fill="{paint}"/>'
        return out + shade

    def turn(self, layer: Layer, dx: float = 0, dy: float = 0) -> str:
        sx = layer.size / 512 * layer.numbers.get("wide", 1) * (-1 if "flip" in layer.flags else 1)
        sy = layer.size / 512 * layer.numbers.get("tall", 1) * (-1 if "over" in layer.flags else 1)
        out = f"translate({number(layer.x + dx)} {number(layer.y + dy)})"
        if layer.numbers.get("rot"):
            out += f"rotate({number(layer.numbers['rot'])})"
        return out + (f"scale({short(sx)})" if sx == sy else f"scale({short(sx)} {short(sy)})") + "translate(-256-256)"

    def footing(self, layer: Layer) -> str:
        """Draw the ground shadow of a standing figure."""
        box = self.store.icon(layer.what)["box"]
        scale = layer.size / 512
        y = layer.y + (box[3] - 256) * scale * layer.numbers.get("tall", 1)
        middle = (box[0] + box[2]) / 2 - 256
        x = layer.x + (-middle if "flip" in layer.flags else middle) * scale
        rx = (box[2] - box[0]) / 2 * scale * layer.numbers.get("wide", 1) * 1.1
        return f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{max(6, rx * 0.16):.0f}" opacity=".4"/>'

    def add(self, layer: Layer, out: str) -> None:
        """Add a drawn layer, with the opacity and clipping of its options."""
        if not CUTS.isdisjoint(layer.numbers):
            top, low = layer.numbers.get("top", -200), layer.numbers.get("cut", 600)
            left, right = layer.numbers.get("left", -200), layer.numbers.get("right", 800)
            data = f"M{left:.0f} {top:.0f}H{right:.0f}V{low:.0f}H{left:.0f}z"
            self.defs += f'<clipPath id="c{self.cuts}"><path d="{data}"/></clipPath>'
            out = f'<g clip-path="url(#c{self.cuts})">{out}</g>'
            self.cuts += 1
        if "fade" in layer.numbers:
            out = f'<g opacity="{short(layer.numbers["fade"])}">{out}</g>'
        self.body += out

    def at(self, layer: Layer) -> str:
        turn = f"rotate({number(layer.numbers['rot'])})" if layer.numbers.get("rot") else ""
        return f'<g transform="translate({number(layer.x)} {number(layer.y)}){turn}">'

    def inked(self, data: str, fill: str, ink: str, width: float) -> str:
        """Draw a generated shape with shadow, ink line and colour; overlapping parts merge."""
        return (
            f'<path d="{data}" transform="translate(3 5)" opacity=".35"/>'
            f'<path d="{data}" fill="{ink}" stroke="{ink}" stroke-width="{number(width)}" stroke-linejoin="round"/>'
            f'<path d="{data}" fill="{fill}"/>'
        )
