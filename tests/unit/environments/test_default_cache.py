from pathlib import Path

import pytest

from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.errors import UsageError


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"RRSPEC_CACHE": "/c", "XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/c"),
        ({"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/x/rrspec"),
        ({"HOME": "/h"}, "/h/.cache/rrspec"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/rrspec"),
        ({"RRSPEC_CACHE": "", "HOME": "/h"}, "/h/.cache/rrspec"),
    ],
)
def test_the_first_folder_that_is_named_counts(environ: dict[str, str], folder: str) -> None:
    assert default_cache(environ) == Path(folder)


@pytest.mark.parametrize("environ", [{"RRSPEC_CACHE": "cache", "HOME": "/h"}, {}, {"XDG_CACHE_HOME": "x"}])
def test_no_folder_is_a_usage_error(environ: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=r"cache|RRSPEC_CACHE") as caught:
        default_cache(environ)
    assert "RRSPEC_CACHE" in str(caught.value) + caught.value.hint
