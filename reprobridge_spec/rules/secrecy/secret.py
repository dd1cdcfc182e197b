"""A secret lies in the artifact.

## What it finds
In texts: keys and tokens in the forms that well-known services give them (clouds, git hosts, package indexes,
experiment trackers, language models, messengers), web tokens and private keys; passwords in addresses, on command lines
(`curl -u`, `sshpass -p`), in `.netrc` files and registry settings; and values that look drawn at random behind names
such as `api_key`, `token`, `secret` and `password`. Of texts from 1 MiB on, 256 MiB in all are searched, and what is
left is told as not checked. In small files that are no text, the forms of well-known services are looked for. What a
package hands over beside the artifact is searched as well. Placeholders, variables, commits and checksums are passed
over. Names of files and folders are searched for the forms of well-known services. Private keys, passwords and random
values in folders of tests are a note, one for each such folder: most were made for the tests. Tokens of well-known
services are errors there, too. The message and the line that is shown hold at most four characters of a secret.

## Why
An artifact is published, copied and archived. Whoever opens it can use the key, spend its owner's money, and read
who the owner is.

## Example
```text
launchers/train.sh:2      export WANDB_API_KEY=...
```

## What to do
Have the key revoked: removing it from the file is not enough where the artifact was shared. Then read it from the
machine's environment; for gated inputs name the variable in `access: {gated: {token}}`.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.input_addresses import addresses, holds_secret
from reprobridge_spec.rules.secret_form import SHOWN
from reprobridge_spec.rules.secret_mask import masked_text
from reprobridge_spec.rules.secret_services import SERVICES
from reprobridge_spec.rules.secret_shapes import SHAPE_SIGNS, shapes_in
from reprobridge_spec.rules.secret_values import VALUE_SIGNS, values_in
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_OF_TESTS = frozenset(
    (
        "test",
        "tests",
        "testing",
        "unittests",
        "testdata",
        "test_data",
        "test-data",
        "fixtures",
        "__tests__",
        "spec",
        "specs",
    )
)
_MOST = 100
"""More secrets than this of one file are not named one by one: whoever sees a hundred has seen enough."""


def check(context: Context) -> Iterator[Fault]:
    """Each name of a file or folder that is a key of a well-known service, once for all that lies below it."""
    told: set[bytes] = set()
    for files in (context.files, context.asked.handed_over):
        for path in files.entries if files else ():
            name = path.encode("utf-8", "surrogateescape")
            for shape, _, key in shapes_in(name, name.lower()):
                if shape in SERVICES and key not in told:
                    told.add(key)
                    shown = masked_text(path)
                    yield Fault(
                        message=f"the name `{shown}` holds what looks like {shape.owner}, beginning"
                        f" `{key[:SHOWN].decode('utf-8', 'replace')}`",
                        advice="Have it revoked, and rename the file or folder.",
                        file=path,
                    )


def looker(context: Context) -> Look:
    """Each secret of a file once: what has the form of a known key, then values behind telling names."""
    # of these secret-in-input says what they hold
    told = [text.encode() for _, text in addresses(context) if holds_secret(text)]
    noted: set[str] = set()

    def look(path: str, data: bytes) -> Iterator[Fault]:
        tests = _tests_around(path)
        for secret in _secrets(path, data, told if path == MANIFEST_FILE else []):
            if not tests or secret.of_service:
                yield _fault(path, data, secret)
            elif tests not in noted:
                noted.add(tests)
                yield _note(path, data, secret, tests)

    return look


def _tests_around(path: str) -> str:
    """The outermost folder of tests in which a file lies; empty where it lies in none."""
    steps = path.split("/")[:-1]
    number = next((number for number, step in enumerate(steps, 1) if step.lower() in _OF_TESTS), 0)
    return "/".join(steps[:number])


@dataclass(frozen=True, slots=True)
class _Secret:
    """What looks like a secret, of whom, and where; and whether it has the form of a well-known service's."""

    what: str
    offset: int
    key: bytes
    of_service: bool


def _secrets(path: str, data: bytes, told: Sequence[bytes]) -> Iterator[_Secret]:
    small = data.lower()
    ends: list[tuple[int, int]] = []
    shapes = (_Secret(shape.owner, offset, key, shape in SERVICES) for shape, offset, key in shapes_in(data, small))
    values = values_in(path, data, small) if b"\0" not in data else ()
    found = chain(shapes, (_Secret(what, offset, key, of_service=False) for what, offset, key in values))
    for secret in islice(found, _MOST):
        end = secret.offset + len(secret.key)
        if any(begin <= end and secret.offset <= other for begin, other in ends):
            continue
        ends.append((secret.offset, end))
        if not (secret.key and any(secret.key in address for address in told)):
            yield secret


def _fault(path: str, data: bytes, secret: _Secret) -> Fault:
    is_text = b"\0" not in data
    holder = f"`{masked_text(path)}`{'' if is_text else ', which is no text,'}"
    return Fault(
        message=f"{holder} holds what looks like {secret.what}{_shown(secret)}",
        advice="Have it revoked, remove it, and read it from the machine's environment.",
        file=path,
        mark=mark_at(data, secret.offset) if is_text else None,
    )


def _note(path: str, data: bytes, secret: _Secret, tests: str) -> Fault:
    return Fault(
        message=f"`{masked_text(path)}` holds what looks like {secret.what}{_shown(secret)}, as tests do;"
        f" what else of the kind is in `{tests}` is not named",
        advice="Look whether it opens anything besides the tests; if it does, have it revoked.",
        file=path,
        mark=mark_at(data, secret.offset) if b"\0" not in data else None,
        severity=Severity.NOTE,
    )


def _shown(secret: _Secret) -> str:
    return f", beginning `{secret.key[:SHOWN].decode('utf-8', 'replace')}`" if secret.key else ""


RULE = Rule(
    code="RRS001",
    name="secret",
    level=Level.DRAFT,
    check=check,
    looker=looker,
    signs=(*SHAPE_SIGNS, *VALUE_SIGNS),
    everywhere=True,
    binary_signs=SHAPE_SIGNS,
)
