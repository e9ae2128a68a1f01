"""Environments of one rule set, and its enums: the common part of the modules `<rule set>_v0`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from spacecombat_env.env.aec import SpaceCombatAEC
from spacecombat_env.env.parallel import WAITING, SpaceCombatParallel

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from spacecombat_env.env.settings import Settings

__all__ = ["VersionedAEC", "VersionedParallel", "enums_on_demand"]


class VersionedAEC(SpaceCombatAEC):
    """An AECEnv of one rule set; without a scenario, that rule set's default one."""

    ruleset_name: ClassVar[str]

    def __init__(self, scenario: Any = None, **settings: Unpack[Settings]) -> None:
        super().__init__(self.ruleset_name, scenario, **settings)


class VersionedParallel(SpaceCombatParallel):
    """A ParallelEnv of one rule set; without a scenario, that rule set's default one."""

    ruleset_name: ClassVar[str]

    def __init__(
        self, scenario: Any = None, *, waiting: str = WAITING[0], **settings: Unpack[Settings]
    ) -> None:
        super().__init__(self.ruleset_name, scenario, waiting=waiting, **settings)


def enums_on_demand(module: str, path: str, **names: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module that imports enums when they are first read.

    `names` are those of the module, with the names that the enums have in `path`.
    """

    def read(name: str) -> Any:
        if name in names:
            return getattr(import_module(path), names[name])
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return read
