"""Render SVG to pixels with Pillow: the subset that board pictures use, with no other package.

Shapes: rect, circle, ellipse, line, polyline, polygon, path (M L H V C Q Z, both cases; an arc A
becomes a straight line), text with tspan. Groups: g, and use with defs or symbol.

Transforms: translate, rotate, scale, matrix. Styles: fill, stroke, stroke-width, opacity and the
related opacities, font-size, text-anchor. A style may be an attribute, an entry of `style`, or a
plain `.name` or `tag` rule of a `<style>` sheet. Everything else is ignored.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

__all__ = ["rasterize"]

SUPERSAMPLE = 2
"""Factor by which the picture is drawn larger and then shrunk, for smooth edges."""
STEPS = 12
"""Straight segments of a curve."""
INHERITED = (
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "opacity",
    "font-size", "font-weight", "text-anchor", "dominant-baseline",
)  # fmt: skip

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Style = dict[str, str]


def rasterize(svg: str, width: int | None = None, limit: int | None = None) -> np.ndarray:
    """Return an SVG picture as uint8 (height, width, 3) on black.

    `width` (pixels) overrides the picture's own size. A picture higher than `limit` is scaled down.
    """
    root = ElementTree.fromstring(svg)
    x, y, w, h = _view_box(root)
    if width is None:
        width = round(_number(root.get("width"), w))
    if limit is not None:
        width = min(width, round(limit * w / h))
    scale = width / w
    canvas = _Canvas(width, max(1, round(h * scale)), _sheet(root))
    canvas.named = {e.get("id", ""): e for e in root.iter() if e.get("id")}
    zoom = scale * SUPERSAMPLE
    canvas.draw(root, (zoom, 0.0, 0.0, zoom, -x * zoom, -y * zoom), {})
    return canvas.pixels()


class _Canvas:
    """The picture that is being drawn."""

    def __init__(self, width: int, height: int, sheet: dict[str, Style]) -> None:
        from spacecombat_env.env.optional import need

        need("PIL.Image"), need("PIL.ImageDraw"), need("PIL.ImageFont")
        from PIL import Image, ImageColor, ImageDraw, ImageFont

        self.size = (width, height)
        self.sheet = sheet
        self.named: dict[str, ElementTree.Element] = {}
        self.fonts: dict[int, Any] = {}
        self.font_of = ImageFont.load_default
        self.color_of = ImageColor.getrgb
        self.shrink = Image.Resampling.BOX
        self.image = Image.new("RGB", (width * SUPERSAMPLE, height * SUPERSAMPLE))
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def pixels(self) -> np.ndarray:
        """Return the finished picture."""
        return np.asarray(self.image.resize(self.size, self.shrink), np.uint8).copy()

    def draw(self, element: ElementTree.Element, matrix: Matrix, style: Style) -> None:
        """Draw an element and its children."""
        tag = _tag(element)
        if tag in ("defs", "style", "title", "desc", "symbol", "marker", "clipPath"):
            return
        style = self.styled(element, tag, style)
        if style.get("display") == "none" or style.get("visibility") == "hidden":
            return
        matrix = _times(matrix, _transform(element.get("transform", "")))
        if tag == "use":
            self.draw_use(element, matrix, style)
        elif tag in _SHAPES:
            self.shape(*_SHAPES[tag](element), matrix, style)
        elif tag == "text":
            self.text(element, matrix, style)
        else:
            for child in element:
                self.draw(child, matrix, style)

    def styled(self, element: ElementTree.Element, tag: str, above: Style) -> Style:
        """Return an element's style: inherited, sheet, attributes, `style`; later ones win."""
        style = dict(above)
        faint = float(style.pop("opacity", "1"))
        for name in (tag, *(f".{c}" for c in element.get("class", "").split())):
            style.update(self.sheet.get(name, {}))
        style.update({name: element.attrib[name] for name in INHERITED if name in element.attrib})
        style.update(_declarations(element.get("style", "")))
        style["opacity"] = str(faint * _number(style.get("opacity"), 1.0))
        return style

    def draw_use(self, element: ElementTree.Element, matrix: Matrix, style: Style) -> None:
        """Draw the target of a `use` element."""
        link = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href")
        target = self.named.get((link or "").lstrip("#"))
        if target is None:
            return
        moved = (1.0, 0.0, 0.0, 1.0, _number(element.get("x")), _number(element.get("y")))
        inner = list(target) if _tag(target) == "symbol" else [target]
        for child in inner:
            self.draw(child, _times(matrix, moved), style)

    def color(self, style: Style, kind: str, default: str) -> tuple[int, ...] | None:
        """Return the color of `fill` or `stroke` with its opacity; None if nothing is painted."""
        name = style.get(kind, default)
        alpha = _number(style.get(f"{kind}-opacity"), 1.0) * float(style["opacity"])
        if name in ("none", "transparent") or name.startswith("url(") or alpha <= 0:
            return None
        try:
            red, green, blue, *own = self.color_of(name)
        except ValueError:
            return None
        return red, green, blue, round((own[0] if own else 255) * min(alpha, 1.0))

    def shape(self, lines: list[list[Point]], closed: bool, matrix: Matrix, style: Style) -> None:
        """Fill and stroke lines, each a list of points."""
        fill, stroke = self.color(style, "fill", "black"), self.color(style, "stroke", "none")
        breadth = _number(style.get("stroke-width"), 1.0) * _scale_of(matrix)
        for line in lines:
            points = [_moved(matrix, p) for p in line]
            if fill and len(points) > 2:
                self.pen.polygon(points, fill=fill)
            if stroke and len(points) > 1 and breadth > 0:
                ends = points + points[:1] if closed else points
                self.pen.line(ends, fill=stroke, width=max(1, round(breadth)), joint="curve")

    def text(self, element: ElementTree.Element, matrix: Matrix, style: Style) -> None:
        """Write a text and its tspans. Text stays upright under every rotation."""
        self.write(element, element.text, matrix, style)
        for span in element:
            inner = self.styled(span, "tspan", {**style, "opacity": style["opacity"]})
            place = {"x": element.get("x", "0"), "y": element.get("y", "0"), **span.attrib}
            self.write(ElementTree.Element("tspan", place), span.text, matrix, inner)

    def write(
        self, place: ElementTree.Element, text: str | None, matrix: Matrix, style: Style
    ) -> None:
        """Write one line of text."""
        fill = self.color(style, "fill", "black")
        if not text or not text.strip() or fill is None:
            return
        size = max(4, round(_number(style.get("font-size"), 16.0) * _scale_of(matrix)))
        if size not in self.fonts:
            self.fonts[size] = self.font_of(size=size)
        x = _number(place.get("x")) + _number(place.get("dx"))
        y = _number(place.get("y")) + _number(place.get("dy"))
        across = {"middle": "m", "end": "r"}.get(style.get("text-anchor", ""), "l")
        up = "m" if style.get("dominant-baseline") in ("middle", "central") else "s"
        spot = _moved(matrix, (x, y))
        self.pen.text(spot, text.strip(), fill=fill, font=self.fonts[size], anchor=across + up)


