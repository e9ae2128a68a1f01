"""The pages make a site: no warning, no link that leads nowhere, every page in its list."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from kit.printed import ROOT

SITE = ROOT / "docs" / "site"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("furo") is None, reason="extra docs is not installed")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-c", str(SITE)]
    asked = [*build, "-d", str(tmp_path / "read"), str(ROOT), str(tmp_path / "site")]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    assert 'url=README.html"' in (site / "index.html").read_text(encoding="utf-8")
    for page in ("README", "docs/first/researcher", "docs/site/reference/table"):
        assert (site / f"{page}.html").is_file(), page
    assert 'aria-level="2"' in (site / "README.html").read_text(encoding="utf-8")
    told = (site / "docs" / "site" / "reference" / "table.html").read_text(encoding="utf-8")
    assert "Apply a sentence for a seat, order by order" in told
    assert "<code" in told and "`" not in told.split("<article")[1].split("</article>")[0]
    asks = ("https://", "http://", "//")
    assert not any(
        f'src="{start}' in told or f'stylesheet" href="{start}' in told for start in asks
    )


def test_every_page_is_in_the_list() -> None:
    """The list stands beside each page of the site; Sphinx says so too, where it is installed."""
    listed = (SITE / "contents.txt").read_text(encoding="utf-8")
    pages = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    for page in pages:
        name = page.relative_to(ROOT).with_suffix("").as_posix()
        assert f"\n{name}\n" in listed or f"<{name}>" in listed, name
