"""A new campaign's file: the content of a war with a seed of its own."""

from __future__ import annotations

from pathlib import Path

import yaml

from spacecombat_agents.campaign.journal import create
from spacecombat_env.core.loading.reading import read_content
from spacecombat_env.rulesets.interceptor.campaign.reading import FOLDER, read_war

__all__ = ["write_war"]


def write_war(file: Path, war: str, seed: int) -> None:
    """Write a war, shipped or a file, with another seed to a new file; raise ConfigError."""
    read_war(war)
    _, source = read_content(war, FOLDER)
    content = yaml.safe_dump({**source, "seed": seed}, sort_keys=False, allow_unicode=True)
    create(file, content)
