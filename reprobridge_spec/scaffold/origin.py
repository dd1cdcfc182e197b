"""Where an artifact came from: which template, of which values, and what its files were then."""

import json
from collections.abc import Mapping
from dataclasses import asdict, field, fields
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.scaffold.values import Values

EDITOR_FOLDER = ".rra"
"""Folder of an artifact with what editors read (the schemas), and where the artifact came from."""
ORIGIN_FILE = f"{EDITOR_FOLDER}/template.json"
"""Which template an artifact was made from, of which values, and each file as it was then."""
_LARGEST = 16 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What a new artifact was made from.

    Attributes:
        template: name of the template.
        version: its version.
        trusted: digest of a template of a stranger; empty for those of rrspec.
        values: what the author said then.
        files: digest of each file as it was then.
        texts: each of those that is text, as it was then: what a later template is compared with.
        pending: of an update that was begun and not ended, the digest of each file that it makes, under the digest of
            the record that it ends with.
    """

    template: str
    version: str
    trusted: str
    values: Values
    files: dict[str, str]
    texts: dict[str, bytes]
    pending: dict[str, dict[str, str]] = field(default_factory=dict)

    def is_as_made(self, path: str, data: bytes) -> bool:
        """Whether a file still is what the template made.

        A text decides by itself: whoever makes an artifact anonymous takes digests anew.
        """
        if path in self.texts:
            return self.texts[path] == data
        return self.files.get(path) == digest.of_bytes(data)


def origin_of(template: str, version: str, trusted: str, values: Values, files: Mapping[str, bytes]) -> Origin:
    """The origin of an artifact whose files are these."""
    return Origin(
        template=template,
        version=version,
        trusted=trusted,
        values=values,
        files={path: digest.of_bytes(data) for path, data in sorted(files.items())},
        texts={path: data for path, data in sorted(files.items()) if _is_text(data)},
    )


def written(origin: Origin) -> bytes:
    """The document `ORIGIN_FILE`."""
    record = {
        "template": origin.template,
        "version": origin.version,
        **({"trusted": origin.trusted} if origin.trusted else {}),
        "values": asdict(origin.values),
        "files": origin.files,
        "texts": {path: data.decode() for path, data in origin.texts.items()},
        **({"pending": origin.pending} if origin.pending else {}),
    }
    return (json.dumps(record, indent=2, ensure_ascii=False) + "\n").encode()


def read(root: Path) -> Origin:
    """The origin that an artifact says.

    Raises:
        UsageError: it says none, or not enough.
        ArtifactError: what it says cannot be read.
        NotDoneError: the system refuses to read it.
    """
    file = root / ORIGIN_FILE
    try:
        if file.stat().st_size > _LARGEST:
            raise _unreadable(file, f"it is longer than {_LARGEST >> 20} MiB")
        record = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise UsageError(
            f"{root} was not made by `rrspec new`: there is no {ORIGIN_FILE}",
            hint="Make a new artifact of a template in another folder, and take from it what you want.",
            place=str(file),
        ) from None
    except OSError as error:
        raise NotDoneError(f"it cannot be read: {error.strerror}", place=str(file)) from error
    except (ValueError, RecursionError) as error:
        raise _unreadable(file, str(error)) from error
    try:
        return _parsed(record)
    except KeyError as error:
        raise _unreadable(file, f"there is no `{error.args[0]}`") from error
    except (TypeError, UnicodeEncodeError) as error:
        raise _unreadable(file, "a value is of another kind") from error


def _parsed(record: object) -> Origin:
    record = _mapping(record)
    texts = _strings(record["texts"])
    values = _strings(record["values"])
    return Origin(
        template=_string(record["template"]),
        version=_string(record["version"]),
        trusted=_string(record.get("trusted", "")),
        values=Values(**{one.name: values[one.name] for one in fields(Values)}),
        files=_strings(record["files"]),
        texts={path: text.encode() for path, text in texts.items()},
        pending={key: _strings(item) for key, item in _mapping(record.get("pending", {})).items()},
    )


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _strings(value: object) -> dict[str, str]:
    return {key: _string(item) for key, item in _mapping(value).items()}


def _mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unreadable(file: Path, why: str) -> ArtifactError:
    return ArtifactError(
        f"it does not say what this artifact was made from: {why}",
        hint="Take it back from version control. Without it there is nothing to compare with, and nothing is changed.",
        place=str(file),
    )
