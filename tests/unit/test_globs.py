import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.globs import matches

YES = {
    "README.md": ["README.md"],
    "*.md": ["README.md", ".md"],
    "docs/": ["docs/a", "docs/a/b"],
    "docs/**": ["docs/a", "docs/a/b"],
    "**": ["a", "a/b"],
    "**/README.md": ["README.md", "a/README.md", "a/b/README.md"],
    "**/*.py": ["a.py", "a/b.py"],
    "a/**/b": ["a/b", "a/x/b", "a/x/y/b", "a/b/b"],
    "a/**/b/**/c": ["a/b/c", "a/x/b/b/y/c"],
    "r?n-*": ["run-1", "ran-", "r.n-x.y"],
    "*a*b*": ["ab", "xaxbx", "aab"],
    "a[b]": ["a[b]"],
    "a**b": ["ab", "axb"],
    "x.*": ["x.\n"],
}
NO = {
    "README.md": ["docs/README.md", "README.md2", "readme.md", "READMEXmd"],
    "*.md": ["docs/README.md", "a.mdx"],
    "docs/": ["docs", "docs2/a", "a/docs/b"],
    "docs/**": ["docs", "docs2/a", "a/docs/b"],
    "**/README.md": ["README.md/a", "xREADME.md"],
    "a/**/b": ["a", "b", "a/b/c", "x/a/b", "a/xb"],
    "a/**/b/**/c": ["a/c/b", "a/b", "a/b/cc"],
    "r?n-*": ["rn-1", "ruun-1", "r/n-1"],
    "*a*b*": ["ba", "a", "b", "a/b"],
    "a[b]": ["ab"],
    "a**b": ["a/b", "ax"],
    "": ["a", "a/b"],
}


@pytest.mark.parametrize(("glob", "path"), [(glob, path) for glob, paths in YES.items() for path in paths])
def test_a_glob_is_the_whole_path(glob: str, path: str) -> None:
    assert matches(path, [glob])
    assert matches(path, ["nothing", glob])


@pytest.mark.parametrize(("glob", "path"), [(glob, path) for glob, paths in NO.items() for path in paths])
def test_any_other_path_is_not_meant(glob: str, path: str) -> None:
    assert not matches(path, [glob])


def test_without_globs_nothing_is_meant() -> None:
    assert not matches("a", [])


def plain(glob: str) -> re.Pattern[str]:
    """The same by a pattern that may go back as often as it likes."""
    steps = glob.split("/")
    if steps[-1] == "**":
        steps[-1:] = ["**", "*"]
    whole = "/".join(steps).replace("**/", "\0")
    return re.compile(re.sub(r"\*+", "[^/]*", re.escape(whole).replace("\\*", "*")).replace("\0", "(?:[^/]+/)*"))


STEPS = st.lists(st.sampled_from(["a", "b", "ab", "*", "a*", "*b", "**", "a*b", "*a*b"]), min_size=1, max_size=6)


@given(glob=STEPS.map("/".join), path=st.lists(st.sampled_from(["a", "b", "ab", "aab"]), min_size=1, max_size=6))
def test_no_way_of_matching_is_missed(glob: str, path: list[str]) -> None:
    assert matches("/".join(path), [glob]) == bool(plain(glob).fullmatch("/".join(path)))


@pytest.mark.parametrize(
    "glob", ["*a" * 100 + "*b", "**/" * 100 + "x", "**/a/" * 60 + "x", "*a*" * 50 + "/**/" * 50 + "x"]
)
@pytest.mark.parametrize("path", ["a" * 1000, "/".join("a" * 500)])
def test_no_glob_of_a_stranger_takes_long(glob: str, path: str) -> None:
    begun = time.process_time()
    assert not matches(path, [glob])
    # backtracking takes minutes
    assert time.process_time() - begun < 5
