"""Owners that name nobody: organisations that everybody builds on, and whoever made a copy of another project."""

import re

from reprobridge_spec.lazy_pattern import lazy_pattern

_NAMES = """
huggingface pytorch facebookresearch facebook facebookincubator meta-llama google google-research google-
research-datasets googlecloudplatform google-deepmind deepmind openai nvidia nvlabs nvidia-nemo microsoft
tensorflow keras-team apache apple amazon-science aws awslabs salesforce allenai stanfordnlp stanford-crfm intel
ibm eleutherai bigscience-workshop lightning-ai pytorchlightning open-mmlab openmmlab numpy scipy scikit-learn
pandas-dev matplotlib python pypa conda conda-forge git github actions docker kubernetes ray-project dmlc mlflow
wandb hpcaitech deepspeedai tencent alibaba baidu bytedance paddlepaddle uber uber-research adobe-research mit-
han-lab mlcommons vllm-project dao-ailab hiyouga ultralytics rapidsai pyg-team dglai networkx rusty1s jax-ml
triton-lang onnx opencv ossf continuumio mambaorg jupyter library ubuntu debian nvcr.io embeddings-benchmark
explosion nltk spacy-io openreview anonymous anonymous4open user username your-username yourname owner org
organization your-org example author authors me you myname someone
"""
_KNOWN = frozenset(_NAMES.split())
_COPIES = frozenset(
    {
        "third_party",
        "thirdparty",
        "third-party",
        "vendor",
        "vendored",
        "external",
        "extern",
        "submodules",
        "node_modules",
    }
)
_NOBODY = lazy_pattern(
    r"anonym|author|contributor|foundation|\binc\b|\bllc\b|\bltd\b|corporation|\bcorp\b|company|google|facebook|\bmeta\b"
    r"|microsoft|nvidia|openai|hugging ?face|deepmind|amazon|apple|team|project|owner|holder|fullname|\byyyy\b|[<\[{]"
    r"|remi louf|developers|university of california|regents",
    re.IGNORECASE,
)


_NEUTRAL = lazy_pattern(
    r"(?:ano(?:n(?:y(?:m(?:o(?:us?)?)?)?)?)?|aut(?:h(?:or?)?)?|inst(?:i(?:t(?:u(?:t(?:i(?:on?)?)?)?)?)?)?)"
    r"[-_. ]?\d{0,9}x*(?:[^\w].*)?|0000(?:-0000){3}",
    re.IGNORECASE,
)
"""What `anonymize` writes, also where the room for it is small."""
_IMAGES = """
rocm mosaicml condaforge bitnami rocker rayproject vllm cupy jupyterhub pytorchlightning paddlepaddle deepspeed
openmmlab determinedai anyscale mambaorg miniforge ubuntu debian centos rockylinux redhat registry.k8s.io nvidia
rstudio opensuse archlinux amd64 arm64v8 i386 astral-sh prom grafana bentoml kubeflow seldonio tritonserver lmsysorg
sglang ollama elasticsearch postgis linuxserver gitlab sagemath tverous kaggle nvcr jina-ai quay pypa multiarch
"""
_MAKERS = frozenset(_IMAGES.split())


def is_known(owner: str) -> bool:
    """Whether an account is one that everybody builds on, or a placeholder."""
    return owner.lower() in _KNOWN


def makes_images(owner: str) -> bool:
    """Whether an account holds images that everybody builds on."""
    return is_known(owner) or owner.lower() in _MAKERS


_PROGRAM = lazy_pattern(
    r"https?://|\bv?\d+\.\d+|matplotlib|inkscape|adobe|gnuplot|cairo|latex|draw\.io|python|openpyxl|office|pandoc|excel"
    r"|powerpoint|quartz|ghostscript|ggplot|plotly|graphviz|imagemagick|illustrator|photoshop|xlsxwriter|skia|chromium",
    re.IGNORECASE,
)


def is_program(creator: str) -> bool:
    """Whether what made a figure or a document is a program."""
    return _PROGRAM.search(creator) is not None


def is_neutral(text: str) -> bool:
    """Whether a text is one that stands in the place of a name."""
    return _NEUTRAL.fullmatch(text) is not None


def names_nobody(holder: str) -> bool:
    """Whether a copyright holder or an author is an organisation, a group, a placeholder, or nobody."""
    bare = holder.strip(" .,\"'")
    return not bare or _NOBODY.search(holder) is not None or is_known(holder.strip()) or _is_numbered(bare)


def _is_numbered(text: str) -> bool:
    """Whether it is a neutral word with its number: an `Inst. of` something begins like one, and names somebody."""
    return is_neutral(text) and any(character.isdigit() for character in text.split(maxsplit=1)[0])


def is_vendored(path: str) -> bool:
    """Whether a file lies in a folder for copies of other projects."""
    return not _COPIES.isdisjoint(path.lower().split("/"))
