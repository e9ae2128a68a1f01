"""The built-in learner: self-play in both seats, with regularisation on the tracks of poker.

python examples/benchmark/built_in/train.py --track leduc --budget small --out runs/built_in
"""

from __future__ import annotations

import argparse
import platform
import shutil
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from spacecombat_agents.benchmark import BUDGETS, TRACKS, Track, track
from spacecombat_agents.benchmark.submission import Policy, add_policy, unfinished_seeds
from spacecombat_agents.export.export_run import export_run
from spacecombat_agents.training.config import config_from
from spacecombat_agents.training.trainer import train

ABOUT = {
    "name": "built_in",
    "title": "built-in learner",
    "command": "python examples/benchmark/built_in/train.py --track TRACK --budget BUDGET"
    " --out DIR",
    "versions": {"torch": version("torch"), "spacecombat-env": version("spacecombat-env")},
    "hardware": f"one thread, {platform.machine()}",
}
PAIR = {"policy_layers": [128, 128], "value_layers": [64, 64]}
POKER = {
    "rollout": {"games": 256, "decisions": 4096},
    "network": {"policy_layers": [64, 64], "value_layers": [64, 64]},
    "opponents": {"weights": {"mirror": 1.0}},
    "fast": {
        "outcomes": False,
        "clip": 0.1,
        "batch": 1024,
        "learning_rate": 0.002,
        "final_learning_rate": 0.0001,
        "advantage_lambda": 1.0,
        "tau": 0.1,
        "average": 0.99,
    },
}
BATTLE = {
    "rollout": {"games": 256, "decisions": 8192},
    "network": {"form": "pair", **PAIR},
    "fast": {"learning_rate": 0.001, "final_learning_rate": 0.00005},
}
SCRIPTED = {
    "battle_rider": "scripted:captain",
    "intercept_sensors": "scripted:hunter",
    "interceptor": "scripted:ace",
}


def config_of(where: Track, actions: int, seed: int) -> dict[str, Any]:
    """Return the configuration of a run. Its decisions are those of both seats of a mirror game."""
    settings = POKER if where.is_exact else BATTLE
    known = SCRIPTED.get(where.ruleset)
    weights = {"random": 0.1, known: 0.4, "mirror": 0.5} if known else {"mirror": 1.0}
    return {
        **settings,
        "ruleset": where.ruleset,
        "scenario": where.scenario,
        "learner": "fast",
        "seed": seed,
        "torch_threads": 1,
        "engine_threads": 1,
        "budget": {"minutes": None, "decisions": actions - settings["rollout"]["decisions"]},
        "opponents": {"weights": weights},
        "evaluation": {"every_minutes": None, "final_pairs": 1, "opponents": ["random"]},
    }


def main() -> None:
    """Train the seeds that the entry lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--track", choices=[each.name for each in TRACKS], default="leduc")
    parser.add_argument("--budget", choices=[name for name in BUDGETS if BUDGETS[name]])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    where, budget = track(options.track), options.budget or "small"
    for seed in unfinished_seeds(options.out, where, budget):
        started, file = time.monotonic(), f"{where.name}/{budget}/{seed}/policy.opp"
        (options.out / file).parent.mkdir(parents=True, exist_ok=True)
        run = Path(tempfile.mkdtemp())
        result = train(config_from(config_of(where, where.budget(budget), seed)), run)
        export_run(run, options.out / file, name="built-in", temperature=1.0, min_p=0.0)
        shutil.rmtree(run)
        minutes = round((time.monotonic() - started) / 60, 2)
        policy = Policy(where.name, file, seed, budget, int(result["decisions"]), minutes)
        add_policy(options.out, ABOUT, policy)
        print(f"{where.name}, {budget}, seed {seed}: {minutes} minutes", flush=True)


if __name__ == "__main__":
    main()
