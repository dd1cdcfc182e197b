"""Keep the weights of a model in one `.npz` file, which holds numbers only: nothing in it can be executed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

if TYPE_CHECKING:
    from pathlib import Path

    from torch import nn


def save(model: nn.Module, path: Path) -> None:
    """Write the weights of `model`; the same weights give the same bytes."""
    np.savez(path, **{name: weights.cpu().numpy() for name, weights in model.state_dict().items()})


def load(model: nn.Module, path: Path) -> None:
    """Put the weights of a file into `model`.

    Raises:
        RuntimeError: they are those of another model.
        ValueError: the file is none of numbers.
        OSError: it cannot be read.
    """
    with np.load(path, allow_pickle=False) as stored:
        model.load_state_dict({name: torch.from_numpy(stored[name]) for name in stored.files})
