"""Checks of the arguments of environments: each is used or refused by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ClosedEnvironmentError

from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.game import ACTION_DTYPE, SEED_LIMIT

__all__ = [
    "check_count",
    "check_flag",
    "check_open",
    "read_action",
    "read_actions",
    "read_reset_mask",
    "read_row_seeds",
    "read_seed",
    "refuse_all_options",
    "refuse_options",
]

PROBE = {"options": 1}
"""The option that PettingZoo's own tests pass to `reset`; it has no meaning."""
RESET_MASK = "reset_mask"
"""Option of vector forms: the rows to reset, bool (n,), as in Gymnasium's own."""


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, and not a truth value."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def read_seed(seed: Any, name: str = "seed") -> int | None:
    """Return a seed as an int; None for None. `name` is that of the argument.

    Raises TypeError if it is no whole number, ValueError outside 0 to 2**63 - 1.
    """
    if seed is None:
        return None
    if not is_whole(seed):
        raise TypeError(f"{name}={seed!r}: must be a whole number or None")
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"{name}={seed!r}: must be between 0 and 2**63 - 1")
    return int(seed)


def read_row_seeds(seeds: Sequence[Any] | np.ndarray, count: int) -> list[int | None]:
    """Return a seed or None for each row; ValueError for another number of them."""
    if len(seeds) != count:
        raise ValueError(f"seed: {len(seeds)} seeds for {count} games")
    return [read_seed(seed) for seed in seeds]


def refuse_options(options: Mapping[str, Any] | None, known: Collection[str] = ()) -> None:
    """Raise ValueError if `reset` got an option that is not known."""
    if options is None:
        return
    if not isinstance(options, Mapping):
        raise TypeError(f"options={options!r}: must be a mapping or None")
    for name in options:
        if name not in known:
            reason = f"known are {', '.join(known)}" if known else "reset takes none"
            raise ValueError(
                f"options: {name!r} is unknown: {reason}; "
                "rules are options of the environment when it is made"
            )


def refuse_all_options(options: Mapping[str, Any] | None) -> None:
    """Raise ValueError if `reset` of a PettingZoo form got an option, except PROBE."""
    if options != PROBE:
        refuse_options(options)


def read_reset_mask(options: Mapping[str, Any] | None, count: int) -> np.ndarray | None:
    """Return the rows to reset, bool (n,), or None for all of them.

    The mask is checked as Gymnasium does: TypeError for another type, ValueError for another shape
    or a mask without a row.
    """
    refuse_options(options, (RESET_MASK,))
    if not options:
        return None
    mask = options[RESET_MASK]
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError(f"options: {RESET_MASK} must be an array of bool, not {mask!r}")
    if mask.shape != (count,) or not mask.any():
        raise ValueError(f"options: {RESET_MASK} must have shape ({count},) and select a game")
    return mask


def read_action(action: Any) -> int:
    """Return an action as an int; TypeError unless it is one whole number.

    It takes what `Discrete.contains` takes: an int, or a NumPy integer or array of shape ().
    """
    if isinstance(action, int):
        return int(action)
    is_array = isinstance(action, (np.generic, np.ndarray))
    if is_array and action.shape == () and np.issubdtype(action.dtype, np.integer):
        return int(action)
    raise TypeError(f"action={action!r}: must be a whole number")


def read_actions(actions: Any, count: int) -> np.ndarray:
    """Return an action for each row, int64 (n,).

    Raises TypeError unless all are whole numbers, ValueError for another shape.
    """
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions of type {array.dtype}: must be whole numbers")
    if array.shape != (count,):
        raise ValueError(f"actions of shape {array.shape}: must be ({count},), one for each game")
    if array.dtype == np.uint64:
        array = np.minimum(array, np.uint64(np.iinfo(ACTION_DTYPE).max))
    return array.astype(ACTION_DTYPE, copy=False)


def check_count(name: str, value: object) -> None:
    """Raise ConfigError unless a setting is None or a whole number of 1 or more."""
    if value is not None and not (is_whole(value) and value >= 1):  # type: ignore[operator]
        raise ConfigError(f"{name}={value!r}: must be a whole number of 1 or more")


def check_flag(name: str, value: object) -> None:
    """Raise ConfigError unless a setting is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ConfigError(f"{name}={value!r}: must be True or False")


def check_open(is_closed: bool) -> None:
    """Raise ClosedEnvironmentError if an environment was closed."""
    if is_closed:
        raise ClosedEnvironmentError("the environment is closed: make a new one")
