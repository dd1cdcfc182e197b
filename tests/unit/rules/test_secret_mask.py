"""Secrets are hidden where lines are shown."""

import pytest

from reprobridge_spec.rules.secret_mask import mask_for, masked

TOKEN = "ghp" + "_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
KEY = "MIIEowIBAAKCAQEAb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE"

HIDDEN = {
    "a token": (f"T = '{TOKEN}'", TOKEN),
    "a password in an address": ("DB=postgres://ada:Tr0ub4dor@db.uni.edu/x", "Tr0ub4dor"),
    "a short one": ("ftp://ada:pw9x@ftp.uni.edu/", "pw9x"),
    "a token in an address": (f"https://{KEY[:30]}@git.uni.edu/x", KEY[:30]),
    "a token behind a question mark": ("https://x.edu/a?access_token=aZ3kQ9xV7bN2", "aZ3kQ9xV7bN2"),
    "a password on a command line": ("sshpass -p 9fK2mZq8Lw ssh a@b", "9fK2mZq8Lw"),
    "a name that is a secret": ("  token: aZ3kQ9xV7bN2mL5pR8tY1wC4dF6g", "aZ3kQ9xV7bN2mL5pR8tY1wC4dF6g"),
    "a private key": (f"-----BEGIN PRIVATE KEY-----\n{KEY}\n{KEY[::-1]}\n", KEY),
    "its second line": (f"-----BEGIN PRIVATE KEY-----\n{KEY}\n{KEY[::-1]}\n", KEY[::-1]),
    "a key in one line": (f'"-----BEGIN PRIVATE" " KEY-----\\n{KEY}\\nabc"'.replace('" "', ""), KEY),
}


@pytest.mark.parametrize(("text", "secret"), HIDDEN.values(), ids=HIDDEN)
def test_no_more_than_four_characters_are_shown(text: str, secret: str) -> None:
    shown = mask_for("code/a.sh", text.encode())(text)
    assert len(shown) == len(text)
    assert secret[:5] not in shown
    assert "*" in shown


@pytest.mark.parametrize(
    "text",
    [
        "git clone https://github.com/x/y",
        "ssh://git@github.com/x/y",
        "https://user:${PW}@db.uni.edu/x",
        "sha256: 4015b57a143aec5156fd1444a017a32137a3fd0f",
        "token: HF_TOKEN",
        "x = f'{user}:{password}@{host}'",
    ],
)
def test_what_is_no_secret_is_shown(text: str) -> None:
    assert mask_for("code/a.sh", text.encode())(text) == text


def test_a_secret_is_hidden_wherever_its_file_holds_it() -> None:
    mask = mask_for(
        "code/a.py", f"wandb:\n  mode: online\n  key: {'12ab' * 10}\n".replace("12ab12ab", "12ab34cd").encode()
    )
    assert "34cd" not in mask("  key: " + "12ab34cd" * 5)


def test_bytes_that_are_no_utf_8_stay() -> None:
    data = b"caf\xe9 " + TOKEN.encode()
    assert masked("a", data) == b"caf\xe9 ghp_" + b"*" * 36
