"""`spacecombat ship` for Interceptor: account, layout and record sheet of a design."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.terminal import print_json
from spacecombat_env.core.errors import ConfigError
from spacecombat_env.core.loading.tables import read_yaml
from spacecombat_env.rulesets.interceptor.construction import (
    Account,
    evaluate,
    read_design,
    shipped_design,
)
from spacecombat_env.rulesets.interceptor.construction.variants import (
    Variant,
    convert,
    read_variant,
)
from spacecombat_env.rulesets.interceptor.model import class_names
from spacecombat_env.rulesets.interceptor.presentation.pictures.record_sheet import (
    record_sheet_svg,
)
from spacecombat_env.rulesets.interceptor.presentation.ship_account import (
    account_json,
    account_lines,
    layout_lines,
    variant_json,
    variant_lines,
)

__all__ = ["is_interceptor", "shipped_name", "show_ship"]

REFUSED = 1
"""Exit status for a design that breaks a rule."""


def shipped_name(name: str) -> str:
    """Return one of the fifteen ships by its name in any case; empty where it is none."""
    return next((ship for ship in class_names()[1:] if ship == name.upper()), "")


def is_interceptor(path: Path) -> bool:
    """Whether a file is a design or a variant of Interceptor."""
    content = read_yaml(path, ConfigError) if path.is_file() else None
    return isinstance(content, Mapping) and content.get("ruleset") == "interceptor"


def show_ship(ship: str | Path, sheet: Path | None, layout: bool, as_json: bool) -> int:
    """Print the account of a ship by name or file, and write its sheet; return the status."""
    account, variant = _evaluated(ship)
    if as_json:
        print_json(_as_json(account, variant))
    else:
        lines = variant_lines(variant) if variant else account_lines(account)
        print(*lines, sep="\n")
        if layout and account.layout is not None:
            print("", *layout_lines(account.layout), sep="\n")
    if sheet is not None:
        _write_sheet(account, sheet)
    return 0 if account.is_legal else REFUSED


def _evaluated(ship: str | Path) -> tuple[Account, Variant | None]:
    """Return the account of a ship, and the variant where it is one."""
    if isinstance(ship, str):
        return evaluate(shipped_design(ship)), None
    content = read_yaml(ship, ConfigError)
    if isinstance(content, Mapping) and "variant_of" in content:
        variant = convert(read_variant(ship))
        return variant.account, variant
    return evaluate(read_design(ship)), None


def _as_json(account: Account, variant: Variant | None) -> dict[str, Any]:
    """Return the JSON of an account, or of a variant."""
    return variant_json(variant) if variant else account_json(account)


def _write_sheet(account: Account, path: Path) -> None:
    """Write the record sheet; raise ConfigError where that is impossible."""
    if account.layout is None:
        raise ConfigError.at(path, "sheet", "the boxes of this design do not fit")
    try:
        with atomic_write(path) as file:
            file.write(record_sheet_svg(account).encode())
    except OSError as cause:
        raise ConfigError.at(path, "sheet", cause.strerror or str(cause)) from None
