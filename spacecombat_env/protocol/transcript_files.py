"""Transcripts shipped with the package: test vectors for authors of bots and hosts.

A file holds compressed lines: first a header with the game, then every message of one seat, as
transcript.py writes them. The folder `spacecombat_env/protocol/transcripts/` has ten for each rule
set. The script `scripts/transcripts.py` writes them again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from spacecombat_env import registry
from spacecombat_env.core.errors import ReplayError
from spacecombat_env.env.game import open_scenario
from spacecombat_env.protocol.lines import as_line
from spacecombat_env.protocol.messages import MessageOptions
from spacecombat_env.protocol.transcript import transcript_lines
from spacecombat_env.replay import record

FOLDER = Path(__file__).with_name("transcripts")
ENDING = ".jsonl.gz"


class TranscriptHeader(NamedTuple):
    """The game, with everything needed to play it again."""

    ruleset: str
    scenario: str
    delegate: list[str]
    """Kinds of decision that standing orders make, for both seats."""
    max_turns: int | None
    seed: int
    words: list[int]
    """Actions of both seats, in order."""
    seat: str
    """The seat whose messages these are."""
    wants: Mapping[str, bool]


class Transcript(NamedTuple):
    """The messages of one seat in a game."""

    played: TranscriptHeader
    lines: list[str]

    def again(self) -> list[str]:
        """Return the lines as this version writes them. Raise ReplayError if the game plays
        differently.
        """
        return play_transcript(self.played)


def play_transcript(header: TranscriptHeader) -> list[str]:
    """Return the messages of a game."""
    ruleset = registry.ruleset(header.ruleset)
    delegate = tuple(header.delegate)
    scenario = open_scenario(ruleset, header.scenario, delegate, header.max_turns)
    replay = record(ruleset, scenario, header.seed, header.words)
    return list(transcript_lines(replay, header.seat, MessageOptions(**header.wants)))


def write_transcript(file: Path, header: TranscriptHeader) -> None:
    """Write a transcript; equal games give equal bytes."""
    lines = [as_line(header._asdict()), *play_transcript(header)]
    data = "".join(line + "\n" for line in lines).encode()
    file.write_bytes(gzip.compress(data, mtime=0))


def read_transcript(file: Path) -> Transcript:
    """Read a transcript. Raise ReplayError if the file is none."""
    try:
        first, *lines = gzip.decompress(file.read_bytes()).decode().splitlines()
        return Transcript(TranscriptHeader(**json.loads(first)), lines)
    except (OSError, EOFError, ValueError, TypeError) as cause:
        raise ReplayError.at(file, "file", f"is not a transcript: {cause}") from None


def shipped() -> list[Path]:
    """Return the transcripts of the package."""
    return sorted(FOLDER.glob(f"*{ENDING}"))
