"""Read ONNX files without the onnx package: their operators and weights."""
