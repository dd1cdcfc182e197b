print("epoch 1 acc 0.91")
raise RuntimeError("out of memory")
