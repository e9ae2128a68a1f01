"""Replay files: JSON with exactly the keys of FIELDS, and those of OPTIONAL that are not empty.

Gzipped if the name ends in `.gz`.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacecombat_env.core.errors import ReplayError
from spacecombat_env.replay.record import CHECK_DIGITS, Outcome, Replay

FORMAT = "spacecombat replay"
FORMAT_VERSION = 1
MAX_BYTES = 64 * 2**20
"""Larger files are refused unread."""
FIELDS = (
    "format",
    "format_version",
    "made_by",
    "ruleset",
    "ruleset_version",
    "rules_hash",
    "scenario",
    "scenario_digest",
    "delegate",
    "seed",
    "agents",
    "tokens",
    "checks",
    "digest_every",
    "digests",
    "outcome",
)
ATTRIBUTES = {"tokens": "actions"}
"""Keys of a file whose attribute of `Replay` has another name."""
PROVENANCE, RESULT_CAUSE, LATER_SEEDS = OPTIONAL = ("provenance", "result_cause", "later_seeds")
"""Optional keys: the origin of a game, why an unfinished one is over, seeds of later luck."""


def as_text(replay: Replay) -> str:
    """Return the content of a replay file."""
    content = {"format": FORMAT, "format_version": FORMAT_VERSION}
    content |= {name: getattr(replay, ATTRIBUTES.get(name, name)) for name in FIELDS[2:]}
    content["outcome"] = None if replay.outcome is None else replay.outcome._asdict()
    content |= {PROVENANCE: dict(replay.provenance)} if replay.provenance else {}
    content |= {RESULT_CAUSE: replay.result_cause} if replay.result_cause else {}
    content |= {LATER_SEEDS: replay.later_seeds} if replay.later_seeds else {}
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


def save_replay(replay: Replay, path: str | os.PathLike[str]) -> Path:
    """Write a replay atomically, gzipped if the name ends in `.gz`."""
    path = Path(path)
    data = as_text(replay).encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, mtime=0)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as cause:
        part.unlink(missing_ok=True)
        raise ReplayError.at(path, "file", f"cannot be written: {cause.strerror}") from None
    return path


def load_replay(path: str | os.PathLike[str]) -> Replay:
    """Read a replay. Raise ReplayError with file, field and reason if it is malformed."""
    return parse_replay(_content(Path(path)), str(path))


def parse_replay(content: dict[str, Any], file: str = "replay") -> Replay:
    """Return a replay from the content of its file. Raise ReplayError if it is malformed."""
    reader = _Reader(file, content)
    for name in content:
        if name not in (*FIELDS, *OPTIONAL):
            raise reader.error(str(name), "unknown key")
    for name in FIELDS:
        if name not in content:
            raise reader.error(name, "missing")
    if content["format"] != FORMAT:
        raise reader.error("format", f"not {FORMAT!r}")
    if reader.integer("format_version", 1) != FORMAT_VERSION:
        reason = f"{content['format_version']}: this package reads version {FORMAT_VERSION}"
        raise reader.error("format_version", reason)
    return reader.replay()


def _content(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_BYTES else b""
        if data[:2] == b"\x1f\x8b":
            with gzip.open(path) as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as cause:
        reason = cause.strerror or "a damaged gzip file"
        raise ReplayError.at(path, "file", f"cannot be read: {reason}") from None
    except (EOFError, zlib.error):
        raise ReplayError.at(path, "file", "cannot be read: a truncated gzip file") from None
    if size > MAX_BYTES or len(data) > MAX_BYTES:
        raise ReplayError.at(path, "file", f"more than {MAX_BYTES >> 20} MiB")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as cause:
        reason = " ".join(str(cause).split())
        raise ReplayError.at(path, "file", f"no JSON, or truncated: {reason}") from None
    if not isinstance(content, dict):
        raise ReplayError.at(path, "file", "no JSON object")
    return content


@dataclass(frozen=True)
class _Reader:
    """Reads the fields of a replay file."""

    file: str
    content: dict[str, Any]

    def error(self, field: str, reason: str) -> ReplayError:
        """Return the error to raise about a field."""
        return ReplayError.at(self.file, field, reason)

    def replay(self) -> Replay:
        """Return the replay, every field checked."""
        actions = self.integers("tokens")
        checks = self.hexadecimal("checks", CHECK_DIGITS * len(actions))
        every = self.integer("digest_every", 1)
        digests = self.texts("digests", self.content["digests"])
        expected = 2 + len(actions) // every
        if len(digests) != expected:
            reason = f"{len(digests)}, not the {expected} of {len(actions)} decisions"
            raise self.error("digests", reason)
        for number, text in enumerate(digests, start=1):
            if not re.fullmatch(r"[0-9a-f]{64}", text):
                raise self.error(f"digests[{number}]", "no SHA-256 in 64 digits")
        return Replay(
            ruleset=self.text("ruleset"),
            ruleset_version=self.integer("ruleset_version", 0),
            rules_hash=self.hexadecimal("rules_hash", 64),
            scenario=self.mapping("scenario"),
            scenario_digest=self.text("scenario_digest"),
            delegate=self.delegate(),
            seed=self.integer("seed", 0, 2**63 - 1),
            agents=self.agents(),
            actions=actions,
            checks=checks,
            digest_every=every,
            digests=digests,
            outcome=self.outcome(),
            made_by=self.text("made_by"),
            provenance=self.mapping(PROVENANCE) if PROVENANCE in self.content else {},
            result_cause=self.text(RESULT_CAUSE) if RESULT_CAUSE in self.content else "",
            later_seeds=self.later_seeds(len(actions)),
            file=self.file,
        )

    def later_seeds(self, actions: int) -> tuple[tuple[int, int], ...]:
        """Return the seeds of later later_seeds: pairs of a number of actions and a seed."""
        found = self.content.get(LATER_SEEDS, [])
        if not isinstance(found, list) or not all(_is_pair(each, actions) for each in found):
            raise self.error(LATER_SEEDS, "no pairs of a number of tokens and a seed")
        return tuple((int(at), int(seed)) for at, seed in found)

    def text(self, field: str) -> str:
        """Return a field that is text."""
        return self.texts(field, [self.content[field]])[0]

    def texts(self, field: str, values: Any) -> tuple[str, ...]:
        """Return a list of texts."""
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.error(field, "must be text")
        return tuple(values)

    def hexadecimal(self, field: str, digits: int) -> str:
        """Return a field with this number of hexadecimal digits."""
        text = self.text(field)
        if not re.fullmatch(f"[0-9a-f]{{{digits}}}", text):
            raise self.error(field, f"not {digits} hexadecimal digits")
        return text

    def mapping(self, field: str) -> dict[str, Any]:
        """Return a field that is a mapping."""
        value = self.content[field]
        if not isinstance(value, dict):
            raise self.error(field, "no mapping")
        return value

    def integer(self, field: str, low: int, high: int = 2**31) -> int:
        """Return a field that is a whole number within bounds."""
        return self._whole(field, self.content[field], low, high)

    def integers(self, field: str) -> tuple[int, ...]:
        """Return a field that is a list of whole numbers from 0."""
        values = self.content[field]
        if not isinstance(values, list):
            raise self.error(field, "no list")
        numbered = enumerate(values, start=1)
        return tuple(self._whole(f"{field}[{n}]", value, 0, 2**31 - 1) for n, value in numbered)

    def _whole(self, field: str, value: Any, low: int, high: int) -> int:
        """Check one whole number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(field, f"{str(value)[:20]!r} is not a whole number")
        if not low <= value <= high:
            raise self.error(field, f"{value} is not within {low} to {high}")
        return value

    def delegate(self) -> tuple[tuple[str, ...], ...]:
        """Return the delegated kinds of each seat."""
        value = self.content["delegate"]
        if not isinstance(value, list):
            raise self.error("delegate", "no list, one item a seat")
        return tuple(self.texts(f"delegate[{n}]", names) for n, names in enumerate(value, start=1))

    def agents(self) -> dict[str, str]:
        """Return the players' names by seat."""
        value = self.mapping("agents")
        self.texts("agents", list(value.values()))
        return value

    def outcome(self) -> Outcome | None:
        """Return how the game ended."""
        value = self.content["outcome"]
        if value is None:
            return None
        if not isinstance(value, dict) or set(value) != set(Outcome._fields):
            raise self.error("outcome", f"not exactly {', '.join(Outcome._fields)}")
        return Outcome(
            *(self._whole(f"outcome.{n}", value[n], -(2**31), 2**31) for n in Outcome._fields)
        )


def _is_pair(value: Any, actions: int) -> bool:
    """Return whether a value is a number of actions and a seed."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in value)
    return whole and 0 <= value[0] <= actions and 0 <= value[1] < 2**63
