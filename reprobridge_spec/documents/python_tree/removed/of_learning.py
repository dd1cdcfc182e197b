"""What torch, torchvision, transformers, TensorFlow and Gym no longer have."""

from reprobridge_spec.documents.python_tree.removed.base import Means, Removal
from reprobridge_spec.documents.python_tree.removed.rows import CORRECTNESS, gone, refused, renamed

_T = "torch"
_OLD_GRAPHS = (
    "AUTO_REUSE",
    "ConfigProto",
    "GPUOptions",
    "GraphKeys",
    "InteractiveSession",
    "Session",
    "app",
    "contrib",
    "flags",
    "get_default_graph",
    "get_variable",
    "global_variables_initializer",
    "layers",
    "log",
    "logging",
    "placeholder",
    "random_normal",
    "random_uniform",
    "reset_default_graph",
    "set_random_seed",
    "train.AdamOptimizer",
    "train.Saver",
    "trainable_variables",
    "truncated_normal",
    "variable_scope",
)
_ADAMW = (
    "`torch.optim.AdamW` is not the same by default: its weight decay is 0.01 and its eps 1e-8, where those of the old "
    "one were 0.0 and 1e-6."
)
_SOLVERS = {
    "eig": "torch.linalg.eig(...)",
    "lstsq": "torch.linalg.lstsq(a, b): the arguments change places",
    "matrix_rank": "torch.linalg.matrix_rank(...)",
    "solve": "torch.linalg.solve(a, b): the arguments change places",
}
_GONE = "RuntimeError: This function was deprecated since version 1.9 and is now removed."
_MUJOCO = ("Ant", "HalfCheetah", "Hopper", "Humanoid", "Swimmer", "Walker2d")

ROWS: tuple[Removal, ...] = (
    *gone(_T, _T, "1.8", dict.fromkeys(("ifft", "irfft", "rfft"), "torch.fft, with complex numbers"), deprecated="1.7"),
    *gone(_T, _T, "1.13", _SOLVERS, deprecated="1.9", says=_GONE),
    *gone(
        _T,
        _T,
        "2.0",
        {"symeig": "torch.linalg.eigh(...)"},
        deprecated="1.9",
        says=_GONE,
        kind=CORRECTNESS,
        caution="`symeig` read the upper triangle by default, `eigh` reads the lower one.",
    ),
    *renamed(_T, "torch._six", "2.0", {"inf": "torch.inf"}),
    *gone(
        _T,
        _T,
        "2.0",
        {"_six": "collections.abc, or torch.inf"},
        says="ModuleNotFoundError: No module named 'torch._six'",
    ),
    Removal(
        distribution=_T,
        name="torch.load",
        keyword="weights_only",
        is_missing=True,
        removed="2.6",
        says="UnpicklingError: Weights only load failed, where the file holds more than tensors",
        instead="torch.load(..., weights_only=False) for files that you made yourself",
        caution="It runs what the file says. A file of tensors alone is read as before.",
        group="torch.load",
    ),
    *gone(
        "torchvision",
        "torchvision.transforms",
        "0.17",
        {"functional_tensor": "torchvision.transforms.functional"},
        says="ModuleNotFoundError: No module named 'torchvision.transforms.functional_tensor'",
    ),
    *renamed(
        "torchvision",
        "torchvision.transforms",
        "0.12",
        {
            "RandomSizedCrop": "torchvision.transforms.RandomResizedCrop",
            "Scale": "torchvision.transforms.Resize",
        },
    ),
    *gone(
        "transformers",
        "transformers",
        "4.50",
        {"AdamW": "torch.optim.AdamW(..., weight_decay=0.0, eps=1e-6)"},
        kind=CORRECTNESS,
        caution=_ADAMW,
        says="ImportError: cannot import name 'AdamW' from 'transformers'",
    ),
    *gone(
        "transformers",
        "transformers",
        "4.0",
        dict.fromkeys(
            ("modeling_bert", "modeling_gpt2", "modeling_roberta", "tokenization_bert", "tokenization_gpt2"),
            "the names of `transformers` itself",
        ),
    ),
    *gone(
        "transformers",
        "transformers",
        "5.0",
        {"AutoModelWithLMHead": "AutoModelForCausalLM, ...MaskedLM or ...Seq2SeqLM"},
    ),
    *refused(
        "transformers",
        ("transformers.TrainingArguments", "transformers.Seq2SeqTrainingArguments"),
        "evaluation_strategy",
        "4.51",
        instead="eval_strategy=...",
        equivalent=True,
        means=Means.KEYWORD,
        to="eval_strategy",
    ),
    *gone(
        "tensorflow",
        "tensorflow",
        "2.0",
        dict.fromkeys(_OLD_GRAPHS, "an environment with TensorFlow 1, or tensorflow.compat.v1"),
        group="TensorFlow 1",
        caution="The file is written for TensorFlow 1; nothing of it is mended one by one.",
    ),
    Removal(
        distribution="gymnasium",
        name="gymnasium.make",
        keyword="id",
        place=0,
        values=tuple(f"'{name}-{version}'" for name in _MUJOCO for version in ("v2", "v3")),
        removed="1.2",
        says="the environments v2 and v3 of MuJoCo need `mujoco-py`, which is no longer supported",
        instead="the same name with v4 or v5",
        kind=CORRECTNESS,
        caution="Versions of an environment differ in observations, rewards and simulator; scores are not comparable.",
    ),
    *(
        Removal(
            distribution=package,
            name=f"{package}.make().step",
            unpacks=4,
            removed="0.26",
            says="ValueError: too many values to unpack (expected 4)",
            instead="obs, reward, terminated, truncated, info = env.step(action)",
            kind=CORRECTNESS,
            caution="`done` meant the end of the task, and the limit of time; what a method learns from changes it.",
        )
        for package in ("gym", "gymnasium")
    ),
    *(
        row
        for package in ("gym", "gymnasium")
        for row in gone(
            package,
            f"{package}.make()",
            "0.26",
            {"seed": "env.reset(seed=...)"},
            says="AttributeError: the environment has no attribute 'seed'",
        )
    ),
)
