"""Makes the test helpers beside it importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
