"""Commands that measure players: matches, evaluations, exploitability."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from spacecombat_agents.cli_options import (
    INTERRUPTED,
    FiniteFloatRange,
    deadline_option,
    json_option,
    open_setting,
    options_option,
    pairs_option,
    seed_option,
    setting_options,
    threads_option,
)

if TYPE_CHECKING:
    from spacecombat_agents.arena.matches.match import MatchResult
    from spacecombat_agents.arena.tournament.match_store import MatchStore
    from spacecombat_agents.bots.bot_players import Player
    from spacecombat_agents.game_setting import GameSetting

__all__ = ["evaluate", "exploit", "match"]


store_option = click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="File that stores every game when its batch ends; see arena report.",
)


@contextlib.contextmanager
def _open_match_store(
    store: Path | None, setting: GameSetting, players: Sequence[Player], pairs: int, seed: int
) -> Iterator[MatchStore | None]:
    """Open the store of a match, if requested."""
    if store is None:
        yield None
        return
    from spacecombat_agents.arena.tournament.match_store import MatchStore

    match_store = MatchStore(store, setting, players, pairs=pairs, seed=seed)
    try:
        yield match_store
    finally:
        match_store.close()


@click.command()
@click.argument("a")
@click.argument("b")
@setting_options
@pairs_option
@seed_option
@threads_option
@deadline_option
@click.option("--save", type=click.Path(path_type=Path), help="Folder for a replay of every game.")
@store_option
@json_option
def match(
    a: str,
    b: str,
    pairs: int,
    seed: int,
    threads: int | None,
    deadline: float,
    save: Path | None,
    store: Path | None,
    as_json: bool,
    **place: Any,
) -> int:
    """Play agent A against agent B, in pairs of games with swapped seats.

    Agents: random, scripted:captain, scripted:aggressive, FILE.opp, FILE.opp@LEVEL, sb3:FILE.zip,
    net:FILE.safetensors, transfer:FILE.opp (in another scenario than its own), ismcts:800,
    search:FILE.opp, MODULE:CLASS, FILE.py:CLASS, bot:COMMAND. A module may be in the current
    folder. With a bot, which speaks spacecombat/1 on its standard input and output, games are
    played one by one.

    A win scores 1 and a draw 1/2; the 95 % interval is Wilson's on the effective sample size of
    pairs. An interrupted match reports and saves the finished pairs; its exit status is 1.
    """
    from spacecombat_agents.arena.provenance import provenance
    from spacecombat_agents.arena.stop_signal import StopSignal
    from spacecombat_agents.bots.bot_players import open_player
    from spacecombat_agents.bots.time_control import ORDER, TimeControl
    from spacecombat_agents.evaluation.match_runs import print_match, run_match
    from spacecombat_agents.terminal import print_json

    setting = open_setting(**place)
    players = (open_player(a, setting, deadline), open_player(b, setting, deadline))
    settings: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
    settings["clock"] = TimeControl(ORDER, order_ms=int(1000 * deadline))
    with (
        _open_match_store(store, setting, players, pairs, seed) as match_store,
        StopSignal() as stop,
    ):
        result = run_match(setting, players, **settings, save=save, store=match_store, stop=stop)
    if as_json:
        print_json({**result.as_json(), "provenance": provenance(setting.ruleset, players)})
    else:
        print_match(result)
    return INTERRUPTED if result.interrupted else 0


@click.command()
@click.argument("agent")
@click.option(
    "--against",
    multiple=True,
    default=("random", "scripted:captain"),
    show_default=True,
    help="Opponent; repeatable.",
)
@setting_options
@pairs_option
@seed_option
@threads_option
@deadline_option
@click.option("--out", type=click.Path(path_type=Path), help="Write the results to a JSON file.")
@store_option
@click.option(
    "--levels",
    is_flag=True,
    help="For FILE.opp: rate all its levels in a round robin with the players of --against. The "
    "first of these has rating 0; default: random and the rule set's captain.",
)
@click.option(
    "--write", is_flag=True, help="With --levels: write the ratings into the file and its card."
)
@click.option(
    "--tune",
    is_flag=True,
    help="With --levels: first tune temperatures until neighbouring levels are 150 Elo apart.",
)
@click.option(
    "--search-pairs",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="With --levels: pairs of a level with search against the last of --against and the level "
    "below it; 0: do not rate it.",
)
@json_option
@click.pass_context
def evaluate(
    context: click.Context,
    agent: str,
    against: tuple[str, ...],
    pairs: int,
    seed: int,
    threads: int | None,
    deadline: float,
    out: Path | None,
    store: Path | None,
    levels: bool,
    write: bool,
    tune: bool,
    search_pairs: int,
    as_json: bool,
    **place: Any,
) -> int:
    """Measure an agent against several opponents: scores with 95 % intervals."""
    if levels:
        named = context.get_parameter_source("against") is not ParameterSource.DEFAULT
        played: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
        arguments: dict[str, Any] = {**played, "search_pairs": search_pairs}
        arguments |= {"write": write, "to_tune": tune}
        _evaluate_levels(agent, place, against if named else None, arguments, out, as_json)
        return 0
    if write or tune or search_pairs:
        raise click.UsageError("--write, --tune and --search-pairs need --levels")
    from spacecombat_agents.arena.stop_signal import StopSignal
    from spacecombat_agents.atomic_files import check_writable_file
    from spacecombat_agents.bots.bot_players import open_player
    from spacecombat_agents.bots.time_control import ORDER, TimeControl
    from spacecombat_agents.evaluation.match_runs import run_evaluation

    setting = open_setting(**place)
    opponents = [open_player(name, setting, deadline) for name in against]
    player = open_player(agent, setting, deadline)
    if out is not None:
        check_writable_file(out, "out")
    settings: dict[str, Any] = {"pairs": pairs, "seed": seed, "threads": threads}
    settings["clock"] = TimeControl(ORDER, order_ms=int(1000 * deadline))
    players = [player, *opponents]
    with (
        _open_match_store(store, setting, players, pairs, seed) as match_store,
        StopSignal() as stop,
    ):
        results = run_evaluation(
            setting, player, opponents, stop=stop, store=match_store, **settings
        )
    return _report_evaluation(agent, setting, players, results, out, as_json)


def _report_evaluation(
    agent: str,
    setting: GameSetting,
    players: Sequence[Player],
    results: list[MatchResult],
    out: Path | None,
    as_json: bool,
) -> int:
    """Report an evaluation; return the exit status: whether all opponents were played."""
    from spacecombat_agents.arena.provenance import provenance
    from spacecombat_agents.evaluation.match_runs import print_evaluation
    from spacecombat_agents.terminal import print_json, write_json

    is_interrupted = len(results) < len(players) - 1 or results[-1].interrupted
    content = {
        "agent": agent,
        "evaluations": [result.as_json() for result in results],
        "provenance": provenance(setting.ruleset, players),
        "interrupted": is_interrupted,
    }
    if out is not None:
        write_json(out, content)
    if as_json:
        print_json(content)
    else:
        print_evaluation(results)
    return INTERRUPTED if is_interrupted else 0


def _evaluate_levels(
    file: str,
    place: dict[str, Any],
    against: Sequence[str] | None,
    arguments: dict[str, Any],
    out: Path | None,
    as_json: bool,
) -> None:
    """Rate the levels of an opponent file and report them."""
    from spacecombat_agents.atomic_files import check_writable_file
    from spacecombat_agents.evaluation.level_ratings import print_levels, run_levels
    from spacecombat_agents.terminal import print_json, write_json

    if not file.endswith(".opp"):
        raise click.UsageError(f"--levels needs a FILE.opp, not {file}")
    if out is not None:
        check_writable_file(out, "out")
    result, found = run_levels(file, open_setting(**place), against, **arguments)
    if out is not None:
        write_json(out, result)
    if as_json:
        print_json(result)
    else:
        print_levels(found)


@click.command()
@click.argument("victim")
@click.option(
    "--out", type=click.Path(path_type=Path), required=True, help="Folder of the attackers' runs."
)
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    help="Training run of the victim: supplies configuration, budget and initial weights.",
)
@click.option(
    "--config",
    help="Configuration of the attackers without --run. If its network differs from the opponent "
    "file's, all attackers start from random weights.",
)
@click.option(
    "--budget",
    default="same",
    show_default=True,
    metavar="DECISIONS",
    help="Decisions that each attacker learns from; same: as many as the run had.",
)
@click.option(
    "--seeds",
    default=3,
    show_default=True,
    type=click.IntRange(1),
    help="Seeds for each kind of start.",
)
@click.option(
    "--pairs",
    default=1000,
    show_default=True,
    type=click.IntRange(2),
    help="Pairs of games that measure the best attacker; half as many others select it.",
)
@click.option(
    "--temperature",
    default=1.0,
    show_default=True,
    type=FiniteFloatRange(0.0, 100.0),
    help="Sampling temperature of attackers when they are measured.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="PLAYER",
    help="A further player that attacks without training, or a checkpoint (RUN/opponents/N.npz); "
    "repeatable. Scripted players, built-in opponents and opponent files in VICTIM's folder always "
    "do.",
)
@click.option(
    "--checkpoints",
    default=4,
    show_default=True,
    type=click.IntRange(0),
    help="Earlier checkpoints of --run that attack, spread over the run.",
)
@click.option(
    "--search-pairs",
    default=20,
    show_default=True,
    type=click.IntRange(0),
    help="Pairs of each player that searches: ISMCTS, and search with VICTIM's network; 0: none.",
)
@click.option(
    "--other-form/--no-other-form",
    default=True,
    show_default=True,
    help="Train one attacker more, with another network form and default settings.",
)
@click.option(
    "--proof",
    "proofs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="exploit.json of the same attack on another victim, for the record of how strong it is; "
    "repeatable.",
)
@click.option("--write", is_flag=True, help="Write the result into VICTIM, an opponent file.")
@options_option
@json_option
def exploit(
    victim: str,
    out: Path,
    run: Path | None,
    config: str | None,
    budget: str,
    seeds: int,
    pairs: int,
    temperature: float,
    against: tuple[str, ...],
    checkpoints: int,
    search_pairs: int,
    other_form: bool,
    proofs: tuple[Path, ...],
    write: bool,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Report the largest score that trained attackers and other players reach against VICTIM.

    VICTIM is any player: a.opp@admiral, scripted:captain. It plays as usual: at its level, with
    sampled actions. Half of the attackers start from its own weights (its run's, or those in its
    file), half from random ones. Search, scripted players, opponent files in VICTIM's folder, the
    built-in ones and earlier checkpoints of its run attack too. The score is a lower bound on its
    exploitability, for this budget.
    Attackers are ordinary training runs: after an interruption the same command resumes.
    """
    from spacecombat_agents.evaluation.exploitability import run_exploit
    from spacecombat_agents.game_setting import parse_options
    from spacecombat_agents.terminal import print_json

    arguments: dict[str, Any] = {"seeds": seeds, "pairs": pairs, "temperature": temperature}
    arguments |= {"against": against, "checkpoints": checkpoints, "write": write}
    arguments |= {"search_pairs": search_pairs, "other_form": other_form, "proofs": proofs}
    arguments |= {"options": parse_options(options)}
    found = run_exploit(victim, out, run=run, config=config, budget=budget, **arguments)
    if as_json:
        print_json(found)
        return
    _print_exploit(victim, found)
    print(f"Attackers: {out}")


def _print_exploit(victim: str, found: dict[str, Any]) -> None:
    """Print the best score against a victim, and those of all attackers and other players."""
    low, high = found["interval"]
    print(
        f"{victim} loses {found['score']:.1%} ({low:.1%} to {high:.1%}) to {found['chosen']}, the "
        f"best of {found['attackers']} attackers, trained on "
        f"{found['budget_decisions']:,} decisions each, and {len(found['challengers'])} other "
        "players: a lower bound on its exploitability."
    )
    for point in found["curve"]:
        print(f"  {point['attacker']:>12} {point['decisions']:>14,}  {point['score']:.1%}")
    for other in found["challengers"]:
        print(f"  {other['player']}  {other['score']:.1%}")
