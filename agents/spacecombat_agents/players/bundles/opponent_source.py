"""Opponent files from a release or a folder: listed by a manifest, checked by their SHA-256.

The manifest `opponents.json` is a JSON object with `schema` and a list `opponents`. Each entry has
name (of the file), ruleset, scenario, levels, bytes, sha256, and url, which may be relative to the
manifest. A folder without a manifest is listed from its files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from spacecombat_agents.atomic_files import make_writable_folder
from spacecombat_agents.players.bundles.archive import MAX_UNPACKED
from spacecombat_agents.players.bundles.builtin import SUFFIX
from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_agents.yaml_config import build_dataclass
from spacecombat_env.core.errors import ConfigError, SpaceCombatError
from spacecombat_env.core.loading.reading import closest_name

__all__ = [
    "ListedOpponent",
    "SCHEMA",
    "describe_files",
    "download",
    "listed_opponent",
    "read_manifest",
]

SCHEMA = "spacecombat-opponents/1"
MANIFEST_FILE = "opponents.json"
MAX_MANIFEST = 1024 * 1024
"""Largest manifest, in bytes."""
FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.opp")
SHA256 = re.compile(r"[0-9a-f]{64}")
CHUNK = 64 * 1024
TIMEOUT = 30.0
"""Seconds without an answer after which a server counts as unreachable."""
PART = ".part"
"""Suffix of a file that is not complete; a later call resumes it."""

Report = Callable[[int], None]
"""Called with the number of bytes that were added."""


@dataclass(frozen=True)
class ListedOpponent:
    """An opponent file in a manifest."""

    name: str
    ruleset: str
    scenario: str
    levels: tuple[str, ...]
    bytes: int
    sha256: str
    url: str
    """Where it is; relative to the manifest."""

    def as_json(self) -> dict[str, Any]:
        """Return the entry as a manifest has it."""
        return {**asdict(self), "levels": list(self.levels)}


def describe_files(files: Iterable[Path]) -> list[ListedOpponent]:
    """Return the manifest's entries of opponent files, in the folder of the manifest."""
    found = []
    for path in files:
        bundle = read_bundle(path)
        rules, scenario = (str(bundle.manifest[key]["name"]) for key in ("rules", "scenario"))
        levels, size = tuple(level.id for level in bundle.levels), path.stat().st_size
        known = rules, scenario, levels, size, _sha256(path)
        found.append(ListedOpponent(path.name, *known, path.name))
    return found


def read_manifest(source: str) -> list[ListedOpponent]:
    """Return what a manifest lists: its URL, its file, or the folder that holds it or the files.

    URLs come back complete. ConfigError names the source, the field and the reason.
    """
    place = source
    if not _is_url(source) and Path(source).is_dir():
        place = str(Path(source, MANIFEST_FILE))
        if not Path(place).is_file():
            listed = describe_files(sorted(Path(source).glob(f"*{SUFFIX}")))
            return [_with_place(each, place) for each in listed]
    try:
        with _open(place, 0) as (file, _):
            data = file.read(MAX_MANIFEST + 1)
        if len(data) > MAX_MANIFEST:
            raise ConfigError.at(place, "file", f"is larger than {MAX_MANIFEST} bytes")
        content = json.loads(data)
    except (ValueError, RecursionError) as cause:
        raise ConfigError.at(place, "file", f"not JSON: {cause}") from None
    if not isinstance(content, Mapping) or content.get("schema") != SCHEMA:
        raise ConfigError.at(place, "schema", f"is not {SCHEMA!r}")
    entries = content.get("opponents")
    if not isinstance(entries, list):
        raise ConfigError.at(place, "opponents", "is not a list")
    return [_entry(each, place, number) for number, each in enumerate(entries, start=1)]


def listed_opponent(source: str, name: str) -> ListedOpponent:
    """Return what a source lists under a name, with or without `.opp`; ConfigError if nothing."""
    listed = {each.name: each for each in read_manifest(source)}
    name = name if name.endswith(SUFFIX) else name + SUFFIX
    if name not in listed:
        known = ", ".join(listed) or "nothing"
        reason = f"{name!r} is not listed{closest_name(name, listed)}; there are: {known}"
        raise ConfigError.at(source, "opponents", reason)
    return listed[name]


