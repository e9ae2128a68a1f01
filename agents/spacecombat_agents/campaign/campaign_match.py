"""Matches of commanders: pairs of campaigns on one seed with the sides swapped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from os import PathLike
from typing import Any

import numpy as np

from spacecombat_agents.arena.matches.match import pair_seeds
from spacecombat_agents.arena.statistics.intervals import Interval, paired_interval
from spacecombat_agents.campaign.campaign_runs import battle_maker, play_campaign
from spacecombat_agents.campaign.commanders import make_commander
from spacecombat_env.rulesets.interceptor.campaign.reading import read_war
from spacecombat_env.rulesets.interceptor.campaign.sequence import begin_campaign
from spacecombat_env.rulesets.interceptor.campaign.war import points

__all__ = ["CampaignMatch", "play_campaign_match"]


@dataclass(frozen=True)
class CampaignMatch:
    """The result of a match from A's side; a campaign is won by more points."""

    a: str
    b: str
    war: str
    battles: str
    seed: int
    pairs: int
    score: float
    interval: Interval
    wins: int
    draws: int
    losses: int
    mean_margin: float
    """Points of A less those of B."""
    red_score: float
    """Of the side Red, under either commander."""
    mean_days: float

    def as_json(self) -> dict[str, Any]:
        """Return the result, JSON-ready."""
        return {**asdict(self), "interval": list(self.interval)}


def play_campaign_match(
    a: str,
    b: str,
    war: str | PathLike[str],
    pairs: int,
    seed: int,
    battles: str = "scripted:ace",
    progress: Callable[[int], None] | None = None,
) -> CampaignMatch:
    """Play A against B; the battles of both sides are fought by the same player, or `table`."""
    content = read_war(war)
    fight = battle_maker(battles, battles)
    margins = np.zeros((pairs, 2))
    """Red's lead by pair and seat of A."""
    days = []
    for row, pair_seed in enumerate(pair_seeds(seed, pairs)):
        for seat in (0, 1):
            names = (a, b) if seat == 0 else (b, a)
            start = begin_campaign(replace(content, seed=int(pair_seed)))
            end = play_campaign(start, [make_commander(name) for name in names], fight)
            red, blue = points(end.state)
            margins[row, seat] = red - blue
            days.append(end.state.day)
            if progress is not None:
                progress(1)
    lead = margins * np.array([1, -1])
    scores = (np.sign(lead) + 1) / 2
    return CampaignMatch(
        a=a,
        b=b,
        war=content.name,
        battles=battles,
        seed=seed,
        pairs=pairs,
        score=float(scores.mean()),
        interval=paired_interval(scores[:, 0], scores[:, 1]),
        wins=int((scores == 1).sum()),
        draws=int((scores == 0.5).sum()),
        losses=int((scores == 0).sum()),
        mean_margin=float(lead.mean()),
        red_score=float(((np.sign(margins) + 1) / 2).mean()),
        mean_days=float(np.mean(days)),
    )
