# ruff: noqa: D103 - the name of a test is its sentence
"""What the code rests on, each identity against the slow and obvious way.

Run with `python -m pytest tests` in `code/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from mnist1d_models.checkpoint import load, save
from mnist1d_models.data import Data, make_data
from mnist1d_models.models import Model, build
from mnist1d_models.training import Settings, count_correct, train

if TYPE_CHECKING:
    from pathlib import Path

PARAMETERS = {Model.LOGISTIC: 410, Model.MLP: 15_210, Model.CNN: 5_210, Model.GRU: 5_134}
"""What the authors' notebook prints."""


@pytest.fixture(scope="module")
def data() -> Data:
    return make_data()


def small() -> Data:
    generator = torch.Generator().manual_seed(1)
    return Data(
        train=torch.randn(30, 40, generator=generator),
        train_labels=torch.randint(10, (30,), generator=generator),
        test=torch.randn(20, 40, generator=generator),
        test_labels=torch.randint(10, (20,), generator=generator),
    )


@pytest.mark.parametrize("model", list(Model))
def test_models_have_as_many_parameters_as_the_notebook_prints(model: Model) -> None:
    assert sum(weights.numel() for weights in build(model).parameters()) == PARAMETERS[model]


@pytest.mark.parametrize("model", list(Model))
def test_the_same_seed_draws_the_same_weights_and_another_seed_others(model: Model) -> None:
    def drawn(seed: int) -> torch.Tensor:
        torch.manual_seed(seed)
        return torch.cat([weights.flatten() for weights in build(model).parameters()])

    assert torch.equal(drawn(3), drawn(3))
    assert not torch.equal(drawn(3), drawn(4))


def test_the_mlp_is_its_formula() -> None:
    torch.manual_seed(5)
    model, series = build(Model.MLP, hidden=7), torch.randn(4, 40)
    one, two, three = ((layer.weight, layer.bias) for layer in (model.first, model.second, model.last))
    hidden = (series @ one[0].T + one[1]).clamp(min=0)
    hidden = hidden + (hidden @ two[0].T + two[1]).clamp(min=0)
    torch.testing.assert_close(model(series), hidden @ three[0].T + three[1])


def test_the_cnn_is_its_loops() -> None:
    torch.manual_seed(6)
    model, series = build(Model.CNN, hidden=0).double(), torch.randn(1, 40, dtype=torch.float64)
    values = series.detach().numpy()
    for layer in (part for part in model if isinstance(part, torch.nn.Conv1d)):
        weights, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        padded = np.pad(values, ((0, 0), (1, 1)))
        width = weights.shape[2]
        starts = range(0, padded.shape[1] - width + 1, 2)
        values = np.array(
            [
                [max(0.0, bias[out] + (weights[out] * padded[:, at : at + width]).sum()) for at in starts]
                for out in range(len(weights))
            ]
        )
    last = model[-1]
    expected = last.weight.detach().numpy() @ values.flatten() + last.bias.detach().numpy()
    np.testing.assert_allclose(model(series).detach().numpy()[0], expected, rtol=1e-10)


def test_training_is_adam_written_out() -> None:
    data, settings = small(), Settings(steps=7, batch=10, learning_rate=0.01, evaluate_every=3)
    torch.manual_seed(8)
    model = torch.nn.Linear(40, 10).double()
    weights = torch.cat([model.weight.detach(), model.bias.detach()[:, None]], dim=1).clone()
    doubled = Data(
        train=data.train.double(), train_labels=data.train_labels, test=data.test.double(), test_labels=data.test_labels
    )
    evaluations = train(model, doubled, settings, lambda _: None)
    first, second = torch.zeros_like(weights), torch.zeros_like(weights)
    for step in range(8):
        rows = [(10 * step + offset) % 30 for offset in range(10)]
        series = torch.cat([doubled.train[rows], torch.ones(10, 1, dtype=torch.float64)], dim=1)
        chances = torch.softmax(series @ weights.T, dim=1)
        slope = (chances - torch.eye(10, dtype=torch.float64)[doubled.train_labels[rows]]).T @ series / 10
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        scaled = second / (1 - 0.999 ** (step + 1))
        weights = weights - 0.01 * first / (1 - 0.9 ** (step + 1)) / (scaled.sqrt() + 1e-8)
    trained = torch.cat([model.weight.detach(), model.bias.detach()[:, None]], dim=1)
    torch.testing.assert_close(trained, weights, rtol=1e-9, atol=1e-12)
    assert [one.step for one in evaluations] == [0, 3, 6]


def test_correct_series_are_counted_one_by_one() -> None:
    data, model = small(), build(Model.MLP)
    expected = sum(
        int(model(series[None]).argmax()) == int(label)
        for series, label in zip(data.test, data.test_labels, strict=True)
    )
    assert count_correct(model, data.test, data.test_labels) == expected


def test_the_data_are_as_the_package_says(data: Data) -> None:
    assert data.train.shape == (4000, 40)
    assert data.test.shape == (1000, 40)
    assert torch.cat([data.train_labels, data.test_labels]).bincount().tolist() == [500] * 10
    assert data.digest() == make_data().digest()


def test_shuffled_points_are_the_same_points_in_one_other_order(data: Data) -> None:
    shuffled = make_data(shuffled=True)
    order = [int((shuffled.train[0] == value).nonzero()[0]) for value in data.train[0]]
    assert sorted(order) == list(range(40)) != order
    assert torch.equal(shuffled.train[:, order], data.train)
    assert torch.equal(shuffled.test[:, order], data.test)
    assert torch.equal(shuffled.test_labels, data.test_labels)


def test_a_checkpoint_brings_the_weights_back(tmp_path: Path) -> None:
    model, other, series = build(Model.CNN), build(Model.CNN), torch.randn(3, 40)
    save(model, tmp_path / "one.npz")
    save(model, tmp_path / "two.npz")
    load(other, tmp_path / "one.npz")
    assert torch.equal(model(series), other(series))
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_the_weights_of_another_model_are_refused(tmp_path: Path) -> None:
    save(build(Model.MLP), tmp_path / "mlp.npz")
    with pytest.raises(RuntimeError, match="state_dict"):
        load(build(Model.CNN), tmp_path / "mlp.npz")
