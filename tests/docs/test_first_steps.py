"""What the pages of first steps say comes of their changes does come of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from kit.printed import FIRST, blocks
from kit.workplace import must

from spacecombat_agents.package_paths import STARTERS

DUEL = ["--ruleset", "interceptor", "--scenario", "duel", "--pairs", "40", "--json"]
CHOOSE = re.compile(r"^def choose.*?(?=^def )", re.S | re.M)


def score(bot: str, folder: Path) -> float:
    """Return what a bot scores against random play."""
    told = must(["spacecombat", "match", f"bot:python3 {bot}", "random", *DUEL], folder)
    return float(json.loads(told[told.index("{") :])["score_a"])


@pytest.mark.slow
def test_the_better_bot_is_better(tmp_path: Path) -> None:
    """docs/first/bot_author.md: 53 % as it ships, 78 % with the change; 40 pairs tell them apart."""
    (change,) = [b.text for b in blocks(FIRST / "bot_author.md") if b.language == "python"]
    starter = (STARTERS / "bot.py").read_text(encoding="utf-8")
    better, changed = CHOOSE.subn(lambda _: change + "\n\n\n", starter)
    assert changed == 1
    (tmp_path / "bot.py").write_text(starter, encoding="utf-8")
    (tmp_path / "better.py").write_text(better, encoding="utf-8")
    assert score("bot.py", tmp_path) < 0.65 < score("better.py", tmp_path)
