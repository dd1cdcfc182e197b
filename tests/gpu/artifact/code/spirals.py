"""Two spirals, and a small network that tells them apart."""

import math

import torch


def points(count: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Noisy points of both spirals, with which of the two each belongs to."""
    kind = torch.arange(count) % 2
    turn = torch.rand(count, generator=generator).sqrt() * 3 * math.pi
    angle = turn + math.pi * kind
    places = torch.stack([turn * angle.cos(), turn * angle.sin()], dim=1)
    return (places + 0.1 * torch.randn(count, 2, generator=generator)) / (3 * math.pi), kind


def accuracy(seed: int, steps: int, device: str) -> float:
    """Accuracy on new points, after so many steps of training."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    inputs, kinds = (part.to(device) for part in points(4096, generator))
    network = torch.nn.Sequential(
        torch.nn.Linear(2, 256),
        torch.nn.Tanh(),
        torch.nn.Linear(256, 256),
        torch.nn.Tanh(),
        torch.nn.Linear(256, 2),
    ).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    for _ in range(steps):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(network(inputs), kinds).backward()
        optimizer.step()
    inputs, kinds = (part.to(device) for part in points(4096, generator))
    with torch.no_grad():
        return (network(inputs).argmax(dim=1) == kinds).double().mean().item()
