"""How printed commands are tried: what makes them small, which are not run, and why."""

from __future__ import annotations

GATE = "the gate runs it (.ci/run)"
HAND = "writes files of the checkout again; "
MINUTES = "takes minutes; "
NETWORK = "asks the network for packages"
SLOW = "is itself a slow test"
HOSTED = "the hosted workflow builds and asks it (.github/workflows/gate.yml)"

EMPTIED = tuple(
    f"python scripts/empty_rules.py {how}"
    for how in ("--all", "--sample 40 --check", "--ruleset battle_rider --import-too")
)
WITH_ZIG = (
    "'CXX=python -m ziglang c++ -target x86_64-linux-gnu.2.28' "
    "pip wheel . --no-deps --wheel-dir dist"
)
INSTALLS = (
    "pip install .",
    *(
        f"pip install {extra}"
        for extra in ("'.[arena]'", "'.[serve]'", "'.[serve,arena]'", "'.[train]'")
    ),
    *(
        f"pip install '.[train]' {more}"
        for more in ("agilerl peft", "'ray[rllib]'", "tianshou", "torchrl", "wandb")
    ),
    "pip install torch --index-url https://download.pytorch.org/whl/cpu",
)
"""Lines that install; a reader types them in a checkout."""
TO_RESULTS = "run my_entry --results results"
ENTRIES = (
    "spacecombat benchmark run examples/benchmark/random examples/benchmark/scripted --attackers 0",
    *(
        f"python examples/benchmark/{name}/train.py --track leduc --budget small --out runs/{name}"
        for name in ("built_in", "maskable_ppo", "cleanrl", "rllib")
    ),
)
NOT_RUN = {
    WITH_ZIG: MINUTES + "asks the network for packages; tests/test_wheel.py builds a small one",
    "make check": GATE,
    "make docs": MINUTES + "tests/docs/test_site.py builds the pages",
    "make demo": MINUTES + "its parts, train, export, match and replay, are run here one by one",
    "make format": HAND + "the gate asks whether it would",
    "make generate": HAND + "tests/core/test_generate.py compares",
    "make golden": HAND + "tests/test_golden.py compares",
    "make gpu-check": NETWORK,
    "make release-check": NETWORK + "; the hosted workflow runs it (.github/workflows/wheels.yml)",
    "make schema": HAND + "tests/test_docs.py compares",
    "make test": GATE,
    "make test-checked": GATE,
    "make test-long": GATE,
    "make test-ranges": GATE,
    "make test-slow": MINUTES + "this is one of its tests",
    "make wheel": MINUTES + "tests/test_wheel.py builds and checks a small one",
    "node front.mjs": "wants a service; tests/agents/service/test_front_end.py runs it",
    "pip install -e .": NETWORK,
    **dict.fromkeys(INSTALLS, NETWORK + "; tests/docs/test_installing.py has pip resolve them"),
    "podman build": HOSTED,
    "podman build --format docker --tag spacecombat .": HOSTED,
    "podman run -i --rm --network none IMAGE": "wants an image of the reader's",
    "pytest -m slow -s tests/agents/training/test_poker_training.py": SLOW,
    "pytest -m slow tests/leaks/test_transcripts.py": SLOW,
    "python -m spacecombat_env.core.kernels.generate my_package.my_rules": "wants the reader's own",
    "python scripts/break_rules.py": MINUTES + "tests/test_break_rules.py breaks a few",
    "python scripts/empty_rules.py": HAND + "tests/test_empty_rules.py asks whether it would",
    **dict.fromkeys(EMPTIED, MINUTES + "tests/test_empty_rules.py empties a draw"),
    "python scripts/first_click.py": MINUTES + "asks the network for packages, wants a browser",
    "python scripts/mission_table.py": MINUTES + "tests/agents/test_mission_table.py",
    "python scripts/rules_page.py": HAND + "tests/test_docs.py compares",
    "python scripts/structure.py": "wants the whole tree; tests/test_structure.py runs it",
    "python scripts/transcripts.py": HAND + "tests/protocol compares",
    "python tests/leaks/measuring.py --games 5000": MINUTES + "tests/leaks play fewer",
    "spacecombat arena run example --out cup": MINUTES + "test_page_of_docs.py opens it",
    **dict.fromkeys(
        (f"spacecombat benchmark {how}" for how in ("check my_entry", "run my_entry", TO_RESULTS)),
        "wants an entry; tests/agents/benchmark checks and measures the page's",
    ),
    **dict.fromkeys(ENTRIES, MINUTES + "tests/agents/benchmark trains small ones"),
    "spacecombat bench --against REVISION": "makes another checkout; test_compare_revisions.py does it small",
    "spacecombat bench --html FILE": MINUTES + "it measures every size of every scenario",
}
"""Command -> why no test runs it."""

FEW = ["--pairs", "1", "--max-turns", "2", "--scenario", "duel"]
STUDY = [*FEW, "--pairs", "10", "--against", "random"]
SMALLER = {
    "match": FEW,
    "evaluate": [*FEW, "--against", "random"],
    "train": ["--minutes", "0.01", "--decisions", "1"],
    "exploit": ["--budget", "1000", "--seeds", "1", "--pairs", "2"],
    "export": ["--check", "50"],
    "analyse": ["--worlds", "4", "--candidates", "2", "--decisions", "1"],
    "serve": ["--port", "0", "--data", "kept"],
    "bench": ["--games", "16", "--seconds", "0.1", "--people", "1", "--words", "1"],
    "bot check": ["--games", "1", "--max-turns", "2"],
    "arena ladder": ["--pairs", "2", "--step", "2"],
    "campaign run": ["--days", "1", "--red-battles", "table", "--blue-battles", "table"],
    "campaign match": ["--pairs", "1", "--battles", "table"],
    "study compare": [*STUDY, "--look", "0"],
    "study sweep": STUDY,
    "study saturate": ["--missiles", "1..3", "--runs", "20"],
    "study fair": ["--pairs", "10"],
    "study worth": ["--pairs", "10"],
    "study whatif": ["--games", "10"],
    "scripts/outcome_table.py": ["asteroid_field", "--games", "2"],
    "tests/leaks/overhearing.py": ["--games", "150", "--only", "stores"],
    "tests/leaks/pairs.py": ["--histories", "2"],
}
"""Command -> actions added to it so that it takes seconds; of an option given twice the last counts."""

OPERATORS = ("docs/serve/deployment.md", "docs/serve/operating.md")
"""Pages whose blocks are not typed: they make users and folders of the system, and want a container."""

PROGRAMS = ("node", "bwrap")
"""What a reader may lack; without it a command that names it is not tried."""
