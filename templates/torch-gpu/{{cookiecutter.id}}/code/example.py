"""A STAND-IN, so that everything runs on the first day: replace it with your code.

It trains a small network to tell two spirals apart. All randomness comes from the seed.
The state is kept every so often: a run that was interrupted goes on where it was.
"""

import math
import random
from pathlib import Path

import numpy as np
import torch

POINTS = 4096
KEEP_EVERY = 200


def be_deterministic(seed: int) -> None:
    """Seed whatever draws, and refuse operations whose sums differ each time."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)  # of all cards too
    torch.use_deterministic_algorithms(True)
    torch.backends.cudnn.benchmark = False  # it would choose by what is fastest now
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False


def measure(*, seed: int, steps: int, device: str, state: Path) -> tuple[int, int]:
    """Train, and say how many new points are told apart, and of how many.

    `state` is where the state of the training is kept.
    """
    be_deterministic(seed)
    # on the CPU, which gives equal points for each device
    generator = torch.Generator().manual_seed(seed)
    inputs, kinds = (part.to(device) for part in spirals(generator))
    network = torch.nn.Sequential(
        torch.nn.Linear(2, 128),
        torch.nn.Tanh(),
        torch.nn.Linear(128, 128),
        torch.nn.Tanh(),
        torch.nn.Linear(128, 2),
    ).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    for step in range(resumed(state, network, optimizer, device), steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(network(inputs), kinds)
        loss.backward()
        optimizer.step()
        if (step + 1) % KEEP_EVERY == 0:
            keep(state, step + 1, network, optimizer)
            print(f"step {step + 1}: loss {loss.item():.4f}", flush=True)
    inputs, kinds = (part.to(device) for part in spirals(generator))
    with torch.no_grad():
        correct = (network(inputs).argmax(dim=1) == kinds).sum()
    return int(correct), POINTS


def spirals(generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Noisy points of two spirals, with which of the two each belongs to."""
    kinds = torch.arange(POINTS) % 2
    turn = torch.rand(POINTS, generator=generator).sqrt() * 3 * math.pi
    angle = turn + math.pi * kinds
    places = torch.stack([turn * angle.cos(), turn * angle.sin()], dim=1)
    noise = 0.1 * torch.randn(POINTS, 2, generator=generator)
    return (places + noise) / (3 * math.pi), kinds


def keep(
    state: Path, step: int, network: torch.nn.Module, optimizer: torch.optim.Optimizer
) -> None:
    """Keep the state: whole or not at all, whenever the run is ended."""
    parts = {
        "step": step,
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    unfinished = state.with_suffix(".unfinished")
    torch.save(parts, unfinished)
    unfinished.replace(state)


def resumed(
    state: Path, network: torch.nn.Module, optimizer: torch.optim.Optimizer, device: str
) -> int:
    """The step to go on from: that of an earlier attempt of this very run, else 0."""
    if not state.exists():
        return 0
    parts = torch.load(state, map_location=device, weights_only=True)
    network.load_state_dict(parts["network"])
    optimizer.load_state_dict(parts["optimizer"])
    print(f"goes on from step {parts['step']}", flush=True)
    return int(parts["step"])
