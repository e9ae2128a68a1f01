"""What the commands do, with progress shown: matches, training, export, replays."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacecombat_agents.arena.match import MatchResult, play_match
from spacecombat_agents.arena.playing import Game, Keep
from spacecombat_agents.arena.stopping import Interrupted, Stop
from spacecombat_agents.bots.clocks import Clock
from spacecombat_agents.bots.players import Player
from spacecombat_agents.commands.shipped import TRAIN, find
from spacecombat_agents.files import check_file
from spacecombat_agents.players.levels import split_level
from spacecombat_agents.players.roster import missing_extra
from spacecombat_agents.players.shipped import opponent_file
from spacecombat_agents.setting import Setting
from spacecombat_agents.terminal import Progress, tell
from spacecombat_env.core.errors import ConfigError, ReplayError

if TYPE_CHECKING:
    from spacecombat_agents.arena.cups.matches import MatchStore
    from spacecombat_agents.arena.recording import ReplayFolder
    from spacecombat_env.replay import Replay

SAME = "same"
"""As a budget of attackers: as many decisions as the run had."""


def run_match(
    setting: Setting,
    players: tuple[Player, Player],
    *,
    pairs: int,
    seed: int,
    threads: int | None = None,
    save: Path | None = None,
    store: MatchStore | None = None,
    stop: Stop | None = None,
    clock: Clock | None = None,
) -> MatchResult:
    """Play a match with a bar, and save its games where asked; `stop` as in `play_match`."""
    set_torch_threads(threads or 1)
    if store is not None:
        store.next_match()
    folder = None
    if save is not None:
        from spacecombat_agents.arena.recording import ReplayFolder

        folder = ReplayFolder(save, setting, players)
        folder.begin(pairs, seed)
    label = f"{players[0].name} against {players[1].name}"
    with Progress(2 * pairs, label) as progress:
        result = play_match(
            setting,
            players,
            pairs=pairs,
            seed=seed,
            threads=threads,
            progress=progress.advance,
            keep=_keepers(folder, store),
            book=None if store is None else store.book,
            stop=stop,
            clock=clock,
        )
    if folder is not None:
        folder.close(result)
    return result


def _keepers(folder: ReplayFolder | None, store: MatchStore | None) -> Keep | None:
    """Return what hands a finished game to all who keep it."""
    keepers = [each.keep for each in (folder, store) if each is not None]
    if len(keepers) < 2:
        return keepers[0] if keepers else None

    def keep(game: Game) -> None:
        for keeper in keepers:
            keeper(game)

    return keep


def run_evaluation(
    setting: Setting,
    player: Player,
    opponents: list[Player],
    *,
    stop: Stop,
    **settings: Any,
) -> list[MatchResult]:
    """Play a player against several opponents; a request to stop leaves out what is not played."""
    results: list[MatchResult] = []
    try:
        for opponent in opponents:
            if not stop.asked:
                match = run_match(setting, (player, opponent), stop=stop, **settings)
                results.append(match)
    except Interrupted:
        if not results:
            raise
    return results


def set_torch_threads(count: int) -> None:
    """Set torch's threads, if a player uses it: left alone it takes every core of the machine,
    whether this process may use them or not, and small networks are the slower for it."""
    if "torch" in sys.modules:
        from spacecombat_agents.training.networks import set_threads

        set_threads(count)


def run_training(
    config: str | Path,
    out: Path,
    *,
    resume: bool = False,
    minutes: float | None = None,
    decisions: int | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Train with a bar; what is given besides `config`, a name or a path, replaces what it says.

    `fields` are those of a `TrainConfig`, None where the configuration's holds: scenario, seed.
    """
    from spacecombat_agents.training.config import load_config

    settings = load_config(find(TRAIN, config))
    if minutes is not None or decisions is not None:
        budget = replace(settings.budget, minutes=minutes, decisions=decisions)
        settings = replace(settings, budget=budget)
    settings = replace(settings, **{key: each for key, each in fields.items() if each is not None})
    if options:
        settings = replace(settings, options={**settings.options, **options})
    try:
        from spacecombat_agents.training.run import Status
        from spacecombat_agents.training.trainer import train
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "train") from None
    with Progress(1.0, "training") as progress:

        def report(status: Status) -> None:
            scores = (f"{name} {score:.0%}" for name, score in status.scores.items())
            speed = f"{status.decisions_per_s:,.0f} decisions/s"
            progress.reach(status.share, ", ".join([speed, *scores]))

        return train(settings, out, resume=resume, report=report)


