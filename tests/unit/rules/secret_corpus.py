"""The corpus of secrets: what must be found, and what only resembles it."""

from base64 import b64decode
from dataclasses import dataclass
from typing import Any

from reprobridge_spec.documents import yaml_tree
from tests.unit.rules.memory_artifact import HERE

_FILE = HERE / "secrets.yaml"


@dataclass(frozen=True)
class Sample:
    """One file of the corpus.

    Attributes:
        hides: what must be found in it; empty for a near miss.
    """

    title: str
    path: str
    data: bytes
    hides: tuple[str, ...]

    def __str__(self) -> str:
        return self.title


def samples(kind: str) -> list[Sample]:
    """The `secrets`, or what is `near` to one."""
    data = yaml_tree.read(_FILE.read_bytes()).data[kind]
    return [_sample(title, body) for title, body in data.items()]


def _sample(title: str, body: dict[str, Any]) -> Sample:
    hides = body.get("hides", [])
    return Sample(
        title=title,
        path=body["file"],
        data=b64decode(body["base64"])
        if "base64" in body
        else _whole(body["text"]).encode(body.get("encoding", "utf-8")),
        hides=tuple(map(_whole, [hides] if isinstance(hides, str) else hides)),
    )


def _whole(text: str) -> str:
    return str(text).replace("{}", "")
