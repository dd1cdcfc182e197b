"""What the comment below a pin says of a wheel that was built."""

import pytest

from reprobridge_spec.documents import lock_file
from reprobridge_spec.documents.built_from import Origin, folder_beside, origin

ONES = "1" * 64
TWOS = "2" * 64


@pytest.mark.parametrize(
    "told", [Origin(sha256=ONES), Origin(sha256=ONES, tools=("setuptools==80.9.0", "wheel==0.45.1"))]
)
def test_the_comment_is_read_as_it_is_written(told: Origin) -> None:
    assert origin(told.text) == told


@pytest.mark.parametrize(
    "comment",
    [
        "# built from md5:0123",
        f"# built from sha256:{ONES[:-1]}",
        f"# built from sha256:{ONES} with",
        f"# built from sha256:{ONES} with setuptools",
        f"# was built from sha256:{ONES}",
        f"# built from sha256:{ONES} with a==1,b==2",
        "# via toy",
    ],
)
def test_another_comment_says_nothing(comment: str) -> None:
    assert origin(comment) is None


def test_it_belongs_to_the_pin_above_it() -> None:
    text = (
        f"# built from sha256:{TWOS}\na==1 --hash=sha256:{ONES}\n    # via b\n"
        f"b==1 \\\n    --hash=sha256:{ONES}\n    # via c\n"
        f"    # built from sha256:{ONES}\n    # built from sha256:{TWOS}\n"
        f"c==1 --hash=sha256:{ONES}  # built from sha256:{TWOS}\n"
    )
    origins = [pin.origin.sha256 if pin.origin else None for pin in lock_file.read(text.encode()).pins]
    assert origins == [None, ONES, TWOS]


@pytest.mark.parametrize(("lock", "folder"), [("env/requirements.lock", "env/wheels"), ("a.lock", "wheels")])
def test_the_folder_lies_beside_the_lock(lock: str, folder: str) -> None:
    assert folder_beside(lock) == folder
