"""How a package compares with a receipt, for people."""

from collections.abc import Iterator
from typing import assert_never

from reprobridge_spec.model.receipt import Receipt, ReceiptCheck, Sameness
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable


def text(check: ReceiptCheck, style: Style) -> Iterator[str]:
    """What holds, what differs, and what the time in the line is worth."""
    said, package = check.said, check.package
    match check.sameness:
        case Sameness.SAME_BYTES:
            yield f"{style.paint('green', 'it is that package')}: {_named(package)}, the same {package.bytes:,} bytes"
        case Sameness.SAME_CONTENT:
            yield f"{style.paint('green', 'it has that content')}: {_named(package)}, packed anew"
            yield f"  artifact digest {package.artifact_digest}, in both"
            yield from _differences(said, package)
        case Sameness.CONTRADICTED:
            yield f"{style.paint('red', 'the line is false')}: a digest in it is this package's, and the rest is not"
            yield from _differences(said, package)
        case Sameness.OTHER:
            yield f"{style.paint('red', 'it is another content')} than the receipt's"
            yield from _differences(said, package)
        case _:
            assert_never(check.sameness)
    if check.seen is not None:
        yield f"a clock that you trust saw the line at {check.seen}: the package was there by then"
    else:
        yield f"the line says {said.made}, by its author's own clock"
        yield "only a third party's clock proves when: the date of the post, or a time stamp (`--stamp`)"


def _named(receipt: Receipt) -> str:
    return printable(f"{receipt.id} {receipt.version}")


def _differences(said: Receipt, package: Receipt) -> Iterator[str]:
    pairs = {
        "artifact": (_named(said), _named(package)),
        "artifact digest": (said.artifact_digest, package.artifact_digest),
        "package SHA-256": (said.package_sha256, package.package_sha256),
        "bytes": (f"{said.bytes:,}", f"{package.bytes:,}"),
    }
    for name, (one, other) in pairs.items():
        # forms and mails change the size of letters
        if one.lower() != other.lower():
            yield f"  {name}: the receipt says {one}"
            yield f"  {' ' * len(name)}  the package has {other}"
