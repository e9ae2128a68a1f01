"""Export a training run as one opponent file, which needs none of the training libraries."""
