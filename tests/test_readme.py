"""The README's example runs as it stands there."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_ten_lines_play_a_game():
    """The first Python block plays a skirmish to its end."""
    code = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S).group(1)
    names = {}
    exec(compile(code, "README.md", "exec"), names)
    assert names["env"].agents == []
