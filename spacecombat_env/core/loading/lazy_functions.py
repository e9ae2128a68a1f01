"""Functions of a rule set that are imported when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from inspect import Signature, signature
from typing import Any


@dataclass(frozen=True)
class LazyFunction:
    """A function of a rule set, imported when it is first called or its signature is read."""

    module: str
    name: str

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        """Call the function."""
        return self.function(*arguments, **settings)

    @property
    def function(self) -> Callable[..., Any]:
        """The function itself."""
        found: Callable[..., Any] = getattr(import_module(self.module), self.name)
        return found

    @property
    def __signature__(self) -> Signature:
        """The function's signature, for `inspect.signature`."""
        return signature(self.function)


def lazy_functions(package: str) -> dict[str, Any]:
    """Return the fields of a RuleSet that its usual packages fill.

    These are `presentation/` and `visibility/`, which are imported when they are needed.
    """
    module_names = {
        "view": "presentation.views.game_view",
        "action_text": "presentation.action_text",
        "decision_text": "presentation.decision_text",
        "log": "presentation.game_log",
        "draw_text": "presentation.pictures.draw",
        "draw_svg": "presentation.pictures.draw",
        "knowledge": "visibility.knowledge",
        "action_meaning": "presentation.action_meaning",
        "decision_name": "presentation.action_meaning",
        "lines": "presentation.game_log",
        "task_checks": "presentation.task_checks",
        "needs_answer": "presentation.task_checks",
    }
    opened = {
        name: LazyFunction(f"{package}.{module}", name) for name, module in module_names.items()
    }

    def phases() -> tuple[str, ...]:
        texts: tuple[str, ...] = import_module(f"{package}.presentation.texts").PHASE_TEXT
        return texts

    return {"has_public": True, "phases": phases, **opened}
