"""A study as one HTML file: sentences, plots, tables; light and dark; no external resources."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

__all__ = ["render_figure", "render_page", "render_section", "render_table"]

STYLE = """
:root{color-scheme:light dark;--paper:#fbfbf9;--ink:#1c2430;--dim:#5b6675;--line:#d3d8df;
--a:#1f5fa8;--b:#b3451f;--band:#1f5fa826;--good:#1d6b3a;--bad:#a3262a}
@media(prefers-color-scheme:dark){:root{--paper:#0e131b;--ink:#e4eaf2;--dim:#9aa7b8;--line:#2f3b4d;
--a:#7fb6f2;--b:#f0996f;--band:#7fb6f22e;--good:#86d39b;--bad:#f08b8b}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;margin:.2rem 0 1rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
p.lead{font-size:1.1rem}p.note,figcaption{color:var(--dim);font-size:.9rem}
figure{margin:1rem 0;overflow-x:auto}svg{display:block;max-width:100%;height:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.3rem .7rem .3rem 0;text-align:left;border-bottom:1px solid var(--line);
vertical-align:top}th{color:var(--dim);font-weight:600}.wide{overflow-x:auto}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
svg text{font:13px system-ui,sans-serif;fill:var(--ink)}svg .dim{fill:var(--dim)}
svg .grid{stroke:var(--line)}svg .zero{stroke:var(--dim);stroke-dasharray:4 3}
svg .a{stroke:var(--a);fill:var(--a)}svg .b{stroke:var(--b);fill:var(--b)}
svg .band{fill:var(--band);stroke:none}svg .curve{fill:none;stroke:var(--a);stroke-width:2}
"""
ASIDE = "  "
"""Prefix of lines that a table or plot of the page repeats."""
CSP = "default-src 'none'; style-src 'unsafe-inline'"


def render_page(
    title: str,
    lead: Sequence[str],
    sections: Sequence[str],
    numbers: dict[str, Any],
    command: str | None,
    style: str = "",
) -> str:
    """Return a report: title, sentences, sections of HTML, every number as JSON, the command.

    `style` comes after the style of all reports.
    """
    note = f"<p class='note'>Made by <code>{escape(command)}</code></p>" if command else ""
    first, *rest = [line for line in lead if not line.startswith(ASIDE)]
    kept = json.dumps(numbers, indent=1).replace("<", "\\u003c")
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        f"<meta http-equiv='Content-Security-Policy' content=\"{CSP}\">"
        "<meta name='viewport' content='width=device-width,initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head><body><main>"
        f"<h1>{escape(title)}</h1><p class='lead'>{escape(first)}</p>"
        + "".join(f"<p>{escape(line)}</p>" for line in rest)
        + "".join(sections)
        + note
        + f"<script type='application/json' id='numbers'>{kept}</script></main></body></html>\n"
    )


def render_section(title: str, *parts: str) -> str:
    """Return a part of a page under a heading."""
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def render_figure(svg: str, caption: str) -> str:
    """Return a picture with its caption."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def render_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table."""
    heads = "".join(f"<th scope='col'>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    inside = f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
    return f"<div class='wide'><table>{inside}</table></div>"
