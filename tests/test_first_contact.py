"""Programs that the pages print work as they stand there, in a process that has done nothing else.

Commands are typed in tests/docs.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from kit.slowly import quick_of

from spacecombat_env import registry
from spacecombat_env.env.registration import module_of

ROOT = Path(__file__).parents[1]
FOLDERS = [registry.ruleset(name).package for name in registry.names()]
FOLDERS = [folder for folder in FOLDERS if folder.is_relative_to(ROOT)]
RULESETS = [folder.name for folder in FOLDERS]
BESIDE = {"docs/serve/api.md": "tests/agents/service/test_page_of_docs.py runs it beside a service"}
"""Pages whose programs do not run alone, and who runs them."""
QUICK = [ROOT / "README.md", *(folder / "scenarios" / "README.md" for folder in FOLDERS)]
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "configs" / "README.md", *(ROOT / "docs").rglob("*.md")]
MODULES = [
    *(ROOT / "spacecombat_env" / f"{module_of(name)}.py" for name in RULESETS),
    ROOT / "spacecombat_env" / "env" / "__init__.py",
]
A_GAME = """
from spacecombat_env import registry
from spacecombat_env.replay import save_replay
from spacecombat_env.replay.recording import Recorder

game = Recorder("intercept_sensors", registry.ruleset("intercept_sensors").load("duel"), 3)
for _ in range(30):
    game.add(int(game.playback.mask.nonzero()[0][0]))
save_replay(game.replay(), "game.json")
"""
"""A game under the name that pages have for one."""
FORM = re.compile(
    r"^(gymnasium\.make|pettingzoo\.make|spacecombat_env\.make|from spacecombat_env )"
)
"""Code spans that make an environment, or import what does."""


def check_runs(code: str, folder: Path) -> None:
    """Run a program in a fresh process; what it writes to stderr is the failure's text."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{code}\n{done.stderr}"


def prose(path: Path) -> str:
    """Return a page, or the docstring of a module."""
    text = path.read_text(encoding="utf-8")
    return text if path.suffix == ".md" else ast.get_docstring(ast.parse(text)) or ""


def blocks(path: Path) -> list[str]:
    """Return the Python blocks of a page: fenced, or indented in a docstring after an import."""
    if path.suffix == ".md":
        return re.findall(r"```python\n(.*?)```", prose(path), re.S)
    indented = re.findall(r"(?:^    .*\n|^\n)+", prose(path) + "\n", re.M)
    return [textwrap.dedent(block) for block in indented if "    from spacecombat" in block]


def distinct_blocks() -> list[pytest.param]:
    """Return every block once, with where it stands; those of longer pages are slow."""
    found: dict[str, pytest.param] = {}
    for path in [*QUICK, *MODULES, *PAGES]:
        if path.relative_to(ROOT).as_posix() in BESIDE:
            continue
        marks = () if path in QUICK else (pytest.mark.slow,)
        for number, code in enumerate(blocks(path), start=1):
            if "\nSEED = 1\n" in code:  # tests/docs/test_libraries.py runs it and reads its score
                continue
            name = f"{path.relative_to(ROOT)}-{number}"
            found.setdefault(code, pytest.param(code, id=name, marks=marks))
    return list(found.values())


def spans(pattern: str) -> list[str]:
    """Return the code spans on all pages that match, each once."""
    found = (
        span
        for path in [*QUICK, *PAGES, *MODULES]
        for span in re.findall(r"(?<!`)`+([^`]+?)`+", prose(path))
    )
    return sorted({" ".join(span.split()) for span in found if re.match(pattern, span)})


def forms() -> list[str]:
    """Return the one-line forms that the pages print and that are whole statements."""
    printed = [span for span in spans(FORM.pattern) if span.endswith(")") or " import " in span]
    named = [f"gymnasium.make('spacecombat_env:{name}')" for name in gym_names()]
    many = [f"gymnasium.make_vec('{name}', num_envs=2)" for name in gym_names()]
    return [*printed, *named, *many]


def gym_names() -> list[str]:
    """Return the ids that the pages give, as `gymnasium.make` takes them."""
    found = {
        name for span in spans(FORM.pattern) for name in re.findall(r"spacecombat/\w+-v\d", span)
    }
    return sorted(found)


def is_quick(form: str) -> bool:
    """Whether it is of one of the quicker rule sets, or a rule set's first."""
    few = "num_envs=1024" not in form and "nterceptor" not in form
    return few or form == 'gymnasium.make("spacecombat/Interceptor-v1")'


def needs(code: str) -> set[str]:
    """Return the top-level packages that a program imports and that are not installed here."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module).partition(".")[0])
    return {name for name in names if importlib.util.find_spec(name) is None}


def test_the_pages_print_what_is_looked_for() -> None:
    """A pattern that finds nothing would prove nothing."""
    assert gym_names() == [
        "spacecombat/BattleRider-v0",
        "spacecombat/InterceptSensors-v0",
        "spacecombat/Interceptor-v1",
    ]
    assert len(forms()) >= 11
    assert len(distinct_blocks()) >= 5


@pytest.mark.parametrize("form", quick_of(forms(), [f for f in forms() if is_quick(f)]))
def test_a_printed_form_works_after_importing_the_package_alone(form: str, tmp_path: Path) -> None:
    modules = re.match(r"(\w+)", form).group(1) if form[:5] != "from " else "sys"
    if form.startswith("pettingzoo"):
        import pettingzoo

        if not hasattr(pettingzoo, "make"):
            pytest.skip("this PettingZoo has no registry")
    package = "" if "spacecombat_env:" in form else "import spacecombat_env\n"
    check_runs(f"{package}import {modules}\nmade = None\n{form}", tmp_path)


def test_the_order_of_imports_does_not_matter(tmp_path: Path) -> None:
    made = "gymnasium.spec('spacecombat/BattleRider-v0')"
    check_runs(f"import gymnasium\nimport spacecombat_env\n{made}", tmp_path)
    check_runs(f"import spacecombat_env\nimport gymnasium\n{made}", tmp_path)


@pytest.mark.parametrize("code", distinct_blocks())
def test_a_printed_program_runs(code: str, tmp_path: Path) -> None:
    missing = needs(code)
    if missing:
        pytest.skip(f"not installed: {', '.join(sorted(missing))}")
    name = next((name for name in RULESETS if name in code), RULESETS[0])
    folder = next(folder for folder in FOLDERS if folder.name == name)
    (tmp_path / "my").mkdir()  # the scenario of one's own that the pages speak of
    duel = (folder / "scenarios" / "duel.yaml").read_text(encoding="utf-8")
    (tmp_path / "my" / "ambush.yaml").write_text(duel, encoding="utf-8")
    if "game.json" in code:
        check_runs(A_GAME, tmp_path)
    check_runs(code, tmp_path)
