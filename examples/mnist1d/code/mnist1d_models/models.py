"""The four models of the comparison, with the sizes of the authors' notebook."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

import torch
from torch import nn

POINTS = 40
CLASSES = 10


class Model(StrEnum):
    """A row of the comparison."""

    LOGISTIC = "logistic"
    MLP = "mlp"
    CNN = "cnn"
    GRU = "gru"


class Mlp(nn.Module):
    """Two hidden layers, of which the second adds to the first."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.first = nn.Linear(POINTS, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.last = nn.Linear(hidden, CLASSES)

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        """Give a logit for each class."""
        hidden = torch.relu(self.first(series))
        hidden = hidden + torch.relu(self.second(hidden))
        return self.last(hidden)


class Gru(nn.Module):
    """A recurrent network in both directions, and a linear layer on its outputs at all points."""

    def __init__(self, hidden: int = 6) -> None:
        super().__init__()
        self.recurrent = nn.GRU(input_size=1, hidden_size=hidden, batch_first=True, bidirectional=True)
        self.last = nn.Linear(2 * hidden * POINTS, CLASSES)

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        """Give a logit for each class."""
        outputs, _ = self.recurrent(series.unsqueeze(-1))
        return self.last(outputs.flatten(1))


def cnn(channels: int = 25) -> nn.Module:
    """Three convolutions that halve the length each, and a linear layer."""
    return nn.Sequential(
        nn.Unflatten(1, (1, POINTS)),
        nn.Conv1d(1, channels, 5, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv1d(channels, channels, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv1d(channels, channels, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(5 * channels, CLASSES),
    )


def build(model: Model, *, hidden: int = 100) -> nn.Module:
    """Give a new model with weights drawn from torch's global generator; `hidden` is of the MLP."""
    match model:
        case Model.LOGISTIC:
            return nn.Linear(POINTS, CLASSES)
        case Model.MLP:
            return Mlp(hidden)
        case Model.CNN:
            return cnn()
        case Model.GRU:
            return Gru()
        case _:
            assert_never(model)
