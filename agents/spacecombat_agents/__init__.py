"""Players for the environments: random, scripted, learned and exported ones, and their training."""

import os

# Waiting threads of torch and NumPy must not burn the cores that the engine needs. Their libraries
# read the variable when they load, so it is set before anything here can load them.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
