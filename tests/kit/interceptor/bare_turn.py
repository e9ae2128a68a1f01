"""The turn without its chapters: a move is one step, nobody fires, nothing drifts."""

from typing import Any

from spacecombat_env.rulesets.interceptor import dispatch, sequence
from spacecombat_env.rulesets.interceptor.model import NONE, Step, proceed
from spacecombat_env.rulesets.interceptor.turn import tailing

STEPS = {
    "speed_step": Step.MOVE,
    "move_step": Step.END_MOVE,
    "recovery_step": Step.NEXT_GO,
    "locks_step": Step.RECOVERY,
    "last_shots_step": Step.FIELD,
    "field_step": Step.DRIFT,
    "drift_step": Step.WELL,
    "well_step": Step.COLLIDE,
    "collide_step": Step.COMMAND,
    "command_step": Step.COLLAPSE,
    "collapse_step": Step.SCORE,
}


def bare(monkeypatch: Any) -> list[int]:
    """Take the chapters out of the turn; return the list to which each mover is added."""
    moved: list[int] = []

    def begin(state: Any, rules: Any, k: int) -> None:
        state.mover = k
        moved.append(k)

    def end(state: Any, rules: Any) -> None:
        state.craft[state.mover].acted = 1
        state.mover = NONE
        proceed(state, Step.NEXT_GO)

    def on(step: Step) -> Any:
        return lambda state, rules: proceed(state, step)

    monkeypatch.setattr(tailing, "begin_move", begin)
    monkeypatch.setattr(dispatch, "end_move_step", end)
    for name, step in STEPS.items():
        monkeypatch.setattr(dispatch, name, on(step))
    for name in ("learn_all", "keep_covers"):
        monkeypatch.setattr(sequence, name, lambda state, rules: None)
    return moved
