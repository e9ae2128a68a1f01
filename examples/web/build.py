"""Put a game in a page together: the rules, a scenario, an opponent and the JavaScript.

    python examples/web/build.py FOLDER
    python -m http.server --directory FOLDER

It needs `pip install ziglang` once, a compiler for WebAssembly.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import spacecombat_env
from spacecombat_agents.export.json_form import write_as_json
from spacecombat_agents.players.bundles.builtin import builtin_opponents
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_env import registry
from spacecombat_env.env.game import open_scenario
from spacecombat_env.native.scenario_file import write_scenario
from spacecombat_env.native.wasm import build_wasm, copy_module

HERE = Path(__file__).resolve().parent
PAGE = ("index.html", "style.css", "game.js", "map.js")


def build_page(out: Path) -> None:
    """Write everything that the page loads into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    ruleset = registry.ruleset("battle_rider")
    build_wasm("spacecombat_env.rulesets.battle_rider", out / "engine")
    copy_module(out / "engine")
    write_scenario(ruleset, open_scenario(ruleset, "skirmish"), out / "skirmish.scenario")
    write_as_json(
        read_bundle(builtin_opponents()["battle_rider_skirmish.opp"]), out / "skirmish.opp"
    )
    javascript = Path(spacecombat_env.__file__).parent / "web" / "opponent"
    shutil.copytree(javascript, out / "opponent", dirs_exist_ok=True)
    for name in PAGE:
        shutil.copy(HERE / name, out / name)


def main() -> None:
    """Build the page from the command line."""
    parser = argparse.ArgumentParser(description="Put a game in a page together.")
    parser.add_argument("folder", type=Path, help="the folder to write")
    build_page(parser.parse_args().folder)


if __name__ == "__main__":
    main()
