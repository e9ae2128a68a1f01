"""Run the learning program of a page of `docs/libraries` with several seeds and print its scores.

    python scripts/library_scores.py cleanrl stable_baselines3 --seeds 5

The program of a page sets `SEED = 1` and prints `score against random: N%`. Run this script in an
environment in which the library of the page is installed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGES = Path(__file__).parents[1] / "docs" / "libraries"
PRINTED = re.compile(r"^score against random: (\d+)%$", re.M)


def learning_program(page: str) -> str:
    """Return the program of a page that learns something; LookupError if there is none."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    for code in re.findall(r"```python\n(.*?)```", text, re.S):
        if "\nSEED = 1\n" in code:
            return str(code)
    raise LookupError(f"{page}: no program sets SEED = 1")


def score(program: str, seed: int) -> int:
    """Run a program with a seed in an empty folder; return its score against random in percent."""
    code = program.replace("\nSEED = 1\n", f"\nSEED = {seed}\n")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-W", "ignore", "-c", code]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = PRINTED.search(done.stdout)
    if done.returncode or found is None:
        raise RuntimeError(done.stderr[-2000:])
    return int(found[1])


def main() -> None:
    """Print one line for each page: the scores of its seeds, and their range."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    programs = {page: learning_program(page) for page in given.pages}
    for page, program in programs.items():
        scores = [score(program, seed) for seed in range(1, given.seeds + 1)]
        print(f"{page}: {scores}: {min(scores)} to {max(scores)} %", flush=True)


if __name__ == "__main__":
    main()
