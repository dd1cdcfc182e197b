"""The four classifiers that are compared on MNIST-1D: data, models, training, checkpoints."""
