"""The former name of `spacecombat_env.interceptor_v1`: the same environments, with a warning.

Actions and observations are those of version 1, and so are the results.
"""

from __future__ import annotations

import warnings

from spacecombat_env.interceptor_v1 import __getattr__, env, parallel_env, raw_env

__all__ = ["__getattr__", "env", "parallel_env", "raw_env"]

warnings.warn(
    "spacecombat_env.interceptor_v0 is version 1 now: import interceptor_v1 instead",
    DeprecationWarning,
    stacklevel=2,
)
