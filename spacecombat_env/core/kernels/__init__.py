"""The kernels of every rule set: the driver, batches, and generated functions."""
