"""Charts of a training run: points where the axes say, within the frame, long curves as means."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from spacecombat_agents.training.report.charts import (
    BOTTOM,
    HEIGHT,
    LEFT_MARGIN,
    MAX_POINTS,
    RIGHT,
    SHARE,
    TOP,
    WIDTH,
    AxisScale,
    ChartFrame,
    Curve,
    Point,
    chart,
    thin_points,
)


def tree(curve: Curve, frame: ChartFrame) -> ElementTree.Element:
    """A chart of one curve."""
    return ElementTree.fromstring(chart("title", [curve], frame))


def places(svg: ElementTree.Element) -> list[tuple[float, float]]:
    """The points of the first curve, in the chart's own units."""
    line = svg.find(".//polyline")
    assert line is not None
    return [
        (float(x), float(y))
        for x, y in (each.split(",") for each in line.get("points", "").split())
    ]


def test_points_stand_where_the_axes_say() -> None:
    """Shares are shown in per cent; a point between two ticks is drawn between them."""
    points = [Point(0.0, 0.2, 0.1, 0.3), Point(100.0, 0.6, 0.5, 0.7)]
    svg = tree(Curve("a", points), SHARE)
    ticks = {
        float(text.text or ""): float(text.get("y", "")) - 4.0
        for text in svg.findall("./text[@text-anchor='end']")
    }
    (left, first), (right, last) = places(svg)
    assert (left, right) == (LEFT_MARGIN, WIDTH - RIGHT)
    assert first == pytest.approx(ticks[20.0], abs=0.2) and last == pytest.approx(
        ticks[60.0], abs=0.2
    )
    whiskers = svg.findall(".//line[@class='whisker']")
    assert [float(each.get("y1", "")) > float(each.get("y2", "")) for each in whiskers] == [
        True,
        True,
    ]


@pytest.mark.parametrize(
    "values", [[0.0], [5.0, 5.0], [-20.0, 0.5, 0.9], [1e-9, 2e-9], [3e8, 1e9], [-1e-3, 1e-3]]
)
def test_whatever_the_values_a_chart_stays_in_its_frame(values: list[float]) -> None:
    points = [Point(1000.0 * at, value) for at, value in enumerate(values)]
    for frame in (ChartFrame(), ChartFrame(least=-1.0, most=1.0, level=0.0)):
        svg = tree(Curve("a", points), frame)
        assert all(
            LEFT_MARGIN <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM
            for x, y in places(svg)
        )
        assert 2 <= len(svg.findall("./text[@text-anchor='end']")) <= 9


def test_ticks_are_round_and_within() -> None:
    scale = AxisScale([0.0, 97.0], 0.0, 100.0, room=False)
    assert scale.ticks() == [0.0, 20.0, 40.0, 60.0, 80.0]
    assert AxisScale([0.0, 1.0], 0.0, 1.0, room=False).ticks() == pytest.approx(
        [0, 0.2, 0.4, 0.6, 0.8, 1]
    )


def test_long_curves_are_thinned_to_means() -> None:
    points = [Point(float(at), float(at % 2)) for at in range(10 * MAX_POINTS)]
    thinned_points = thin_points(points)
    assert len(thinned_points) == MAX_POINTS + 1 and thinned_points[-1] == points[-1]
    assert {each.y for each in thinned_points[:-1]} == {0.5} and thinned_points[0].x == 4.5
    assert thin_points(points[:MAX_POINTS]) == points[:MAX_POINTS]
