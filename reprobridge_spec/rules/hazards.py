"""What executes data that came with a file: pickles and code from elsewhere, in inputs, commands and code."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from reprobridge_spec.documents import digest_list
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.environment import Hazard
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GitSource,
    HuggingFaceSource,
    Input,
    InputKind,
    UrlSource,
)
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of

_PICKLED = lazy_pattern(
    r".*\.(?:pkl|pickle|joblib|dill|pt|pth|ckpt)|(?:pytorch|adapter|diffusion_pytorch)_model.*\.bin"
)
_LARGEST = 8 << 20
"""Bundled files up to this size are looked into."""
_OPCODES = lazy_pattern(rb"\x80[\x02-\x05]")
_OBJECTS = lazy_pattern(rb"'descr':\s{0,4}'\|O'")
_PATTERNS = {
    Hazard.PICKLE: lazy_pattern(
        # what was sent from one process to another, as by `pickle.loads(buffer)`, came with no file
        rb"\b(?:c?pickle|_pickle|cloudpickle|dill|joblib)\.load(?:\(|s\([^)\n]{0,80}\.read)|\bread_pickle\("
        rb"|\bweights_only\s{0,4}=\s{0,4}False\b|\ballow_pickle\s{0,4}=\s{0,4}True\b"
    ),
    Hazard.REMOTE_CODE: lazy_pattern(
        rb"\btrust_remote_code[\"']?\s{0,4}[=:]\s{0,4}[Tt]rue\b|--trust[-_]remote[-_]code\b|\btorch\.hub\.load\("
    ),
}
_SIGNS = {
    Hazard.PICKLE: (b"pickle", b"joblib", b"dill", b"weights_only"),
    Hazard.REMOTE_CODE: (b"trust", b"torch.hub"),
}
_LOCAL_HUB = lazy_pattern(rb"torch\.hub\.load\([^)]{0,300}source\s{0,4}=\s{0,4}[\"']local")
_OF_CODE = (".py", ".sh", ".bash", ".ipynb", ".yaml", ".yml", ".json", ".toml")


def pickled_file(context: Context, body: Input) -> str | None:
    """A file of the input that is a pickle by its name or, where the artifact carries it, by its bytes."""
    names = list(_names(context, body))
    if any(name.endswith(".safetensors") for name in names):
        # libraries that know both take these
        names = [name for name in names if not name.endswith(".bin")]
    named = next((name for name in names if _PICKLED.fullmatch(name.rpartition("/")[2].lower())), None)
    if named is None and isinstance(body.source, BundledSource):
        files = bundled_inputs.files_at(context, body.source.bundled)
        return next((path for path in files if _is_pickle(context, path)), None)
    return named


def _names(context: Context, body: Input) -> Iterator[str]:
    match body.source:
        case UrlSource(url=url):
            yield _last_step(url)
        case HuggingFaceSource(huggingface=place):
            yield place.path or ""
        case GitSource(git=place):
            yield place.path or ""
        case DoiSource(path=path):
            yield path or ""
        case BundledSource(bundled=root):
            yield from bundled_inputs.files_at(context, root)
    yield from (file.path for file in body.files.values())
    if body.digests is not None and body.digests in context.files.entries and body.kind is not InputKind.SERVICE:
        yield from (listed.path for listed in digest_list.read(bytes_of(context, body.digests)).files)


def _last_step(url: str) -> str:
    try:
        return urlsplit(url).path.rpartition("/")[2]
    except ValueError:
        return ""


def _is_pickle(context: Context, path: str) -> bool:
    """Whether the bytes of a small file are those of a pickle, or of an archive or array that holds one."""
    entry = context.files.entries[path]
    if entry.kind is not Kind.FILE or not 0 < entry.size <= _LARGEST:
        return False
    try:
        head = context.files.head(path)
    except (OSError, ValueError) as error:
        raise Unchecked(f"{path} cannot be read: {error}") from error
    if head.startswith(b"PK\x03\x04"):
        data = bytes_of(context, path)
        return b"/data.pkl" in data or _OBJECTS.search(data) is not None
    if head.startswith(b"\x93NUMPY"):
        return _OBJECTS.search(bytes_of(context, path)[:256]) is not None
    return _OPCODES.match(head) is not None and bytes_of(context, path).endswith(b".")


def in_command(experiment: Experiment) -> bool:
    """Whether the command lets a library take code from elsewhere."""
    arguments = [*(experiment.command or []), *(experiment.smoke.append if experiment.smoke else [])]
    return any(re.match(r"--?trust[-_]remote[-_]code(?!=[Ff]alse)", argument) for argument in arguments)


def in_text(path: str, data: bytes) -> Iterator[tuple[Hazard, int]]:
    """Each hazard that a text of the code has, once, with the offset of the first place that is no comment."""
    if not path.endswith(_OF_CODE) or _is_test(path):
        return
    for hazard, pattern in _PATTERNS.items():
        if any(sign in data for sign in _SIGNS[hazard]):
            found = (match for match in pattern.finditer(data) if not _is_harmless(data, match))
            if first := next(found, None):
                yield hazard, first.start()


def _is_harmless(data: bytes, match: re.Match[bytes]) -> bool:
    start = data.rfind(b"\n", 0, match.start()) + 1
    in_docstring = any(data.count(quotes, 0, match.start()) % 2 for quotes in (b'"""', b"'''"))
    in_comment = b"#" in data[start : match.start()]
    return in_docstring or in_comment or _LOCAL_HUB.match(data, match.start()) is not None


def _is_test(path: str) -> bool:
    *folders, last = path.split("/")
    return not {"test", "tests"}.isdisjoint(folders) or last.startswith("test_")
