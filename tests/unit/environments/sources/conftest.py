from collections.abc import Iterator
from pathlib import Path

import pytest

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.landing import Landing
from reprobridge_spec.environments.store import Store
from tests.misbehaving import Server, Time


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


@pytest.fixture
def landing(store: Store) -> Iterator[Landing]:
    with store.workspace() as folder:
        yield Landing(store, "toy", Path(folder), silent)
