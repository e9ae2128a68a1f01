"""Metrics in the text format of Prometheus.

They are the operator's, and still tell nothing of a seat: requests below `/v1/games/NAME` and
messages on sockets are not counted, since their number tells how many orders a player gives.
"""

from __future__ import annotations

import statistics
import threading
from collections import deque
from collections.abc import Iterable

from spacecombat_agents.service.operation.counts import Counts

__all__ = ["CONTENT_TYPE", "Gauge", "Latencies", "render"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "spacecombat_"
REMEMBERED = 1000
"""Responses of which the quantiles are taken."""
COUNTERS = {
    "requests": ("kind", "Requests answered, other than those of a game."),
    "requests_refused": ("status", "Requests refused, by status."),
    "connections_refused": ("limit", "Connections refused, by the limit reached."),
    "connections_cut_off": ("reason", "Connections cut off while they waited for a request."),
    "store_errors": ("", "Failures of the store."),
    "failures": ("", "Requests that failed by an error of the program."),
}
"""Label and description of each counter."""
Gauge = tuple[str, str, float]
"""Name, description and value."""


class Latencies:
    """Times of the last responses, without their number."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)
        self._lock = threading.Lock()

    def add(self, seconds: float) -> None:
        """Note a time."""
        with self._lock:
            self._seconds.append(seconds)

    def gauges(self) -> list[Gauge]:
        """Return median and 99th percentile."""
        with self._lock:
            found = sorted(self._seconds)
        if not found:
            return []
        last = found[min(len(found) - 1, int(0.99 * len(found)))]
        return [
            (
                "response_seconds_median",
                "Median time of recent responses.",
                statistics.median(found),
            ),
            ("response_seconds_p99", "99th percentile of the time of recent responses.", last),
        ]


def render(counts: Counts, gauges: Iterable[Gauge]) -> str:
    """Return counters and gauges as text."""
    lines: list[str] = []
    for name, description, value in gauges:
        lines += [*_head(name, description, "gauge"), f"{PREFIX}{name} {value:.10g}"]
    found = counts.all()
    for counter, (label, description) in COUNTERS.items():
        lines += _head(f"{counter}_total", description, "counter")
        rows = [(at, count) for name, at, count in found if name == counter]
        for at, count in rows or ([] if label else [("", 0)]):
            labels = f'{{{label}="{at}"}}' if label else ""
            lines.append(f"{PREFIX}{counter}_total{labels} {count}")
    return "\n".join(lines) + "\n"


def _head(name: str, description: str, kind: str) -> list[str]:
    """Return the lines before a metric's values."""
    return [f"# HELP {PREFIX}{name} {description}", f"# TYPE {PREFIX}{name} {kind}"]
