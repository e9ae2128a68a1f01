"""Weights of a network for other spaces, taken by the names of blocks, columns and actions.

Networks of one architecture differ between scenarios in their inputs and actions alone. Every row
and column of a weight has a label: hidden units by number, inputs and actions by name. A weight is
taken where both labels are known. New inputs of a known layer start at 0, so that the network plays
as before until it learns to use them; everything else that is new keeps its initial weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch

from spacecombat_agents.players.nets.architectures import NO_ENTRY, BlockNet, InputLayer, Net
from spacecombat_env.core.model.layout import Layout

__all__ = ["Spaces", "Transfer", "transfer_weights"]

Labels = list[str]


class Spaces(NamedTuple):
    """The observation that a network reads and the actions that it chooses from."""

    observation: Layout
    actions: Layout


class Transfer(NamedTuple):
    """Inputs and actions that a network took over: by block, those known, and all of them.

    The slots of a block of slots count once.
    """

    inputs: dict[str, tuple[int, int]]
    actions: dict[str, tuple[int, int]]

    def sentence(self) -> str:
        """Return what was taken, and what is new, by block."""
        parts = []
        for kind, blocks in (("inputs", self.inputs), ("actions", self.actions)):
            known, total = (sum(each[n] for each in blocks.values()) for n in (0, 1))
            text = f"{known} of {total} {kind} by name"
            new = [
                name if not here else f"{name} ({size - here} of {size})"
                for name, (here, size) in blocks.items()
                if here < size
            ]
            parts.append(text + (f" (new: {', '.join(new)})" if new else ""))
        return "; ".join(parts)


def transfer_weights(net: Net, spaces: Spaces, source: Net, source_spaces: Spaces) -> Transfer:
    """Take weights of a source network of the same architecture; return what was known.

    If no input or no action is known, nothing is changed; the Transfer shows it.
    """
    unread = _unread_blocks(net, spaces, source, source_spaces)
    own, theirs = (_labels(*each, unread) for each in ((net, spaces), (source, source_spaces)))
    found = Transfer(
        _counts(_input_labels(net, spaces), _input_labels(source, source_spaces)),
        _counts(_action_labels(net, spaces), _action_labels(source, source_spaces)),
    )
    if not all(any(known for known, _ in blocks.values()) for blocks in found):
        return found
    weights = dict(source.named_parameters())
    first = {id(each.layer.weight) for each in net.first_layers()}
    with torch.no_grad():
        for name, weight in net.named_parameters():
            if name not in weights or name.split(".")[1] in unread:
                continue
            places = [_common(*axes) for axes in zip(own[name], theirs[name], strict=True)]
            here, there = (
                torch.meshgrid(*each, indexing="ij") for each in zip(*places, strict=True)
            )
            if id(weight) in first:
                weight.zero_()
            weight[here] = weights[name][there]
    return found


def _common(own: Labels, theirs: Labels) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the places of the labels that both have, in the first and in the second."""
    at = {label: place for place, label in enumerate(theirs)}
    here = [place for place, label in enumerate(own) if label in at]
    there = [at[own[place]] for place in here]
    return torch.tensor(here, dtype=torch.int64), torch.tensor(there, dtype=torch.int64)


def _counts(own: Sequence[str], theirs: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return by block how many of its labels are known, and how many there are."""
    known, counts = set(theirs), dict[str, tuple[int, int]]()
    for label in own:
        block = label.replace(".", "[").partition("[")[0]
        before = counts.get(block, (0, 0))
        counts[block] = before[0] + (label in known), before[1] + 1
    return counts


def _labels(net: Net, spaces: Spaces, unread: set[str]) -> dict[str, list[Labels]]:
    """Return for each parameter the labels along each of its axes."""
    found = {
        name: [[str(number) for number in range(size)] for size in weight.shape]
        for name, weight in net.named_parameters()
    }
    names = {id(weight): name for name, weight in net.named_parameters()}
    for each in net.first_layers():
        found[names[id(each.layer.weight)]][1] = _columns(net, spaces, each, unread)
    for name, labels in found.items():
        part, block = name.split(".")[:2]
        if part == "words":
            labels[0] = _rows(net, spaces, block)
        elif part == "cells" and isinstance(net, BlockNet):
            at = {start: each for each, start in spaces.observation.offsets.items()}
            labels[0] = [at[start] for start in net.grids[block]]
    return found


def _columns(net: Net, spaces: Spaces, first: InputLayer, unread: set[str]) -> Labels:
    """Return the labels of the inputs of a first layer: entries, or pooled slots by block.

    Pooled slots of blocks that share no column are no input that the other network knows.
    """
    entries = first.entries[0]
    if first.slots:
        return [_slot_column(spaces.observation.describe(entry)) for entry in entries]
    labels = [spaces.observation.describe(entry) for entry in entries if entry != NO_ENTRY]
    if isinstance(net, BlockNet):
        for block in net.blocks:
            side = id(net) if block.name in unread else "pooled"
            labels += [f"{side} {block.name} {number}" for number in range(net.slot)]
    return labels


def _slot_column(described: str) -> str:
    """Return the label of a column that all slots of a block share: `own_craft.armor`."""
    block, _, rest = described.partition("[")
    return f"{block}.{rest.partition('].')[2]}"


def _rows(net: Net, spaces: Spaces, block: str) -> Labels:
    """Return the labels of the outputs of a layer of actions."""
    if not isinstance(net, BlockNet):
        return [spaces.actions.describe(number) for number in range(spaces.actions.size)]
    if block in net.pointed:
        return [f"query {number}" for number in range(net.slot + 1)]
    declared = spaces.actions.block(block)
    return [declared.describe(number) for number in range(declared.size)]


def _input_labels(net: Net, spaces: Spaces) -> Labels:
    """Return the labels of all inputs, without pooled slots, each once."""
    return list(
        dict.fromkeys(
            _slot_column(text) if first.slots else text
            for first in net.first_layers()
            for text in map(spaces.observation.describe, first.entries[0][first.entries[0] >= 0])
        )
    )


def _action_labels(net: Net, spaces: Spaces) -> Labels:
    """Return the labels of all actions; a block that points at slots counts once."""
    if not isinstance(net, BlockNet):
        return _rows(net, spaces, "")
    return [
        label
        for name, _ in net.order
        for label in ([f"{name}.slots"] if name in net.pointed else _rows(net, spaces, name))
    ]


def _unread_blocks(net: Net, spaces: Spaces, source: Net, source_spaces: Spaces) -> set[str]:
    """Return the blocks of slots of which the two networks know no column in common."""
    known = set(_input_labels(source, source_spaces))
    blocks = net.blocks if isinstance(net, BlockNet) else []
    return {
        each.name
        for each in blocks
        if not any(
            f"{each.name}.{column}" in known
            for column in spaces.observation.block(each.name).columns or ()
        )
    }
