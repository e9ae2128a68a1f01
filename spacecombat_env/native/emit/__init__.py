"""Write C++ from rule functions: their types are inferred from the entry points on."""
