"""The forms in which an artifact is handed over, and what files of each are called."""

from enum import StrEnum

from reprobridge_spec.archive.compression import Compression

_MARK_OF_ZIP = b"PK\x03\x04"


class PackageForm(StrEnum):
    """What a package is made as; the value is the end of its name, after `.rra.`."""

    ZIP = "zip"
    TGZ = "tgz"
    TAR_ZST = "tar.zst"

    @property
    def suffix(self) -> str:
        """What names of packages of this form end with."""
        return f".rra.{self.value}"

    @property
    def mark(self) -> bytes:
        """The first bytes of such a package."""
        match self:
            case PackageForm.ZIP:
                return _MARK_OF_ZIP
            case PackageForm.TGZ:
                return Compression.GZIP.value
            case PackageForm.TAR_ZST:
                return Compression.ZSTD.value


_LOOSE = {".zip": PackageForm.ZIP, ".tgz": PackageForm.TGZ, ".tar.gz": PackageForm.TGZ}
_LOOSE |= {".tar.zst": PackageForm.TAR_ZST, ".tzst": PackageForm.TAR_ZST}


def form_of(name: str) -> PackageForm | None:
    """The form that a file's name asks for; None where it says none."""
    return next((form for suffix, form in _LOOSE.items() if name.lower().endswith(suffix)), None)
