"""Measure how long the client lets people wait, in Chromium, from their click or movement on.

    python scripts/client_times.py

It needs the extras `[serve]`, `[play]` and `[train]`, Playwright, and Chromium on the path. Times
are those of the clock on the wall: from an event in the page to what it shows then, with the
answers of the service and of the opponent between them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from kit.browsing import CHROMIUM, Watched, begin, served, wait_for_question  # noqa: E402

SEED, CLICKS, PLACES = 3, 60, 50
PATIENT, REST = 3_000, 500
"""Milliseconds after which nothing is awaited any more; between two measurements."""
WATCH = """() => {
  const at = { began: 0, over: "", ended: 0 };
  window.at = at;
  const begins = () => { at.began ||= performance.now(); };
  for (const kind of ["pointermove", "click"]) addEventListener(kind, begins, true);
  const asked = () => !document.querySelector("#question.waits, #choices[aria-busy=true]")
    && document.querySelector("#choices .word");
  const title = () => document.querySelector("#odds .from caption")?.textContent ?? before;
  let changed = false, before = "";
  const look = changes => {
    changed ||= changes.some(each => each.target.id === "choices" && each.type === "childList");
    const done = at.over === "odds" ? title() !== before : changed && asked();
    if (at.began && !at.ended && done) at.ended = performance.now();
  };
  const what = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.querySelector("#console"), what);
  window.measure = over => {
    Object.assign(at, { began: 0, over, ended: 0 });
    [changed, before] = [false, title()];
  };
}"""
PLACE = """n => {
  const box = document.querySelectorAll("#reach polygon")[n]?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""


def measured(page: Any, over: str, act: Any) -> float | None:
    """Return the milliseconds from what is done to what is then shown; None if it is not."""
    page.evaluate("over => window.measure(over)", over)
    act()
    try:
        page.wait_for_function("() => window.at.ended", timeout=PATIENT)
    except Late:
        return None
    return float(page.evaluate("() => window.at.ended - window.at.began"))


def report(what: str, found: list[float]) -> None:
    """Print the times of something."""
    times = sorted(found)
    if times:
        high = times[min(len(times) - 1, int(0.95 * len(times)))]
        shown = f"median {times[len(times) // 2]:.0f}, p95 {high:.0f}, longest {times[-1]:.0f} ms"
        print(f"{what}: {shown}, of {len(times)}; load {os.getloadavg()[0]:.0f}", flush=True)


@contextmanager
def opened(browser: Any, site: Any, rules: str, scenario: str) -> Iterator[Any]:
    """The page of a new game, without motion."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    watched = Watched(context.new_page(), site.address)
    watched.page.set_default_timeout(120_000)
    begin(watched, rules, scenario)
    wait_for_question(watched.page)
    watched.page.evaluate(WATCH)
    yield watched.page
    context.close()


def questions(page: Any) -> list[float]:
    """Click on one word after the other; the times until words are offered again."""
    found = list[float]()
    for _ in range(CLICKS):
        word = page.locator("#choices button.word:not([disabled]):not(.grave)").first
        time = measured(page, "question", word.click)
        found += [] if time is None else [time]
        wait_for_question(page)
        if page.locator("#end[open]").count():
            break
    return found


def odds(page: Any) -> list[float]:
    """Point at places that ships may go to; the times until the table is there."""
    found = list[float]()
    for _ in range(CLICKS):
        page.wait_for_timeout(REST)
        page.mouse.move(5, 5)
        for n in range(0, 60, 2):
            place = page.evaluate(PLACE, n)
            if not place or len(found) >= PLACES:
                break
            time = measured(page, "odds", lambda at=place: page.mouse.move(*at))
            if time is None:
                break  # the odds depend on what the enemy does
            found.append(time)
            page.wait_for_timeout(REST // 5)
        names = ("pass", "done", "end round")
        words = [page.locator("#choices button.word", has_text=name) for name in names]
        next((each for each in words if each.count()), page.locator("#choices .word")).first.click()
        page.wait_for_timeout(REST)
        wait_for_question(page)
        if len(found) >= PLACES or page.locator("#end[open]").count():
            break
    return found


def after(page: Any) -> None:
    """Let the captain end the game; print the times of its curve, and of a position tried again."""
    page.locator("#captain button", has_text="this game").click()
    page.wait_for_selector("#end[open] .learn button")
    clock = page.evaluate
    began = clock("() => performance.now()")
    page.locator(".learn button", has_text="Learn from this game").click()
    page.wait_for_selector(".learn .course", state="attached")
    report("curve of a game that is over", [clock("() => performance.now()") - began])
    again = page.locator(".mistakes li button").first
    again.wait_for()
    began, before = clock("() => Date.now()"), page.url
    again.click()
    page.wait_for_url(lambda url: url != before)
    wait_for_question(page)
    report("a position tried again", [clock("() => Date.now()") - began])


def main() -> None:
    """Print the times."""
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), SEED) as site,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with opened(browser, site, "battle_rider", "skirmish") as page:
            report("odds from there, after pointing", odds(page))
        for game in (
            ("battle_rider", "skirmish"),
            ("interceptor", "pair"),
            ("intercept_sensors", "duel"),
        ):
            with opened(browser, site, *game) as page:
                report(f"click to question, {game[0]}", questions(page))
        with opened(browser, site, "intercept_sensors", "duel") as page:
            after(page)
        browser.close()


if __name__ == "__main__":
    main()
