"""From a training run to one opponent file that needs nothing it was trained with."""
