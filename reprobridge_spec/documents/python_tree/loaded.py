"""Which data sets, models and files a Python file loads, and from where."""

import ast
from collections.abc import Iterator
from enum import StrEnum

from reprobridge_spec.documents.python_tree.calls import argument_of
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.texts import UNTOLD, text_of
from reprobridge_spec.frozen import dataclass


class Source(StrEnum):
    """Where something is loaded from."""

    FILE = "file"
    GDOWN = "gdown"
    GYM = "gym"
    HUGGINGFACE_DATASET = "huggingface-dataset"
    HUGGINGFACE_MODEL = "huggingface-model"
    KERAS = "keras"
    OGB = "ogb"
    OPENML = "openml"
    SKLEARN = "sklearn"
    TENSORFLOW_DATASETS = "tensorflow-datasets"
    TIMM = "timm"
    TORCH_GEOMETRIC = "torch-geometric"
    TORCH_HUB = "torch-hub"
    TORCHVISION = "torchvision"
    TORCHVISION_MODEL = "torchvision-model"
    UCI = "uci"
    URL = "url"
    WANDB = "wandb"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """Something that is loaded.

    Attributes:
        name: of the data set, the model, the environment; the address; or the path of the file. `{}` stands for each
            part that the file does not tell.
        root: the folder that it is put into; None where no such is named.
    """

    name: str
    line: int
    how: Source
    root: str | None = None


_BY_NAME: dict[str, tuple[int, str, Source]] = {
    "datasets.load_dataset": (0, "path", Source.HUGGINGFACE_DATASET),
    "gdown.download": (0, "url", Source.GDOWN),
    "gdown.download_folder": (0, "url", Source.GDOWN),
    "gym.make": (0, "id", Source.GYM),
    "gymnasium.make": (0, "id", Source.GYM),
    "huggingface_hub.hf_hub_download": (0, "repo_id", Source.HUGGINGFACE_MODEL),
    "huggingface_hub.snapshot_download": (0, "repo_id", Source.HUGGINGFACE_MODEL),
    "openml.datasets.get_dataset": (0, "dataset_id", Source.OPENML),
    "openml.study.get_suite": (0, "suite_id", Source.OPENML),
    "openml.tasks.get_task": (0, "task_id", Source.OPENML),
    "requests.get": (0, "url", Source.URL),
    "sklearn.datasets.fetch_openml": (0, "name", Source.OPENML),
    "tensorflow.keras.utils.get_file": (1, "origin", Source.URL),
    "tensorflow_datasets.load": (0, "name", Source.TENSORFLOW_DATASETS),
    "torch.hub.load": (0, "repo_or_dir", Source.TORCH_HUB),
    "torch.hub.load_state_dict_from_url": (0, "url", Source.URL),
    "torch.utils.model_zoo.load_url": (0, "url", Source.URL),
    "ucimlrepo.fetch_ucirepo": (0, "name", Source.UCI),
    "urllib.request.urlopen": (0, "url", Source.URL),
    "urllib.request.urlretrieve": (0, "url", Source.URL),
    "wandb.restore": (0, "name", Source.WANDB),
    "wandb.use_artifact": (0, "artifact_or_name", Source.WANDB),
    "wget.download": (0, "url", Source.URL),
}
"""Of functions of packages: the place of what is loaded among the arguments, and its keyword."""
_FILES: dict[str, str] = {
    "builtins.open": "file",
    "h5py.File": "name",
    "numpy.genfromtxt": "fname",
    "numpy.load": "file",
    "numpy.loadtxt": "fname",
    "pandas.read_csv": "filepath_or_buffer",
    "pandas.read_excel": "io",
    "pandas.read_feather": "path",
    "pandas.read_json": "path_or_buf",
    "pandas.read_parquet": "path",
    "pandas.read_pickle": "filepath_or_buffer",
    "pandas.read_table": "filepath_or_buffer",
    "scipy.io.arff.loadarff": "f",
    "scipy.io.loadmat": "file_name",
    "torch.load": "f",
}
_CATALOGUES = (
    ("ogb.", "name", Source.OGB),
    ("torch_geometric.datasets.", "", Source.TORCH_GEOMETRIC),
    ("torchvision.datasets.", "", Source.TORCHVISION),
)
"""Modules whose classes are data sets: by their own name, or by an argument."""
_OF_HUB = ("diffusers.", "peft.", "sentence_transformers.", "tokenizers.", "transformers.")
_NO_SETS = frozenset({"DatasetFolder", "FakeData", "ImageFolder", "VisionDataset"})
_ROOTS = ("root", "data_home", "cache_dir", "data_dir", "local_dir")
_ADDRESSES = ("http://", "https://", "ftp://", "s3://", "gs://")