# -- shapes as lines of points -------------------------------------------------------------------


def _rect(e: ElementTree.Element) -> tuple[list[list[Point]], bool]:
    x, y = _number(e.get("x")), _number(e.get("y"))
    w, h = _number(e.get("width")), _number(e.get("height"))
    return [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]], True


def _round(e: ElementTree.Element) -> tuple[list[list[Point]], bool]:
    cx, cy = _number(e.get("cx")), _number(e.get("cy"))
    rx = _number(e.get("rx") or e.get("r"))
    ry = _number(e.get("ry") or e.get("r"))
    angles = [2 * math.pi * k / 48 for k in range(48)]
    return [[(cx + rx * math.cos(t), cy + ry * math.sin(t)) for t in angles]], True


def _line(e: ElementTree.Element) -> tuple[list[list[Point]], bool]:
    start = (_number(e.get("x1")), _number(e.get("y1")))
    return [[start, (_number(e.get("x2")), _number(e.get("y2")))]], False


def _points(e: ElementTree.Element) -> list[Point]:
    numbers = _numbers(e.get("points", ""))
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _polyline(e: ElementTree.Element) -> tuple[list[list[Point]], bool]:
    return [_points(e)], False


def _polygon(e: ElementTree.Element) -> tuple[list[list[Point]], bool]:
    return [_points(e)], True


