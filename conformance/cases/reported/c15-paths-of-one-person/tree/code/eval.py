import torch
CKPT = 'D:\\work\\jdoe\\ckpt\\best.pt'
