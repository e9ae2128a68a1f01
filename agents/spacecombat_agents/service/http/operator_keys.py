"""Keys that the operator gives out: to make games, and to administer the service."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import Request

from spacecombat_agents.service.storage.access_keys import hash_key, matches_hash
from spacecombat_env.core.errors import ConfigError, SpaceCombatError

__all__ = ["BEARER", "KeyNeeded", "OperatorKeys"]

BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{1,200})")
KEY = re.compile(r"[A-Za-z0-9_-]{16,200}")


class KeyNeeded(SpaceCombatError):
    """A request needs a key of the operator, and has none, or a wrong one."""


class OperatorKeys:
    """The keys in a file, one a line; `#` begins a comment. Without a file no key is needed."""

    def __init__(self, file: Path | None, purpose: str) -> None:
        self.purpose = purpose
        self._hashes = [] if file is None else [hash_key(key) for key in _read_keys(file)]

    @property
    def are_needed(self) -> bool:
        """Whether there are keys."""
        return bool(self._hashes)

    def check(self, request: Request) -> None:
        """Raise KeyNeeded unless a request has one of the keys, or none is needed."""
        given = BEARER.fullmatch(request.headers.get("authorization", ""))
        found = [matches_hash(given[1] if given else None, each) for each in self._hashes]
        if self._hashes and not any(found):
            raise KeyNeeded(f"key: {self.purpose} needs a key of this service's operator")


def _read_keys(file: Path) -> list[str]:
    """Return the keys in a file. Raises ConfigError."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as cause:
        raise ConfigError.at(file, "keys", f"cannot be read: {cause}") from None
    keys = [parts[0] for line in lines if (parts := line.partition("#")[0].split())]
    for key in keys:
        if not KEY.fullmatch(key):
            reason = "is not of 16 to 200 letters, digits, - and _ (`openssl rand -hex 24`)"
            raise ConfigError.at(file, "keys", f"line {keys.index(key) + 1}: {reason}")
    if not keys:
        raise ConfigError.at(file, "keys", "there is no key in it")
    return keys