def loaded_by(module: Module) -> tuple[Loaded, ...]:
    """What a file loads, in the order of its lines."""
    found = [loaded for node in module.nodes if isinstance(node, ast.Call) for loaded in _loaded(module, node)]
    return tuple(sorted(dict.fromkeys(found), key=lambda loaded: loaded.line))


def _loaded(module: Module, call: ast.Call) -> Iterator[Loaded]:
    name = module.name_of(call.func)
    if name in _BY_NAME:
        place, keyword, how = _BY_NAME[name]
        yield _entry(module, call, text_of(module, argument_of(call, place, keyword)), how)
    elif name in _FILES:
        yield from _file(module, call, _FILES[name])
    elif name.startswith("sklearn.datasets.fetch_"):
        yield _entry(module, call, name.rpartition("fetch_")[2], Source.SKLEARN)
    elif name.startswith("torchvision.models."):
        yield from _with_weights(module, call, name)
    elif name == "timm.create_model":
        if _asks(argument_of(call, 1, "pretrained")):
            yield _entry(module, call, text_of(module, argument_of(call, 0, "model_name")), Source.TIMM)
    elif name.endswith(".from_pretrained") or _is_unknown_pretrained(name, call.func):
        yield from _pretrained(module, call, name)
    elif name.startswith(("keras.datasets.", "tensorflow.keras.datasets.")) and name.endswith(".load_data"):
        yield _entry(module, call, name.split(".")[-2], Source.KERAS)
    else:
        yield from _of_catalogue(module, call, name)


def _file(module: Module, call: ast.Call, keyword: str) -> Iterator[Loaded]:
    mode = argument_of(call, 1, "mode") if keyword in {"file", "name"} else None
    if isinstance(mode, ast.Constant) and isinstance(mode.value, str) and set(mode.value) & set("wax"):
        return
    argument = argument_of(call, 0, keyword)
    # a file that was opened is told where it is opened
    if argument is None or (isinstance(argument, ast.Call) and module.name_of(argument.func) in _FILES):
        return
    path = text_of(module, argument)
    if path != UNTOLD:
        yield _entry(module, call, path, Source.URL if path.startswith(_ADDRESSES) else Source.FILE)


def _with_weights(module: Module, call: ast.Call, name: str) -> Iterator[Loaded]:
    if _asks(argument_of(call, 0, "pretrained")) or _asks(argument_of(call, None, "weights")):
        yield _entry(module, call, name.rpartition(".")[2], Source.TORCHVISION_MODEL)


def _is_unknown_pretrained(name: str, called: ast.expr) -> bool:
    """Whether a class that the file does not tell loads its weights as those of Hugging Face do."""
    return not name and isinstance(called, ast.Attribute) and called.attr == "from_pretrained"


def _pretrained(module: Module, call: ast.Call, name: str) -> Iterator[Loaded]:
    what = text_of(module, argument_of(call, 0, "pretrained_model_name_or_path"))
    # one's own classes load their own files in this way, too
    if name.startswith(_OF_HUB) or (what != UNTOLD and not name.startswith(".")):
        yield _entry(module, call, what, Source.HUGGINGFACE_MODEL)


def _of_catalogue(module: Module, call: ast.Call, name: str) -> Iterator[Loaded]:
    for prefix, keyword, how in _CATALOGUES:
        rest = name.removeprefix(prefix)
        last = rest.rpartition(".")[2]
        if rest != name and last[:1].isupper() and last not in _NO_SETS:
            yield _entry(module, call, text_of(module, argument_of(call, 0, keyword)) if keyword else last, how)


def _asks(node: ast.expr | None) -> bool:
    """Whether an argument is given, and is not `False` or `None`."""
    return node is not None and not (isinstance(node, ast.Constant) and node.value in {False, None})


def _entry(module: Module, call: ast.Call, name: str, how: Source) -> Loaded:
    root = next((node for word in _ROOTS if (node := argument_of(call, None, word)) is not None), None)
    if root is None and how in {Source.TORCHVISION, Source.TORCH_GEOMETRIC} and call.args:
        root = call.args[0]
    return Loaded(name=name, line=call.lineno, how=how, root=text_of(module, root) if root is not None else None)
