"""Opponents from a folder or a server: complete and unchanged, or a line that says why not."""

from __future__ import annotations

import functools
import hashlib
import http.server
import json
import shutil
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.info.cli import opponents
from spacecombat_agents.players.bundles import opponent_source
from spacecombat_agents.players.bundles.builtin import builtin_opponents, opponent_file
from spacecombat_agents.players.bundles.opponent_source import (
    download,
    listed_opponent,
    read_manifest,
)
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import BundleError, ConfigError

DUEL = builtin_opponents()["intercept_sensors_duel.opp"]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, parts of files too unless `whole`; `cut` ends an answer after that many bytes."""

    whole, cut, ranges = False, None, []

    def do_GET(self):
        data = Path(self.translate_path(self.path)).read_bytes()
        start = 0
        if "Range" in self.headers:
            type(self).ranges.append(self.headers["Range"])
            start = 0 if self.whole else int(self.headers["Range"][6:-1])
        self.send_response(206 if start else 200)
        self.end_headers()
        self.wfile.write(data[start : self.cut and start + self.cut])

    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture
def release(tmp_path):
    """Return the folder of a release: one file and its manifest."""
    folder = tmp_path / "release"
    folder.mkdir()
    shutil.copy(DUEL, folder / "far_duel.opp")
    done = CliRunner().invoke(opponents, ["list", "--from", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    (folder / "opponents.json").write_text(done.output)
    return folder


@pytest.fixture
def server(release):
    """Return the URL of a local server of the release; its Handler class is `server.handler`."""
    handler = type("Handler", (Handler,), {"ranges": []})
    served = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(release))
    )
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}/opponents.json", handler
    served.shutdown()
    served.server_close()


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Return the folder of downloads."""
    monkeypatch.setenv("SPACECOMBAT_OPPONENTS", str(tmp_path / "store"))
    return tmp_path / "store"


def edit(release, **fields):
    """Change fields of the first entry of the manifest."""
    file = release / "opponents.json"
    content = json.loads(file.read_text())
    content["opponents"][0].update(fields)
    file.write_text(json.dumps(content))


def test_the_name_plays_wherever_a_player_is_named(release, store):
    with pytest.raises(BundleError, match="far_duel.opp: file: there is no such file"):
        opponent_file("far_duel.opp")
    for word in ("downloaded", "is already there"):
        done = CliRunner().invoke(opponents, ["get", "far_duel", "--from", str(release)])
        assert done.exit_code == 0 and word in done.output, done.output
    agent = make_agent("far_duel.opp@cadet", GameSetting.of("intercept_sensors", "duel"))
    assert agent.level.id == "cadet"
    shown = CliRunner().invoke(opponents, ["list"]).output
    assert "far_duel.opp" in shown and "downloaded" in shown and "built in" in shown
    assert not list(store.glob("*.part"))


def test_a_server_is_a_source(server, store):
    url, _ = server
    path, is_new = download(listed_opponent(url, "far_duel.opp"), store)
    assert is_new and path.read_bytes() == DUEL.read_bytes()


@pytest.mark.parametrize("whole", [False, True])
def test_an_interrupted_download_resumes_or_starts_again(server, store, whole):
    url, handler = server
    entry = listed_opponent(url, "far_duel")
    handler.cut = 100_000
    with pytest.raises(
        ConfigError, match="stopped at 100000 of .* bytes; the same command resumes"
    ):
        download(entry, store)
    assert not (store / "far_duel.opp").exists()
    handler.cut, handler.whole = None, whole
    path, _ = download(entry, store)
    assert handler.ranges == ["bytes=100000-"]
    assert path.read_bytes() == DUEL.read_bytes()


def test_a_changed_file_is_refused_and_the_old_one_stays(server, release, store):
    url, _ = server
    path, _ = download(listed_opponent(url, "far_duel"), store)
    edit(release, sha256="0" * 64)
    with pytest.raises(ConfigError, match=r"far_duel.opp: sha256: .* changed or damaged"):
        download(listed_opponent(url, "far_duel"), store)
    assert path.read_bytes() == DUEL.read_bytes()
    assert not list(store.glob("*.part"))


def test_what_is_no_opponent_is_refused(release, store):
    data = b"no zip"
    (release / "far_duel.opp").write_bytes(data)
    edit(release, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data))
    with pytest.raises(BundleError, match=r"release/far_duel.opp: file: damaged, or not a zip"):
        download(listed_opponent(str(release), "far_duel"), store)
    assert not list(store.iterdir())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": "../far.opp"}, r"opponents\[1\].name: .* is not the name of an opponent file"),
        ({"sha256": "ABC"}, r"opponents\[1\].sha256: "),
        ({"bytes": 0}, r"opponents\[1\].bytes: 0 is not from 1"),
        ({"levels": "all"}, r"opponents\[1\].levels: "),
        ({"ulr": "x"}, r"opponents\[1\].ulr: unknown key; valid keys|did you mean"),
    ],
)
def test_a_wrong_manifest_names_its_field(release, fields, reason):
    edit(release, **fields)
    with pytest.raises(ConfigError, match=reason):
        read_manifest(str(release / "opponents.json"))


def test_a_server_gives_no_files_of_this_machine(server, release):
    url, _ = server
    edit(release, url="file:///etc/passwd")
    with pytest.raises(ConfigError, match=r"is not an http\(s\) URL"):
        read_manifest(url)


def test_errors_are_one_line(server, release, store, tmp_path, monkeypatch):
    url, _ = server
    with pytest.raises(ConfigError, match=r"'far_dual.opp' is not listed.*far_duel.opp"):
        listed_opponent(url, "far_dual")
    edit(release, bytes=1000)
    with pytest.raises(ConfigError, match=r"bytes: is larger than the 1000 bytes"):
        download(listed_opponent(url, "far_duel"), store)
    for place in (str(tmp_path / "none.json"), "http://127.0.0.1:9/opponents.json"):
        with pytest.raises(ConfigError, match="download: cannot be read: "):
            read_manifest(place)
    monkeypatch.setattr(opponent_source, "MAX_MANIFEST", 10)
    with pytest.raises(ConfigError, match="file: is larger than 10 bytes"):
        read_manifest(url)
    done = CliRunner().invoke(opponents, ["get", "far_duel"])
    assert done.exit_code == 2 and "--from" in done.output
