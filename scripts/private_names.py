"""Names for which the field has another term, and those of them that may stay.

`structure.py` counts the definitions that remain.
"""

from __future__ import annotations

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
    )
)
"""Names for which the field has another term; docs/lab/renames.csv lists them."""
PRIVATE_MODULES = PRIVATE_NAMES | {
    "pieces",
    "sight",
    "turns",
    "alarms",
    "outside",
    "sessions",
    "say",
}
"""Names of modules and folders for which the field has another term."""
EVERYWHERE = ("",)
BATTLE_RIDER = "spacecombat_env/rulesets/battle_rider"
INTERCEPT = "spacecombat_env/rulesets/intercept_sensors"
INTERCEPTOR = "spacecombat_env/rulesets/interceptor"
TRAINING = "agents/spacecombat_agents/training/config.py"
RULE_SETS = (
    "spacecombat_env/rulesets",
    "agents/spacecombat_agents/scripted",
    "agents/spacecombat_agents/studies",
)
KEPT_NAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "word": ("text of an action", EVERYWHERE),
    "words": ("text of an action", EVERYWHERE),
    "ask": ("a type of message of the protocol", ("spacecombat_env/protocol/messages.py",)),
    "told": ("a type of message of the protocol", ("spacecombat_env/protocol/messages.py",)),
    "lane": ("the hexes of a move, a field of Interceptor's record", RULE_SETS),
    "course": ("heading and velocity of a unit, in the rulebooks", RULE_SETS),
    "keeper": ("the craft that carries another, a field of Battle Rider's record", (BATTLE_RIDER,)),
    "LEFT": ("an arc of fire, in Interceptor's rulebook", RULE_SETS),
    "lanes": ("a key of training configurations", (TRAINING,)),
    "average": ("a key of training configurations", (TRAINING,)),
    "imitation": (
        "a key of training configurations",
        (TRAINING, "agents/spacecombat_agents/training/training_loop.py"),
    ),
    "floor": ("a key of training configurations", (TRAINING,)),
    "kappa": ("a key of training configurations", (TRAINING,)),
    "tau": (
        "a key of training configurations and of search settings",
        (TRAINING, "agents/spacecombat_agents/search"),
    ),
    "entrants": (
        "a key of tournament files",
        ("agents/spacecombat_agents/arena/tournament/plan.py",),
    ),
    "rivals": (
        "a command-line option and a key of reports",
        ("agents/spacecombat_agents/analysis/analysis_settings.py",),
    ),
    "look": ("a key of reports", ("agents/spacecombat_agents/studies/compare.py",)),
    "luck": (
        "a key of reports",
        (
            "agents/spacecombat_agents/analysis/luck_decomposition.py",
            "agents/spacecombat_agents/studies/whatif.py",
        ),
    ),
    "warm": ("a command that does nothing, for one release", ("agents/spacecombat_agents/bench",)),
}
"""Private names that may stay: their meaning, and the paths where they may be defined."""
KEPT_CLASSES = frozenset({"raw_env", "parallel_env"})
"""PettingZoo's names of classes."""
