"""Jinja templates of reports and their filters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

import spacecombat_env

__all__ = ["render_macro", "render_template"]

FOLDER = Path(__file__).parent
TEMPLATES = FOLDER / "templates"
MACROS = "parts.html"
STYLES = (
    Path(spacecombat_env.__file__).parent / "web" / "board" / "colours.css",
    FOLDER / "report.css",
)
"""Colours, shared with the pages of games, and the style of every report."""
BREAKS = re.compile(r"([:/_.,(])")
"""Characters of a label after which a line may break."""


def render_template(
    name: str,
    values: Mapping[str, Any],
    folder: Path = TEMPLATES,
    filters: Mapping[str, Callable[..., Any]] | None = None,
) -> str:
    """Return a page from a template of `folder`, which may use `filters`; texts are escaped."""
    environment = _environment(folder)
    environment.filters.update(filters or {})
    return environment.get_template(name).render(values) + "\n"


def render_macro(name: str, *arguments: Any, **options: Any) -> Markup:
    """Return HTML from a macro of parts.html; texts in the arguments are escaped."""
    html: Markup = getattr(_macros(), name)(*arguments, **options)
    return Markup(html.strip())


@cache
def _macros() -> Any:
    """Return the module of macros."""
    return _environment(TEMPLATES).get_template(MACROS).module


@cache
def _environment(folder: Path) -> jinja2.Environment:
    """Return the environment for the kit's templates and those of another folder."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["breakable"] = _breakable
    styles = (path.read_text(encoding="utf-8").rstrip() for path in STYLES)
    environment.globals["style"] = Markup("\n".join(styles))
    return environment


def _breakable(label: str) -> Markup:
    """Return a label with permitted line breaks between its parts."""
    return Markup(BREAKS.sub("\\1<wbr>", str(escape(label))))
