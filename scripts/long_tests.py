"""Write tests/long.txt, the tests that `make test` leaves to `make test-long`, from measured times.

    pytest -m 'not slow and not interpreted' -n 2 --dist loadfile --junitxml build/kit.xml
    SPACECOMBAT_ENGINE=interpreted pytest -m 'not slow and interpreted' --junitxml build/rules.xml
    python scripts/long_tests.py build/kit.xml build/rules.xml  # write the list

A test function is long if its slowest case takes longer than `--least` seconds. All its cases are
then long, except those that take less than a tenth of that. The files in `WHOLE` are long: their
tests share a training run. The tests in `KEPT` stay in the usual suite: each is the shortest test
of a part that no other test covers.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "long.txt"
WHOLE = {"agents/training/test_fast.py", "agents/training/test_training.py"}
KEPT = {
    "agents/arena/tournament/test_kills.py::test_a_killed_cup_goes_on",
    "agents/export/test_bundle.py::test_changed_files_are_refused",
    "agents/test_cli.py::test_train_and_export",
    "agents/players/test_time_limited_agent.py::test_a_bot_that_ends_its_process_is_replaced",
    "agents/service/test_front_end.py::test_the_front_end_of_the_page_plays_a_game",
    "agents/training/test_run_state.py::test_a_killed_run_goes_on_from_the_last_state[fast-300]",
    "leaks/test_search.py::test_a_search_that_peeks_is_found_out",
    "test_modes.py::test_native_equals_interpreted",
}
HEAD = """# Tests that `make test` leaves to `make test-long`, which the gate runs too.
# Written by scripts/long_tests.py.
"""


def main() -> None:
    """Read the times, write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", type=Path, nargs="+", help="reports of pytest --junitxml")
    parser.add_argument("--least", type=float, default=0.8, help="seconds of a long case")
    given = parser.parse_args()
    seconds: dict[str, dict[str, float]] = defaultdict(dict)
    for report in given.times:
        for case in ElementTree.parse(report).iter("testcase"):
            test, parameters = named(case.get("classname", ""), case.get("name", ""))
            seconds[test][parameters] = float(case.get("time", 0))
    LIST.write_text(HEAD + "\n".join(sorted(long_of(seconds, given.least))) + "\n")


def named(module: str, name: str) -> tuple[str, str]:
    """Return a test's name for pytest, relative to the folder of tests, and its parameters."""
    path, function = module.removeprefix("tests.").replace(".", "/"), re.sub(r"\[.*", "", name)
    return f"{path}.py::{function}", name[len(function) :]


def long_of(seconds: dict[str, dict[str, float]], least: float) -> set[str]:
    """Return the long tests: files, functions, or single cases if others stay usual."""
    found = set()
    for test, cases in seconds.items():
        file = test.partition("::")[0]
        usual = {case for case, taken in cases.items() if taken < least / 10 or test + case in KEPT}
        if file in WHOLE:
            found.add(file)
        elif test not in KEPT and max(cases.values()) >= least:
            found |= {test + case for case in cases if case not in usual} if usual else {test}
    return found


if __name__ == "__main__":
    main()
