"""What a PDF file says of itself: its information, its XMP data, and texts in its streams, which stay as they are."""

from collections.abc import Mapping

from reprobridge_spec.documents.parts.base import Form, NotThisFormError, Part
from reprobridge_spec.documents.parts.pdf_fields import FIELD, XMP, as_part, filled
from reprobridge_spec.documents.parts.pdf_streams import streams

_TAIL = b"</x:xmpmeta>"


def _parts(data: bytes) -> list[Part]:
    found = [as_part(match, data) for match in FIELD.finditer(data)]
    found += [Part(name=f"XMP at {match.start()}.svg", data=match[0], is_fixed=True) for match in XMP.finditer(data)]
    return [part for part in found if part.data] + list(streams(data))


def _rebuilt(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    changed = bytearray(data)
    for match in FIELD.finditer(data):
        written = new.get(f"{match[1].decode()} at {match.start()}")
        if written is not None:
            start, end = match.span(2 if match[2] is not None else 3)
            changed[start:end] = filled(match, written.decode("utf-8", "replace"))
    for match in XMP.finditer(data):
        written = new.get(f"XMP at {match.start()}.svg")
        if written is not None:
            if len(written) > len(match[0]):
                raise NotThisFormError("its XMP data would become longer")
            changed[match.start() : match.end()] = written[: -len(_TAIL)].ljust(len(match[0]) - len(_TAIL)) + _TAIL
    return bytes(changed)


PDF = Form(name="a PDF file", parts=_parts, rebuilt=_rebuilt, has_rest=True)
