"""Replays: a game as its scenario, its seed and its actions, with digests to verify it.

    record      the data of a replay
    playback    a game, played action by action
    recording   from a game to its replay
    verifying   replaying: the same actions from the same seed lead to the same positions
    files       replays as JSON, checked when read
    frames      replays as frames, as each reader sees them
    page        replays as one HTML page

After every decision the first digits of the position's SHA-256 are compared. The complete digest is
compared after every `digest_every` decisions and at the end.
"""

from spacecombat_env.replay.files import load_replay, parse_replay, save_replay
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
    "parse_replay",
    "open_replay",
    "record",
    "rules_hash",
    "save_replay",
    "verify",
]
