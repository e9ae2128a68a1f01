"""Write the generated modules of every rule set from its declarations.

    python scripts/generate.py [--check]

See spacecombat_env/core/kernels/generate.py, which also serves rule sets outside this project.
"""

from __future__ import annotations

import sys

from spacecombat_env import registry
from spacecombat_env.core.kernels import generate


def main() -> None:
    """Write or check the modules."""
    generate.main([*sys.argv[1:], *(f"spacecombat_env.rulesets.{n}" for n in registry.names())])


if __name__ == "__main__":
    main()
