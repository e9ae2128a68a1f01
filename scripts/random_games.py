"""Play random games of all shipped scenarios with the checked build of the native engine.

    python scripts/random_games.py                      # 10 million decisions a rule set
    python scripts/random_games.py --ruleset interceptor --decisions 100000

The build checks every index, shift and division. Where the compiler brings a sanitizer that can be
loaded first, addresses are checked too. The first finding names file and line of the rule and ends
the program with a status other than 0.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time

from spacecombat_env import make_vec, registry
from spacecombat_env.core.engine import CHECKED, VARIABLE
from spacecombat_env.native.compiler import find_compiler, sanitizer_library

GAMES, TURNS = 256, 50


def play(name: str, scenario: str, decisions: int) -> int:
    """Play random decisions in a batch of games; return their number."""
    played = 0
    env = make_vec(name, scenario, num_envs=GAMES, auto_reset=True)
    env.reset(seed=1)
    while played < decisions:
        env.play_random(TURNS)
        played += GAMES * TURNS
    env.close()
    return played


def play_ruleset(name: str, decisions: int) -> None:
    """Share decisions among the scenarios of a rule set, and tell what was played."""
    begun = time.perf_counter()
    scenarios = sorted(registry.ruleset(name).scenarios())
    played = sum(play(name, each, decisions // len(scenarios)) for each in scenarios)
    seconds = time.perf_counter() - begun
    print(
        f"{name}: {played:,} decisions in {len(scenarios)} scenarios, {seconds:.0f} s", flush=True
    )


def checked_environment(with_addresses: bool) -> dict[str, str]:
    """Return the environment of a process that plays with the checked build."""
    checked = {**os.environ, VARIABLE: CHECKED}
    compiler = find_compiler()
    sanitizer = sanitizer_library(compiler) if compiler and with_addresses else None
    print("addresses are checked" if sanitizer else "addresses are not checked", flush=True)
    if sanitizer:
        checked |= {"LD_PRELOAD": str(sanitizer), "ASAN_OPTIONS": "detect_leaks=0"}
    return checked


def main() -> int:
    """Play in a process with the checked build."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", choices=registry.names(), action="append")
    parser.add_argument("--decisions", type=int, default=10_000_000, help="of each rule set")
    parser.add_argument("--no-addresses", action="store_true", help="do not check addresses")
    arguments = parser.parse_args()
    if os.environ.get(VARIABLE) != CHECKED:
        environment = checked_environment(not arguments.no_addresses)
        return subprocess.run([sys.executable, *sys.argv], env=environment).returncode
    for name in arguments.ruleset or registry.names():
        play_ruleset(name, arguments.decisions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
