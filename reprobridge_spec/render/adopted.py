"""What `rrspec init` made and found, for people."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from reprobridge_spec.model.adopted import Adopted, AdoptedChange, Mended
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_SHOWN = 8


def text(adopted: Adopted, style: Style) -> Iterator[str]:
    """The draft, what it was made of, and what to type next."""
    yield style.paint("bold", f"{printable(adopted.artifact)}: a draft in {printable(adopted.folder)}")
    rows = [
        ("Release", _release(adopted)),
        *((f"Packages ({name})", _listed(packages)) for name, packages in adopted.environments.items()),
        ("Experiments", _listed([one.id for one in adopted.experiments])),
        (
            "Found",
            ", ".join(
                f"{topic} {count}" for topic, count in Counter(f.topic for f in adopted.facts if f.place).items()
            ),
        ),
    ]
    width = max(len(name) for name, _ in rows)
    for name, said in rows:
        yield f"  {name.ljust(width)}  {printable(said)}"
    yield from _changes(adopted.changes, style)
    warnings = [fact for fact in adopted.facts if fact.advice]
    for fact in warnings[:_SHOWN]:
        place = f"{fact.place}: " if fact.place else ""
        yield style.paint("yellow", f"  {printable(place)}{printable(fact.text)}")
        yield f"    → {printable(fact.advice)}"
    if len(warnings) > _SHOWN:
        yield f"  ... and {len(warnings) - _SHOWN} more: see guide/found.md"
    yield ""
    yield f"next: {style.paint('bold', f'cd {printable(shlex.quote(adopted.folder))}')}"
    yield f"next: {style.paint('bold', 'rrspec status')}  (what is open: guesses to look at, and what is to be written)"
    yield f"next: {style.paint('bold', 'rrspec lock')}  (exact packages with digests)"


def mended(mended: Mended, style: Style) -> Iterator[str]:
    """What was mended in an artifact, and what is left for a person."""
    yield style.paint("bold", f"{printable(mended.artifact)}: {len(mended.files)} files mended")
    yield from (f"  {printable(path)}" for path in mended.files)
    yield from _changes(mended.changes, style)
    if not mended.changes:
        yield "  nothing that its packages no longer have is used in its code, as far as its text tells"
    else:
        yield f"next: {style.paint('bold', 'rrspec diff --changes')}  (each hunk beside its change)"


def _release(adopted: Adopted) -> str:
    upstream = adopted.upstream
    if upstream is None:
        return f"{adopted.files} files; no address is known, or nothing pins it"
    pin = getattr(upstream, "commit", "") or getattr(upstream, "sha256", "")
    address = getattr(upstream, "url", "") or getattr(upstream, "archive", "")
    return f"{adopted.files} files of {address} at {pin[:12]} ({upstream.license})"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{len(names)}: {', '.join(names[:_SHOWN])}{more}" if names else "none"


def _changes(changes: Sequence[AdoptedChange], style: Style) -> Iterator[str]:
    for change in changes:
        said = "repaired" if change.repaired else "not repaired: see guide/changes.yaml"
        color = "green" if change.repaired else "yellow"
        yield f"  {style.paint(color, said)}  {change.id} ({printable(', '.join(change.places[:3]))})"
