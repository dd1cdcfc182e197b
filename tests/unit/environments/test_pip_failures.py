import pytest

from reprobridge_spec.environments.pip import Cause, failure, last_lines

HASHES = """\
ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated, please update.
    six==1.16.0 from https://example.org/six-1.16.0-py2.py3-none-any.whl (from -r r.txt (line 1)):
        Expected sha256 aaaa
             Got        bbbb
"""
NETWORK = """\
WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError("refused")': /simple/six/
ERROR: Could not find a version that satisfies the requirement six==1.16.0 (from versions: none)
ERROR: No matching distribution found for six==1.16.0
"""
CONFLICT = """\
ERROR: Cannot install a==1 and b==1 because these package versions have conflicting dependencies.

The conflict is caused by:
    The user requested a==1
    b 1 depends on a<1

To fix this you could try to:
"""


@pytest.mark.parametrize(
    ("output", "cause", "package"),
    [
        (HASHES, Cause.HASH, "six==1.16.0"),
        (NETWORK + HASHES, Cause.HASH, "six==1.16.0"),
        (NETWORK, Cause.NETWORK, "six==1.16.0"),
        (CONFLICT, Cause.CONFLICT, ""),
        ("requirement six==99 (from versions: none)", Cause.OTHER, ""),
        ("satisfies the requirement six==99 (from versions: none)", Cause.NOTHING_OFFERED, "six==99"),
        ("satisfies the requirement a==1 (from -r x (line 1)) (from versions: 2, 3)", Cause.NOT_OFFERED, "a==1"),
        ("ERROR: Could not install packages: [Errno 28] No space left on device", Cause.DISK_FULL, ""),
        ("something else", Cause.OTHER, ""),
        ("", Cause.OTHER, ""),
    ],
)
def test_what_the_output_says(output: str, cause: Cause, package: str) -> None:
    found = failure(output)
    assert (found.cause, found.package) == (cause, package)


def test_both_digests_are_named() -> None:
    assert failure(HASHES).detail == "Expected sha256 aaaa Got bbbb"


def test_a_conflict_names_both_sides() -> None:
    assert failure(CONFLICT).detail == "The user requested a==1; b 1 depends on a<1"


def test_the_end_of_an_output_is_without_a_traceback() -> None:
    output = "first\nTraceback (most recent call last):\n  File x\nValueError: odd\n\n"
    assert last_lines(output) == "first / ValueError: odd"
