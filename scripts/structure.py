"""Measure the tree: layers and imports between packages, names, folders, long files, duplication.

    python scripts/structure.py            # tables
    python scripts/structure.py --json

A package is a folder of a rule set or of the agents, or a module next to the folders. It is one
layer above the highest package that it imports.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from private_names import KEPT, KEPT_CLASSES, all_private_names

from spacecombat_env.core.kernels.codegen import is_generated

ROOT = Path(__file__).parents[1]
RULESETS = ROOT / "spacecombat_env" / "rulesets"
AGENTS = "agents"
AGENTS_FOLDER = ROOT / "agents" / "spacecombat_agents"
SOURCES = (ROOT / "spacecombat_env", AGENTS_FOLDER)
LONG, STRETCH, MANY = 400, 6, 20
"""Lines of a long file, lines of a stretch that two rule sets share, modules of a large folder."""
DRIVER, CONTRACT = "spacecombat_env/core/kernels/driver.py", "spacecombat_env/core/ruleset.py"
REQUIRED_NAMES = {
    "RULESET": "the registry",
    "KERNELS": "the entry points of the engine",
    "DECISIONS": "the table of decisions",
    "CHAPTER_OF": "the table of decisions",
    "SWITCHES": "scripts/rules_page.py",
    "SCHEMA": "scripts/view_schema.py",
    "view_schema": "scripts/view_schema.py",
    "__all__": "Python",
}
"""Names that every rule set must have besides those of the driver and the contract."""


# --- packages, layers, imports -------------------------------------------------------------------


def folder_of(tree: str) -> Path:
    """Return the folder of a rule set, or of the agents."""
    return AGENTS_FOLDER if tree == AGENTS else RULESETS / tree


def modules_of(tree: str) -> dict[str, Path]:
    """Return the modules of a tree by their dotted name within it."""
    base = folder_of(tree)
    found = {}
    for path in sorted(base.rglob("*.py")):
        name = ".".join(path.relative_to(base).with_suffix("").parts)
        found[name.removesuffix("__init__").rstrip(".")] = path
    return found


def imports_of(tree: str, path: Path, modules: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of its own tree that a file imports."""
    base = folder_of(tree)
    own = "spacecombat_agents" if tree == AGENTS else f"spacecombat_env.rulesets.{tree}"
    inside = list(path.relative_to(base).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level:
            parts = inside[: len(inside) - node.level + 1]
            source = ".".join([*parts, *filter(None, [node.module])])
        elif (node.module or "").startswith(own):
            source = (node.module or "")[len(own) :].lstrip(".")
        else:
            continue
        for alias in node.names:
            deeper = f"{source}.{alias.name}".lstrip(".")
            yield deeper if deeper in modules else source


def package_of(module: str) -> str:
    """Return the package that a module belongs to."""
    return module.split(".", 1)[0] or "(package)"


def package_imports(tree: str) -> dict[str, set[str]]:
    """Return the packages that each package imports.

    Generated modules are left out, since they follow from declarations.
    """
    modules = modules_of(tree)
    written = {
        module: path
        for module, path in modules.items()
        if not is_generated(path.read_text(encoding="utf-8"))
    }
    found: dict[str, set[str]] = {package_of(module): set() for module in written}
    for module, path in written.items():
        for other in imports_of(tree, path, modules):
            if package_of(other) != package_of(module) and package_of(other) in found:
                found[package_of(module)].add(package_of(other))
    return found


def layers_of(imports: dict[str, set[str]]) -> dict[str, int]:
    """Return the layer of each package; ValueError where packages import each other in a circle."""
    layers: dict[str, int] = {}

    def layer(package: str, above: tuple[str, ...]) -> int:
        if package in above:
            raise ValueError(f"circular imports: {' -> '.join((*above, package))}")
        if package not in layers:
            below = imports[package]
            layers[package] = 1 + max((layer(p, (*above, package)) for p in below), default=0)
        return layers[package]

    for package in imports:
        layer(package, ())
    return layers


def shape_of(tree: str) -> dict[str, int]:
    """Return the shape of a tree: packages, layers, imports, largest folder, top layer."""
    imports = package_imports(tree)
    folders = [path.parent for path in modules_of(tree).values()]
    return {
        "packages": len(imports),
        "layers": max(layers_of(imports).values()),
        "imports between packages": sum(map(len, imports.values())),
        "modules of the largest folder": max(map(folders.count, set(folders))),
        "files at the top": folders.count(folder_of(tree)),
    }


# --- what two rule sets share ---------------------------------------------------------------------


def written_texts(ruleset: str) -> Iterator[str]:
    """Yield the texts of a rule set's modules that are not generated."""
    for path in modules_of(ruleset).values():
        text = path.read_text(encoding="utf-8")
        if not is_generated(text):
            yield text


def names_of(ruleset: str) -> dict[str, set[str]]:
    """Return the top-level names of a rule set's modules, each with its code without docstring.

    Generated modules do not count.
    """
    found: dict[str, set[str]] = {}
    for text in written_texts(ruleset):
        for node in ast.parse(text).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.setdefault(node.name, set()).add(_code_of(node))
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, set()).add(ast.dump(node.value))
    return found


def _code_of(node: ast.FunctionDef | ast.ClassDef) -> str:
    """Return the code of a definition without its docstring."""
    first = node.body[0] if ast.get_docstring(node) else None
    return ast.unparse([part for part in ast.iter_child_nodes(node) if part is not first])  # type: ignore[arg-type]


