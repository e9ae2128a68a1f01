"""Run one command again and again, each time on a disk that is full from a later write on.

    python commands.py FOLDER ARGUMENT...

Each run is a fork that has an empty folder of its own, named in the arguments as `{here}`, as a
copy of FOLDER. It prints a line of JSON a run, until one meets no full disk: number of the first
write that failed, failures, status, stderr, the names of the files left, and the status of the
command in AFTER, a list in JSON, which runs in the same folder with room on the disk.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import auction_command  # noqa: E402, F401

from spacecombat_agents import cli  # noqa: E402

Run = Callable[[int, Path, list[str]], dict[str, object]]
"""Runs a command in a folder, with the disk full from a write on; its report."""
EACH = 30
"""Up to this write every one fails once; of later ones, which are parts of large files, some."""


def run_command(number: int, folder: Path, arguments: list[str]) -> dict[str, object]:
    """Run the command in a folder, with the disk full from a write on."""
    disk = ctypes.CDLL(None)
    told = io.StringIO()
    here = [each.replace("{here}", str(folder)) for each in arguments]
    disk.fail_from(ctypes.c_long(number), str(folder).encode())
    with contextlib.redirect_stderr(told):
        status = cli.run(here)
    failures = disk.failed()
    disk.fail_from(ctypes.c_long(0), b"")
    after = [each.replace("{here}", str(folder)) for each in json.loads(os.environ["AFTER"])]
    with contextlib.redirect_stderr(io.StringIO()):
        status_after = cli.run(after) if after else 0
    left = sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())
    return {
        "write": number,
        "failures": failures,
        "status": status,
        "told": told.getvalue(),
        "after": status_after,
        "left": left,
    }


def forked(run: Run, number: int, folder: Path, arguments: list[str]) -> dict[str, object]:
    """Run the command in a fork, and return its report."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        report = {"write": number, "failures": -1, "status": -1, "told": "a traceback", "left": []}
        try:
            report = run(number, folder, arguments)
        finally:
            os.write(writer, json.dumps(report).encode())
            os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        report = json.loads(pipe.read())
    os.waitpid(child, 0)
    return report


def repeat(run: Run) -> None:
    """Run the command until the disk suffices."""
    source, arguments = Path(sys.argv[1]), sys.argv[2:]
    for name in filter(None, os.environ.get("PREPARE", "").split(",")):
        __import__(name)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if "WARM" in os.environ:  # forks then have everything imported
        in_copy(run, 0, source, arguments)
    number = 1
    while True:
        report = in_copy(partial(forked, run), number, source, arguments)
        print(json.dumps(report), file=sys.__stdout__, flush=True)
        if not report["failures"]:
            return
        number = max(number + 1, number * 11 // 10 if number >= EACH else 0)


def in_copy(run: Run, number: int, source: Path, arguments: list[str]) -> dict[str, object]:
    """Run the command in a copy of the folder, and remove it."""
    folder = source.with_name(f"{source.name}_{number}")
    shutil.copytree(source, folder)
    report = run(number, folder, arguments)
    shutil.rmtree(folder)
    return report


if __name__ == "__main__":
    repeat(run_command)