def run_export(run: Path, out: Path, *, name: str, check: int, **more: Any) -> dict[str, Any]:
    """Export a run and compare both policies on recorded decisions; `more` as `export_run` has."""
    learnt = any((run / name).is_file() for name in ("model.zip", "policy.safetensors"))
    if not learnt or not (run / "config.yaml").is_file():
        reason = "holds no trained run: config.yaml, or model.zip or policy.safetensors, is missing"
        raise ConfigError.at(run, "run", reason)
    check_file(out, "out")
    try:
        from spacecombat_agents.export.runs import export_run
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "train") from None
    set_torch_threads(1)
    return export_run(run, out, name=name, check=check, tell=tell, **more)


def export_file(file: Path, out: Path, weights: str | None, given: Sequence[str]) -> dict[str, Any]:
    """Write an opponent file with its networks in another form, and see that it opens.

    `given` are the options that were written: those that make an opponent are refused.
    """
    from spacecombat_agents.export.forms import write_as_json
    from spacecombat_agents.players.bundle import read_bundle
    from spacecombat_agents.players.bundle_checks import check_golden, check_operators
    from spacecombat_agents.players.runtimes import open_policy

    strange = [option for option in given if option not in ("--weights", "--json")]
    if strange:
        reason = f"{file} is an opponent already; {strange[0]} is for a run"
        raise ConfigError.at(strange[0], "export", reason)
    if weights != "json":
        raise ConfigError.at("--weights", "export", f"of an opponent, {file}, it must be json")
    path = opponent_file(file)
    check_file(out, "out")
    bundle = read_bundle(path)
    check_operators(bundle)
    manifest = write_as_json(bundle, out)
    made = read_bundle(out)
    check_operators(made)
    check_golden(made, {policy: open_policy(made, policy) for policy in made.policies})
    levels = [level.id for level in made.levels]
    about = {"path": str(out), "bytes": out.stat().st_size, "bundle_hash": manifest["bundle_hash"]}
    return {**about, "levels": levels, "checked": 0, "same": 0, "largest_difference": 0.0}


