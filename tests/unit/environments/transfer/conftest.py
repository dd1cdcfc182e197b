from collections.abc import Iterator

import pytest

from tests.misbehaving import Server, Time


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def time() -> Time:
    return Time()
