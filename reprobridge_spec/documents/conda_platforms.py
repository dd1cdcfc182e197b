"""Which platforms a package of conda can be for, as far as its name and its build tell."""

import re

from reprobridge_spec.lazy_pattern import lazy_pattern

_OF_MACOS = frozenset(
    ["appnope", "cctools", "ld64", "libcxx", "libcxxabi", "pyobjc-core", "python.app", "python-app", "sigtool", "tapi"]
)
_OF_WINDOWS = frozenset(
    [
        *("comtypes", "console-shortcut", "icc-rt", "libwinpthread", "menuinst", "pywin32", "pywinpty", "ucrt", "vc"),
        *("vc14-runtime", "vcomp14", "vs2013-runtime", "vs2015-runtime", "win-inet-pton", "win-unicode-console"),
        *("wincertstore", "winpty"),
    ]
)
_OF_LINUX = frozenset(
    [
        *("-libgcc-mutex", "libgcc-ng", "libgfortran-ng", "libgomp", "libnsl", "libstdcxx-ng", "libuuid", "libxcrypt"),
        "nccl",
    ]
)
_NOT_OF_MACOS = frozenset(["cuda-cudart", "cuda-runtime", "cuda-version", "cudatoolkit", "cudnn", "pytorch-cuda"])
_BEGINNINGS = {"pyobjc-framework-": "osx", "m2w64-": "win", "msys2-": "win"}
_SUFFIX = lazy_pattern(r"[-_](linux|osx|win)[-_](64|32|arm64|aarch64|ppc64le)$")
_BUILDS = {"h06a4308": "linux-64", "hecd8cb5": "osx-64", "hca03da5": "osx-arm64", "haa95532": "win-64"}
"""The part of a build that Anaconda's own channel gives to packages of Python alone, by platform."""
_BUILD_HASH = lazy_pattern(r"py\d{2,3}(h[0-9a-f]{7})_\d+")
_LISTED_ON = lazy_pattern(r"^# platform: ((?:linux|osx|win)-(?:64|32|arm64|aarch64|ppc64le))[ \t]*\r?$", re.MULTILINE)
_LIST = lazy_pattern(r"^(?:@EXPLICIT|[\w.-]{1,200}=[^=\s]{1,200}=[^=\s]{1,200})[ \t]*\r?$", re.MULTILINE)
_FAMILIES = {"osx": "macOS", "win": "Windows", "linux": "Linux"}


def only_for(name: str, build: str = "") -> tuple[str, ...]:
    """The families or platforms outside which the package is not to be had; empty where it may be had everywhere.

    Args:
        name: of the package, in normal form.
        build: its build; empty where any will do.
    """
    if match := _SUFFIX.search(name):
        return (f"{match[1]}-{match[2]}",)
    if (match := _BUILD_HASH.fullmatch(build)) and match[1] in _BUILDS:
        return (_BUILDS[match[1]],)
    for families, names in ((("osx",), _OF_MACOS), (("win",), _OF_WINDOWS), (("linux",), _OF_LINUX)):
        if name in names:
            return families
    if name in _NOT_OF_MACOS:
        return ("linux", "win")
    return next(((family,) for beginning, family in _BEGINNINGS.items() if name.startswith(beginning)), ())


def of_prefix(prefix: str) -> tuple[str, ...]:
    """The family on which a folder of this form lies; empty where that cannot be told."""
    if prefix.startswith("/Users/"):
        return ("osx",)
    if re.match(r"[A-Za-z]:[\\/]", prefix):
        return ("win",)
    return ("linux",) if prefix.startswith(("/home/", "/root/")) else ()


def of_list(text: str) -> str | None:
    """The platform that a list of conda says it was made on (`conda list --export`, `--explicit`); None for others."""
    match = _LISTED_ON.search(text[:4096])
    return match[1] if match and _LIST.search(text) else None


def is_for(platform: str, allowed: tuple[str, ...]) -> bool:
    """Whether `platform`, such as `linux-64`, is among families and platforms; no entry at all allows every one."""
    return not allowed or platform in allowed or platform.partition("-")[0] in allowed


def spoken(allowed: tuple[str, ...]) -> str:
    """Families and platforms as people name them."""
    return " and ".join(_FAMILIES.get(one, one) for one in allowed)
