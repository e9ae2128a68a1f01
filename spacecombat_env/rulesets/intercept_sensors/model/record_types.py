"""The types of the records for type checkers and editors: record_types.pyi."""

from spacecombat_env.core.model.record_types import __getattr__ as __getattr__
