"""Export a run or an opponent file, check it, and print the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from spacecombat_agents.atomic_files import check_writable_file, staged_file
from spacecombat_agents.players.bundles.builtin import opponent_file
from spacecombat_agents.players.bundles.bundle import MAX_NAME_LENGTH, is_name
from spacecombat_agents.players.roster import missing_extra_error
from spacecombat_agents.terminal import print_stderr
from spacecombat_agents.training.torch_threads import set_torch_threads
from spacecombat_env.core.errors import ConfigError

__all__ = ["export_file", "print_export", "run_export"]


def run_export(run: Path, out: Path, *, name: str, check: int, **more: Any) -> dict[str, Any]:
    """Export a run and compare both policies; for `more` see `export_run`."""
    is_trained = any((run / file).is_file() for file in ("model.zip", "policy.safetensors"))
    if not is_trained or not (run / "config.yaml").is_file():
        reason = "is not a trained run: config.yaml, or model.zip or policy.safetensors, is missing"
        raise ConfigError.at(run, "run", reason)
    check_writable_file(out, "out")
    if not is_name(name) or len(name) > MAX_NAME_LENGTH:
        reason = f"{name!r} is not a line of 1 to {MAX_NAME_LENGTH} characters: pass --name"
        raise ConfigError.at("export", "name", reason)
    try:
        from spacecombat_agents.export.export_run import export_run
    except ModuleNotFoundError as cause:
        raise missing_extra_error(cause, "train") from None
    set_torch_threads(1)
    return export_run(run, out, name=name, check=check, tell=print_stderr, **more)


def export_file(file: Path, out: Path, weights: str | None, given: Sequence[str]) -> dict[str, Any]:
    """Write an opponent file with plain steps, and with ONNX or without; check that it opens.

    `given` are the options on the command line; those that make a new opponent are refused.
    """
    from spacecombat_agents.export.json_form import add_steps, write_as_json
    from spacecombat_agents.players.bundles.bundle import read_bundle
    from spacecombat_agents.players.bundles.bundle_checks import check_golden, check_operators
    from spacecombat_agents.players.bundles.runtimes import NUMPY, open_policy

    unexpected = [option for option in given if option not in ("--weights", "--json")]
    if unexpected:
        reason = f"{file} is an opponent file; {unexpected[0]} applies to runs only"
        raise ConfigError.at(unexpected[0], "export", reason)
    path = opponent_file(file)
    check_writable_file(out, "out")
    bundle = read_bundle(path)
    check_operators(bundle)
    with staged_file(out) as new:
        manifest = (write_as_json if weights == "json" else add_steps)(bundle, new)
        made = read_bundle(new)
        check_operators(made)
        check_golden(made, {policy: open_policy(made, policy, NUMPY) for policy in made.policies})
    levels = [level.id for level in made.levels]
    about = {"path": str(out), "bytes": out.stat().st_size, "bundle_hash": manifest["bundle_hash"]}
    return {**about, "levels": levels, "checked": 0, "same": 0, "largest_difference": 0.0}


def print_export(result: Mapping[str, Any]) -> None:
    """Print the result of an export."""
    print(f"{result['path']}: {result['bytes']:,} bytes, hash {result['bundle_hash'][:16]}")
    print(f"  levels, weakest first: {', '.join(result['levels'])}")
    if result["checked"]:
        print(
            f"  same action as the policy in training: {result['same']} of {result['checked']} "
            f"recorded decisions; logits differ by {result['largest_difference']:.1e} at most"
        )
