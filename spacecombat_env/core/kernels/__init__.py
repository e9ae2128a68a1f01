"""The kernels of every rule set: the driver, its batches, and generated functions."""
