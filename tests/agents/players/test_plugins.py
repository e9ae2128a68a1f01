"""Players from the current folder: a module, or a file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spacecombat_agents.game_setting import GameSetting
from spacecombat_agents.players.plugins.loading import load_class
from spacecombat_agents.players.roster import make_agent
from spacecombat_env.core.errors import ConfigError

BOT = """
import numpy as np
from {helper} import pick
from spacecombat_agents.players.base import Needs

class Bot:
    name = "{name}"
    needs = Needs.MASKS

    def reset(self, seed):
        pass

    def act(self, observations, masks, seen=None, seats=None):
        return pick(masks)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a bot that imports a module next to it."""
    monkeypatch.setattr(sys, "path", [part for part in sys.path if part not in ("", str(tmp_path))])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beside_a_bot.py").write_text("def pick(masks):\n    return masks.argmax(axis=1)\n")
    (tmp_path / "my_own_bot.py").write_text(BOT.format(name="mine", helper="beside_a_bot"))
    yield tmp_path
    for name in ("beside_a_bot", "my_own_bot"):
        sys.modules.pop(name, None)


def test_a_module_of_the_current_folder_is_found(setting: GameSetting, folder: Path) -> None:
    assert make_agent("my_own_bot:Bot", setting).name == "mine"


def test_a_file_is_found_with_what_lies_beside_it(
    setting: GameSetting, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    assert make_agent(f"{folder / 'my_own_bot.py'}:Bot", setting).name == "mine"


def test_two_files_of_one_name_are_two_players(setting: GameSetting, folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "my_own_bot.py").write_text(BOT.format(name="other", helper="beside_a_bot"))
    (folder / "other" / "beside_a_bot.py").write_text((folder / "beside_a_bot.py").read_text())
    names = [
        make_agent(f"{place}:Bot", setting).name
        for place in ("my_own_bot.py", "other/my_own_bot.py")
    ]
    assert names == ["mine", "other"]


def test_a_file_may_bear_the_name_of_a_module_of_python(folder: Path) -> None:
    (folder / "random.py").write_text("class Bot:\n    pass\n")
    assert load_class("random.py:Bot").__name__ == "Bot"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere.py:Bot", "nowhere.py:Bot: file: there is no such file"),
        ("my_own_bot.py:Nobody", "my_own_bot.py:Nobody: class: my_own_bot.py has no 'Nobody'"),
        ("broken.py:Bot", "broken.py:Bot: module: cannot be imported: SyntaxError: "),
        ("broken:Bot", "broken:Bot: module: cannot be imported: "),
    ],
)
def test_what_cannot_be_had_is_said_in_one_line(
    setting: GameSetting, folder: Path, name: str, reason: str
) -> None:
    (folder / "broken.py").write_text("class Bot\n")
    with pytest.raises(ConfigError) as caught:
        make_agent(name, setting)
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)


def test_the_installed_command_looks_into_the_current_folder(folder: Path) -> None:
    """A console script has its own folder first on the path, not the current one."""
    code = (
        "import sys; sys.path = [p for p in sys.path if p]\n"
        "from spacecombat_agents.players.plugins.loading import load_class\n"
        "print(load_class('my_own_bot:Bot').name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "mine"
