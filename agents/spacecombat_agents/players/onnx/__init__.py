"""Read and evaluate ONNX policies without the onnx package."""
