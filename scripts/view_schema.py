"""Write view.schema.json of every rule set from its declarations in presentation/.

python scripts/view_schema.py [--check]
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

from spacecombat_env import registry


def schema_file(name: str) -> Path:
    """Return the path of a rule set's schema."""
    return registry.ruleset(name).package / "view.schema.json"


def written(name: str) -> str:
    """Return the content of that file."""
    module = importlib.import_module(f"spacecombat_env.rulesets.{name}.presentation.views.schema")
    return json.dumps(module.view_schema(), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write or check the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one is old")
    check = parser.parse_args().check
    for name in registry.names():
        path, new = schema_file(name), written(name)
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        if check and old != new:
            sys.exit(f"{path} is not what the code says: run scripts/view_schema.py")
        if not check:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
