"""The functions of spacecombat.h: equal to the package in whole games, and safe with bad input."""

from __future__ import annotations

import ctypes
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kit.c_library import CODES, CGame, Rows, c_library, call, info_of, opened_file
from kit.foreign_games import SCENARIOS, RandomGame, opened, played_all

from spacecombat_agents import cli
from spacecombat_agents.players.scripted import ScriptedAgent
from spacecombat_agents.scripted.native import RECIPE
from spacecombat_env.core.model.record import as_int64
from spacecombat_env.native.build import INCLUDE, LIBRARY
from spacecombat_env.native.library import open_library
from spacecombat_env.native.scenario_file import scenario_bytes
from spacecombat_env.native.wasm import exported_functions

EXAMPLES = Path(__file__).parents[2] / "examples" / "c"
SMALLEST = "intercept_sensors"
SCRIPTED = [("battle_rider", "captain"), ("interceptor", "ace"), ("intercept_sensors", "hunter")]
needs_cc = pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform == "win32", reason="no C compiler `cc`"
)


@pytest.fixture
def game() -> CGame:
    """A game at its first decision."""
    return CGame(opened_file(SMALLEST), 5)


def play(game: CGame, seed: int, most: int = 10**9) -> int:
    """Play at random; return the number of decisions."""
    draw, count = np.array([seed], np.int64), 0
    while game.seat >= 0 and count < most:
        assert game.call("apply", game.call("random", draw)) == 0
        count += 1
    return count


# --- equal to the package ------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_a_game_is_the_same_after_every_action(ruleset: str) -> None:
    rules, scenario = opened(ruleset)
    ours, theirs = RandomGame(rules, scenario, 11), CGame(opened_file(ruleset), 11)
    draw = np.array([11], np.int64)
    for decision in range(120):
        if ours.game.seat < 0:
            break
        seat = decision % 2
        assert theirs.seat == ours.game.seat
        assert call("player", theirs.place) == ours.game.player
        assert (theirs.mask() == ours.game.mask).all()
        assert (theirs.observe(seat) == ours.observation(seat)).all()
        assert (theirs.redact(seat) == ours.game.visible_to(seat).raw[0]).all()
        assert (theirs.record() == ours.game.games.raw[0]).all()
        action = theirs.call("random", draw)
        assert action == ours.step()
        assert theirs.call("apply", action) == 0
    assert theirs.digest() == ours.game.digest()


def test_a_game_ends_as_in_python(game: CGame) -> None:
    assert game.outcome() == [-1, 0, 0, 0, 0] and game.returns() == [0, 0]
    decisions = play(game, 5)
    digest, _, count, returns, outcome = played_all(*opened(SMALLEST), 5, 1)[0]
    assert (game.digest(), decisions) == (digest, count)
    assert (game.returns(), game.outcome()) == (returns, outcome)
    assert call("player", game.place) == -1 and not game.mask().any()


@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_a_determinization_is_that_of_python(ruleset: str) -> None:
    ours, scenario = RandomGame(*opened(ruleset), 3), opened_file(ruleset)
    theirs, imagined = CGame(scenario, 3), CGame(scenario, 0)
    play(theirs, 3, 60)
    for _ in range(60):
        ours.step()
    for seat in (0, 1):
        wanted = ours.game.determinize(seat, 99)
        assert theirs.call("determinize", seat, 99, imagined.place) == 0
        assert imagined.digest() == wanted.digest()
        assert (imagined.mask() == wanted.mask).all()
    assert theirs.digest() == ours.game.digest()


def test_copies_and_saved_games_play_on_alike(game: CGame) -> None:
    scenario = opened_file(SMALLEST)
    first, second, third = (CGame(scenario, seed) for seed in (5, 6, 7))
    play(first, 5, 40)
    assert first.call("copy", second.place) == 0
    assert third.call("restore", first.save(), first.info.saved) == 0
    for each in (first, second, third):
        play(each, 8)
    assert first.digest() == second.digest() == third.digest()
    assert first.outcome() == second.outcome() == third.outcome()
    assert third.call("restore", first.save(), first.info.saved) == 0
    assert third.seat == -1 and third.outcome() == first.outcome()
    assert third.call("start", 5) == 0
    assert third.digest() == game.digest()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_plays_as_single_games(threads: int) -> None:
    scenario = opened_file(SMALLEST)
    count, seeds = 20, np.arange(20, dtype=np.int64)
    batch, rows = ctypes.c_void_p(), Rows()
    assert call("batch_new", scenario, seeds, count, threads, ctypes.byref(batch)) == 0
    assert call("batch_rows", batch, ctypes.byref(rows)) == 0
    games, draws = [CGame(scenario, seed) for seed in range(count)], seeds.copy()
    info, actions = info_of(scenario), np.zeros(count, np.int64)
    for _ in range(60):
        assert call("batch_random", batch, draws, actions, count) == 0
        actions[3] = -1
        assert call("batch_step", batch, actions, count, 0) == 0
        for game, action in zip(games, actions.tolist(), strict=True):
            assert action < 0 or game.call("apply", action) == 0
    masks = np.ctypeslib.as_array(
        ctypes.cast(rows.mask, ctypes.POINTER(ctypes.c_int8)), (count, info.actions)
    )
    observations = np.ctypeslib.as_array(
        ctypes.cast(rows.observation, ctypes.POINTER(ctypes.c_int8)), (count, info.observation)
    )
    for at, game in enumerate(games):
        record = ctypes.string_at(call("batch_record", batch, at), info.state)
        assert hashlib.sha256(record).hexdigest() == game.digest()
        assert (masks[at] == game.mask()).all()
        if game.seat >= 0:
            assert (observations[at] == game.observe(game.seat)).all()
    assert call("batch_record", batch, count) is None
    call("batch_free", batch)


