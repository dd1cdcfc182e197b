"""Texts in files that are no text, of which some may not be written: they are seen all the same."""

import pickle
import zlib

import pytest

from reprobridge_spec.documents.parts.pdf import PDF
from reprobridge_spec.documents.parts.wide import wide_texts, with_wide_texts
from reprobridge_spec.rules.identity.base import Scope
from reprobridge_spec.rules.identity.search import in_view
from reprobridge_spec.rules.identity.views import View, views
from reprobridge_spec.rules.identity_terms import Terms
from tests.unit.handover.anonymize.identity_leaks import XMP, chunk, jpeg, pdf, png


def packed(stream: bytes, dictionary: bytes = b"/Filter/FlateDecode") -> bytes:
    head = b"%PDF-1.5\n1 0 obj\n<</Length 9" + dictionary + b">>stream\n"
    return head + zlib.compress(stream) + b"\nendstream\nendobj\n"


FIXED = {
    "a page of a PDF file": packed(b"BT (Jane Doe) Tj ET"),
    "a page with letters moved apart": packed(b"BT [(J)20(ane)-333(Do)12(e)] TJ ET"),
    "a page with letters as numbers": packed(b"BT <4A616E6520446F65> Tj ET"),
    "a page with octal letters": packed(b"BT (J\\141ne Doe) Tj ET"),
    "a page with a predictor": packed(b"BT (Jane Doe) ' ET", b"/Filter/FlateDecode/DecodeParms<</Predictor 1>>/X 1"),
    "a page that is not compressed": pdf(b"/Producer (x)", b"BT (Jane Doe) Tj ET"),
    "XMP of a PDF file that is compressed": packed(XMP),
    "a comment of a PDF file": pdf(b"/Producer (x)") + b"% Jane Doe\n",
    "a chunk of a PNG image that nobody knows": png(chunk(b"prVt", b"by Jane Doe\0")),
    "a colour profile in a JPEG image": jpeg((0xE2, b"ICC_PROFILE\0 Jane Doe made it")),
    "wide letters in a pickle": pickle.dumps("Jane Doe".encode("utf-32-le")),
    "wide letters among bytes": bytes(range(256)) * 9 + "Jane Doe".encode("utf-16-le") + b"\0" + bytes(range(256)) * 9,
}


@pytest.mark.parametrize("name", FIXED)
def test_a_name_that_cannot_be_taken_out_is_found_with_the_reason(name: str) -> None:
    found = [
        (view.stays, place.text)
        for view in views("f", FIXED[name])
        if isinstance(view, View)
        for place in in_view(view, Scope(), Terms(["Jane Doe"]))
    ]
    assert found
    assert all(stays and text == "Jane Doe" for stays, text in found)


def test_a_note_names_its_author_and_a_form_its_field() -> None:
    note, field = pdf(b"/Type/Annot/Subtype/Text/T(Jane Doe)"), pdf(b"/Subtype/Widget/FT/Tx/T(Jane Doe)")
    assert [[part.says for part in PDF.parts(data)] for data in (note, field)] == [["the author of a note"], [""]]


@pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("text", ["Jane", "José Müller"])
@pytest.mark.parametrize(("before", "behind"), [(b"", b""), (b"\xff\x80", b"\x07\xff"), (b"\0\0\0\0", b"\0\0\0\0")])
def test_wide_letters_are_read_and_written_in_their_places(
    coding: str, text: str, before: bytes, behind: bytes
) -> None:
    data = before + text.encode(coding) + behind
    assert wide_texts(data) == text
    assert with_wide_texts(data, "A-1") == before + "A-1".encode(coding).ljust(len(text.encode(coding)), b"\0") + behind


@pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_letters_of_other_languages_are_read_too(coding: str) -> None:
    assert wide_texts("Łukasz Doeński".encode(coding)) == "Łukasz Doeński"


@pytest.mark.parametrize("data", [b"", b"Jane Doe", "Jan".encode("utf-32-le"), bytes(64), b"J\0\1a\0\1n\0\1e\0\1"])
def test_other_bytes_hold_no_wide_letters(data: bytes) -> None:
    assert wide_texts(data) == ""
    assert with_wide_texts(data, "") == data
