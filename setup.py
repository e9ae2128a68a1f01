"""Packages and their folders, and the libraries of the native engine, which are built with them.

`configs` is installed inside `spacecombat_agents`. A wheel is for one platform and every Python
(`py3-none-<platform>`); one that is built without a C++ compiler has no library and plays
interpreted.
"""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Distribution, find_namespace_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from spacecombat_env.native.build import NO_COMPILER, SUFFIX  # noqa: E402
from spacecombat_env.native.compiler import find_compiler  # noqa: E402

AGENTS = "spacecombat_agents"
FOLDERS = {
    "spacecombat_env": "spacecombat_env",
    AGENTS: f"agents/{AGENTS}",
    f"{AGENTS}.configs": "configs",
}
"""Packages and their folders."""
LIBRARIES = {
    "spacecombat_env.native.units": f"spacecombat_env/native/libspacecombat{SUFFIX}",
    "spacecombat_agents.scripted.native": f"{AGENTS}/libspacecombat_agents{SUFFIX}",
}
"""Modules with units of the native engine, and the library that is built from each."""
os.environ.setdefault("MACOSX_DEPLOYMENT_TARGET", "11.0")


class NativeDistribution(Distribution):
    """A distribution for one platform, unless there is no compiler."""

    def has_ext_modules(self):
        """Whether it holds machine code."""
        return find_compiler() is not None


class BuildWithLibraries(build_py):
    """Copy the packages, and build the libraries among them; of a checkout, in their place."""

    def run(self):
        super().run()
        if find_compiler() is None:
            print(NO_COMPILER, file=sys.stderr)
            return
        for units, library in LIBRARIES.items():
            if source_of(units).exists():
                self.build_library(units, library)

    def build_library(self, units, library):
        """Build one library."""
        place = [] if self.editable_mode else ["--out", str(Path(self.build_lib, library))]
        command = [sys.executable, "-m", "spacecombat_env.native.build", "--units", units, *place]
        paths = [ROOT, ROOT / "agents", *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


class NativeWheel(bdist_wheel):
    """A wheel for every Python on the platforms on which its libraries run."""

    def get_tag(self):
        if self.root_is_pure:
            return "py3", "none", "any"
        return "py3", "none", platform_tag(Path(self.bdist_dir))


def source_of(module):
    """Return the file of a module in the checkout."""
    folder = ROOT / "agents" if module.startswith(AGENTS) else ROOT
    return folder / f"{module.replace('.', '/')}.py"


def platform_tag(folder):
    """Return the platforms of the libraries in a folder."""
    usual = re.sub(r"[-.]", "_", sysconfig.get_platform())
    if sys.platform == "darwin":
        oldest = os.environ["MACOSX_DEPLOYMENT_TARGET"].replace(".", "_")
        return f"macosx_{oldest}_{platform.machine()}"
    texts = [path.read_bytes() for path in folder.rglob(f"libspacecombat*{SUFFIX}")]
    versions = [int(found) for text in texts for found in re.findall(rb"GLIBC_2\.(\d+)", text)]
    if sys.platform != "linux" or not versions:
        return usual
    return usual.replace("linux", f"manylinux_2_{max(17, *versions)}", 1)


def packages():
    """Return the packages and all below them; folders of data count, or setuptools warns."""
    found = []
    for name, folder in FOLDERS.items():
        below = find_namespace_packages(str(ROOT / folder), exclude=["*__pycache__"])
        found += [name, *(f"{name}.{each}" for each in below)]
    return found


def absolute_readme():
    """Return README.md with links that hold outside the repository, as on a package index."""
    text = Path(ROOT, "README.md").read_text(encoding="utf-8")
    urls = re.search(r'^Repository = "(.+)"', Path(ROOT, "pyproject.toml").read_text("utf-8"), re.M)
    page, raw = f"{urls[1]}/blob/main/", f"{urls[1]}/raw/main/"
    text = re.sub(r"(?<!!)(\[[^\]]*\]\()(?!https?:|#)", rf"\1{page}", text)
    return re.sub(r'(!\[[^\]]*\]\(|src(?:set)?=")(?!https?:)', rf"\1{raw}", text)


setup(
    distclass=NativeDistribution,
    long_description=absolute_readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildWithLibraries, "bdist_wheel": NativeWheel},
    package_dir=FOLDERS,
    packages=packages(),
)
