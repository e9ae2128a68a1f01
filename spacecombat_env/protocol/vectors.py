"""Observation, mask and record for players that read vectors: bytes in base64, no floats."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

import numpy as np

from spacecombat_env.core.model.layout import Block
from spacecombat_env.core.ruleset import Scenario

FAST = 1
"""Level of compression; records are mostly zeros."""


def vector(observation: np.ndarray, mask: np.ndarray) -> dict[str, str]:
    """Return int8 (O,) and a mask (A,) as text; the bits of a byte start with the lowest."""
    bits = np.packbits(mask != 0, bitorder="little")
    return {"obs": _base64(observation.astype(np.int8)), "mask": _base64(bits)}


def read_vector(
    content: dict[str, str], size: int, action_count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return int8 (size,) and int8 (action_count,); ValueError for a malformed vector."""
    observation = np.frombuffer(base64.b64decode(content["obs"], validate=True), np.int8)
    mask_bytes = np.frombuffer(base64.b64decode(content["mask"], validate=True), np.uint8)
    if len(observation) != size or len(mask_bytes) != (action_count + 7) // 8:
        raise ValueError(
            f"vector of {len(observation)} entries and {len(mask_bytes)} bytes of mask"
        )
    mask = np.unpackbits(mask_bytes, count=action_count, bitorder="little").view(np.int8)
    return observation, mask


def record(raw: np.ndarray) -> str:
    """Return the bytes of a redacted record, uint8 (bytes,), as text."""
    return base64.b64encode(zlib.compress(raw.tobytes(), FAST)).decode("ascii")


def read_record(text: str, size: int) -> np.ndarray:
    """Return uint8 (size,) of such a text. Raise ValueError if it is malformed."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b64decode(text, validate=True), size + 1)
    except (zlib.error, binascii.Error) as cause:
        raise ValueError(f"no record: {cause}") from None
    if len(data) != size:
        raise ValueError(f"a record of another size than {size} bytes")
    return np.frombuffer(data, np.uint8)


def described(scenario: Scenario) -> dict[str, Any]:
    """Return the meaning of the entries of a vector: `vector` of a hello."""
    layout = scenario.observation
    blocks = [_block(block, layout.offsets[block.name]) for block in layout.blocks]
    return {"size": layout.size, "words": scenario.actions.size, "blocks": blocks}


def _block(block: Block, offset: int) -> dict[str, Any]:
    """Return one block; a single number has the shape [1]."""
    scale = list(block.scale) if isinstance(block.scale, tuple) else block.scale
    content = {"name": block.name, "offset": offset, "shape": list(block.shape) or [1]}
    if block.columns is not None:
        content["columns"] = list(block.columns)
    return {**content, "scale": scale}


def _base64(numbers: np.ndarray) -> str:
    """Return the bytes of an array as text."""
    return base64.b64encode(numbers.tobytes()).decode("ascii")
