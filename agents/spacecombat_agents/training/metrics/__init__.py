"""Records of a training run: a line for each update, TensorBoard curves, calibration."""
