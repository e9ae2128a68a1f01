"""The first call: a caller that waits for the compiler is informed, and nobody waits twice."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from spacecombat_agents.arena.matches.match import play_match
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.random_agent import RandomAgent
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_env import compiling, registry, warming
from spacecombat_env.core.engine.jit import compile_for_python
from spacecombat_env.env.game import Game
from spacecombat_env.replay import Playback

RULESET = registry.ruleset("battle_rider")


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """Sizes of records compiled for; nothing is, and nothing is kept outside `tmp_path`."""
    monkeypatch.setattr(warming, "cache_folder", lambda entry: tmp_path / "kept")
    monkeypatch.setattr(warming, "_prepared", set())
    monkeypatch.setattr(warming.SETTINGS, "DISABLE_JIT", 0)
    monkeypatch.delenv(warming.BUSY_VARIABLE, raising=False)
    sizes = []
    work = lambda ruleset, scenario, functions: sizes.append(scenario.table.opening.dtype.itemsize)  # noqa: E731
    monkeypatch.setattr(warming, "_compile_in_two_processes", work)
    return sizes


def another_process(monkeypatch):
    """Forget what this process has prepared."""
    monkeypatch.setattr(warming, "_prepared", set())


def test_the_first_game_says_that_it_compiles_and_when_it_has(compiled, capsys) -> None:
    for _ in range(2):
        warming.prepare(RULESET, RULESET.load("skirmish"))
    assert len(compiled) == 1
    said = capsys.readouterr().err
    assert said.count("Compiling Battle Rider for this machine") == 1
    assert said.count("Compiled Battle Rider: ") == 1


@pytest.mark.parametrize(
    ("done", "time"), [(0, "half a minute"), (40, "half a minute"), (60, "ten seconds")]
)
def test_how_long_it_takes_is_shown_by_what_is_kept(compiled, capsys, monkeypatch, done, time):
    """Of another size of records all is there but the doors."""
    monkeypatch.setattr(
        warming, "census", lambda doors: SimpleNamespace(done=lambda: done, total=100)
    )
    warming.prepare(RULESET, RULESET.load("skirmish"))
    assert f"for this machine: {time} or more, once" in capsys.readouterr().err


def test_another_process_says_nothing_for_records_of_that_size(
    compiled, capsys, monkeypatch
) -> None:
    warming.prepare(RULESET, RULESET.load("skirmish"))
    another_process(monkeypatch)
    capsys.readouterr()
    warming.prepare(RULESET, RULESET.load("skirmish", delegate=()))
    assert len(compiled) == 1
    assert capsys.readouterr().err == ""


def test_a_larger_scenario_is_compiled_for_by_itself(compiled) -> None:
    warming.prepare(RULESET, RULESET.load("skirmish"))
    warming.prepare(RULESET, RULESET.load("battle_royal"))
    assert len(set(compiled)) == 2


def test_nothing_is_compiled_where_the_compiler_is_off(compiled, monkeypatch) -> None:
    monkeypatch.setattr(warming.SETTINGS, "DISABLE_JIT", 1)
    warming.prepare(RULESET, RULESET.load("skirmish"))
    assert compiled == []


def test_the_mark_is_set_at_the_end_and_an_interrupted_one_goes_on(
    compiled, capsys, monkeypatch
) -> None:
    """Broken off, it leaves no mark: the next process goes on, and says that it does."""
    scenario = RULESET.load("skirmish")
    whole = warming._compile_in_two_processes

    def broken_off(ruleset, scenario, functions):
        raise KeyboardInterrupt

    monkeypatch.setattr(warming, "_compile_in_two_processes", broken_off)
    mark = warming.marker_path(RULESET.package / "entry.py", scenario)
    with pytest.raises(KeyboardInterrupt):
        warming.prepare(RULESET, scenario)
    assert not mark.exists()
    monkeypatch.setattr(warming, "_compile_in_two_processes", whole)
    capsys.readouterr()
    warming.prepare(RULESET, scenario)
    assert mark.exists() and len(compiled) == 1
    assert "Still compiling Battle Rider" in capsys.readouterr().err


def test_where_two_begin_at_once_one_waits_and_compiles_nothing(compiled, capsys) -> None:
    pytest.importorskip("fcntl")
    scenario = RULESET.load("skirmish")
    mark = warming.marker_path(RULESET.package / "entry.py", scenario)
    mark.parent.mkdir()
    code = (
        "import fcntl, sys, time; from pathlib import Path\n"
        "mark = Path(sys.argv[1]); file = open(mark.with_suffix('.lock'), 'a')\n"
        "fcntl.flock(file, fcntl.LOCK_EX); print('held', flush=True)\n"
        "time.sleep(1.5); mark.touch()"
    )
    with subprocess.Popen([sys.executable, "-c", code, mark], stdout=subprocess.PIPE) as other:
        assert other.stdout.readline()
        warming.prepare(RULESET, scenario)
    assert compiled == []
    assert "Another process is compiling Battle Rider" in capsys.readouterr().err


def test_the_clock_runs_while_anything_is_compiled_and_stands_still_otherwise() -> None:
    before = compiling.compiling_seconds()
    time.sleep(0.05)
    assert compiling.compiling_seconds() == before
    with compiling.counted_as_compiling(), compiling.counted_as_compiling():
        time.sleep(0.05)
    spent = compiling.compiling_seconds() - before
    assert 0.05 <= spent < 5.0
    assert compiling.compiling_seconds() - before == spent


@pytest.mark.skipif(bool(warming.SETTINGS.DISABLE_JIT), reason="nothing is compiled")
def test_what_is_prepared_is_what_games_and_players_call() -> None:
    """Batches, single games, replays and matches find all doors compiled for what they pass."""
    setting = GameSetting.of("intercept_sensors", "duel")
    hunter = ScriptedAgent(setting.scenario, "hunter")
    kernels = setting.ruleset.kernels()
    Game(setting.ruleset, setting.scenario).start(1)
    Playback(setting.ruleset, setting.scenario, 1)
    play_match(setting, (hunter, RandomAgent()), pairs=1, seed=0, threads=2)
    thoughts = hunter._choose, hunter.example_arguments(setting.scenario)
    doors = [kernels.advance, hunter._choose]
    called = [len(door.signatures) for door in doors]
    for door, arguments in (warming.game_entry_point(setting.ruleset, setting.scenario), thoughts):
        compile_for_python(door, arguments)
    assert min(called) > 0 and [len(door.signatures) for door in doors] == called


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="Linux alone has it")
def test_the_second_process_runs_where_nothing_else_wants_the_core():
    code = (
        "import os; from spacecombat_env.warming import _lower_priority; _lower_priority();"
        "print(os.sched_getscheduler(0) == os.SCHED_IDLE)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"


COLD = """
import numpy as np
from spacecombat_env.compiling import Census, compiling_seconds
from spacecombat_env.core.engine.jit import jit

