"""Draw the moving picture of the README: a skirmish as Red knows it.

    python scripts/readme_picture.py     # writes docs/skirmish.svg

Two captains play the skirmish, always the same game. The picture shows moments at which Red learns
something new. It needs no script: browsers move it by its style sheet. Readers who prefer no motion
see the last moment alone. Run this again when play changes.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from spacecombat_agents.evaluation.match_runs import run_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.roster import make_agent
from spacecombat_env import replay
from spacecombat_env.replay.frames import PIECES, frames

PICTURE = Path(__file__).parents[1] / "docs" / "skirmish.svg"
DATA = re.compile(r' data-[a-z]+="[^"]*"')
RED, SEED, TURNS = 0, 0, range(1, 6)
MOMENTS, SECONDS = 16, 1.6
"""Moments that are shown, and the time for each."""
STYLE = """<style>
.moment {{ visibility: hidden; animation: moment {all}s step-end infinite }}
@keyframes moment {{ 0% {{ visibility: visible }} {share}% {{ visibility: hidden }} }}
@media (prefers-reduced-motion) {{
  .moment {{ animation: none }} .moment:last-of-type {{ visibility: visible }}
}}
{delays}
</style>"""


def played() -> replay.Replay:
    """Return the first game of a pair between two captains."""
    setting = GameSetting.of("battle_rider", "skirmish")
    players = make_agent("scripted:captain", setting), make_agent("scripted:captain", setting)
    with tempfile.TemporaryDirectory() as folder:
        run_match(setting, players, pairs=1, seed=SEED, save=Path(folder))
        return replay.load_replay(min(Path(folder).glob("pair_*")))


def moments(game: replay.Replay) -> list[str]:
    """Return pictures of moments, evenly spread over those at which Red has news."""
    found: list[str] = []
    for frame in frames(game, readers=[RED]):
        seen = frame.looks[RED]
        if frame.turn in TURNS and seen.lines and seen.svg not in found:
            found.append(seen.svg)
    step = (len(found) - 1) / (MOMENTS - 1)
    return [found[round(step * i)] for i in range(MOMENTS)]


def moving(pictures: list[str]) -> str:
    """Return one picture that shows others in turn; what never moves is drawn once."""
    still = pictures[0].partition(PIECES)[0]
    parts = [picture.partition(PIECES)[2].rpartition("</g></svg>")[0] for picture in pictures]
    if any(picture.partition(PIECES)[0] != still for picture in pictures):
        raise SystemExit("the still part of the picture moves")
    groups = [
        f'<g class="moment" id="moment{i}">{DATA.sub("", part)}</g>' for i, part in enumerate(parts)
    ]
    style = STYLE.format(
        all=round(SECONDS * len(parts), 1),
        share=round(100 / len(parts), 2),
        delays="".join(
            f"#moment{i}{{animation-delay:{round(SECONDS * i, 1)}s}}" for i in range(len(parts))
        ),
    )
    return f"{still}{style}{''.join(groups)}</svg>"


if __name__ == "__main__":
    PICTURE.write_text(moving(moments(played())), encoding="utf-8")
