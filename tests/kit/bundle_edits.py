"""Changed copies of opponent files, as a forger or a fault would leave them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from spacecombat_agents.players.bundles import bundle as bundles

Edit = Callable[[dict[str, bytes]], None]


def rewritten(opponent: Path, path: Path, edit: Edit, *, rehash: bool) -> Path:
    """Write a changed copy; with `rehash` every hash fits again, as a forger would see to."""
    with zipfile.ZipFile(opponent) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    edit(files)
    if rehash:
        manifest = json.loads(files.pop(bundles.MANIFEST))
        bundles.write_bundle(path, manifest, files)
        return path
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def manifest_edit(*keys: str, value: Any) -> Edit:
    """Return an edit that sets a field of the manifest, or with value None removes it."""

    def edit(files: dict[str, bytes]) -> None:
        manifest = json.loads(files[bundles.MANIFEST])
        inner = manifest
        for key in keys[:-1]:
            inner = inner[key]
        if value is None:
            del inner[keys[-1]]
        else:
            inner[keys[-1]] = value
        files[bundles.MANIFEST] = json.dumps(manifest).encode()

    return edit


def level_edit(number: int, field: str, value: Any) -> Edit:
    """Return an edit of a field of a level."""

    def edit(files: dict[str, bytes]) -> None:
        manifest = json.loads(files[bundles.MANIFEST])
        manifest["levels"][number][field] = value
        files[bundles.MANIFEST] = json.dumps(manifest).encode()

    return edit


def file_edit(name: str, change: Callable[[bytes], bytes]) -> Edit:
    """Return an edit of one file."""

    def edit(files: dict[str, bytes]) -> None:
        files[name] = change(files[name])

    return edit


def other_operator(data: bytes) -> bytes:
    """Return the policy with an operator that is not on the list."""
    model = onnx.load_from_string(data)
    model.graph.node[0].op_type = "RandomNormalLike"
    return bytes(model.SerializeToString())


def external_weights(data: bytes) -> bytes:
    """Return the policy with a weight that lies in another file."""
    model = onnx.load_from_string(data)
    tensor = model.graph.initializer[0]
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "/etc/passwd"
    tensor.data_location = onnx.TensorProto.EXTERNAL
    return bytes(model.SerializeToString())


def sparse_weights(data: bytes) -> bytes:
    """Return the policy with a sparse initializer that lies in another file."""
    model = onnx.load_from_string(data)
    values = model.graph.sparse_initializer.add().values
    values.dims.append(1)
    entry = values.external_data.add()
    entry.key, entry.value = "location", "secret.bin"
    return bytes(model.SerializeToString())


def nested_graph(data: bytes) -> bytes:
    """Return the policy with a graph in an attribute of an operator that is allowed."""
    model = onnx.load_from_string(data)
    body = onnx.helper.make_graph([], "body", [], [])
    model.graph.node[0].attribute.append(onnx.helper.make_attribute("body", body))
    return bytes(model.SerializeToString())


def empty_tensor(data: bytes) -> bytes:
    """Return the policy with a tensor of a thousand million entries and no data."""
    model = onnx.load_from_string(data)
    model.graph.initializer.add(name="large", data_type=1, dims=[10**9])
    return bytes(model.SerializeToString())


def huge_shape(data: bytes) -> bytes:
    """Return golden vectors of which one has a shape far larger than its data."""
    array = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        array, {"descr": "|i1", "fortran_order": False, "shape": (10**9,)}
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("masks.npy", array.getvalue() + b"12345678")
    return buffer.getvalue()


def other_weights(data: bytes) -> bytes:
    """Return the policy with one weight changed."""
    model = onnx.load_from_string(data)
    tensor = next(t for t in model.graph.initializer if len(t.dims) == 2)
    array = onnx.numpy_helper.to_array(tensor).copy()
    array += 0.05
    tensor.CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))
    return bytes(model.SerializeToString())


def pickled_golden(data: bytes) -> bytes:
    """Return golden vectors that hold a pickle."""
    buffer = io.BytesIO()
    np.savez(buffer, words=np.array([object()], dtype=object))
    return buffer.getvalue()
