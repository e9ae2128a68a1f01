"""The rules in WebAssembly: whole games in Node and Chromium end as in Python."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from kit.foreign_games import SCENARIOS, RandomGame, opened, played_all
from kit.javascript import needs_node

import spacecombat_env
from spacecombat_env.core.errors import BuildError
from spacecombat_env.core.model.record import to_dict
from spacecombat_env.native.scenario_file import scenario_bytes
from spacecombat_env.native.wasm import ENGINE, build_wasm, copy_module, find_zig

KIT = Path(__file__).parents[1] / "kit"
LIMIT = 400_000
"""Bytes that a rule set may take, compressed."""
SMALLEST = "intercept_sensors"
GAMES, EVERY = 1000, 97
"""Games of the slow test, and how many decisions lie between two that are compared in full."""

pytestmark = needs_node


@cache
def wasm(ruleset: str) -> Path:
    """The file of a rule set; the test is skipped without a compiler for it."""
    try:
        find_zig()
    except BuildError as cause:
        pytest.skip(str(cause))
    return build_wasm(f"spacecombat_env.rulesets.{ruleset}", ENGINE)


def node(ruleset: str, folder: Path, source: str, scenario: str = "") -> Any:
    """What a module prints as JSON; it has `scenario`, `rules` and the engine's exports."""
    file = folder / "scenario"
    file.write_bytes(scenario_bytes(*opened(ruleset, scenario)))
    head = f"""
        import {{ readFileSync }} from "node:fs";
        import * as engine from {json.dumps((ENGINE / "engine.js").as_uri())};
        import {{ playedAll }} from {json.dumps((KIT / "engine_games.js").as_uri())};
        const {{ Rules, EngineError }} = engine;
        const bytes = readFileSync({json.dumps(str(file))});
        const rules = await Rules.load(readFileSync({json.dumps(str(wasm(ruleset)))}));
        const scenario = rules.open(bytes);
        const tell = (found) => console.log(JSON.stringify(found));
        const codeOf = (call) => {{
            try {{ call(); }} catch (error) {{ return error.code; }}
            return "none";
        }};
    """
    command = ["node", "--input-type=module", "-e", head + source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(name, marks=() if name == SMALLEST else pytest.mark.slow) for name in SCENARIOS],
)
def test_games_in_node_are_those_of_python(ruleset: str, tmp_path: Path) -> None:
    found = node(ruleset, tmp_path, "tell(playedAll(scenario, 20, 3));")
    assert found == played_all(*opened(ruleset), 20, 3)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", SCENARIOS)
def test_many_games_in_node_are_those_of_python(ruleset: str, tmp_path: Path) -> None:
    found = node(ruleset, tmp_path, f"tell(playedAll(scenario, 0, {GAMES}, {EVERY}));")
    wanted = played_all(*opened(ruleset), 0, GAMES, EVERY)
    assert found == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "scenario"),
    [
        ("battle_rider", "battle_royal"),
        ("battle_rider", "first_clash"),
        ("intercept_sensors", "picket"),
        ("interceptor", "deep_space"),
    ],
)
def test_larger_records_play_too(ruleset: str, scenario: str, tmp_path: Path) -> None:
    found = node(ruleset, tmp_path, "tell(playedAll(scenario, 0, 2, 31));", scenario)
    assert found == played_all(*opened(ruleset, scenario), 0, 2, 31)


# --- the module ----------------------------------------------------------------------------------


def test_a_file_is_small_and_needs_nothing() -> None:
    for file in ENGINE.glob("*.wasm"):
        assert len(gzip.compress(file.read_bytes())) <= LIMIT, file
    wasm(SMALLEST)
    asked = f"""
        import {{ readFileSync }} from "node:fs";
        const module = new WebAssembly.Module(readFileSync({json.dumps(str(wasm(SMALLEST)))}));
        console.log(JSON.stringify(WebAssembly.Module.imports(module)));
    """
    command = ["node", "--input-type=module", "-e", asked]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_the_scenario_is_described(tmp_path: Path) -> None:
    rules, scenario = opened(SMALLEST)
    found = node(
        SMALLEST,
        tmp_path,
        """
        const game = scenario.start(4);
        const state = scenario.read(game.record());
        const row = Int8Array.from({ length: scenario.info.observation }, () => 3);
        tell({ info: scenario.info, state,
               phase: scenario.nameOf("phase", state.phase), none: scenario.nameOf("phase", 99),
               places: [0, 5, 60].map((action) => scenario.locate(action)),
               floats: [...scenario.floats(row)] });
        """,
    )
    assert found["info"]["digest"] == scenario.digest
    assert found["info"]["actions"] == scenario.actions.size
    ours = RandomGame(rules, scenario, 4)
    assert found["state"] == to_dict(ours.game.games.states[0])
    assert found["phase"] and found["none"] is None
    for action, place in zip((0, 5, 60), found["places"], strict=True):
        assert (place["block"], place["index"]) == scenario.actions.locate(action)
    assert found["floats"] == pytest.approx((3 * scenario.observation.scales).tolist())