def required_names() -> set[str]:
    """Return the names that every rule set must have: for the driver, `RuleSet` and others."""
    found = set(REQUIRED_NAMES)
    for node in ast.parse((ROOT / DRIVER).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "REQUIRED_NAMES":
            found |= set(ast.literal_eval(node.value))
    for node in ast.parse((ROOT / CONTRACT).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == "RuleSet":
            fields = (part for part in node.body if isinstance(part, ast.AnnAssign))
            found |= {ast.unparse(field.target) for field in fields}
    return found


def shared_stretches(first: str, second: str) -> int:
    """Return how many stretches of STRETCH or more lines of code two rule sets share.

    Imports and generated modules do not count.
    """

    def lines(ruleset: str) -> Iterator[list[str]]:
        for text in written_texts(ruleset):
            code = [line.strip() for line in text.splitlines()]
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    for n in range(node.lineno - 1, node.end_lineno or node.lineno):
                        code[n] = ""
            yield [line for line in code if line and not line.startswith("#")]

    def windows(code: list[str]) -> list[tuple[str, ...]]:
        return [tuple(code[n : n + STRETCH]) for n in range(len(code) - STRETCH + 1)]

    known = {window for code in lines(first) for window in windows(code)}
    stretches = 0
    for code in lines(second):
        before = False
        for window in windows(code):
            stretches += window in known and not before
            before = window in known
    return stretches


def shared_by(first: str, second: str) -> dict[str, int]:
    """Return what two rule sets both define."""
    one, other = names_of(first), names_of(second)
    shared, required = set(one) & set(other), required_names()
    return {
        "names both define": len(shared - required),
        "of them with the same code": sum(1 for n in shared - required if one[n] & other[n]),
        "names that every rule set must have": len(shared & required),
        "shared stretches": shared_stretches(first, second),
    }


# --- names, folders, files ------------------------------------------------------------------------


def source_files(*folders: Path) -> Iterator[Path]:
    """Yield the Python files of folders."""
    for folder in folders:
        yield from sorted(folder.rglob("*.py"))


def private_names() -> dict[str, int]:
    """Return the definitions under names for which the field has another term, kept ones apart."""
    return dict.fromkeys(sorted(all_private_names() - KEPT), 1)


def shared_class_names() -> dict[str, int]:
    """Return the names of more than two classes."""
    found = Counter(
        node.name
        for path in source_files(*SOURCES)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    return {name: n for name, n in found.items() if n > 2 and name not in KEPT_CLASSES}


def large_folders() -> dict[str, int]:
    """Return the folders with more than MANY modules."""
    found = Counter(path.parent for path in source_files(*SOURCES) if path.name != "__init__.py")
    return {
        folder.relative_to(ROOT).as_posix(): count
        for folder, count in found.items()
        if count > MANY
    }


def undecided_names() -> list[str]:
    """Return public names of `env` and the agents that are not marked as public.

    A name is decided if its module has `__all__`, if it begins with an underscore, or if a test or
    a document names it.
    """
    texts = [*source_files(ROOT / "tests"), *sorted((ROOT / "docs").rglob("*.md"))]
    named = {w for path in texts for w in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    found = []
    for path in source_files(ROOT / "spacecombat_env" / "env", AGENTS_FOLDER):
        names = list(_top_names(ast.parse(path.read_text(encoding="utf-8"))))
        if "__all__" in names:
            continue
        found += [
            f"{path.relative_to(ROOT).as_posix()}:{name}"
            for name in names
            if not name.startswith("_") and name not in named
        ]
    return found


def _top_names(module: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines at its top."""
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def long_files() -> dict[str, int]:
    """Return the Python files with more than LONG lines."""
    paths = source_files(*SOURCES, ROOT / "scripts", ROOT / "tests")
    counts = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    return {p.relative_to(ROOT).as_posix(): n for p, n in counts.items() if n > LONG}


def line_counts() -> dict[str, int]:
    """Return lines of Python, and how many of them are imports."""
    found = {"lines outside tests": 0, "of them imports": 0, "lines of tests": 0}
    for path in source_files(*SOURCES, ROOT / "scripts"):
        text = path.read_text(encoding="utf-8")
        found["lines outside tests"] += len(text.splitlines())
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                found["of them imports"] += (node.end_lineno or node.lineno) - node.lineno + 1
    for path in source_files(ROOT / "tests"):
        found["lines of tests"] += len(path.read_text(encoding="utf-8").splitlines())
    return found


# --- everything -----------------------------------------------------------------------------------


def measured() -> dict[str, Any]:
    """Return all measurements."""
    rulesets = sorted(p.name for p in RULESETS.iterdir() if (p / "__init__.py").is_file())
    figures: dict[str, Any] = {name: shape_of(name) for name in (*rulesets, AGENTS)}
    for n, first in enumerate(rulesets):
        for second in rulesets[n + 1 :]:
            figures[f"{first} and {second}"] = shared_by(first, second)
    figures["private names"] = private_names()
    figures["classes that share a name"] = shared_class_names()
    figures["large folders"] = large_folders()
    figures["undecided public names"] = {"count": len(undecided_names())}
    figures["long files"] = long_files()
    figures["lines"] = line_counts()
    return figures


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    figures = measured()
    if parser.parse_args().json:
        print(json.dumps(figures, indent=1))
        return
    for part, values in figures.items():
        print(part)
        for name, value in values.items():
            print(f"  {value:6d}  {name}")
        if not values:
            print("       0")


if __name__ == "__main__":
    main()
