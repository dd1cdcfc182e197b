"""A receipt comes through forms, mails and posts, or is told to be damaged."""

import textwrap
from collections.abc import Callable

import pytest

from reprobridge_spec.documents.receipt_line import Damaged, line, read
from reprobridge_spec.model.receipt import Receipt

RECEIPT = Receipt(
    id="a-paper",
    version="1.0.0rc1",
    artifact_digest="3d" * 32,
    package_sha256="0a" * 32,
    bytes=100_000_000,
    made="2026-11-30T09:00:00Z",
)
LINE = line(RECEIPT)


def wrapped(width: int, before: str = "", between: str = "\n") -> str:
    return between.join(before + part for part in textwrap.wrap(LINE, width))


THROUGH: dict[str, Callable[[], str]] = {
    "as it is": lambda: LINE,
    "in a text": lambda: f"Dear chairs,\n\nour receipt: {LINE}.\n\nAnn\n",
    "broken at spaces": lambda: wrapped(72),
    "broken within digits": lambda: wrapped(30),
    "quoted": lambda: wrapped(60, "> "),
    "quoted twice": lambda: wrapped(60, ">> "),
    "quoted by another program": lambda: wrapped(60, " | "),
    "with the line breaks of Windows": lambda: wrapped(60, between="\r\n"),
    "in capitals": LINE.upper,
    "with spaces that do not break": lambda: LINE.replace(" ", "\N{NO-BREAK SPACE}"),
    "without spaces": lambda: LINE.replace(" ", ""),
    "with thin spaces between digits": lambda: LINE.replace("0a0a", "0a\N{THIN SPACE}0a"),
    "with dashes that do not break": lambda: LINE.replace("-", "\N{NON-BREAKING HYPHEN}"),
    "with longer dashes": lambda: LINE.replace("-", "\N{EN DASH}"),
    "with soft hyphens": lambda: LINE.replace("3d3d", "3d\N{SOFT HYPHEN}3d"),
    "with characters that nobody sees": lambda: LINE.replace(":", ":\N{ZERO WIDTH SPACE}"),
    "in wide letters": lambda: LINE.translate({code: code + 0xFEE0 for code in range(33, 127)}),
    "in the soft lines of a mail": lambda: wrapped(60, between="=\n"),
    "as a page has it": lambda: f"<p>&#x72;{LINE[1:]}</p>",
    "in Markdown": lambda: f"**`{LINE}`**",
}


@pytest.mark.parametrize("way", THROUGH)
def test_a_receipt_comes_through(way: str) -> None:
    assert read(THROUGH[way]()) == [RECEIPT]


DAMAGED: dict[str, str] = {
    "without its end": LINE[:-1],
    "without its middle": LINE[:60] + LINE[80:],
    "another size": LINE.replace("bytes:1", "bytes:2"),
    "another digit": LINE.replace("digest:3d", "digest:3e"),
    "another time": LINE.replace("T09:", "T08:"),
    "another artifact": LINE.replace("a-paper", "b-paper"),
    "another version": LINE.replace("rc1", "rc2"),
    "letters that are no hex digits": LINE.replace("0a0a", "Oa0a", 1),
    "a sum of another kind": LINE.replace("digest:", "sha512:"),
    "the form alone": "rra-receipt/1",
    "another check": LINE[:-8] + "00000000",
    "no size": LINE.replace("bytes:100000000", "bytes:0"),
}


@pytest.mark.parametrize("way", DAMAGED)
def test_what_did_not_come_through_is_told(way: str) -> None:
    (found,) = read(DAMAGED[way])
    assert isinstance(found, Damaged)


@pytest.mark.parametrize("text", ["", "no receipt here", "rra-receipt", "rra-receipt/2; x"])
def test_a_text_may_hold_none(text: str) -> None:
    assert read(text) == []


def test_several_are_read_in_their_order() -> None:
    other = RECEIPT.model_copy(update={"bytes": 5})
    assert read(f"{LINE}\n{LINE[:50]}\n{line(other)}\n") == [RECEIPT, read(LINE[:50])[0], other]


def test_a_line_is_short_ascii_and_names_no_person() -> None:
    assert LINE.isascii()
    assert LINE.isprintable()
    assert len(LINE) < 300
    assert [part.partition(":")[0] for part in LINE.split("; ")][2:] == ["digest", "package", "bytes", "at", "check"]


@pytest.mark.parametrize(
    "made", ["2026-02-30T00:00:00Z", "2026-13-45T99:99:99Z", "2025-02-29T12:00:00Z", "2026-11-30T24:01:00Z"]
)
def test_a_moment_that_there_is_not_is_read_by_nobody(made: str) -> None:
    (found,) = read(line(RECEIPT.model_copy(update={"made": made})))
    assert isinstance(found, Damaged)
    assert "no moment" in found.said


@pytest.mark.parametrize("name", ["-", "a--b", "-a"])
def test_an_id_that_no_artifact_has_is_read_by_nobody(name: str) -> None:
    (found,) = read(line(RECEIPT.model_copy(update={"id": name})))
    assert isinstance(found, Damaged)
    assert "no id" in found.said
