"""What could be handed over in place of a large file: where it could be fetched from, or what could do without it."""

from reprobridge_spec.archive import content
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GitSource,
    HuggingFaceSource,
    Input,
    PackageSource,
    UrlSource,
)
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.measured_outputs import measured_outputs
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_FETCHED = (PackageSource, UrlSource, DoiSource, HuggingFaceSource, GitSource)
_MODELS = (
    ".pt",
    ".pth",
    ".ckpt",
    ".safetensors",
    ".onnx",
    ".h5",
    ".keras",
    ".pb",
    ".gguf",
    ".joblib",
    ".pkl",
    ".pickle",
    ".bin",
)
_LISTS = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".npy", ".npz", ".arff", ".txt", ".mat", ".hdf5", ".feather")
_ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar")
_RUNS = "evidence/runs/"
_OF_STANDARD = ("evidence/", "guide/", "launchers/")
"""What lies there is the artifact itself."""


def instead(context: Context, path: str) -> str:
    """What to do so that the package need not hold the file at `path`, in one sentence without its stop."""
    return _of_input(context, path) or _of_run(context, path) or _of_standard(path) or _by_name(path)


def _of_input(context: Context, path: str) -> str | None:
    for name, root in bundled_inputs.of(context):
        if bundled_inputs.is_at_or_below(path, root):
            return (
                f"input `{name}` carries it: put it where it stays, such as Zenodo or the Hugging Face Hub, and give"
                f" `inputs.{name}.source` as `url`, `doi` or `huggingface` in place of `bundled`"
            )
    for name, body in context.manifest.inputs.items():
        if isinstance(body.source, _FETCHED) and _is_of(context, path, body):
            return f"it is what input `{name}` fetches: leave it out, and let the launcher read the input"
    return None


def _is_of(context: Context, path: str, body: Input) -> bool:
    """Whether a file has the bytes of an input; only files of like names are read."""
    name = path.rpartition("/")[2]
    known = {file.path.rpartition("/")[2]: file.sha256 for file in body.files.values()}
    if body.sha256 is not None and (place := _place(body)) is not None:
        known[place.rpartition("/")[2]] = body.sha256
    if name not in known:
        return False
    try:
        return context.files.sha256(path) == known[name]
    except OSError:
        return False


def _place(body: Input) -> str | None:
    match body.source:
        case UrlSource(url=url):
            return url.partition("?")[0]
        case DoiSource(path=place) | GitSource(git=place) | HuggingFaceSource(huggingface=place):
            return place if isinstance(place, str) or place is None else place.path
        case BundledSource() | _:
            return None


def _of_run(context: Context, path: str) -> str | None:
    if not path.startswith(_RUNS):
        return None
    run, _, rest = path.removeprefix(_RUNS).partition("/")
    if rest == "log":
        return f"it is the log of run `{run}`, which has to stay: print less, and run again"
    tasks = [found.task for found in measured_outputs(context) if found.path == path]
    if tasks:
        return f"the score of `{tasks[0]}` is read from it: let the launcher write a smaller file, and run again"
    if rest.startswith("outputs/"):
        return f"run `{run}` left it and no score is read from it: its record can hold the digest alone"
    return None


def _of_standard(path: str) -> str | None:
    is_own = path.startswith(_OF_STANDARD) or path.endswith(".lock") or path in {MANIFEST_FILE, *content.GENERATED}
    return "it is a part of the artifact itself, and has to stay" if is_own else None


def _by_name(path: str) -> str:
    small = path.lower()
    if small.endswith(_MODELS):
        kind, where = "checkpoint", "the Hugging Face Hub or Zenodo"
    elif small.endswith((*_LISTS, *_ARCHIVES)):
        kind, where = "dataset", "Zenodo or another archive"
    else:
        return "leave it out if no run reads it, or declare it as an input with a source and a digest"
    return f"put it into {where}, and declare it as an input (`kind: {kind}`) with that source and its digest"
