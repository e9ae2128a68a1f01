"""Archives of strangers are measured before they are unpacked."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from kit.zip_bomb import MIB, zip_bomb

from spacecombat_agents.players.bundles.bundle import read_bundle
from spacecombat_env.core.errors import BundleError


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda: zip_bomb("x", files=9, size=30 * MIB), "unpacks to 283115520 bytes; the limit is"),
        (lambda: zip_bomb("x", files=1025, size=0), "has 1025 files; the limit is 1024"),
        (lambda: zip_bomb("../x", files=1, size=0), "'../x' is not a valid name of a file in it"),
        (lambda: zip_bomb("x\x1b[2J", files=1, size=0), "'x\\x1b[2J' is not a valid name"),
    ],
)
def test_archives_are_measured_before_they_are_unpacked(
    tmp_path: Path, content: Callable[[], bytes], reason: str
) -> None:
    path = tmp_path / "bomb.opp"
    path.write_bytes(content())
    tracemalloc.start()
    with pytest.raises(BundleError) as caught:
        read_bundle(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reason in str(caught.value)
    assert peak < 8 * MIB


def test_a_file_that_hides_its_size_is_not_unpacked(tmp_path: Path) -> None:
    """The table of contents tells of 10 bytes; 64 MiB follow."""
    data = zip_bomb("manifest.json", files=1, size=64 * MIB)
    path = tmp_path / "bomb.opp"
    path.write_bytes(data.replace((64 * MIB).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    tracemalloc.start()
    with pytest.raises(BundleError, match="Bad CRC-32"):
        read_bundle(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * MIB
