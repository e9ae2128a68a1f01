"""What all tests of the core share."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # the helpers beside the tests, in any import mode