def test_a_batch_begins_new_games_by_a_secret() -> None:
    scenario, batch, rows = opened_file(SMALLEST), ctypes.c_void_p(), Rows()
    seeds = np.arange(4, dtype=np.int64)
    assert call("batch_new", scenario, seeds, 4, 1, ctypes.byref(batch)) == 0
    call("batch_rows", batch, ctypes.byref(rows))
    tally = np.ctypeslib.as_array(ctypes.cast(rows.tally, ctypes.POINTER(ctypes.c_int32)), (4, 6))
    draws, actions = seeds.copy(), np.zeros(4, np.int64)
    for _ in range(800):
        call("batch_random", batch, draws, actions, 4)
        assert (actions >= 0).all()
        assert call("batch_step", batch, actions, 4, 77) == 0
    assert (tally[:, 5] >= 2).all()
    call("batch_free", batch)


def test_the_description_names_what_is_there() -> None:
    rules, scenario = opened("battle_rider")
    place = opened_file("battle_rider")
    info, about = info_of(place), json.loads(call("about", place, None))
    assert info.digest.decode() == about["digest"] == scenario.digest
    assert info.ruleset == b"battle_rider" and info.name.decode() == scenario.name
    assert about["actions"]["hash"] == scenario.actions.digest()
    assert about["enums"]["tf.status"]["on_map"] == 1
    scales = ctypes.cast(call("scales", place), ctypes.POINTER(ctypes.c_float))
    assert np.ctypeslib.as_array(scales, (info.observation,)).tolist() == (
        scenario.observation.scales.tolist()
    )
    fields = {name: (kind, offset, shape) for name, kind, offset, shape in about["record"]}
    assert fields["turn"] == ["int16", 0, []] or fields["turn"] == ("int16", 0, [])
    state = scenario.table.opening
    assert fields["tf"][1] == state.dtype.fields["tf"][1]
    assert fields["tf"][0]["size"] == state.dtype["tf"].base.itemsize


# --- bad input -----------------------------------------------------------------------------------


def code_of(data: bytes) -> int:
    """What opening some bytes gives."""
    place = ctypes.c_void_p()
    code = int(call("open", data, len(data), ctypes.byref(place)))
    assert (code == 0) == (place.value is not None)
    return code


def signed(data: bytes) -> bytes:
    """The bytes with the right checksum."""
    total = hashlib.sha256(data[:224] + data[256:]).digest()
    return data[:224] + total + data[256:]


def put(data: bytes, at: int, new: bytes) -> bytes:
    """The bytes with a part replaced, and the right checksum."""
    return signed(data[:at] + new + data[at + len(new) :])


def test_files_that_are_none_are_refused() -> None:
    data = scenario_bytes(*opened(SMALLEST))
    assert code_of(data) == 0
    for size in (0, 7, 255, 256, 300, len(data) - 1):
        assert code_of(data[:size]) == CODES["FILE"]
    assert code_of(data + b" ") == CODES["FILE"]
    for at in (0, 12, 20, 100, 130, 165, 230, 300, len(data) - 1):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        assert code_of(changed) == CODES["FILE"], at
    assert code_of(put(data, 8, b"\2")) == CODES["VERSION"]
    huge = (2**63 - 1).to_bytes(8, "little")
    for field in (168, 176, 184, 192, 200):
        assert code_of(put(data, field, huge)) in (CODES["FILE"], CODES["RULES"]), field
        assert code_of(put(data, field, b"\xff" * 8)) in (CODES["FILE"], CODES["RULES"]), field


def test_rules_that_the_library_has_not_are_refused() -> None:
    data = scenario_bytes(*opened(SMALLEST))
    assert code_of(put(data, 16, b"chess\0")) == CODES["RULES"]
    assert code_of(put(data, 48, b"large\0")) == CODES["RULES"]
    assert code_of(put(data, 160, b"\1\2\3\4")) == CODES["RULES"]
    assert code_of(put(data, 184, b"\1")) == CODES["RULES"]
    assert code_of(put(data, 16, b"x" * 32)) == CODES["RULES"]