def download(
    entry: ListedOpponent, folder: Path, report: Report = lambda _: None
) -> tuple[Path, bool]:
    """Bring a listed opponent file into a folder; return its path, and whether it was missing.

    It appears under its name only when it is complete and its SHA-256 is right. An interrupted
    download resumes where it stopped if the server can, and starts again otherwise.
    """
    path = folder / entry.name
    if path.is_file() and _sha256(path) == entry.sha256:
        return path, False
    make_writable_folder(folder, "folder")
    part = path.with_name(path.name + PART)
    _fetch(entry, part, report)
    try:
        if _sha256(part) != entry.sha256:
            reason = "its SHA-256 is not the one in the manifest: changed or damaged"
            raise ConfigError.at(entry.url, "sha256", reason)
        read_bundle(part)
    except SpaceCombatError as cause:
        part.unlink()
        raise type(cause)(str(cause).replace(str(part), entry.url)) from None
    os.replace(part, path)
    return path, True


def _sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _entry(content: Any, place: str, number: int) -> ListedOpponent:
    """Return an entry of a manifest, checked."""
    field = f"opponents[{number}]"
    entry: ListedOpponent = build_dataclass(ListedOpponent, content, place, field)
    for key, is_right, reason in (
        ("name", FILE_NAME.fullmatch(entry.name), "is not the name of an opponent file"),
        ("sha256", SHA256.fullmatch(entry.sha256), "is not a SHA-256 in lower case"),
        ("bytes", 0 < entry.bytes <= MAX_UNPACKED, f"is not from 1 to {MAX_UNPACKED}"),
    ):
        if not is_right:
            raise ConfigError.at(place, f"{field}.{key}", f"{getattr(entry, key)!r} {reason}")
    return _with_place(entry, place)


def _with_place(entry: ListedOpponent, manifest: str) -> ListedOpponent:
    """Return an entry with its complete URL or path; files are read for manifests on disk alone."""
    if _is_url(manifest):
        url = urllib.parse.urljoin(manifest, entry.url)
        if not _is_url(url):
            raise ConfigError.at(manifest, entry.name, f"{entry.url!r} is not an http(s) URL")
    else:
        url = entry.url if _is_url(entry.url) else str(Path(manifest).parent / entry.url)
    return ListedOpponent(**{**vars(entry), "url": url})


def _is_url(place: str) -> bool:
    """Whether a place is on a web server."""
    return place.startswith(("https://", "http://"))


def _fetch(entry: ListedOpponent, part: Path, report: Report) -> None:
    """Write an entry's file to `part`, after what it holds already."""
    held = part.stat().st_size if part.is_file() else 0
    held = held if held < entry.bytes else 0
    with _open(entry.url, held) as (source, start), open(part, "r+b" if start else "wb") as file:
        file.truncate(start)
        file.seek(start)
        report(start)
        while data := source.read(CHUNK):
            if file.tell() + len(data) > entry.bytes:
                reason = f"is larger than the {entry.bytes} bytes of the manifest"
                raise ConfigError.at(entry.url, "bytes", reason)
            file.write(data)
            report(len(data))
        if file.tell() < entry.bytes:
            reason = f"stopped at {file.tell()} of {entry.bytes} bytes; the same command resumes"
            raise ConfigError.at(entry.url, "download", reason)


@contextlib.contextmanager
def _open(place: str, start: int) -> Iterator[tuple[IO[bytes], int]]:
    """Open a file or a URL to read from byte `start`, or from 0; yield it and where it starts."""
    try:
        if not _is_url(place):
            with open(place, "rb") as file:
                file.seek(start)
                yield file, start
            return
        headers = {"Range": f"bytes={start}-"} if start else {}
        request = urllib.request.Request(place, headers=headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            yield answer, start if answer.status == HTTPStatus.PARTIAL_CONTENT else 0
    except urllib.error.HTTPError as cause:
        raise ConfigError.at(place, "download", f"{cause.code} {cause.reason}") from None
    except OSError as cause:
        reason = getattr(cause, "reason", None) or cause.strerror or cause
        raise ConfigError.at(place, "download", f"cannot be read: {reason}") from None
