"""Which files a Python file writes."""

import ast
from collections.abc import Iterator
from enum import StrEnum

from reprobridge_spec.documents.python_tree.calls import argument_of
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.texts import text_of
from reprobridge_spec.frozen import dataclass


class Format(StrEnum):
    """What is written."""

    CSV = "csv"
    JSON = "json"
    NPY = "npy"
    TEXT = "text"
    PICKLE = "pickle"
    TORCH = "torch"
    TENSORBOARD = "tensorboard"
    FIGURE = "figure"
    TABLE = "table"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file that is written.

    Attributes:
        path: as far as the file tells it; `{}` stands for each part that it does not.
    """

    path: str
    line: int
    how: Format


_BY_NAME: dict[str, tuple[int, str, Format]] = {
    "joblib.dump": (1, "filename", Format.PICKLE),
    "matplotlib.pyplot.savefig": (0, "fname", Format.FIGURE),
    "numpy.save": (0, "file", Format.NPY),
    "numpy.savetxt": (0, "fname", Format.TEXT),
    "numpy.savez": (0, "file", Format.NPY),
    "numpy.savez_compressed": (0, "file", Format.NPY),
    "scipy.io.savemat": (0, "file_name", Format.OTHER),
    "tensorboardX.SummaryWriter": (0, "logdir", Format.TENSORBOARD),
    "torch.save": (1, "f", Format.TORCH),
    "torch.utils.tensorboard.SummaryWriter": (0, "log_dir", Format.TENSORBOARD),
    "torch.utils.tensorboard.writer.SummaryWriter": (0, "log_dir", Format.TENSORBOARD),
    "torchvision.utils.save_image": (1, "fp", Format.FIGURE),
}
"""Of functions of packages: the place of the path among the arguments, and its keyword."""
_BY_METHOD: dict[str, tuple[str, Format]] = {
    "savefig": ("fname", Format.FIGURE),
    "to_csv": ("path_or_buf", Format.CSV),
    "to_excel": ("excel_writer", Format.TABLE),
    "to_json": ("path_or_buf", Format.JSON),
    "to_latex": ("buf", Format.TEXT),
    "to_parquet": ("path", Format.TABLE),
    "to_pickle": ("path", Format.PICKLE),
}
_BY_ENDING = {
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".json": Format.JSON,
    ".jsonl": Format.JSON,
    ".npy": Format.NPY,
    ".npz": Format.NPY,
    ".pickle": Format.PICKLE,
    ".pkl": Format.PICKLE,
    ".ckpt": Format.TORCH,
    ".pt": Format.TORCH,
    ".pth": Format.TORCH,
}
_OPENERS = frozenset({"builtins.open", "codecs.open", "gzip.open", "io.open"})


def written_by(module: Module) -> tuple[Written, ...]:
    """The files that a file writes, in the order of its lines."""
    found = [written for node in module.nodes if isinstance(node, ast.Call) for written in _written(module, node)]
    return tuple(sorted(dict.fromkeys(found), key=lambda written: written.line))


def _written(module: Module, call: ast.Call) -> Iterator[Written]:
    name = module.name_of(call.func)
    if name in _OPENERS:
        mode = argument_of(call, 1, "mode")
        if isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) & set("wax"):
            path = text_of(module, argument_of(call, 0, "file"))
            is_bytes = "b" in mode.value
            yield _entry(path, call, _by_ending(path) or (Format.OTHER if is_bytes else Format.TEXT))
    elif name in _BY_NAME:
        place, keyword, how = _BY_NAME[name]
        if (argument := argument_of(call, place, keyword)) is not None:
            path = text_of(module, argument)
            yield _entry(path, call, (how is Format.TEXT and _by_ending(path)) or how)
    elif isinstance(call.func, ast.Attribute):
        yield from _by_method(module, call, call.func)


def _by_method(module: Module, call: ast.Call, called: ast.Attribute) -> Iterator[Written]:
    if called.attr in {"write_text", "write_bytes"}:
        path = text_of(module, called.value)
        yield _entry(path, call, _by_ending(path) or Format.TEXT)
    elif called.attr in _BY_METHOD:
        keyword, how = _BY_METHOD[called.attr]
        # without a path, most of them give a text
        if (argument := argument_of(call, 0, keyword)) is not None:
            yield _entry(text_of(module, argument), call, how)


def _entry(path: str, call: ast.Call, how: Format) -> Written:
    return Written(path=path, line=call.lineno, how=how)


def _by_ending(path: str) -> Format | None:
    return next((how for ending, how in _BY_ENDING.items() if path.lower().endswith(ending)), None)
