"""uv is told what a package that is built needs, so that it executes nothing to learn it."""

import tomllib

from reprobridge_spec.environments.lock.built_wheel import Needs
from reprobridge_spec.environments.lock.uv_needs import settings


def test_what_is_not_known_yet_needs_nothing_and_what_is_known_is_told_of_its_version() -> None:
    known = Needs(name="odd", version="1.0", requires=('base; extra == "x"',), extras=("x",), python=">=3.8")
    assert tomllib.loads(settings(["even", "odd"], [known]))["dependency-metadata"] == [
        {"name": "even", "requires-dist": []},
        {"name": "odd", "requires-dist": []},
        {
            "name": "odd",
            "version": "1.0",
            "requires-dist": ['base; extra == "x"'],
            "provides-extra": ["x"],
            "requires-python": ">=3.8",
        },
    ]


def test_what_a_strangers_wheel_says_stays_a_text() -> None:
    evil = Needs(name="odd", version="1.0", requires=('x"]\n[[index]]\nurl = "https://evil.example.org',))
    assert set(tomllib.loads(settings(["odd"], [evil]))) == {"dependency-metadata"}
