"""Third-party players: `MODULE:CLASS` and `FILE.py:CLASS`.

Modules in the current folder are found before installed ones, as with `python -m`. A file can
import the modules next to it, as with `python FILE.py`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from spacecombat_env.core.errors import ConfigError


def load_class(name: str) -> Any:
    """Return the class, or another callable that makes a player; ConfigError says why it fails."""
    place, _, called = name.rpartition(":")
    if place.endswith(".py") and not Path(place).is_file():
        raise ConfigError.at(name, "file", "there is no such file")
    try:
        module = _import_file(Path(place)) if place.endswith(".py") else _import_module(place)
    except Exception as cause:
        reason = " ".join(f"cannot be imported: {type(cause).__name__}: {cause}".split())
        raise ConfigError.at(name, "module", reason) from None
    try:
        return getattr(module, called)
    except AttributeError:
        raise ConfigError.at(name, "class", f"{place} has no {called!r}") from None


def _import_module(name: str) -> ModuleType:
    """Import a module, with priority for the current folder."""
    _prepend_to_path(Path.cwd())
    importlib.invalidate_caches()
    return importlib.import_module(name)


def _import_file(file: Path) -> ModuleType:
    """Import a file under a unique module name, once per process."""
    path = file.resolve()
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    _prepend_to_path(path.parent)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _prepend_to_path(folder: Path) -> None:
    """Put a folder first on the import path."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
