"""Designs of one's own in a scenario: each becomes a class, as one of the fifteen ships is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from spacecombat_env.core.errors import CapacityError
from spacecombat_env.core.loading.reading import ConfigNode, plain
from spacecombat_env.core.loading.tables import read_yaml

from ..construction import Account, evaluate
from ..construction.class_rows import lay_design
from ..construction.reading import design_of
from ..construction.variants import convert, read_variant
from ..model import MAX_CLASSES, class_names
from .draft import Draft

VARIANT = "variant_of"


def add_designs(draft: Draft, node: ConfigNode, folder: Path | None) -> list[Any]:
    """Add the classes of the designs under `designs:`; return their content, files replaced by it.

    Paths count from `folder`; without one, as for a replay, no file is read. Raises ScenarioError
    for a design that breaks a rule, CapacityError for one that a record cannot hold.
    """
    return [_add(draft, item, folder) for item in node.items()]


def _add(draft: Draft, item: ConfigNode, folder: Path | None) -> Any:
    """Add one design."""
    place = item if isinstance(item.value, Mapping) else _read_file(item, folder)
    if not isinstance(place.value, Mapping):
        raise place.error("no design: a mapping is expected")
    account = _account_of(place)
    name = account.design.name
    if name in draft.class_names:
        raise place.child("name").error(f"there is a class {name!r} already")
    number = len(draft.class_names)
    if number >= MAX_CLASSES:
        most = MAX_CLASSES - len(class_names())
        raise CapacityError.at(item.file, item.path, f"more than {most} designs")
    lay_design(draft.rules.classes[number], draft.rules, account, place)
    draft.class_names.append(name)
    return plain(place.value)


def _read_file(item: ConfigNode, folder: Path | None) -> ConfigNode:
    """Return the content of the design's file."""
    if folder is None:
        raise item.error("a scenario given as content holds the content of its designs, no files")
    path = folder / item.text()
    if not path.is_file():
        raise item.error(f"no file {path}")
    return ConfigNode(str(path), "", read_yaml(path))


def _account_of(place: ConfigNode) -> Account:
    """Return the account of a design, or of a high-thrust variant of one of the fifteen ships."""
    if VARIANT not in place.value:
        return evaluate(design_of(place))
    place.child(VARIANT).choice(class_names()[1:])
    return convert(read_variant(place.value)).account
