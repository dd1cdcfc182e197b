"""The artifact of a case in memory: what stands at each path, and the whole as files."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from reprobridge_spec import digest
from reprobridge_spec.documents.files import HEAD, Entry, Kind, is_ignored
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What stands at a path.

    Attributes:
        data: bytes of a file.
        zeros: how many zeros follow them.
        link: where a symbolic link points; None for a file.
        executable: whether the file may be executed.
    """

    data: bytes = b""
    zeros: int = 0
    link: str | None = None
    executable: bool = False


class NodeFiles:
    """Nodes as files, without links and zeros, as `FolderFiles` would list them. It is an `ArtifactFiles`."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every path, in sorted order; see `ArtifactFiles`."""
        return {
            path: Entry(Kind.FILE, len(node.data), node.executable)
            for path, node in sorted(self._nodes.items())
            if not any(map(is_ignored, path.split("/")))
        }

    @cached_property
    def ignored(self) -> tuple[str, ...]:
        """Paths that are no part of the artifact; see `ArtifactFiles`."""
        found = set()
        for path in self._nodes:
            steps = path.split("/")
            first = next((n for n, step in enumerate(steps) if is_ignored(step)), None)
            if first is not None:
                found.add("/".join(steps[: first + 1]))
        return tuple(sorted(found))

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        data = self._node(path).data
        if len(data) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return data

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, as one piece; see `ArtifactFiles`."""
        yield self.read(path, 1 << 40)

    def head(self, path: str) -> bytes:
        """The first bytes of a file; see `ArtifactFiles`."""
        return self._node(path).data[:HEAD]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        return digest.of_bytes(self._node(path).data)

    def _node(self, path: str) -> Node:
        if path not in self._nodes:
            raise FileNotFoundError(path)
        return self._nodes[path]
