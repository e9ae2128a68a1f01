"""Round weights to fewer mantissa bits, which halves the size of a file.

They stay float32, so that any runtime reads them; the lower bits of the mantissa are 0 and compress
well.
"""

from __future__ import annotations

import copy

import torch
from torch import nn

__all__ = ["MANTISSA_BITS", "quantize"]

MANTISSA_BITS = 23
"""Bits of the mantissa that float32 stores."""


def quantize(network: nn.Module, bits: int) -> nn.Module:
    """Return a copy whose weights are rounded to the nearest number with `bits` of mantissa."""
    network = copy.deepcopy(network)
    dropped = MANTISSA_BITS - bits
    if dropped:
        with torch.no_grad():
            for weights in network.parameters():
                whole = weights.view(torch.int32)  # sign, exponent, mantissa: carries are correct
                nearest = (whole + (1 << (dropped - 1))) >> dropped << dropped
                weights.copy_(nearest.view(weights.dtype))
    return network
