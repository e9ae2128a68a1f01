"""The figures of the tree: what `scripts/structure.py` counts is what it says."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import structure


def test_layers_stand_above_what_they_import():
    imports = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert structure.layers_of(imports) == {"a": 3, "b": 2, "c": 1}
    with pytest.raises(ValueError, match="circular imports: a -> b -> a"):
        structure.layers_of({"a": {"b"}, "b": {"a"}})


def test_relative_imports_count(tmp_path, monkeypatch):
    package = tmp_path / "rules" / "beams"
    package.mkdir(parents=True)
    (tmp_path / "rules" / "model.py").write_text("X = 1\n")
    (package / "fire.py").write_text("from ..model import X\nfrom .power import Y\n")
    (package / "power.py").write_text("Y = 1\n")
    monkeypatch.setattr(structure, "RULESETS", tmp_path)
    assert structure.package_imports("rules") == {"beams": {"model"}, "model": set()}


def test_names_that_the_field_has_another_term_for_are_gone():
    assert structure.private_names() == {}


def test_a_private_name_stays_only_where_it_is_kept():
    assert structure.may_stay("rivals", "agents/spacecombat_agents/analysis/analysis_settings.py")
    assert not structure.may_stay("rivals", "agents/spacecombat_agents/analysis/candidates.py")
    assert not structure.may_stay("kinds", "spacecombat_env/core/model/layout.py")


def test_classes_share_a_name_at_most_twice_and_folders_are_small():
    assert structure.shared_class_names() == {}
    assert structure.large_folders() == {}
