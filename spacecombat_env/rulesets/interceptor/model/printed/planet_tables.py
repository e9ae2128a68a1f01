"""Tables of planets, read from data/."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from spacecombat_env.core.loading.tables import Column, read_csv

from ..constants.planets import MISSED_ROWS, Passage

FILES = ("interface_failed_entry.csv", "interface_failed_bounce.csv")
"""In the order of `rules.passage`."""
MADE = (Passage.ENTERS, Passage.BOUNCES)
"""Passage of each when the roll is made."""
RESULTS = {"enter": Passage.ENTERS, "bounce": Passage.BOUNCES, "destroyed": Passage.BURNS}


def lay_passages(rules: Any, data: Path) -> None:
    """IN-PLN-04, 06 Results of rolls at the interface, by how much they are missed."""
    columns = {
        "missed_by": Column(str),
        "result": Column(str, choices=tuple(RESULTS)),
        "forward_damage": Column(int, 0, 99, blank=0),
    }
    for place, name in enumerate(FILES):
        rules.passage[place, 0] = MADE[place]
        for row in read_csv(data / name, columns):
            missed = int(str(row["missed_by"]).rstrip("+"))
            rules.passage[place, min(missed, MISSED_ROWS - 1)] = RESULTS[str(row["result"])]
            rules.scorch[place, missed] = row["forward_damage"]
