"""Pictures of positions, and the boxes that they show."""

from __future__ import annotations

import re
from types import SimpleNamespace
from xml.etree import ElementTree

from spacecombat_env.core.presentation.perspective import UMPIRE
from spacecombat_env.core.ruleset import wrap_games
from spacecombat_env.rulesets.interceptor.model import class_names
from spacecombat_env.rulesets.interceptor.presentation.pictures.draw import draw_svg

RED, BLUE = 0, 1
SHAPE = "{http://www.w3.org/2000/svg}"
HOLLOW = "#1d2a45"
RUN = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z")


def scenario_of(table):
    """Return what a scenario file would give of a scene: enough to be drawn from."""
    cards = ["", *(f"ship {n}" for n in range(1, 32))]
    resolved = {"cards": cards, "classes": list(class_names()), "sides": ["Red", "Blue"]}
    table.rules.cards["klass"][table.cards + 1 :] = 0
    games = wrap_games(table.states)
    source = {"map": {"sheets": 2}, "resolved": resolved}
    scenario = SimpleNamespace(
        name="scene",
        source=source,
        table=SimpleNamespace(rules=table.table, opening=table.states),
        actions=None,
    )
    return games, scenario


def picture_of(table, seat=UMPIRE, **settings):
    """Return the picture of a scene."""
    games, scenario = scenario_of(table)
    return draw_svg(games, 0, scenario, seat, **settings)


def blocks(svg):
    """Return the blocks of all sheets of a picture: (name, the boxes left as rows of text)."""
    found = []
    for element in ElementTree.fromstring(svg).iter(f"{SHAPE}g"):
        name = element.get("data-block")
        if name:
            found.append((name, boxes_of(element)))
    return found


def boxes_of(block):
    """Return the boxes that a block shows as left, from its runs."""
    ground = block.find(f"{SHAPE}rect")
    assert ground is not None and ground.get("fill") == HOLLOW
    rows = [["."] * 10 for _ in range(int(ground.get("height", 0)) // 5)]
    for path in block.findall(f"{SHAPE}path"):
        for run in RUN.finditer(path.get("d", "") if path.get("fill") != "none" else ""):
            x, y, w, h = (int(number) // 5 for number in run.groups())
            for row in range(y, y + h):
                for column in range(x, x + w):
                    rows[row][column] = "#"
    return ["".join(row) for row in rows]


def at(moment):
    """Return a moment's scenario and its games as they were."""
    scenario, games, raw = moment
    games.raw[:] = raw
    return scenario, games
