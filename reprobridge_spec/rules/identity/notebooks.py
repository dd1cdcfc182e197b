"""Names of kernels in notebooks, which are names of environments on somebody's machine."""

from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort, groups

_KERNEL = lazy_pattern(
    rb"\"kernelspec\"\s{0,4}:\s{0,4}\{[^{}]{0,300}?\"(?:display_name)\"\s{0,4}:\s{0,4}\"([^\"\n]{1,80})\""
)
_NAME = lazy_pattern(rb"\"kernelspec\"\s{0,4}:\s{0,4}\{[^{}]{0,300}?\"name\"\s{0,4}:\s{0,4}\"([^\"\n]{1,80})\"")
_WORDS = lazy_pattern(r"[a-z]+")
_WORDS_OF_ALL = """
python conda env envs root ipykernel venv virtualenv base default local pip pytorch torch tf tensorflow keras
jax cuda gpu cpu r ir julia matlab octave bash xpython py ai ml dl poetry dev test my myenv kernel anaconda
miniconda mamba pixi uv nlp cv sagemaker databricks colab jupyter lab notebook sage sagemath scala spark
pyspark dotnet csharp rust evcxr ts javascript deno sql x a b c and the with for of v latest m alpha beta rc
deep learning
"""
_USUAL = frozenset(_WORDS_OF_ALL.split())


def detect(_scope: Scope, path: str, data: bytes) -> Iterator[Leak]:
    """Names of kernels that are more than the name of a language and of what everybody installs."""
    if path.endswith(".ipynb"):
        for pattern in (_KERNEL, _NAME):
            for leak in groups(pattern, "the kernel", Sort.KERNEL, data):
                if not _USUAL.issuperset(_WORDS.findall(leak.text.lower())):
                    yield leak
