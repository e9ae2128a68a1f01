"""Versions of the protocol: majors must be equal, and the lower minor is used."""

from __future__ import annotations

import re
from typing import Any

from spacecombat_env.core.errors import SpaceCombatError

MAJOR, MINOR = 1, 0
PROTOCOL = f"{MAJOR}.{MINOR}"
"""The version of this package."""
_FORM = re.compile(r"(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})")


class OtherVersion(SpaceCombatError):
    """The other side has another major version, or none."""


def agreed(theirs: Any, ours: str = PROTOCOL) -> str:
    """Return the version for both sides. Raise OtherVersion, which names both, if there is none."""
    matched = _FORM.fullmatch(theirs) if isinstance(theirs, str) else None
    if matched is None:
        raise OtherVersion(f"protocol: {theirs!r} is not a version such as {ours!r}")
    major, minor = (int(part) for part in ours.split("."))
    if int(matched[1]) != major:
        raise OtherVersion(f"protocol: {theirs} and {ours} differ in the major version")
    return f"{major}.{min(minor, int(matched[2]))}"
