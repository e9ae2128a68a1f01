"""How the pages become a site: `make docs`, or sphinx-build -c docs/site . build/site.

Sources are the Markdown pages where they lie, so that a link between them works on the code host
and here alike. Nothing is fetched, a warning is an error (-W).
"""

import json
import re
from pathlib import Path

from docutils import nodes
from docutils.utils import new_document
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.util.docutils import SphinxDirective

import spacecombat_env

project = "spacecombat-env"
copyright = "the authors of spacecombat-env; the games belong to their publishers"
version = release = spacecombat_env.__version__

root_doc = "README"
include_patterns = [
    "*.md",
    "configs/README.md",
    "docs/**",
    "spacecombat_env/rulesets/*/RULES.md",
    "spacecombat_env/rulesets/*/*/README.md",
    "spacecombat_env/rulesets/*/scenarios/*.md",
    "spacecombat_env/web/*/README.md",
    "examples/*/README.md",
]
exclude_patterns = [".*", "build", "dist", "runs", "demo", "agents", "scripts", "tests"]
exclude_patterns += ["**/__pycache__", "docs/site/templates"]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4

add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"spacecombat-env {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "index.html"}
templates_path = ["templates"]
html_copy_source = False
html_theme_options = {
    "footer_icons": [],
    "light_css_variables": {"color-brand-primary": "#1f5f8b", "color-brand-content": "#1f5f8b"},
    "dark_css_variables": {"color-brand-primary": "#7cc0ee", "color-brand-content": "#7cc0ee"},
}

CONTENTS = "docs/site/contents.txt"
"""The contents that the site shows next to every page; the code host does not show them."""


ACCESSIBLE = {
    'class="caption" role="heading">': 'class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="This page">',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper ': '<div tabindex="0" class="table-wrapper ',
    '<dl>\n<dd><em class="sig-param">': '<dl role="presentation">\n<dd><em class="sig-param">',
}
"""Text that the theme writes, and the form that screen readers and keyboards need."""


PICTURE = re.compile(
    r'<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img src="([^"]+)" alt="([^"]+)">\s*</picture>'
)


class Markdown(SphinxDirective):
    """A docstring, which is Markdown as the pages are, among what autodoc writes."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return what the Markdown says."""
        told = new_document("docstring", self.state.document.settings)
        MystParser().parse("\n".join(self.content), told)
        for block in told.findall(nodes.literal_block):
            block["language"] = "default"  # Python where it is, and plain text where not
        return list(told.children)


def read_docstring(app, what, name, obj, options, lines):
    """Hand a docstring to the directive above."""
    lines[:] = [".. markdown::", "", *(f"   {line}" for line in lines), ""]


def read_source(app, docname, source):
    """Give the first page the list of all, and read notebooks: their text and their code."""
    if docname == root_doc:
        text = PICTURE.sub(both_pictures, source[0])
        source[0] = text + (app.srcdir / CONTENTS).read_text(encoding="utf-8")
    elif app.env.doc2path(docname).suffix == ".ipynb":
        source[0] = "\n\n".join(cell_text(cell) for cell in json.loads(source[0])["cells"])


def both_pictures(found):
    """Return a picture's dark and light form with the theme's classes, which follow its switch."""
    dark, light, alt = found.groups()
    forms = (("only-light", light), ("only-dark", dark))
    return "\n\n".join(f'<img class="{name}" src="{src}" alt="{alt}">' for name, src in forms)


def cell_text(cell):
    """Return a cell of a notebook as Markdown, with what it has printed."""
    text = "".join(cell["source"])
    if cell["cell_type"] != "code":
        return text
    printed = "".join(line for output in cell["outputs"] for line in output["text"])
    shown = f"\n\n```text\n{printed.rstrip()}\n```" if printed else ""
    return f"```python\n{text}\n```{shown}"


def show_files(app, pagename, templatename, context, doctree):
    """Let the browser show a linked file (a report, a picture) and not save it unseen."""
    context["body"] = context.get("body", "").replace(' download=""', "")


def make_accessible(app, exception):
    """Complete the written pages: levels of headings, names of landmarks, scrolling by keys."""
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for written, complete in ACCESSIBLE.items():
            text = text.replace(written, complete)
        page.write_text(text, encoding="utf-8")


def setup(app):
    """Join the above to Sphinx."""
    app.add_directive("markdown", Markdown)
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("source-read", read_source)
    app.connect("html-page-context", show_files)
    app.connect("build-finished", make_accessible)
