"""Count the definitions under names for which the field has another term.

    python scripts/private_names.py        # exit status 1 where one is not in KEPT_NAMES

Modules, folders, classes, functions, arguments, variables and fields count, with or without a
leading underscore. The fields of the records are named by the rulebooks and do not count.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = {"spacecombat_env": ROOT, "agents/spacecombat_agents": ROOT / "agents"}
"""Folders of sources, and where the dotted names of their modules begin."""

PRIVATE_NAMES = frozenset(
    (
        *("word", "words", "token", "tokens", "hear", "speak", "legal_words"),
        *("Ask", "ask", "asks", "asked", "question", "questions", "see_words", "seen", "look"),
        *("imagine", "dream", "dreams", "dreamt", "resample", "luck", "lot", "lots"),
        *("told", "telling", "written", "hiding", "beginning", "writing"),
        *("House", "house", "Room", "rooms", "courtesy", "let_pass", "warmth", "Cold"),
        *("wanted", "Wanted", "Wrong", "hearing", "entrance", "admit", "guard", "alarms"),
        *("ring", "rung", "listeners", "standing", "kinds", "timed", "Deputy", "Chair", "LEFT"),
        *("life", "Life", "mind", "Mind", "fates", "Fates", "rival", "rivals"),
        *("Keeper", "keeper", "lane", "lanes", "Lanes", "links", "chains", "Chains", "slopes"),
        *("Spoken", "spoken", "packed", "chances", "Steps", "Arena", "average", "imitation"),
        *("HeadStart", "pulls", "floor", "tau", "kappa", "Apart", "Guarded", "Late"),
        *("drawing", "starting", "rounding", "placing", "tuning", "amending"),
        *("labour", "lie_down", "PATIENCE", "letting", "weighing", "course", "Course"),
        *("warden", "bare", "surroundings", "carriers", "reciting", "recited", "greeting"),
        *("wondering", "null_arm", "keyed_deck", "yardstick"),
        *("lap", "laps", "entrant", "entrants", "bank", "warm"),
        *("said", "heard", "say", "sight", "outside", "sessions", "Given", "Held", "Told", "Drawn"),
    )
)
"""Names for which the field has another term; docs/lab/renames.csv lists them."""
PRIVATE_CALLABLES = PRIVATE_NAMES | {"pieces", "turns"}
"""Names of modules, folders, classes and functions: as numbers, both are the rulebooks' words."""
KEPT_NAMES: dict[str, tuple[str, ...]] = {
    "the text of an action": (
        "spacecombat_env.core.errors:OrderError.word",
        "spacecombat_env.env.table.parsing:SentenceFault.word",
        "spacecombat_env.env.table.records:RefusedError.__init__.word",
        "spacecombat_env.env.table.records:RefusedError.word",
        "spacecombat_env.env.table.table:Table._why_not_to_act.word",
    ),
    "the message `say`, the functions that apply its text, and the option --say": (
        "spacecombat_env.env.aec:CheckedWrapper.say",
        "spacecombat_env.env.base:OneGame.say",
        "spacecombat_env.env.table.table:Table.say",
        "spacecombat_agents.bots.agent_bot:AgentBot.say",
        "spacecombat_agents.bots.bot:Bot.say",
        "spacecombat_agents.bots.bot_seat:BotSeat._say",
        "spacecombat_agents.service.games.game_session:GameSession.say",
        "spacecombat_agents.service.games.message_handler:_MessageHandler._say",
        "spacecombat_agents.service.players.bot_agents:SessionTable.say",
        "spacecombat_agents.studies.whatif_run:check_order_named.say",
    ),
    "the message `standing`": (
        "spacecombat_agents.service.games.message_handler:_MessageHandler._standing",
    ),
    "a key of `wants` in messages and of stored transcripts": (
        "spacecombat_env.protocol.messages:MessageOptions.words",
        "spacecombat_env.protocol.transcript_files:TranscriptHeader.words",
    ),
    "a part of parameters' names in saved networks": (
        "spacecombat_agents.players.nets.architectures:BlockNet.words",
        "spacecombat_agents.players.nets.architectures:SeparateNet.words",
        "spacecombat_agents.players.nets.architectures:SharedNet.words",
        "spacecombat_agents.players.nets.policy_net:ActorCritic.words",
    ),
    "a key of configurations": (
        "spacecombat_agents.training.config:Fast.average",
        "spacecombat_agents.training.config:Fast.floor",
        "spacecombat_agents.training.config:Fast.kappa",
        "spacecombat_agents.training.config:Fast.lanes",
        "spacecombat_agents.training.config:Fast.tau",
        "spacecombat_agents.training.config:Ppo.average",
        "spacecombat_agents.training.config:TrainConfig.imitation",
        "spacecombat_agents.search.search_settings:SearchSettings.tau",
        "spacecombat_agents.search.policy_improvement:CandidateSet.improved_policy.tau",
        "spacecombat_agents.arena.tournament.plan:TournamentPlan.entrants",
    ),
    "an option and a key of reports": (
        "spacecombat_agents.analysis.analysis_settings:AnalysisSettings.rivals",
        "spacecombat_agents.studies.compare:ComparisonRules.look",
        "spacecombat_agents.studies.whatif:ForkResult.said",
    ),
    "luck as analyses of games of chance call it": (
        "spacecombat_agents.analysis.luck_decomposition:TurnBreakdown.luck",
        "spacecombat_agents.studies.whatif:StoryTurn.luck",
    ),
    "a command that does nothing, for one release": ("spacecombat_agents.bench.cli:warm",),
    "games that the service serves": (
        "spacecombat_agents.service.games.game_manager:GameManager._sessions",
        "spacecombat_agents.service.games.game_manager:GameManager.close.sessions",
    ),
    "a rulebook's word: an arc of fire": (
        "spacecombat_env.rulesets.interceptor.model.constants.categories:Arc.LEFT",
        "spacecombat_agents.scripted.interceptor.values:LEFT",
    ),
    "a rulebook's word: heading and velocity": (
        "spacecombat_env.rulesets.intercept_sensors.presentation.decision_text"
        ":InterceptDecisionFields.course",
        "spacecombat_env.rulesets.intercept_sensors.presentation.game_log:InterceptEventFields.course",
        "spacecombat_agents.scripted.interceptor.chart:threat_at_end.course",
        "spacecombat_agents.scripted.interceptor.chart:worth_later.course",
        "spacecombat_agents.scripted.interceptor.ends:judge_end.course",
    ),
    "a field of Battle Rider's records": (
        "spacecombat_env.rulesets.battle_rider.scenario.draft:Craft.keeper",
    ),
}
"""Reason -> definitions that may stay, as `module:qualified name`."""
KEPT = frozenset(name for names in KEPT_NAMES.values() for name in names)
KEPT_CLASSES = frozenset({"raw_env", "parallel_env"})
"""PettingZoo's names of classes."""


