"""Boxes of what a picture shows, from its SVG: names, and marks that names must not cover."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from spacecombat_env.core.presentation.labels import Box, along, overlap, text_width

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
WHOLE: Matrix = (1, 0, 0, 1, 0, 0)
NUMBER = r"-?[\d.]+"


class Shown(NamedTuple):
    """A name or a mark of a picture."""

    what: str
    box: Box


def names_and_marks(svg: str) -> tuple[list[list[Shown]], list[Shown]]:
    """Return the labels of a picture, each as its names, and the marks."""
    root = ElementTree.fromstring(svg)
    pieces = root.find(".//{*}g[@id='pieces']")
    assert pieces is not None
    labels, marks = [], []
    signs = {e.get("id", ""): e for e in root.iter() if e.get("id")}
    for element in pieces:
        kind = element.get("class", "")
        if kind == "label":
            labels.append(list(_names(element, WHOLE)))
        elif kind == "caption":
            continue
        elif element.get("data-k", "").startswith("corner"):
            continue
        elif "data-k" in element.attrib or "mark" in kind.split():
            points = list(_points(element, WHOLE, signs))
            if points:
                marks.append(Shown(element.get("data-k") or kind, _bounds(points)))
        elif kind == "way":
            line = element[0]
            start, end = ((float(line.get(f"x{n}", 0)), float(line.get(f"y{n}", 0))) for n in "12")
            marks += [Shown("vector", box) for box in along(start, end, 1.0)]
        elif element.tag.endswith("text"):
            marks.append(Shown(element.text or "", _text_box(element, WHOLE)))
    return labels, marks


def covered(svg: str) -> list[str]:
    """Return which names of a picture cover a mark or a name of another label."""
    labels, marks = names_and_marks(svg)
    found = []
    for n, label in enumerate(labels):
        others = marks + [shown for other in labels[n + 1 :] for shown in other]
        for name in label:
            found += [f"{name.what} on {o.what}" for o in others if overlap(name.box, o.box)]
    return found


def sizes(svg: str) -> list[float]:
    """Return the sizes of all letters."""
    root = ElementTree.fromstring(svg)
    return [float(e.get("font-size", 0)) for e in root.iter() if e.tag.endswith("text")]


def _names(element: ElementTree.Element, matrix: Matrix) -> list[Shown]:
    """Return the texts and the damage marks of a label."""
    matrix = _joined(matrix, element.get("transform", ""))
    found = []
    for child in element:
        if child.tag.endswith("text"):
            found.append(Shown(child.text or "", _text_box(child, matrix)))
        elif child.tag.endswith("rect"):
            found.append(Shown("damage", _bounds(list(_points(child, matrix)))))
        else:
            found += _names(child, matrix)
    return found


def _text_box(element: ElementTree.Element, matrix: Matrix) -> Box:
    """Return where a text stands."""
    size = float(element.get("font-size", 0))
    wide = text_width(element.text or "", "font-weight" in element.attrib) * size / 10.5
    x, y = _moved(matrix, (float(element.get("x", 0)), float(element.get("y", 0))))
    x -= wide * {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
    return x, y - 0.75 * size, x + wide, y + 0.2 * size


def _points(
    element: ElementTree.Element,
    matrix: Matrix,
    signs: Mapping[str, ElementTree.Element] | None = None,
):
    """Yield corners of all that is drawn in an element; `signs` are those it may refer to."""
    if element.get("class") == "arcs":  # drawn under a pointer alone
        return
    matrix = _joined(matrix, element.get("transform", ""))
    tag = element.tag.rpartition("}")[2]
    get = lambda name: float(element.get(name, 0))  # noqa: E731
    if tag == "g":
        for child in element:
            yield from _points(child, matrix, signs)
        return
    if tag == "use" and signs:
        yield from _points(signs[element.get("href", "#")[1:]], matrix, signs)
        return
    corners: list[Point] = []
    if tag == "rect":
        x, y, w, h = (get(name) for name in ("x", "y", "width", "height"))
        corners = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
    elif tag in ("circle", "ellipse"):
        rx, ry = (get("r"), get("r")) if tag == "circle" else (get("rx"), get("ry"))
        x, y = get("cx"), get("cy")
        corners = [(x - rx, y - ry), (x + rx, y - ry), (x - rx, y + ry), (x + rx, y + ry)]
    elif tag == "line":
        corners = [(get("x1"), get("y1")), (get("x2"), get("y2"))]
    elif tag == "polygon":
        values = [float(n) for n in re.findall(NUMBER, element.get("points", ""))]
        corners = list(zip(values[::2], values[1::2], strict=True))
    yield from (_moved(matrix, corner) for corner in corners)


def _bounds(points: list[Point]) -> Box:
    """Return the box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _moved(m: Matrix, point: Point) -> Point:
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _joined(m: Matrix, transform: str) -> Matrix:
    """Return a matrix with more transforms applied before it."""
    for kind, values in re.findall(r"(\w+)\(([^)]*)\)", transform):
        v = [float(n) for n in re.findall(NUMBER, values)]
        if kind == "translate":
            step: Matrix = (1, 0, 0, 1, v[0], v[1])
        elif kind == "scale":
            step = (v[0], 0, 0, v[-1], 0, 0)
        else:
            turn = math.radians(v[0])
            step = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0)
        a, b, c, d, e, f = step
        m = (
            m[0] * a + m[2] * b,
            m[1] * a + m[3] * b,
            m[0] * c + m[2] * d,
            m[1] * c + m[3] * d,
            m[0] * e + m[2] * f + m[4],
            m[1] * e + m[3] * f + m[5],
        )
    return m
