"""Draw the moving picture of the README: a skirmish as Red knows it.

    python scripts/readme_picture.py     # writes docs/skirmish.svg

Two captains play the skirmish, always the same game. The picture shows moments at which Red learns
something new. It lies on its side, Red at the left: pages are wide. It needs no script: browsers
move it by its style sheet. Readers who prefer no motion see the last moment alone. Run this again
when play changes.
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
HEAD = re.compile(
    r'<svg([^>]*) viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"([^>]*)>\s*'
    r'<rect width="[\d.]+" height="[\d.]+" (fill="[^"]*")/>'
)
LABEL = re.compile(r'(<g class="label"><g transform="translate\([^)]*\))')
NUMBER = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"(?=[^>]* text-anchor="middle")')
UNUSED = 130
"""Height at the lower edge in which nothing of this game happens."""
RED, SEED, TURNS = 0, 0, range(2, 6)
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


def on_its_side(picture: str) -> str:
    """Return a tall picture turned by a quarter; letters stay upright, the caption goes below."""
    head = HEAD.match(picture)
    assert head is not None
    more, across, along, font, colour = head.groups()
    width, height = float(along), float(across) - UNUSED
    size = f'width="{width}" height="{height}"'
    turned = LABEL.sub(r"\1 rotate(-90)", picture[head.end() : -len("</svg>")])
    turned = NUMBER.sub(r'<text transform="rotate(-90 \1 \2)" x="\1" y="\2"', turned)
    upright = f'<g class="caption" transform="rotate(-90) translate({-width} {height - 36})">'
    turned = turned.replace('<g class="caption">', upright)
    return (
        f'<svg{more} viewBox="0 0 {width} {height}" {size}{font}><rect {size} {colour}/>'
        f'<g transform="translate({width} 0) rotate(90)">{turned}</g></svg>'
    )


if __name__ == "__main__":
    PICTURE.write_text(on_its_side(moving(moments(played()))), encoding="utf-8")
