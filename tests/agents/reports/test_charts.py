"""Charts of reports: points where the axes say, within the frame, long curves as means."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from spacecombat_agents.reports.charts import (
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
    IntervalRow,
    MatrixCell,
    Point,
    chart,
    interval_marks,
    intervals,
    matrix,
    thin_points,
)
from spacecombat_agents.reports.rendering import render_macro


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
    for frame in (ChartFrame(), ChartFrame(least=-1.0, most=1.0, levels=(0.0,))):
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


def test_a_band_is_one_outline_and_goes_back_where_it_came() -> None:
    points = [Point(1.0, 0.2, 0.1, 0.3), Point(2.0, 0.6, 0.5, 0.9)]
    frame = SHARE._replace(from_zero=False, levels=(50.0, 90.0))
    svg = tree(Curve("", points, band=True), frame)
    outline = svg.find(".//polygon[@class='band']")
    assert outline is not None and svg.findall(".//line[@class='whisker']") == []
    corners = [each.split(",") for each in outline.get("points", "").split()]
    assert [x for x, _ in corners] == [x for x, _ in reversed(corners)]
    assert len(svg.findall("./line[@class='level']")) == 2


def test_logarithms_make_equal_steps_of_equal_factors() -> None:
    scale = AxisScale([32.0, 4096.0], 0.0, 100.0, log=True)
    assert scale(64) - scale(32) == pytest.approx(scale(4096) - scale(2048))
    assert scale.ticks() == [30.0, 100.0, 300.0, 1000.0, 3000.0]
    assert AxisScale([1.0, 1e9], 0.0, 1.0, log=True).ticks()[0] == 1.0
    assert AxisScale([1.0, 2.0], 0.0, 1.0, log=True).ticks() == [1.0, 2.0]
    assert AxisScale([3100.0, 8900.0], 0.0, 1.0, log=True).ticks() == [4000.0, 6000.0, 8000.0]


def test_an_interval_that_leaves_the_axis_is_open() -> None:
    scale = AxisScale([0.0, 10.0], 0.0, 100.0, room=False)
    marks = interval_marks(scale, 5.0, (None, 20.0))
    assert marks == {"value": 50.0, "low": 0, "high": 100, "open_low": True, "open_high": True}
    assert interval_marks(scale, 5.0, (2.0, 8.0))["open_high"] is False


def test_interval_rows_show_their_numbers_and_escape_names() -> None:
    rows = [IntervalRow.of("<b>a</b>", -0.05, (-0.1, 0.02)), IntervalRow.of("b", 0.0, (0, 0), 1)]
    html = intervals(rows, "points <more>")
    assert "<b>a" not in html and "points &lt;more&gt;" in html
    assert "\N{MINUS SIGN}5.0" in html and "\N{MINUS SIGN}10.0 to +2.0" in html
    zero = re.search(r"class='level' x1='([\d.]+)%'", html)
    dots = re.findall(r"class='dot' cx='([\d.]+)%'", html)
    assert zero is not None and len(dots) == 2
    assert float(dots[0]) < float(zero[1]) == float(dots[1])


def test_bars_fill_their_slots_and_the_highest_the_picture() -> None:
    svg = ElementTree.fromstring(render_macro("bars", [1, 4, 2], ["a", "b", "c"], "Lengths"))
    bars = [
        {key: float(bar.get(key, "").rstrip("%")) for key in ("x", "y", "width", "height")}
        for bar in svg.findall("rect")
    ]
    assert [bar["height"] for bar in bars] == [25.0, 100.0, 50.0]
    assert all(bar["y"] + bar["height"] == 100.0 for bar in bars)
    assert bars[2]["x"] + bars[2]["width"] < 100.0 * 3 / 8
    assert [title.text for title in svg.findall("rect/title")] == ["a", "b", "c"]


def test_a_matrix_is_coloured_by_score() -> None:
    cell = MatrixCell(0.9, 0.8, 1.0)
    html = matrix(["a", "b"], [[None, cell], [cell.reverse(), None]], "Scores")
    assert html.count("class='none'") == 2
    assert re.search("class='won' style='--v:80.0%'[^>]*>90<small>&plusmn;10<", html)
    assert re.search("class='lost' style='--v:80.0%'[^>]*>10<small>", html)
