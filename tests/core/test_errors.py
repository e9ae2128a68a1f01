"""Errors carry their cause in their class and their place in their message."""

from spacecombat_env.core import errors


def test_at_names_file_field_and_reason():
    error = errors.CapacityError.at("a.yaml", "ships", "70 ships, room for 64")
    assert str(error) == "a.yaml: ships: 70 ships, room for 64"
    assert type(error) is errors.CapacityError


def test_every_error_has_one_root():
    kinds = [kind for name, kind in vars(errors).items() if name.endswith("Error")]
    assert len(kinds) > 5
    assert all(issubclass(kind, errors.SpaceCombatError) for kind in kinds)
    assert issubclass(errors.CapacityError, errors.ScenarioError)
    assert issubclass(errors.IllegalOrderError, errors.OrderError)
