"""The artifact holds instructions for coding agents.

## What it finds
Files that coding agents load by themselves where they work: `AGENTS.md`, `CLAUDE.md`, `GEMINI.md`, `.cursorrules`,
`.cursor/`, `.claude/`, `.github/copilot-instructions.md` and the like. Each is a note.

## Why
Whoever reproduces an artifact with an agent's help hands the agent over to a stranger's instructions, if these are
loaded. Such files are often honest; a reader has to know that they are there.

## Example
```text
code/CLAUDE.md
```

## What to do
Leave the file out where nobody needs it. Programs that work with agents list these files and do not load them.

## Standard
SPEC.md, section "Security considerations".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_LOADED = lazy_pattern(
    r"(?:.*/)?(?:(agents|claude|claude\.local|gemini|codex|qwen)\.md|\.(?:cursor|windsurf|cline|roo)rules|\.goosehints"
    r"|\.aider\.conf\.yml|\.github/copilot-instructions\.md|\.(?:cursor|claude|codex|gemini|windsurf|roo|continue)/.*)",
    re.IGNORECASE | re.DOTALL,
)


def check(context: Context) -> Iterator[Fault]:
    """Each file that an agent would load."""
    for path in context.files.entries:
        if _LOADED.fullmatch(path):
            yield Fault(
                message=f"`{path}` gives instructions to coding agents",
                advice="Leave it out where nobody needs it; no program that reads artifacts loads it.",
                file=path,
            )


RULE = Rule(code="RRS007", name="agent-instructions", level=Level.DRAFT, severity=Severity.NOTE, check=check)
