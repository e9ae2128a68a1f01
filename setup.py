"""What pyproject.toml cannot say: where the folders of the repository are installed.

`agents` is installed by a name of its own, `spacecombat_agents`, since another distribution owns
the plain one; and `configs` inside it, so that the command finds them anywhere.
"""

from setuptools import find_packages, setup

FOLDER, NAME = "agents", "spacecombat_agents"
DATA = {f"{NAME}.configs": "configs"}

setup(
    package_dir={NAME: FOLDER, **DATA},
    packages=find_packages(include=["spacecombat_env", "spacecombat_env.*"])
    + [NAME + found[len(FOLDER) :] for found in find_packages(include=[FOLDER, f"{FOLDER}.*"])]
    + list(DATA),
)
