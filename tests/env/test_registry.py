"""Finding rule sets by name."""

from __future__ import annotations

import subprocess
import sys

import pytest
from kit import toy_ruleset

import spacecombat_env
from spacecombat_env import registry
from spacecombat_env.core.errors import ConfigError


@pytest.mark.parametrize(
    "text", ["hidden_number", "hidden_number-v0", "hidden_number_v0", "Hidden-Number-v0"]
)
def test_a_rule_set_is_found_under_every_spelling_of_its_name(text: str) -> None:
    assert registry.ruleset(text) is toy_ruleset.RULESET


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(
        ConfigError, match=r"no rule set is called 'chess'; there are: .*hidden_number"
    ):
        registry.ruleset("chess")


def test_another_version_is_refused() -> None:
    with pytest.raises(ConfigError, match="plays hidden_number version 0"):
        registry.ruleset("hidden_number-v7")


def test_a_folder_is_a_rule_set_only_if_it_is_a_package() -> None:
    assert "__pycache__" not in registry.names()
    assert registry.names() == sorted(registry.names())


def test_the_package_lists_its_rule_sets() -> None:
    assert spacecombat_env.list_rulesets() == registry.names()


def test_importing_the_package_imports_no_compiler_and_no_learner() -> None:
    code = (
        "import sys, spacecombat_env; spacecombat_env.list_rulesets();"
        "print([m for m in ('numba', 'torch', 'stable_baselines3', 'pygame') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
