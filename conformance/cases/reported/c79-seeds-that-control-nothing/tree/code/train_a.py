import random, numpy as np, torch
x = np.random.randn(3); y = torch.randn(3); random.shuffle([1, 2])
