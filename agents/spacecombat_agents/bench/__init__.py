"""How fast the engine, the environments and the learners' loops are on this machine."""