@jit
def inner(x):
    return x + 1

@jit
def door(x):
    return inner(inner(x))

census = Census([(door, (1,))])
print(census.total, census.done())
door(1)
print(census.done(), compiling_seconds() > 0.01)
"""


def test_functions_are_counted_where_they_are_kept(tmp_path) -> None:
    """A door and what it calls: none is done before the first call, both are after it."""
    program = tmp_path / "program.py"
    program.write_text(COLD)
    env = {**os.environ, "SPACECOMBAT_CACHE_DIR": str(tmp_path / "kept"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, str(program)], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["2", "0", "2", "True"]


def test_lines_show_functions_done_of_how_many(monkeypatch, capsys) -> None:
    class Counted:
        total = 7

        def done(self):
            return 3

    monkeypatch.setattr(compiling, "SECONDS_BETWEEN_LINES", 0.01)
    with compiling.progress("Compiling X", Counted()):
        time.sleep(0.2)
    said = capsys.readouterr().err
    assert said.startswith("Compiling X: 3 of 7 functions\n")
    assert "Compiling X: 3 of 7 functions, writing machine code\n" in said


def test_a_terminal_shows_a_bar(monkeypatch) -> None:
    """On a terminal of its own: the bar names functions done of how many."""
    pty = pytest.importorskip("pty")
    code = (
        "import time; from spacecombat_env import compiling\n"
        "class Counted:\n"
        "    total = 7\n"
        "    def done(self): return 3\n"
        "with compiling.progress('Compiling X', Counted()): time.sleep(1.5)\n"
    )
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen([sys.executable, "-c", code], stderr=slave, env=env) as child:
        os.close(slave)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal closes with the process
            while part := os.read(master, 4096):
                shown += part
    os.close(master)
    assert child.returncode == 0
    assert b"3/7" in shown and b"functions" in shown


BEGIN = "from spacecombat_env import intercept_sensors_v0 as game; game.raw_env(scenario='duel')"


def second_processes(cache: Path) -> list[int]:
    """Return the compiling processes that work for this test, by their cache folder."""
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and b"spacecombat_env.warming" in (
                entry / "cmdline"
            ).read_bytes().split(b"\0"):
                if str(cache).encode() in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
    return found


def wait_for(met, seconds: float):
    """Wait until a condition holds; return what it gave."""
    end = time.monotonic() + seconds
    while not (result := met()) and time.monotonic() < end:
        time.sleep(0.1)
    return result


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes in /proc")
@pytest.mark.skipif(bool(warming.SETTINGS.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_who_is_killed_while_compiling_leaves_no_process_and_goes_on_next_time(
    end, tmp_path
) -> None:
    cache = tmp_path / "kept"
    env = {**os.environ, "SPACECOMBAT_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", BEGIN]
    said = []
    for _ in range(2):
        with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as first:
            assert wait_for(lambda: second_processes(cache), 120)
            time.sleep(1.0)
            first.send_signal(end)
            said.append(first.stderr.read())
        assert first.returncode != 0
        assert wait_for(lambda: not second_processes(cache), 10), "an orphan goes on compiling"
    assert not list(cache.rglob("*.done"))
    assert "Compiling Intercept sensors for this machine" in said[0]
    assert "Still compiling Intercept sensors" in said[1]
