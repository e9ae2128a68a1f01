"""What is kept is for nobody else on the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.serving import PERSON, client_of, made, service_in

from spacecombat_agents.service.storage import private_files
from spacecombat_agents.service.storage.folder import DATABASE_FILE, LOCK_FILE, PAGES_FOLDER
from spacecombat_env.core.errors import ConfigError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
BESIDE = (DATABASE_FILE + "-wal", DATABASE_FILE + "-shm")


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    """The one that lets all read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(*paths: Path) -> list[str]:
    """Who may do what with files and folders, in octal."""
    return [f"{path.stat().st_mode & 0o777:o}" for path in paths]


def served(folder: Path) -> None:
    """A service in which a game is made and ends; what lies there meanwhile is closed."""
    with client_of(service_in(folder)) as client:
        game: Any = made(client, PERSON)
        headers = {"authorization": f"Bearer {game['keys']['red_0']}"}
        resign = {"reader": "red_0", "type": "resign", "id": 1}
        client.post(f"/v1/games/{game['game']}/messages", json=resign, headers=headers)
        assert client.get(f"/r/{game['game']}").status_code == 200
        kept = [folder / name for name in (DATABASE_FILE, LOCK_FILE, *BESIDE)]
        assert rights(*kept) == ["600"] * len(kept)
        pages = folder / PAGES_FOLDER
        assert rights(pages) == ["700"] and set(rights(*pages.iterdir())) == {"600"}


def test_a_new_folder_and_its_files_are_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    served(folder)
    assert rights(folder, folder.parent) == ["700", "755"]


def test_an_empty_folder_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    served(folder)
    assert rights(folder) == ["700"]


def test_what_was_looser_before_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    served(folder)
    for name in BESIDE:  # as after a service that was killed
        (folder / name).touch()
    folder.chmod(0o755)
    (folder / PAGES_FOLDER).chmod(0o755)
    for name in (DATABASE_FILE, LOCK_FILE, *BESIDE):
        (folder / name).chmod(0o644)
    served(folder)
    assert rights(folder) == ["700"]


def test_a_folder_with_other_things_keeps_its_rights(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "letter.txt").touch()
    for _ in range(2):
        served(folder)
        assert rights(folder, folder / "letter.txt") == ["755", "644"]


def test_a_folder_of_somebody_else_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()

    def chmod(path: Path, mode: int) -> None:
        raise PermissionError(f"{path} {mode}")

    monkeypatch.setattr(Path, "chmod", chmod)
    private_files.restrict_folder(folder)
    assert rights(folder) == ["755"]


def test_a_place_that_is_no_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot be created"):
        service_in(tmp_path / "file")
