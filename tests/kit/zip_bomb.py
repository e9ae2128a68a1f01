"""Small archives that unpack to large files."""

from __future__ import annotations

import io
import zipfile

MIB = 1024 * 1024


def zip_bomb(name: str, files: int, size: int) -> bytes:
    """Return a small zip of `files` files, each of `size` zero bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(files):
            with archive.open(name if files == 1 else f"{number}{name}", "w") as file:
                for _ in range(size // MIB):
                    file.write(bytes(MIB))
    return buffer.getvalue()
