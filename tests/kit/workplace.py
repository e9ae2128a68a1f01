"""A folder in which a reader types what a page prints: what the page takes for granted is there."""

from __future__ import annotations

import functools
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

import yaml

from kit.printed import ROOT, Printed, blocks
from kit.trying import NOT_RUN, PROGRAMS, SMALLER

STANDS_FOR = {
    "A": "random",
    "B": "scripted:captain",
    "FILE": "cup/results.db",
    "RULESET": "intercept_sensors",
    "RUN": "runs/a",
    "SEED": "0",
}
"""What a reader puts in for an action in capitals."""
MAKES = {"bot new": 4, "export": 3}
"""Commands that make the file that this word names; the others make what follows such an option:"""
INTO = ("--out", "--save", "--html", "--report", "--store")
CHECKPOINT = re.compile(r"=(\d{12}\.npz)")
"""A level that is a checkpoint of the run."""
MEAN, LATER = re.compile(r"=mean(,| |$)"), "000000350000.npz"
"""A level that is the mean of all checkpoints but the first, and one that it may be made of."""
PATIENCE = 300.0
"""Seconds for a command; one that takes longer is not small."""
CUP = {
    "name": "small",
    "entrants": ["random", {"player": "random", "label": "dice"}],
    "scenarios": [{"ruleset": "intercept_sensors", "scenario": "duel", "max_turns": 2}],
    "pairs": 2,
}


def command_name(words: Sequence[str]) -> str:
    """Return the command of a line: `match`, `study compare`, `scripts/outcome_table.py`."""
    groups = ("arena", "baselines", "benchmark", "bot", "campaign", "study")
    return " ".join(words[1:3] if words[1] in groups else words[1:2])


def smaller(words: Sequence[str]) -> list[str]:
    """Return a command line with what makes it small; actions in capitals are filled in."""
    filled = [STANDS_FOR.get(word, word) for word in words]
    ours = words[0] in ("spacecombat", "python") and "--help" not in words
    if ours and words[1] == "export" and words[2].endswith(".opp"):
        ours = False  # nothing is trained, nothing is to be made small
    return [*filled, *SMALLER.get(command_name(words), [])] if ours else filled


def of_checkout(words: Sequence[str]) -> bool:
    """Whether a command line is typed in the checkout: what it runs is in no package."""
    return words[0] == "make" or any(word.startswith("tests/") for word in words)


def lacking(words: Sequence[str]) -> list[str]:
    """Return the programs that a line names and that are not installed here."""
    named = [name for name in PROGRAMS if re.search(rf"(^|[ :]){name} ", " ".join(words) + " ")]
    return [name for name in named if shutil.which(name) is None]


