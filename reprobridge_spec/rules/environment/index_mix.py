"""Requirements name a second index, from which anybody's package of the same name could come.

## What it finds
In requirements, declared or not: an `--extra-index-url` that is none of the public indexes which frameworks and
mirrors are known to have, an address without encryption, and `--trusted-host`. In a lock every index is an error
already.

## Why
pip asks all indexes alike and takes the highest version. Whoever uploads a package of the same name to the other index
has their code installed; over an address without encryption, so has everybody on the way.

## Example
```text
--extra-index-url https://packages.example.org/simple
our-tools==1.0
```

## What to do
Ask one index for everything, and let the lock pin the packages by their hashes. Put source of your own into `code/`.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from reprobridge_spec.documents import requirements_file
from reprobridge_spec.documents.requirement_lines import Fault as LineFault
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_PUBLIC = (
    *("pypi.org", "pytorch.org", "nvidia.com", "pyg.org", "dgl.ai", "vllm.ai", "openmmlab.com", "anaconda.org"),
    *("googleapis.com", "tuna.tsinghua.edu.cn", "mirrors.aliyun.com", "mirrors.ustc.edu.cn", "mirror.baidu.com"),
    *("pypi.douban.com", "mirrors.cloud.tencent.com", "repo.huaweicloud.com", "paddlepaddle.org.cn"),
)
_INDEX = frozenset(["-i", "--index-url", "--extra-index-url", "-f", "--find-links"])
_HOST = lazy_pattern(r"[A-Za-z0-9.-]{1,253}")


def check(context: Context) -> Iterator[Fault]:
    """Each line that lets packages come from somewhere else."""
    for file in dependency_files.of_pip(context):
        if file.is_lock:
            continue
        for line in requirements_file.read(file.data(context)).faults:
            reason = _reason(line)
            if reason is not None:
                yield Fault(
                    message=reason,
                    advice="Ask one index for everything, over https, and let the lock pin packages by their hashes.",
                    file=file.path,
                    mark=Mark(line.line, 1),
                )


def _reason(line: LineFault) -> str | None:
    if line.subject == "--trusted-host":
        return f"`{line.target}` is trusted without its certificate"
    if line.subject not in _INDEX or "://" not in line.target:
        return None
    try:
        address = urlsplit(line.target)
        host = address.hostname or ""
    except ValueError:
        return None
    if address.scheme == "http":
        return f"packages come from `{host}` without encryption"
    if line.subject != "--extra-index-url" or not _HOST.fullmatch(host):
        return None
    is_public = any(host == known or host.endswith(f".{known}") for known in _PUBLIC)
    if is_public:
        return None
    return f"packages come from the default index or from `{host}`, whichever has the higher version"


RULE = Rule(code="RRE024", name="index-mix", level=Level.DRAFT, severity=Severity.WARNING, check=check)
