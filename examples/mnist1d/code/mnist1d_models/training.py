"""Train a model, and evaluate it as it is trained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import nn

if TYPE_CHECKING:
    from collections.abc import Callable

    from mnist1d_models.data import Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What decides a training besides data, model and random numbers; the defaults are the notebook's."""

    steps: int = 6000
    batch: int = 100
    learning_rate: float = 0.01
    evaluate_every: int = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What a model was worth at one step."""

    step: int
    correct: int
    """Of the test series."""
    train_correct: int


def train(model: nn.Module, data: Data, settings: Settings, told: Callable[[Evaluation], None]) -> list[Evaluation]:
    """Train `model` in place with Adam on cross-entropy, and give the evaluations in order.

    Batches are taken in the order of the data, again from its beginning when it is used up. Steps count from 0 to
    `settings.steps`, both included. Whenever the step is a multiple of `settings.evaluate_every`, the model is
    evaluated behind it; `told` hears of each evaluation at once.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=settings.learning_rate)
    loss_of = nn.CrossEntropyLoss()
    evaluations = []
    for step in range(settings.steps + 1):
        start = step * settings.batch % len(data.train)
        rows = slice(start, start + settings.batch)
        optimizer.zero_grad()
        loss_of(model(data.train[rows]), data.train_labels[rows]).backward()
        optimizer.step()
        if step % settings.evaluate_every == 0:
            evaluations.append(
                Evaluation(
                    step=step,
                    correct=count_correct(model, data.test, data.test_labels),
                    train_correct=count_correct(model, data.train, data.train_labels),
                )
            )
            told(evaluations[-1])
    return evaluations


@torch.no_grad()
def count_correct(model: nn.Module, series: torch.Tensor, labels: torch.Tensor) -> int:
    """Count the series for which the largest logit is that of their class."""
    return int((model(series).argmax(dim=-1) == labels).sum())