def definitions(tree: ast.AST, scope: str = "") -> Iterator[tuple[str, bool]]:
    """Yield the qualified name of every definition, and whether it is a class or a function."""
    for node in ast.iter_child_nodes(tree):
        inner = scope
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield scope + node.name, True
            inner = f"{scope}{node.name}."
        elif isinstance(node, ast.arg):
            yield scope + node.arg, False
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield scope + node.id, False
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if ast.unparse(node.value) == "self":
                yield f"{scope.rsplit('.', 2)[0]}.{node.attr}", False
        yield from definitions(node, inner)


def private_names_of(module: str, text: str) -> Iterator[str]:
    """Yield the private names that a module defines, and its own, as `module:qualified name`."""
    if module.rpartition(".")[2] in PRIVATE_CALLABLES:
        yield f"{module}:"
    for name, is_callable in definitions(ast.parse(text)):
        last = name.rpartition(".")[2].lstrip("_")
        if last in (PRIVATE_CALLABLES if is_callable else PRIVATE_NAMES):
            yield f"{module}:{name}"


def all_private_names() -> set[str]:
    """Return the private names of all sources, kept ones too."""
    found: set[str] = set()
    for folder, base in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(base).with_suffix("").parts
            module = ".".join(parts).removesuffix(".__init__")
            found.update(private_names_of(module, path.read_text(encoding="utf-8")))
    return found


def main() -> int:
    """Print the private names that are not kept, kept ones that are gone, and their number."""
    found = all_private_names()
    for name in sorted(found - KEPT):
        print(name)
    for name in sorted(KEPT - found):
        print(f"{name}: is kept, but not defined")
    print(f"{len(found - KEPT)} private names, {len(found & KEPT)} kept")
    return int(found != KEPT)


if __name__ == "__main__":
    sys.exit(main())
