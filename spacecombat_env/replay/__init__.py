"""Replays: a game as its scenario, its seed and the words spoken, with digests to prove it by.

    kept        what a replay holds
    course      a game, played word by word
    recording   from a game to its replay
    verifying   played again: the same words from the same seed lead through the same positions
    files       as JSON, checked when it is read
    pictures    as frames, as each reader sees them
    page        as one HTML page to look at

After every decision the first digits of the position's SHA-256 are compared, every `digest_every`
decisions and at the end all of them.
"""

from spacecombat_env.replay.files import load_replay, save_replay
from spacecombat_env.replay.frames import PIECES, TRUTH, Frame, Overlay, ReaderFrame, frames
from spacecombat_env.replay.playback import Playback
from spacecombat_env.replay.record import Outcome, Replay, rules_hash
from spacecombat_env.replay.recording import Recorder, record
from spacecombat_env.replay.verifying import open_replay, verify

__all__ = [
    "PIECES",
    "TRUTH",
    "Playback",
    "Frame",
    "ReaderFrame",
    "Outcome",
    "Overlay",
    "Recorder",
    "Replay",
    "frames",
    "load_replay",
    "open_replay",
    "record",
    "rules_hash",
    "save_replay",
    "verify",
]
