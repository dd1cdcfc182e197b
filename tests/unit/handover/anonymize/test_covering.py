from typing import Any

import pytest

from reprobridge_spec.handover.anonymize.covering import terms
from reprobridge_spec.model.manifest import Manifest

HEAD = {"rra": "1.0", "id": "x", "version": "1", "title": "X", "level": "draft"}


def _manifest(source: dict[str, Any]) -> Manifest:
    return Manifest.model_validate({**HEAD, "inputs": {"toy": {"kind": "dataset", "source": source}}})


def test_a_repository_of_an_input_is_a_term() -> None:
    assert "jane/paper" in terms(_manifest({"url": "https://github.com/jane/paper/raw/x"}), frozenset())


@pytest.mark.parametrize("address", ["http://[::1", "https://[a]/jane/paper", "no address"])
def test_what_is_no_address_is_none(address: str) -> None:
    found = terms(_manifest({"url": address}), frozenset())
    assert not [term for term in found if "/" in term]
