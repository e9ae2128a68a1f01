"""Reports as single HTML files: one stylesheet, light and dark, and one set of charts.

rendering   Jinja templates and their filters
charts      lines with bands or intervals, dots with intervals, bars, matrices
page        the parts of a page, and the page of sentences, sections and numbers
templates/  base.html is every page, sections.html adds sections, parts.html holds the macros
report.css  the style; the colours are those of the pages of games (web/board/colours.css)

The package needs Jinja2: import it only to write a report.
"""