def _path(e: ElementTree.Element) -> tuple[list[list[Point]], bool]:
    lines: list[list[Point]] = []
    here: Point = (0.0, 0.0)
    closed = False
    for letter, rest in re.findall(r"([MmLlHhVvCcQqAaZz])([^MmLlHhVvCcQqAaZz]*)", e.get("d", "")):
        kind, numbers = letter.upper(), _numbers(rest)
        if kind == "Z":
            closed = True
            if lines:
                here = lines[-1][0]
                lines[-1].append(here)
            continue
        width = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7}[kind]
        for k in range(0, len(numbers) - width + 1, width):
            points = _absolute(kind, numbers[k : k + width], here, letter.islower())
            if (kind == "M" and k == 0) or not lines:
                lines.append([])
            lines[-1] += _curve([here, *points]) if kind in "CQ" else points
            here = points[-1]
    return lines, closed


def _absolute(kind: str, numbers: list[float], here: Point, relative: bool) -> list[Point]:
    """Return the points of one step of a path."""
    dx, dy = here if relative else (0.0, 0.0)
    if kind == "H":
        return [(numbers[0] + dx, here[1])]
    if kind == "V":
        return [(here[0], numbers[0] + dy)]
    if kind == "A":
        numbers = numbers[-2:]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(px + dx, py + dy) for px, py in pairs]


def _curve(points: list[Point]) -> list[Point]:
    """Return points along a Bezier curve."""
    found = []
    for step in range(1, STEPS + 1):
        t, level = step / STEPS, points
        while len(level) > 1:
            level = [
                (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(level)
            ]
        found.append(level[0])
    return found


_SHAPES: dict[str, Callable[[ElementTree.Element], tuple[list[list[Point]], bool]]] = {
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
    "path": _path,
}


# -- numbers, matrices, styles -------------------------------------------------------------------


def _numbers(text: str) -> list[float]:
    """Return the numbers in a text."""
    return [float(n) for n in re.findall(r"[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?", text)]


def _number(text: str | None, default: float = 0.0) -> float:
    """Return the first number in a text, units dropped."""
    found = _numbers(text or "")
    return found[0] if found else default


def _tag(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "desc"


def _view_box(root: ElementTree.Element) -> tuple[float, float, float, float]:
    """Return the corner and the size of the view box."""
    box = _numbers(root.get("viewBox", ""))
    if len(box) == 4:
        return box[0], box[1], box[2], box[3]
    return 0.0, 0.0, _number(root.get("width"), 300.0), _number(root.get("height"), 150.0)


def _sheet(root: ElementTree.Element) -> dict[str, Style]:
    """Return the rules of all style sheets by selector."""
    sheet: dict[str, Style] = {}
    for element in root.iter():
        if _tag(element) != "style":
            continue
        for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", element.text or ""):
            for selector in selectors.split(","):
                sheet.setdefault(selector.strip(), {}).update(_declarations(body))
    return sheet


def _declarations(text: str) -> Style:
    """Return the `name: value` pairs of a style; a `font` shorthand yields its font size."""
    pairs = (pair.partition(":") for pair in text.split(";"))
    style = {name.strip(): value.strip() for name, _, value in pairs if value}
    size = re.search(r"[\d.]+px", style.get("font", ""))
    return {**({"font-size": size[0]} if size else {}), **style}


def _transform(text: str) -> Matrix:
    """Return the matrix of a `transform` attribute."""
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for kind, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        matrix = _times(matrix, _one_transform(kind, _numbers(inside)))
    return matrix


def _one_transform(kind: str, n: list[float]) -> Matrix:
    """Return the matrix of one step of a transform."""
    if kind == "translate":
        return 1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) > 1 else 0.0
    if kind == "scale":
        return n[0], 0.0, 0.0, n[1] if len(n) > 1 else n[0], 0.0, 0.0
    if kind == "rotate":
        c, s = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
        x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
        return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
    if kind == "matrix" and len(n) == 6:
        return n[0], n[1], n[2], n[3], n[4], n[5]
    return 1.0, 0.0, 0.0, 1.0, 0.0, 0.0


def _times(m: Matrix, k: Matrix) -> Matrix:
    """Return the matrix that does `k` first, then `m`."""
    return (
        m[0] * k[0] + m[2] * k[1],
        m[1] * k[0] + m[3] * k[1],
        m[0] * k[2] + m[2] * k[3],
        m[1] * k[2] + m[3] * k[3],
        m[0] * k[4] + m[2] * k[5] + m[4],
        m[1] * k[4] + m[3] * k[5] + m[5],
    )


def _moved(m: Matrix, p: Point) -> Point:
    """Return a point transformed by a matrix."""
    return m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]


def _scale_of(m: Matrix) -> float:
    """Return the factor by which a matrix scales lengths."""
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))
