"""Rate the levels of an opponent file (`spacecombat evaluate FILE.opp --levels`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_agents.arena.provenance import provenance
from spacecombat_agents.atomic_files import check_writable_file
from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.base import Agent
from spacecombat_agents.players.bundles.builtin import opponent_file
from spacecombat_agents.players.bundles.bundle import Bundle, read_bundle
from spacecombat_agents.players.onnx_agent import OnnxAgent
from spacecombat_agents.players.roster import make_agent, missing_extra_error
from spacecombat_agents.players.scripted import captain_module
from spacecombat_agents.terminal import print_stderr, print_table
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.model.seeds import derived_seed

if TYPE_CHECKING:
    from spacecombat_agents.export.level_ratings import RatedLevels

__all__ = ["print_levels", "run_levels"]


def default_anchors(ruleset: str) -> list[str]:
    """Return the default baselines of levels: random and the captain."""
    try:
        first = next(iter(captain_module(ruleset).DOCTRINES))
    except ConfigError:
        return ["random"]
    return ["random", f"scripted:{first}"]


def run_levels(
    file: str,
    setting: GameSetting,
    against: Sequence[str] | None,
    *,
    pairs: int,
    seed: int,
    search_pairs: int = 0,
    threads: int | None = None,
    write: bool = False,
    to_tune: bool = False,
) -> tuple[dict[str, Any], RatedLevels]:
    """Rate the levels of a file, tune them first if requested, and write the ratings into it."""
    try:
        from spacecombat_agents.export.level_ratings import LevelPlayers, rate_levels
        from spacecombat_agents.export.temperature_tuning import tune_temperatures
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "arena") from None
    path = opponent_file(file)
    bundle = _checked_bundle(path, setting, file, write)
    names = list(against or default_anchors(setting.ruleset.name))
    anchors = [(name, make_agent(name, setting)) for name in names]
    levels = [level for level in bundle.levels if level.search is None]
    searching = [level for level in bundle.levels if level.search is not None]
    players = LevelPlayers(bundle)
    played: dict[str, Any] = {"pairs": pairs, "threads": threads, "tell": print_stderr}
    if to_tune:
        fixed = [agent for _, agent in anchors]
        tuning_seed = derived_seed(seed, "tuning")
        levels = tune_temperatures(setting, players, levels, fixed, seed=tuning_seed, **played)
    if search_pairs:
        levels, searching = [*levels, *searching], []
    found = rate_levels(
        setting, players, levels, anchors, seed=seed, search_pairs=search_pairs, **played
    )
    result = {"file": file, **_levels_json(found, setting, anchors), "written": write}
    if write:
        from spacecombat_agents.export.edit_bundle import edit_bundle

        edit_bundle(bundle, path, [*found.levels, *searching], calibration=result["calibration"])
    return result, found


def _checked_bundle(path: Path, setting: GameSetting, file: str, write: bool) -> Bundle:
    """Return a file's contents after checking golden vectors and whether it can be written."""
    OnnxAgent.load(path, setting.ruleset, setting.scenario)
    bundle = read_bundle(path)
    if write:
        check_writable_file(path, "file")
        check_scenario(bundle.manifest, setting, file)
    return bundle


def _levels_json(
    found: RatedLevels, setting: GameSetting, anchors: Sequence[tuple[str, Agent]]
) -> dict[str, Any]:
    """Return ratings as JSON."""
    made_with = provenance(setting.ruleset, [agent for _, agent in anchors])
    del made_with["command"]  # the command has paths of this machine; the card is shared
    return {
        "levels": [level.as_json() for level in found.levels],
        "calibration": {**found.as_json(), "provenance": made_with},
        "matches": [match.as_json() for match in found.matches],
    }


def check_scenario(manifest: dict[str, Any], setting: GameSetting, file: str) -> None:
    """Raise ConfigError if the ratings are of another scenario than the card's."""
    made_for = manifest["scenario"]["digest"]
    if made_for != setting.scenario.digest:
        name = manifest["scenario"]["name"]
        reason = (
            f"was made for {name}, with its options; ratings of another scenario are not written"
        )
        raise ConfigError.at(file, "scenario", reason)


def print_levels(found: RatedLevels) -> None:
    """Print ratings, scores and steps."""
    names = [name for name, _, _ in found.anchors]
    rows: list[tuple[float, list[str]]] = []
    for name, elo, (low, high) in found.anchors:
        cells = [name, "", f"{elo:+.0f}", f"{low:+.0f} to {high:+.0f}", *([""] * len(names))]
        rows.append((elo, cells))
    for level in found.levels:
        assert level.rating is not None and level.interval is not None
        low, high = level.interval
        cells = [level.id, f"{level.temperature:.3g}", f"{level.rating:+.0f}"]
        cells.append(f"{low:+.0f} to {high:+.0f}")
        scores = [f"{level.vs[name][0]:.1%}" if name in level.vs else "" for name in names]
        rows.append((level.rating, cells + scores))
    heads = ["player", "temperature", "Elo", "95 % interval"]
    heads += [f"against {name}" for name in names]
    print_table(heads, [cells for _, cells in sorted(rows, key=lambda row: row[0])])
    for gap in found.gaps:
        low, high = gap.interval
        print(f"{gap.upper} over {gap.lower}: {gap.elo:+.0f} Elo ({low:+.0f} to {high:+.0f})")
    print(
        f"{found.games:,} games, {found.pairs} pairs per matchup, seed {found.seed}; "
        "rated against programs, not against people"
    )
