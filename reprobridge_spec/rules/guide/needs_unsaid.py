"""Nothing says what a reader needs, how long it takes, or what comes out.

## What it finds
Five facts that neither the guide nor the manifest gives: the hardware (cores, memory or cards, as numbers), the disk
space, the time that runs take, a short run that shows that everything is in place, and what comes out. Facts are
numbers with units, and named files and values; a heading, or "a good GPU", is none. What the manifest says
(`resources`, `smoke`, `published`) counts, and so does a README at the root. The sixth fact, the license, has a rule
of its own (RRM019).

## Why
Whoever checks an artifact first needs to know whether they can: on which machine, for how long, and how they would
see that it worked. Most of the time that evaluators lose is lost on finding this out.

## Example
```markdown
# Requirements
A good GPU. Enough disk.
```

## What to do
Write one line for each: "1 GPU with 24 GB, 120 GB disk; 9 hours a run; prints acc 0.90 to 0.92".

## Standard
SPEC.md, section "Guide".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_texts import guide_texts
from reprobridge_spec.rules.runnable import is_blocked

_NUMBER = r"(?<![\w.])\d[\d.,]{0,9}"
_SIZE = rf"{_NUMBER} ?(?:[KMGT]i?B|[kmg]b|bytes)\b"
_DISK = lazy_pattern(
    rf"{_SIZE}[^.;\n]{{0,40}}\b(?:disk|disc|storage|space|download|ssd|hdd|data|files?|wheel|package|free)"
    rf"|\b(?:disk|disc|storage|space|download\w*|ssd|hdd|data\w*|network)\b[^;\n]{{0,60}}?{_SIZE}",
    re.IGNORECASE,
)
_HARDWARE = lazy_pattern(
    rf"{_SIZE}[^.;\n]{{0,30}}\b(?:memory|ram|vram|gpu)|\b(?:memory|ram|vram|gpus?)\b[^.;\n]{{0,40}}?{_SIZE}"
    rf"|{_NUMBER} ?(?:[x\u00d7] ?)?(?:nvidia |tesla |geforce )?"
    r"(?:gpus?|cores?|cpus?|cards?|nodes?|[AVHTLP]\d{1,3}\b|rtx)"
    r"|\b(?:a100|h100|h200|v100|t4|rtx ?\d{4}|a6000|l40s?|titan)\b|\bone (?:core|cpu|gpu|card)",
    re.IGNORECASE,
)
_TIME = lazy_pattern(
    rf"(?:{_NUMBER}|\b(?:a|an|one|two|three|few|half an)) ?-?"
    r"(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?)\b",
    re.IGNORECASE,
)
_SMOKE = lazy_pattern(
    r"\b(?:smoke|sanity|quick (?:test|start|check|run)|short (?:test|run)|minimal example|toy|dry[- ]run|demo)\b",
    re.IGNORECASE,
)
_EXPECTED = lazy_pattern(
    r"\b(?:expect|print|output|result|report|give|yield|reach|obtain|produc|score|accura|show|should|get)\w{0,6}\b"
    r"[^\n]{0,120}?(?:\d+\.\d+|\d{1,3} ?%|`[^`\n]{2,80}`)"
    r"|(?:\d+\.\d+|\d{1,3} ?%)[^\n]{0,60}\b(?:accura|score|f1|auc|bleu|loss|error|mae|rmse)",
    re.IGNORECASE,
)
_ADVICE = {
    "hardware": 'Say it with numbers, such as "1 GPU with 24 GB, 64 GB RAM", or in `resources`.',
    "disk": 'Say it with a number, such as "120 GB disk", or in `resources.disk`.',
    "time": 'Say it with a number, such as "9 hours a run", or in `resources.time.expected`.',
    "smoke": "Name a command that ends in minutes and what it prints, or declare `smoke`.",
    "output": "Say for each command which line, file or value comes out, and how far it varies.",
}


def check(context: Context) -> Iterator[Fault]:
    """Each fact that nothing gives."""
    guide = context.manifest.guide
    if guide is not None and guide.text in context.files.entries:
        said = "\n".join(text.text for text in guide_texts(context) if "/" not in text.path or text.path == guide.text)
        running = [body for body in context.experiments.values() if not is_blocked(body)]
        for what, fact in _missing(context, said, running):
            yield Fault(
                message=f"neither the guide nor the manifest says {what}",
                advice=_ADVICE[fact],
                file=guide.text,
            )


def _missing(context: Context, said: str, running: list[Experiment]) -> Iterator[tuple[str, str]]:
    """What is missing, and the key of its advice."""
    resources = [body.resources for body in running if body.resources is not None]
    if not _HARDWARE.search(said) and not any(one.memory or one.gpus or one.cpus > 1 for one in resources):
        yield "which hardware is needed", "hardware"
    if not _DISK.search(said) and not any(one.disk for one in resources):
        yield "how much disk is needed", "disk"
    if not _TIME.search(said) and not any(one.time and one.time.expected for one in resources):
        yield "how long runs take", "time"
    if not _SMOKE.search(said) and not any(body.smoke for body in running):
        yield "how to try in a short run that everything is in place", "smoke"
    published = any(task.published is not None and task.measure is not None for task in context.tasks.values())
    if not _EXPECTED.search(said) and not published:
        yield "what comes out", "output"


RULE = Rule(code="RRG014", name="needs-unsaid", level=Level.PRESERVED, severity=Severity.WARNING, check=check)
