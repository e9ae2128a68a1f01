"""What a training run records: a line for each update, TensorBoard curves, calibration."""
