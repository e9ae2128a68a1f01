"""Settings of searching players: a frozen dataclass each.

They are read like the parameters of a scripted captain (`scripted/parameters.py`): integers in a
range, and errors that name the value, the parameter and the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from spacecombat_agents.scripted.parameters import OFF, ON, Parameter, Style, read_values

__all__ = ["IsmctsSettings", "SearchSettings", "parameters_of", "read_settings", "settings_text"]

LOW, HIGH, MEANING, TOGGLE = "low", "high", "meaning", "toggle"
PERCENT, HUNDREDTHS, THOUSANDTHS = 100.0, 100.0, 1000.0
SettingsT = TypeVar("SettingsT")


def integer_setting(low: int, high: int, default: int, meaning: str) -> Any:
    """Return a field of settings: an integer from `low` to `high`."""
    return field(default=default, metadata={LOW: low, HIGH: high, MEANING: meaning})


def toggle(default: bool, meaning: str) -> Any:
    """Return a field of settings that is on or off."""
    return field(
        default=int(default), metadata={LOW: OFF, HIGH: ON, MEANING: meaning, TOGGLE: True}
    )


@dataclass(frozen=True)
class IsmctsSettings:
    """Settings of ISMCTS besides its iterations and its playout player."""

    horizon: int = integer_setting(
        0, 10_000, 0, "actions of a playout after which the margin decides; 0 for none"
    )
    exploration: int = integer_setting(
        0, 1000, 70, "constant of the upper confidence bound, in hundredths of a result"
    )
    margin: int = integer_setting(
        0,
        100,
        20,
        "weight of the margin in the value of a game, in percent",
    )


@dataclass(frozen=True)
class SearchSettings:
    """Settings of the player that searches with a net."""

    worlds: int = integer_setting(
        1, 256, 32, "determinizations in which the candidates of a round are tried"
    )
    candidates: int = integer_setting(
        1, 64, 8, "orders that are tried, the likeliest of the samples"
    )
    draws: int = integer_setting(1, 512, 64, "orders sampled from the network")
    rounds: int = integer_setting(
        1,
        8,
        3,
        "rounds; each but the last drops half of the candidates, each has fresh determinizations",
    )
    horizon: int = integer_setting(
        0,
        10_000,
        40,
        "actions after the order until the network evaluates; 0 for the end of the game",
    )
    turn: int = toggle(
        True, "whether the network evaluates at the end of the turn, if that comes sooner"
    )
    eta: int = integer_setting(
        0, 1000, 200, "weight of a won game, in nats of the network's policy"
    )
    tau: int = integer_setting(0, 1000, 6, "entropy regulariser, in thousandths of a result a nat")


def parameters_of(kind: type, owner: str) -> list[Parameter]:
    """Return the fields of settings as parameters of a doctrine `owner`."""
    return [
        Parameter(
            each.name,
            each.metadata[MEANING],
            each.metadata[LOW],
            each.metadata[HIGH],
            {owner: each.default},  # type: ignore[dict-item]
            is_switch=TOGGLE in each.metadata,
        )
        for each in fields(kind)  # type: ignore[arg-type]
    ]


def read_settings(
    place: str, owner: str, pairs: Sequence[tuple[str, str]], default: SettingsT
) -> SettingsT:
    """Return the defaults with some values replaced; ConfigError at `place` says why not."""
    known = parameters_of(type(default), owner)
    return replace(default, **read_values(place, owner, pairs, known))  # type: ignore[type-var]


def settings_text(owner: str, settings: Any, default: Any, *more: str) -> str:
    """Return `owner(name=value,...)` with the values that are not defaults, `more` first."""
    known = parameters_of(type(settings), owner)
    names = [p.name for p in known if getattr(settings, p.name) != getattr(default, p.name)]
    differing = Style(owner, {name: getattr(settings, name) for name in names}).canonical_name(
        known
    )
    listed_settings = differing.removeprefix(owner).strip("()")
    listed = ",".join(part for part in (*more, listed_settings) if part)
    return owner + (f"({listed})" if listed else "")
