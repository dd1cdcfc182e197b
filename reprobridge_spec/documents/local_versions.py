"""Local version labels (`2.0.1+cu118`), and the indexes that serve builds with them."""

import re

from reprobridge_spec.lazy_pattern import lazy_pattern

_LABEL = lazy_pattern(r"===?\s*[^+\s,;]{1,80}\+([A-Za-z0-9._-]{1,40})")
_BUILD = lazy_pattern(r"(?<![A-Za-z0-9])(cu\d{2,3}|cpu|rocm\d(?:\.\d){0,2}|xpu)(?![A-Za-z0-9.])")
_CUDA = lazy_pattern(r"(?:^|[^A-Za-z])cu(\d{2,3})(?!\d)")
_DEFAULT = lazy_pattern(r"https?://(?:(?:www\.)?pypi\.(?:org|python\.org)|files\.pythonhosted\.org)(?:[:/]|$)")


def label_of(requirement: str) -> str | None:
    """The local label that an exact pin asks for; None where it asks for none."""
    match = _LABEL.search(requirement.partition(";")[0])
    return match[1] if match else None


def build_in(text: str) -> str | None:
    """The build that an address or a label names: `cu118`, `cpu`, `rocm5.4.2`; None where it names none."""
    match = _BUILD.search(text)
    return match[1] if match else None


def cuda_of(label: str) -> tuple[int, int] | None:
    """The CUDA of a label: of `cu118`, `pt20cu118` or `cu12.4` the two numbers; None where it names none."""
    if match := re.search(r"cu(\d{1,2})\.(\d)", label):
        return int(match[1]), int(match[2])
    match = _CUDA.search(label)
    if match is None:
        return None
    digits = match[1]
    # cu92 is CUDA 9.2, cu102 is 10.2, cu118 is 11.8
    return int(digits[:-1]), int(digits[-1])


def may_serve(address: str, label: str) -> bool:
    """Whether an index or a folder of wheels at `address` can hold builds with `label`.

    The default index never does; an address that names another build of the same kind does not either.
    """
    if _DEFAULT.match(address):
        return False
    here, asked = build_in(address), build_in(label)
    return here is None or asked is None or here == asked


def index_for(label: str) -> str | None:
    """The public index that is known to serve PyTorch's builds with `label`; None where none is known."""
    build = build_in(label)
    return f"https://download.pytorch.org/whl/{build}" if build is not None and build == label else None


def index_name(label: str) -> str | None:
    """The well-known name of that index, such as `pytorch-cu121`; None where none is known."""
    build = build_in(label)
    return f"pytorch-{build}" if build is not None and build == label else None