def test_bad_input_is_refused_by_name(tmp_path: Path) -> None:
    found = node(
        SMALLEST,
        tmp_path,
        """
        const game = scenario.start(4);
        const before = game.digest();
        const illegal = game.legal().indexOf(0);
        const codes = {
            illegal: [illegal, -1, -3, 10000, 2n ** 40n].map((each) => codeOf(() => game.apply(each))),
            seat: [-1, 2].map((seat) => codeOf(() => game.observe(seat))),
            file: [new Uint8Array(9), bytes.subarray(0, 300), new Uint8Array(0)].map((each) =>
                codeOf(() => rules.open(each))),
            saved: [codeOf(() => game.restore(new Uint8Array(3)))],
        };
        const same = game.digest() === before;
        let draw = 4n;
        while (!game.isOver) {
            const next = game.random(draw);
            draw = next.seed;
            game.apply(next.action);
        }
        codes.over = [codeOf(() => game.apply(0)), codeOf(() => game.random(1))];
        game.free();
        codes.null = [codeOf(() => game.apply(0)), codeOf(() => game.digest())];
        tell({ codes, same });
        """,
    )
    assert found["same"]
    for code, all_found in found["codes"].items():
        assert set(all_found) == {code}


def test_games_are_copied_saved_and_imagined(tmp_path: Path) -> None:
    found = node(
        SMALLEST,
        tmp_path,
        """
        const game = scenario.start(4);
        const steps = (each, count) => {
            let draw = 9n;
            for (let n = 0; n < count && !each.isOver; n++) {
                const next = each.random(draw);
                draw = next.seed;
                each.apply(next.action);
            }
            return each.digest();
        };
        steps(game, 30);
        const saved = game.save();
        const imagined = game.determinize(0, 5);
        const same = [...game.redact(0)].join() === [...imagined.redact(0)].join();
        const other = game.copy();
        const digests = [steps(game, 20), steps(other, 20)];
        game.restore(saved);
        digests.push(steps(game, 20));
        game.restart(4);
        tell({ digests, same, restarted: game.digest() === scenario.start(4).digest() });
        """,
    )
    assert len(set(found["digests"])) == 1
    assert found["same"] and found["restarted"]


def test_memory_is_given_back(tmp_path: Path) -> None:
    found = node(
        SMALLEST,
        tmp_path,
        """
        const use = (count) => {
            for (let n = 0; n < count; n++) {
                const game = scenario.start(n);
                const other = game.copy();
                game.save();
                other.free();
                game.free();
                rules.open(bytes).close();
            }
            return rules.memoryBytes;
        };
        tell([use(10), use(2000)]);
        """,
    )
    assert found[0] == found[1]


def test_types_and_package_name_what_is_there(tmp_path: Path) -> None:
    types = (ENGINE / "engine.d.ts").read_text(encoding="utf-8")
    names = node(SMALLEST, tmp_path, "tell(Object.keys(engine));")
    assert sorted(re.findall(r"export class (\w+)", types)) == sorted(names)
    members = node(
        SMALLEST,
        tmp_path,
        """
        const membersOf = ({ prototype }) => Object.getOwnPropertyNames(prototype);
        tell([engine.Game, engine.Scenario, engine.Rules].map(membersOf));
        """,
    )
    for name in set(sum(members, [])) - {"constructor"}:
        assert re.search(rf"^  (readonly )?{name}[(?:]", types, re.M), name
    package = json.loads((ENGINE / "package.json").read_text())
    assert package["version"] == spacecombat_env.__version__
    assert "dependencies" not in package
    assert (ENGINE / package["main"]).is_file() and (ENGINE / package["types"]).is_file()


def test_the_code_of_the_page_runs(tmp_path: Path) -> None:
    page = (ENGINE / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```js\n// game.mjs\n(.*?)```", page, re.S)
    copy_module(tmp_path / "engine")
    (tmp_path / "engine" / f"{SMALLEST}.wasm").write_bytes(wasm(SMALLEST).read_bytes())
    (tmp_path / "duel.scenario").write_bytes(scenario_bytes(*opened(SMALLEST)))
    (tmp_path / "game.mjs").write_text(code)
    command = ["node", "game.mjs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert played_all(*opened(SMALLEST), 7, 1)[0][0] in done.stdout


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZIG", raising=False)
    monkeypatch.setitem(sys.modules, "ziglang", None)
    with pytest.raises(BuildError, match="pip install ziglang"):
        find_zig()
