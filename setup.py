"""Packages and their folders: `configs` is installed inside `spacecombat_agents`."""

from setuptools import find_packages, setup

AGENTS = "spacecombat_agents"
CONFIGS = {f"{AGENTS}.configs": "configs"}

setup(
    package_dir={AGENTS: f"agents/{AGENTS}", **CONFIGS},
    packages=find_packages(include=["spacecombat_env", "spacecombat_env.*"])
    + find_packages("agents")
    + list(CONFIGS),
)
