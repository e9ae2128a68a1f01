"""What is in doubt stays marked."""

from spacecombat_env.rulesets.interceptor.model import class_names
from spacecombat_env.rulesets.interceptor.model.printed.doubtful_values import doubtful_values


def test_every_ship_but_the_worked_example_is_marked():
    ships = {mark.name for mark in doubtful_values() if mark.file == "ships.yaml"}
    assert ships == set(class_names()[1:]) - {"FLUTTERING PETAL"}


def test_shapes_of_missiles_are_marked_reconstructed():
    said = {mark.name: mark.status for mark in doubtful_values()}
    for name in ("DAP_30", "SSS_20", "EPC_9"):
        assert said[f"templates.{name}"] == "reconstructed"
    assert said["templates.MDC_8"].startswith("public fact")


def test_misprints_are_listed_with_what_is_used():
    names = [mark.name for mark in doubtful_values() if mark.file == "suspect_values.csv"]
    assert len(names) == 39 and names[0].startswith("SV-01")
