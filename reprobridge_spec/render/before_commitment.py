"""What a commitment does not prove, for people."""

from collections.abc import Iterator, Mapping

from reprobridge_spec.render.text import printable


def lines(runs: int, same: Mapping[str, str]) -> Iterator[str]:
    """What was there before it: `runs` with their scores, and commitments to the `same` plans with their moments."""
    if runs:
        there, them = ("1 scored run is", "it") if runs == 1 else (f"{runs} scored runs are", "them")
        yield f"warning: {there} there already; this commitment comes after {them} and proves nothing for {them}"
    for path, made in same.items():
        yield f"warning: {printable(path)} of {made} commits to the same plans already; both are kept now"
        yield "  the earlier one proves more, where a clock dated it: keep it, and remove this one if it was a mistake"