def run(words: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command line in a folder, whatever `spacecombat` and `python` are outside."""
    ours = [sys.executable, "-m", "spacecombat_agents.cli"]
    start = {
        "spacecombat": ours,
        "python": [sys.executable],
        "pytest": [sys.executable, "-m", "pytest"],
    }
    line = [*start.get(words[0], [words[0]]), *words[1:]]
    return subprocess.run(
        line,
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", "PAGER": "cat"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def must_serve(words: Sequence[str], folder: Path) -> None:
    """Run a command line that serves until it is ended: it says where, answers there, and ends."""
    line = [sys.executable, "-m", "spacecombat_agents.cli", *words[1:]]
    env = {**os.environ, "BROWSER": "true"}  # the one that --open opens
    with subprocess.Popen(line, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as service:
        try:
            assert service.stdout is not None
            address = service.stdout.readline().strip()
            with urllib.request.urlopen(f"{address}v1/catalog", timeout=PATIENCE) as answer:
                assert answer.status == 200
        finally:
            service.terminate()
    assert service.returncode == 0


def must_listen(words: Sequence[str], folder: Path) -> None:
    """Run a command line that is a bot on a port: it says where, and hears a bye there."""
    port = words.index("--port") + 1
    free = [*words[1:port], "0", *words[port + 1 :]]
    line = [sys.executable, "-m", "spacecombat_agents.cli", *free]
    with subprocess.Popen(line, cwd=folder, stdout=subprocess.PIPE, text=True) as bot:
        try:
            assert bot.stdout is not None
            host, _, number = bot.stdout.readline().strip().rpartition(":")
            with socket.create_connection((host, int(number)), PATIENCE) as connection:
                connection.sendall(b'{"type":"ping","id":1}\n{"type":"bye"}\n')
                assert b"pong" in connection.recv(1 << 10)
        finally:
            bot.terminate()


def must(words: Sequence[str], folder: Path) -> str:
    """Run a command line that has to succeed; return what it printed."""
    done = run(words, folder)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


class Workplace:
    """A folder, and a store of what was made for other folders before."""

    def __init__(self, folder: Path, store: Path) -> None:
        self.folder, self.store = folder, store
        self.here = folder

    def check_line(self, printed: Printed) -> None:
        """Do what a reader would do with a line; AssertionError where it fails."""
        if printed.text in NOT_RUN:
            return
        if printed.words[0] == "cd":
            self.here = self.here / printed.words[1]
            return
        words = smaller(printed.words)
        self.write_programs(printed)
        self.provide(words)
        if words[:2] == ["spacecombat", "serve"]:
            must_serve(words, self.here)
        elif words[:3] == ["spacecombat", "bot", "serve"] and "--port" in words:
            must_listen(words, self.here)
        else:
            must(words, ROOT if of_checkout(words) else self.here)

    def write_programs(self, printed: Printed) -> None:
        """Write the programs that a line names and its page shows: blocks that begin with a name."""
        for block in blocks(ROOT / printed.page):
            name = block.text.partition("\n")[0].removeprefix("# ")
            if block.language == "python" and name in re.split(r"[ :]", " ".join(printed.words)):
                (self.here / name).write_text(block.text, encoding="utf-8")

    def provide(self, words: Sequence[str]) -> None:
        """Lay out the files that a line names, but for those that it makes."""
        made = {after for option, after in zip(words, words[1:], strict=False) if option in INTO}
        if words[0] == "spacecombat" and command_name(words) in MAKES:
            made.update(words[MAKES[command_name(words)] :][:1])
        for name, make in MATERIALS.items():
            named = any(
                re.search(rf"(^|[ /=:]){re.escape(name)}(?![\w.-])", word) for word in words
            )
            if named and name not in made and not (self.here / name).exists():
                self.fetch(name, make)
        if words[:2] == ["spacecombat", "export"]:
            self.keep_checkpoints(words)

    def keep_checkpoints(self, words: Sequence[str]) -> None:
        """Copy a checkpoint of a run under every number that a level wants: it was a long run."""
        kept = sorted((self.here / words[2]).glob("opponents/*.npz"))
        text = " ".join(words)
        for number in CHECKPOINT.findall(text) + [LATER] * bool(MEAN.search(text)):
            if kept and kept[0].with_name(number) not in kept:
                shutil.copy(kept[0], kept[0].with_name(number))

    def fetch(self, name: str, make: Callable[[Workplace], None]) -> None:
        """Copy a file or folder from the store, where it is made when it is first wanted."""
        kept = self.store / name
        if not kept.exists():
            self.store.mkdir(parents=True, exist_ok=True)
            make(Workplace(self.store, self.store))
        target = self.here / name
        if target == kept:
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if kept.is_dir() else shutil.copy)(kept, target)


# --- what pages take for granted -----------------------------------------------------------------


def write_starter(name: str, at: Workplace) -> None:
    """Write a bot to begin with; without an ending it is one that can be started."""
    code = (ROOT / "configs" / "starters" / "bot.py").read_text(encoding="utf-8")
    if name.endswith(".js"):
        code = (ROOT / "configs" / "starters" / "bot.js").read_text(encoding="utf-8")
    file = at.store / name
    file.write_text(code if "." in name else f"#!{sys.executable}\n{code}", encoding="utf-8")
    file.chmod(0o755)


def train(at: Workplace) -> None:
    """Make a run as the pages have it, of seconds."""
    content = yaml.safe_load((ROOT / "configs" / "train" / "battle_rider_quick.yaml").read_text())
    content["rollout"] = {"games": 32, "decisions": 512}
    content["fast"]["batch"] = 256
    content["network"] = {"form": "pair", "policy_layers": [16], "value_layers": [16]}
    content["opponents"]["every"] = 1
    content["evaluation"] = {"every_minutes": None, "final_pairs": 1, "opponents": ["random"]}
    content["budget"] = {"minutes": None, "decisions": 1500}
    content |= {"torch_threads": 1, "engine_threads": 1, "max_turns": 3}
    (at.store / "tiny.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    must(["spacecombat", "train", "--config", "tiny.yaml", "--out", "runs/a"], at.store)


def export(name: str, at: Workplace) -> None:
    """Make an opponent file with the levels that pages name."""
    levels = ["cadet=000000350000.npz", "officer=model", "t6=model,temperature=0.6"]
    given = [word for level in levels for word in ("--level", level)]
    words = ["spacecombat", "export", "runs/a", name, "--check", "20", *given]
    at.provide(words)
    must(words, at.store)


def play(at: Workplace) -> None:
    """Keep a game under the names that pages have for one."""
    kept = ["--save", "kept", "--pairs", "1", "--max-turns", "6", "--seed", "3"]
    must(["spacecombat", "match", "scripted:captain", "random", *kept], at.store)
    shutil.copy(at.store / "kept" / "pair_0001_a_first.json.gz", at.store)
    replay = "from spacecombat_env.replay import load_replay, save_replay\n"
    copy = f"{replay}save_replay(load_replay('pair_0001_a_first.json.gz'), 'game.json')"
    must(["python", "-c", copy], at.store)


def write_cup(at: Workplace) -> None:
    """Write the file of a small cup."""
    (at.store / "cup.yaml").write_text(yaml.safe_dump(CUP), encoding="utf-8")


def play_cup(at: Workplace) -> None:
    """Play it."""
    at.provide(["cup.yaml"])
    must(["spacecombat", "arena", "run", "cup.yaml", "--out", "cup"], at.store)


def design(at: Workplace) -> None:
    """Lay out a design sheet under the name that pages have for one."""
    shutil.copy(ROOT / "configs" / "designs" / "halberd.yaml", at.store / "DESIGN.yaml")


def scripts(at: Workplace) -> None:
    """Lay out the scripts."""
    shutil.copytree(
        ROOT / "scripts", at.store / "scripts", ignore=shutil.ignore_patterns("__pycache__")
    )


OPPONENTS = ("a.opp", "net.opp", "FILE.opp")
MATERIALS: dict[str, Callable[[Workplace], None]] = {
    "runs/a": train,
    **{name: functools.partial(export, name) for name in OPPONENTS},
    "game.json": play,
    "pair_0001_a_first.json.gz": play,
    "cup.yaml": write_cup,
    "cup": play_cup,
    "DESIGN.yaml": design,
    "bot.js": functools.partial(write_starter, "bot.js"),
    "mybot": functools.partial(write_starter, "mybot"),
    "scripts": scripts,
}
"""File or folder -> what makes it in the store."""
