"""ONNX policies, read and computed without the onnx package."""
