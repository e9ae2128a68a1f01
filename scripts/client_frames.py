"""Measure the frames of the client in Chromium, while what has happened is played back.

    python scripts/client_frames.py [--slower 4]

It needs the extras `[serve]` and `[play]`, Playwright, and Chromium on the path. The captain plays
rounds of a skirmish in the page while its events are played back; `--slower` slows the processor of
the page down by so much. Tasks count with their time of the processor, as Chromium's trace has it:
it means something on a machine that does other work, too, but slowing down takes longer there.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from kit.browsing import CHROMIUM, Watched, begin, served, wait_for_question  # noqa: E402

GAME, SEED, PHASES = ("battle_rider", "skirmish"), 3, 6
SECONDS = 6
"""Time for which the frames after each phase are counted."""
WATCH = """seconds => new Promise(done => {
  const frames = [], start = performance.now();
  let last = start;
  const next = now => {
    frames.push(now - last);
    last = now;
    if (now - start < 1000 * seconds) return requestAnimationFrame(next);
    done(frames.slice(1));
  };
  requestAnimationFrame(next);
})"""
LONG = 50
"""Milliseconds above which a task is a long one."""


def percentile(values: list[float], share: float) -> float:
    """Return the value below which a share of the values lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def processor_time(session: Any) -> float:
    """Return the milliseconds that the page has used of a processor so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * sum(each["value"] for each in metrics if each["name"] == "TaskDuration")


@contextmanager
def traced(page: Any, browser: Any) -> Iterator[list[float]]:
    """Trace the browser; at the end of the block fill a list with the tasks of the page."""
    session, events, ends = browser.new_browser_cdp_session(), list[Any](), list[Any]()
    session.on("Tracing.dataCollected", lambda some: events.extend(some["value"]))
    session.on("Tracing.tracingComplete", lambda end: ends.append(end))
    categories = {"includedCategories": ["toplevel", "devtools.timeline"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": categories})
    found = list[float]()
    yield found
    session.send("Tracing.end")
    while not ends:
        page.wait_for_timeout(100)
    found += task_times(events)


def task_times(events: list[Any]) -> list[float]:
    """Return the milliseconds of the processor of each task of the thread that runs the page."""
    calls = Counter((e["pid"], e["tid"]) for e in events if e["name"] == "FunctionCall")
    [(thread, _)] = calls.most_common(1)
    own = [e for e in events if e["name"].endswith("RunTask") and e.get("ph") == "X"]
    own = [e for e in own if (e["pid"], e["tid"]) == thread]
    found, end = list[float](), 0.0
    for event in sorted(own, key=lambda e: (e["ts"], -e["dur"])):
        if event["ts"] >= end:  # tasks within a task are parts of it
            found.append(event.get("tdur", 0) / 1000)
            end = event["ts"] + event["dur"]
    return found


def watch(page: Any, session: Any) -> tuple[list[float], float]:
    """Let the captain play phase after phase.

    Return the frames of the playback, and its time of the processor.
    """
    frames, used = list[float](), 0.0
    for _ in range(PHASES):
        wait_for_question(page)
        if page.locator("#end[open]").count():
            break
        page.locator("#captain button", has_text="phase").click()
        before = processor_time(session)
        frames += page.evaluate(WATCH, SECONDS)
        used += processor_time(session) - before
    return frames, used


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--slower", type=float, default=1)
    slower = parser.parse_args().slower
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), SEED) as site,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        watched = Watched(page, site.address)
        page.set_default_timeout(120_000)
        begin(watched, *GAME)
        wait_for_question(page)
        with traced(page, browser) as tasks:
            frames, used = watch(page, session)
        browser.close()
    print(f"{len(frames)} frames, processor {slower:g} times slower")
    print(f"frames a second: median {1000 / statistics.median(frames):.0f}, ", end="")
    print(f"95 of 100 frames at {1000 / percentile(frames, 0.95):.0f} or more")
    print(f"processor time: {used / len(frames):.1f} ms a frame")
    long = sum(task > LONG for task in tasks)
    print(f"tasks over {LONG} ms: {long} of {len(tasks)}, the longest {max(tasks):.0f} ms")


if __name__ == "__main__":
    main()
