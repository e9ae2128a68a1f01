"""The static files of the package, and the pages of finished games."""

from __future__ import annotations

import base64
import contextlib
import functools
import gzip
import hashlib
import importlib.resources
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response

from spacecombat_agents.atomic_files import atomic_write
from spacecombat_agents.service.games.game_session import GameSession
from spacecombat_agents.service.storage.private_files import (
    make_private_folder,
    restrict_file,
    restrict_folder,
)
from spacecombat_env.replay.page import build_page

if TYPE_CHECKING:
    from importlib.abc import Traversable

__all__ = [
    "ReplayPages",
    "compressible",
    "content_policy_of",
    "embeddable",
    "play_page",
    "static_file",
]

CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}
"""Content types by file suffix; other files are not served."""
PLAY = "play.html"
RELATIVE = re.compile(r'((?:href|src)=")(?=static/|\./")')
"""Where the addresses of the page begin that lead to other files of the service."""
NO_PAGE = "<!doctype html><title>spacecombat</title><p>This service has no page, only its JSON.\n"
INLINE = re.compile(r"<(script|style)([^>]*)>(.*?)</\1>", re.DOTALL)
POLICY, NO_FRAMES, ANY_FRAME = (
    "Content-Security-Policy",
    "frame-ancestors 'none'",
    "frame-ancestors *",
)
PACKAGE, FOLDER = "spacecombat_env", "web"


def static_file(name: str, encodings: str = "") -> Response | None:
    """Return a static file, compressed if `encodings` names gzip; None if it does not exist."""
    found = _static_files().get(name)
    if found is None:
        return None
    kind = CONTENT_TYPES[PurePosixPath(name).suffix]
    return compressible(found.read_bytes(), kind, encodings, {"Cache-Control": "no-cache"})


def compressible(
    body: bytes, media_type: str, encodings: str, headers: Mapping[str, str] = {}
) -> Response:
    """Return a response, compressed if `encodings`, the client's Accept-Encoding, names gzip."""
    headers = {**headers, "Vary": "Accept-Encoding"}
    if "gzip" in encodings:
        body, headers["Content-Encoding"] = _compressed(body), "gzip"
    return Response(body, media_type=media_type, headers=headers)


@functools.lru_cache(maxsize=256)
def _compressed(body: bytes) -> bytes:
    """Return a body compressed; most clients request the same bodies."""
    return gzip.compress(body, mtime=0)


@functools.cache
def _static_files() -> dict[str, Traversable]:
    """Return the served files by name: a name that a client sends is never opened."""
    return dict(_files_in(importlib.resources.files(PACKAGE).joinpath(FOLDER), ""))


def _files_in(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    """Yield names and files in a folder and those below it."""
    for each in folder.iterdir():
        name = prefix + each.name
        if each.is_dir():
            yield from _files_in(each, f"{name}/")
        elif PurePosixPath(name).suffix in CONTENT_TYPES:
            yield name, each


def play_page(depth: int) -> Response:
    """Return the page for playing; its addresses are relative, for a path of that depth."""
    found = _static_files().get(PLAY)
    if found is None:
        return HTMLResponse(NO_PAGE)
    page, up = found.read_text(encoding="utf-8"), "../" * depth
    if up:
        page = RELATIVE.sub(rf"\1{up}", page)
    return HTMLResponse(page, headers={"Cache-Control": "no-cache"})


class ReplayPages:
    """Pages of finished games: built once, which takes seconds, and cached in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if folder.is_dir():
            restrict_folder(folder)

    def of(self, session: GameSession) -> Response | None:
        """Return the page of a game; None before its end."""
        cached = self.cached(session)
        replay = session.replay() if cached is None else None
        if replay is None:
            return cached
        page = build_page(replay)
        with contextlib.suppress(OSError):  # on a full disk it is built again each time
            make_private_folder(self.folder)
            with atomic_write(self._file(session)) as opened:
                opened.write(page.encode())
            restrict_file(self._file(session))
        return page_response(page)

    def _file(self, session: GameSession) -> Path:
        """Return the file of a game's page."""
        return self.folder / f"{session.game.id}.html"

    def cached(self, session: GameSession) -> Response | None:
        """Return the page of a game if it was built before."""
        file = self._file(session)
        if not file.is_file():
            return None
        return page_response(file.read_text(encoding="utf-8"))


def page_response(page: str) -> Response:
    """Return a page that may run its own script."""
    return HTMLResponse(page, headers={POLICY: content_policy_of(page)})


def embeddable(response: Response) -> Response:
    """Return the response of a replay's page, which other sites may then show in a frame."""
    policy = response.headers[POLICY].replace(NO_FRAMES, ANY_FRAME)
    response.headers.update({POLICY: policy, "Cross-Origin-Resource-Policy": "cross-origin"})
    return response


def content_policy_of(page: str) -> str:
    """Return a page's content security policy, which permits only its own script and style."""
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, attributes, content in INLINE.findall(page):
        if "application/json" not in attributes:
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            hashes[kind].append(f"'sha256-{digest}'")
    scripts, styles = (" ".join(hashes[kind]) or "'none'" for kind in ("script", "style"))
    return (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; "
        f"base-uri 'none'; form-action 'none'; {NO_FRAMES}"
    )
