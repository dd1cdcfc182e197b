import random, numpy as np, torch
random.seed(1); np.random.seed(1); torch.manual_seed(1)
torch.use_deterministic_algorithms(True)
