"""From a scenario file to a scenario: switches, delegation, and the result.

`core.loading.reading` checks the values of a file; the rule set gives them their meaning.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from spacecombat_env.core.loading.reading import ConfigNode
from spacecombat_env.core.model.layout import Layout
from spacecombat_env.core.model.record import as_int64, without_memory
from spacecombat_env.core.model.switches import Switch
from spacecombat_env.core.ruleset import Scenario, ScenarioData

SIDES = ("red", "blue")
SEATS = ("red_0", "blue_0")


def setting_of(switch: Switch, node: ConfigNode) -> int:
    """Return the setting of a switch."""
    if node.missing():
        return switch.default
    if isinstance(switch.values[0], bool):
        return int(node.flag())
    return switch.values.index(node.choice(str(value) for value in switch.values))


def set_switches(
    option: Any, switches: Mapping[str, Switch], given: Mapping[str, ConfigNode]
) -> None:
    """Write the settings of all switches into the options record."""
    for name, switch in switches.items():
        option[switch.option] = setting_of(switch, given[name]) if given else switch.default


def check_section(node: ConfigNode, allowed: Iterable[str]) -> dict[str, ConfigNode]:
    """Return the nodes of a section; an empty dict where it is absent."""
    return {} if node.missing() else node.keys(allowed)


def write_delegated(rules: Any, delegated: Sequence[Sequence[str]], delegate: Any) -> None:
    """Write the delegated kinds of decision of each seat as bits."""
    for side, names in enumerate(delegated):
        rules.delegated[side] = sum(delegate[name.upper()] for name in names)


def bind_scenario(
    name: str,
    version: int,
    source: Mapping[str, Any],
    records: tuple[np.ndarray, np.ndarray],
    spaces: tuple[Layout, Layout],
    delegate: tuple[tuple[str, ...], ...],
    capacity: str,
    players: tuple[tuple[str, ...], ...] = (),
) -> Scenario:
    """Build a scenario from its parts: rules and opening, actions and observation."""
    rules, opening = records
    actions, observation = spaces
    total = hashlib.sha256(f"{name} {version}".encode())
    total.update(rules.tobytes())
    total.update(without_memory(opening))
    return Scenario(
        ruleset=name,
        name=source["name"],
        source=source,
        table=ScenarioData(rules, opening, as_int64(opening)),
        actions=actions,
        observation=observation,
        delegate=delegate,
        capacity=capacity,
        digest=total.hexdigest(),
        players=players,
    )