def run_exploit(
    victim: str,
    out: Path,
    *,
    run: Path | None,
    config: str | None,
    budget: str,
    seeds: int,
    pairs: int,
    temperature: float,
    write: bool,
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """Look for a player's best response, with a bar, and put it into its file where asked."""
    from spacecombat_agents.training.config import load_config

    if (run is None) == (config is None):
        raise ConfigError.at("exploit", "run", "say --run or --config, one of them")
    settings = load_config(run / "config.yaml" if run else find(TRAIN, str(config)))
    settings = replace(settings, options={**settings.options, **options})
    name, _ = split_level(victim)
    if write and not name.endswith(".opp"):
        raise ConfigError.at("exploit", "write", f"{victim} is no opponent file")
    try:
        from spacecombat_agents.training.exploit import Plan, exploit, weights_of
    except ModuleNotFoundError as cause:
        raise missing_extra(cause, "train") from None
    plan = Plan(
        victim,
        _attack_budget(budget, run),
        weights_of(victim, run, settings),
        seeds=tuple(range(1, seeds + 1)),
        temperature=temperature,
        choosing_pairs=max(1, pairs // 2),
        measuring_pairs=pairs,
    )
    with Progress(1.0, "attacking") as progress:
        found = exploit(plan, settings, out, lambda name, share: progress.reach(share, name))
    if write:
        from spacecombat_agents.export.amending import amend
        from spacecombat_agents.players.bundle import read_bundle

        bundle = read_bundle(opponent_file(name))
        amend(bundle, bundle.path, bundle.levels, exploitability=found)
    return found


def _attack_budget(budget: str, run: Path | None) -> int:
    """Return the decisions that each attacker learns from: a number, or as many as a run's."""
    from spacecombat_agents.training.exploit import budget_of

    if budget.isdecimal():
        return int(budget)
    if budget != SAME:
        raise ConfigError.at("exploit", "budget", f"{budget!r} is neither `{SAME}` nor a number")
    if run is None:
        raise ConfigError.at("exploit", "budget", f"{SAME} as what? Say --run, or a number")
    return budget_of(run)


def run_replay(
    file: Path,
    *,
    verify: bool,
    html: Path | None,
    readers: Sequence[str] = (),
    belief: str | None = None,
) -> dict[str, Any]:
    """Open a replay, verify it or write its page where asked, and return what it is."""
    from spacecombat_env import replay as replays

    if belief is not None and html is None:
        raise ConfigError.at("replay", "belief", "is drawn on a page: name one with --html")
    if readers and html is None:
        raise ConfigError.at("replay", "reader", "reads a page: name one with --html")
    if html is not None:
        check_file(html, "html")
    replay = replays.load_replay(file)
    course = replays.open_replay(replay)
    result = {"file": str(file), **_recorded(replay, course.scenario.name)}
    if verify:
        tell("Playing it again ...")
        try:
            replays.verify(replay)
            result["verified"] = True
        except ReplayError as cause:
            result.update(verified=False, difference=str(cause))
    if html is not None:
        from spacecombat_agents.players.scripted import believed
        from spacecombat_env.replay.page import write_page

        tell("Drawing it ...")
        overlay = believed(replay.ruleset, belief) if belief is not None else None
        write_page(replay, html, readers=readers_of(replay.ruleset, readers), overlay=overlay)
        result["page"] = str(html)
    return result


def _recorded(replay: Replay, scenario: str) -> dict[str, Any]:
    """Return what a recorded game was, and how it ended."""
    from spacecombat_env import registry
    from spacecombat_env.replay.outcomes import outcome_of

    told: dict[str, Any] = {
        "ruleset": replay.ruleset,
        "scenario": scenario,
        "seed": replay.seed,
        "agents": dict(replay.agents),
        "decisions": len(replay.tokens),
        "made_by": replay.made_by,
        "ruleset_version": replay.ruleset_version,
        "rules_hash": replay.rules_hash,
        "provenance": dict(replay.provenance),
    }
    if replay.outcome is not None:
        ruleset, outcome = registry.ruleset(replay.ruleset), replay.outcome
        winners = dict(enumerate(ruleset.seats))
        told["winner"] = winners.get(outcome.verdict, "draw")
        told["ended_by"] = ruleset.reasons[outcome.reason]
        told["turns"] = outcome.turns
        told["margin"] = outcome.margin
        step = outcome_of(replay)
        if step:
            told["outcome"] = step
    return told


def messages_of(file: Path, seat: str) -> Iterator[str]:
    """Yield what a seat was told in a recorded game, message by message."""
    from spacecombat_env.protocol.reciting import recited
    from spacecombat_env.replay import load_replay

    yield from recited(load_replay(file), seat)


def readers_of(ruleset: str, names: Sequence[str]) -> list[int] | None:
    """Return the readers of a page by number; None for all."""
    from spacecombat_env import registry
    from spacecombat_env.replay import TRUTH

    known = {"truth": TRUTH, **{n: k for k, n in enumerate(registry.ruleset(ruleset).seats)}}
    for name in names:
        if name not in known:
            raise ConfigError.at(name, "reader", f"unknown; there are: {', '.join(known)}")
    return [known[name] for name in names] or None
