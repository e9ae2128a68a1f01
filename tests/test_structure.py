"""The figures of the tree: what `scripts/structure.py` counts is what it says."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

import private_names
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


def test_names_that_the_field_has_another_term_for_are_gone_and_kept_ones_exist():
    assert private_names.all_private_names() == private_names.KEPT
    assert structure.private_names() == {}


def test_a_private_name_is_found_in_every_kind_of_definition():
    text = "class Told:\n def _word(self, luck):\n  self.rival = turns = 1\n def turns(self): ..."
    names = ("Told", "Told._word", "Told._word.luck", "Told.rival", "Told.turns")
    found = private_names.private_names_of("a.pieces", text)
    assert sorted(found) == ["a.pieces:", *(f"a.pieces:{name}" for name in sorted(names))]


def test_classes_share_a_name_at_most_twice_and_folders_are_small():
    assert structure.shared_class_names() == {}
    assert structure.large_folders() == {}
