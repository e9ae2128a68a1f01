"""Helpers stand beside the tests, in any import mode."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