def test_random_damage_never_crashes() -> None:
    data, source = scenario_bytes(*opened(SMALLEST)), np.random.default_rng(1)
    for _ in range(300):
        changed = bytearray(data)
        for at in source.integers(0, 256, 4):
            changed[at] = source.integers(0, 256)
        place = ctypes.c_void_p()
        given = signed(bytes(changed)) if source.random() < 0.5 else bytes(changed)
        call("close", place) if call("open", given, len(given), ctypes.byref(place)) else None


def test_actions_that_are_not_legal_change_nothing(game: CGame) -> None:
    before, mask = game.digest(), game.mask()
    illegal = [*np.flatnonzero(mask == 0).tolist(), -1, -2, -3, -4, len(mask), 2**40, -(2**63)]
    for action in illegal:
        assert game.call("apply", action) == CODES["ILLEGAL"]
    assert game.digest() == before


def test_a_finished_game_takes_no_action(game: CGame) -> None:
    play(game, 5)
    before, draw = game.digest(), np.zeros(1, np.int64)
    assert game.call("apply", 0) == game.call("random", draw) == CODES["OVER"]
    other = CGame(opened_file(SMALLEST), 1)
    assert game.call("determinize", 0, 1, other.place) == CODES["OTHER"]
    assert game.digest() == before
    assert game.observe(0).any()


def test_lengths_and_seats_are_checked(game: CGame) -> None:
    row = np.zeros(10_000, np.int8)
    for name in ("legal", "save"):
        assert game.call(name, row, 3) == CODES["SIZE"]
    for name in ("observe", "redact"):
        assert game.call(name, 0, row, 3) == CODES["SIZE"]
        for seat in (-2, -1, 2, 100):
            assert game.call(name, seat, row, game.info.observation) == CODES["SEAT"]
    assert game.call("digest", row, 64) == CODES["SIZE"]
    assert not row.any()


def test_saved_games_are_checked(game: CGame) -> None:
    data, before = game.save(), game.digest()
    assert game.call("restore", data, len(data) - 1) == CODES["SAVED"]
    data[17] ^= 1
    assert game.call("restore", data, len(data)) == CODES["SAVED"]
    other = CGame(opened_file("interceptor"), 1).save()
    assert game.call("restore", other, len(other)) == CODES["SAVED"]
    assert game.digest() == before


def test_null_pointers_are_refused(game: CGame) -> None:
    row = np.zeros(8, np.int8)
    assert call("open", None, 5, None) == CODES["NULL"]
    for name in ("describe", "new", "copy", "random", "returns", "outcome"):
        assert call(name, None, None, None) == CODES["NULL"]
        assert call(name, game.place if name not in ("describe", "new") else None, None, None) < 0
    for name in ("legal", "digest", "save", "restore", "apply", "start"):
        assert call(name, None, row, 8) == CODES["NULL"]
    for name in ("observe", "redact", "choose", "determinize"):
        assert call(name, None, 0, None, 0) == CODES["NULL"]
    for name in ("batch_new", "batch_rows", "batch_step", "batch_random"):
        assert call(name, None, None, 0, 0, None) == CODES["NULL"]
    assert call("seat", None) == call("player", None) == -1
    assert call("record", None) is call("about", None, None) is call("scales", None) is None
    for name in ("close", "free", "batch_free"):
        call(name, None)


def test_a_scenario_may_be_closed_before_its_games() -> None:
    scenario = opened_file(SMALLEST)
    game = CGame(scenario, 5)
    call("close", scenario)
    assert play(game, 5) > 0
    call("free", game.place)


def test_bad_batches_are_refused() -> None:
    scenario, batch = opened_file(SMALLEST), ctypes.c_void_p()
    seeds = np.zeros(2, np.int64)
    for count, threads in ((0, 1), (-1, 1), (2, 0), (2**40, 1)):
        code = call("batch_new", scenario, seeds, count, threads, ctypes.byref(batch))
        assert code == CODES["SIZE"]
    assert call("batch_new", scenario, seeds, 2, 9, ctypes.byref(batch)) == 0
    actions = np.array([0, -2], np.int64)
    assert call("batch_step", batch, actions, 2, 0) == CODES["ILLEGAL"]
    assert call("batch_step", batch, actions, 1, 0) == CODES["SIZE"]
    call("batch_free", batch)


# --- the header and the examples -----------------------------------------------------------------


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


def test_records_are_whole_words() -> None:
    """`advance` copies records as integers of 8 bytes."""
    for ruleset in SCENARIOS:
        opening = opened(ruleset)[1].table.opening
        assert as_int64(opening).nbytes == opening.nbytes
