"""The one thing that pyproject.toml cannot say: the folder `agents` is installed by a name of its
own, `spacecombat_agents`, since another distribution owns the plain one."""

from setuptools import find_packages, setup

FOLDER, NAME = "agents", "spacecombat_agents"

setup(
    package_dir={NAME: FOLDER},
    packages=find_packages(include=["spacecombat_env", "spacecombat_env.*"])
    + [NAME + found[len(FOLDER) :] for found in find_packages(include=[FOLDER, f"{FOLDER}.*"])],
)
