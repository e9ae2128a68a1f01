"""Measure how long a new user waits for the first click: install, serve, show, click.

    python scripts/first_click.py                       # a wheel of this tree, built first
    python scripts/first_click.py --wheel dist/*.whl    # an existing wheel
    python scripts/first_click.py --again 2             # two more starts

Everything happens in an empty folder: a virtual environment, `pip install "WHEEL[serve]"`, an empty
home, an empty folder of games. The script starts `spacecombat serve`. A Chromium
opens its page, begins the first game on offer, and waits for the first action that can be clicked.

Times are seconds of the wall clock, printed with the load of the machine (runnable processes). The
first start reads files that the system has not cached. This Python needs playwright and an
installed Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
WORD = "#choices .word"
PATIENCE = 60_000
"""Milliseconds that any part of the page may take."""
AIM = 3
"""Target seconds from the start of the service to the first action."""


class Watch:
    """Measures consecutive parts, and prints their times."""

    def __init__(self) -> None:
        self.last = time.perf_counter()
        self.total = 0.0

    def part(self, name: str) -> None:
        """Print the seconds since the last part, and the load."""
        now = time.perf_counter()
        passed, self.last = now - self.last, now
        self.total += passed
        print(f"  {name:<24}{passed:8.1f} s   load {os.getloadavg()[0]:.1f}", flush=True)


def run(*command: str | Path) -> None:
    """Run a command without its output; raises CalledProcessError if it fails."""
    subprocess.run([*map(str, command)], check=True, stdout=subprocess.DEVNULL)


def built(folder: Path) -> Path:
    """Return a plain wheel of this tree."""
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT)
    return next(folder.glob("*.whl"))


def installed(wheel: Path, folder: Path, watch: Watch) -> Path:
    """Install a wheel into a new environment; return its `spacecombat`."""
    run(sys.executable, "-m", "venv", folder)
    watch.part("environment")
    run(folder / "bin" / "pip", "install", "--quiet", f"{wheel.resolve()}[serve]")
    watch.part("install")
    return folder / "bin" / "spacecombat"


@contextmanager
def serving(command: Path, folder: Path) -> Iterator[str]:
    """Serve with a folder as home; yield the address."""
    process = subprocess.Popen(
        [command, "serve", "--port", "0", "--json", "--data", folder / "games"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)},
    )
    assert process.stdout is not None
    try:
        yield str(json.loads(process.stdout.readline())["address"])
    finally:
        process.terminate()
        process.wait()


def first_click(command: Path, folder: Path, browser: Any, watch: Watch) -> None:
    """Start the service, begin the first game on offer, and wait for its first action."""
    with serving(command, folder) as address:
        watch.part("service up")
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.get_by_role("button", name="Begin").wait_for()
        watch.part("page shown")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/g/*")
        watch.part("game begun")
        page.locator(WORD).first.click(trial=True)
        watch.part("first word clickable")
        page.close()


def main() -> None:
    """Measure one start, and the given number of others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, help="a wheel that is there")
    parser.add_argument("--again", type=int, default=1, help="starts after the first")
    asked = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        parser.error("no Chromium is installed")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        wheel = asked.wheel or built(folder)
        print(f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB, {os.cpu_count()} cores")
        command = installed(wheel, folder / "new", Watch())
        for n in range(1 + asked.again):
            watch = Watch()
            print(f"start {n + 1}")
            first_click(command, folder, browser, watch)
            print(f"  {'in all':<24}{watch.total:8.1f} s   (aim {AIM} s)")
        browser.close()


if __name__ == "__main__":
    main()
