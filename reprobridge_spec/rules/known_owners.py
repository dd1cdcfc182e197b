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
organization your-org example author authors
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


def is_known(owner: str) -> bool:
    """Whether an account is one that everybody builds on, or a placeholder."""
    return owner.lower() in _KNOWN


def names_nobody(holder: str) -> bool:
    """Whether a copyright holder or an author is an organisation, a group, a placeholder, or nobody."""
    return not holder.strip(" .,\"'") or _NOBODY.search(holder) is not None or is_known(holder.strip())


def is_vendored(path: str) -> bool:
    """Whether a file lies in a folder for copies of other projects."""
    return not _COPIES.isdisjoint(path.lower().split("/"))
