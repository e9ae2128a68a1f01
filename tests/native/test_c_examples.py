"""The header spacecombat.h, and the examples in C: games end as in Python."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.c_library import CODES, c_library, call
from kit.foreign_games import SCENARIOS, RandomGame, opened, played_all

from spacecombat_agents import cli
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_agents.scripted.native import RECIPE
from spacecombat_env.native.build import INCLUDE, LIBRARY
from spacecombat_env.native.library import open_library
from spacecombat_env.native.scenario_file import scenario_bytes
from spacecombat_env.native.wasm import exported_functions

EXAMPLES = Path(__file__).parents[2] / "examples" / "c"
SCRIPTED = [("battle_rider", "captain"), ("interceptor", "ace"), ("intercept_sensors", "hunter")]
needs_cc = pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform == "win32", reason="no C compiler `cc`"
)


def test_the_header_names_what_the_library_has() -> None:
    names = exported_functions()
    assert len(names) > 25
    assert all(hasattr(c_library(), name) for name in names)
    header = (INCLUDE / "spacecombat.h").read_text(encoding="utf-8")
    codes = dict(re.findall(r"SPACECOMBAT_([A-Z]+) = (-\d+), {0,}/", header))
    codes |= dict(re.findall(r"SPACECOMBAT_(MEMORY) = (-\d+)", header))
    wanted = {name: str(code) for name, code in CODES.items()}
    assert {name: code for name, code in codes.items() if name in wanted} == wanted
    messages = [call("message", code) for code in (0, *CODES.values(), -99)]
    assert len(set(messages)) == len(messages)


def compiled(name: str, folder: Path, *flags: str) -> Path:
    """An example, compiled."""
    c_library()
    out = folder / name
    link = [f"-L{LIBRARY.parent}", "-lspacecombat", *flags, f"-Wl,-rpath,{LIBRARY.parent}"]
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{INCLUDE}"]
    command += [str(EXAMPLES / f"{name}.c"), "-o", str(out), *link]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


def ran(*words: Any) -> subprocess.CompletedProcess[str]:
    """A program, run."""
    return subprocess.run([*map(str, words)], capture_output=True, text=True, check=False)


@needs_cc
@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_a_game_in_c_ends_as_in_python(ruleset: str, tmp_path: Path) -> None:
    file, scenario = tmp_path / "scenario", SCENARIOS[ruleset]
    words = ["export-scenario", str(file), "--ruleset", ruleset, "--scenario", scenario]
    assert cli.run(words) == 0
    program = compiled("play", tmp_path)
    done = ran(program, file, 7)
    assert done.returncode == 0, done.stderr
    digest, _, decisions, _, (verdict, _, turns, *_) = played_all(*opened(ruleset), 7, 1)[0]
    head, end, last = done.stdout.splitlines()
    assert head.startswith(f"{ruleset}, {scenario}: ")
    assert end == f"winner {verdict} after {turns} turns, {decisions} decisions"
    assert last == digest


@needs_cc
def test_the_program_says_what_is_wrong(tmp_path: Path) -> None:
    program = compiled("play", tmp_path)
    (tmp_path / "none").write_bytes(b"no scenario")
    done = ran(program, tmp_path / "none", 7)
    assert done.returncode == 1 and "not a scenario file" in done.stderr
    assert ran(program).returncode == 2


@needs_cc
@pytest.mark.parametrize(("ruleset", "name"), SCRIPTED)
def test_a_scripted_player_plays_in_c(ruleset: str, name: str, tmp_path: Path) -> None:
    players = open_library(RECIPE)
    if players is None:
        pytest.skip("no library of scripted players")
    rules, scenario = opened(ruleset)
    file, program = tmp_path / "scenario", compiled("captain", tmp_path, "-ldl")
    file.write_bytes(scenario_bytes(rules, scenario))
    unknown = ran(program, file, 7, players.path, "nobody")
    assert unknown.returncode == 1 and "no player nobody" in unknown.stderr
    done = ran(program, file, 7, players.path, name)
    assert done.returncode == 0, done.stderr
    ours, captain, luck = RandomGame(rules, scenario, 7), ScriptedAgent(scenario, name), 0
    while ours.game.seat >= 0:
        if ours.game.seat == 0:
            bits = np.array([luck & 0x7FFFFFFF], np.uint64) << np.uint64(33)
            visible, mask = ours.game.visible_to(0), ours.game.mask[None]
            ours.game.step(int(captain.act(None, mask, visible, random_bits=bits)[0]))
        else:
            ours.step()
        luck = (luck + 1000003) & 0xFFFFFFFF
    assert done.stdout.strip() == ours.game.digest()
