import pytest

from reprobridge_spec.documents.lfs_pointer import pointer_in
from reprobridge_spec.environments.transfer.instead import instead_of, message_in

DRIVE, DROPBOX = "https://drive.usercontent.google.com/download?id=x", "https://www.dropbox.com/s/x/y?dl=0"
OTHER = "https://data.example.org/x.zip"


def _page(title: str, body: str = "") -> bytes:
    return f"<!DOCTYPE html>\n<html lang=en><head><title>{title}</title></head><body>{body}</body></html>".encode()


PAGES: dict[str, tuple[str, bytes, str]] = {
    "quota of Drive": (
        DRIVE,
        _page("Google Drive - Quota exceeded", "Too many users have viewed or downloaded this file recently."),
        "the quota of the file is used up",
    ),
    "virus page of Drive": (
        DRIVE,
        _page("Google Drive - Virus scan warning", "Google Drive can't scan this file for viruses. Download anyway"),
        "too large to be searched for viruses",
    ),
    "login of Google": (
        "https://accounts.google.com/v3/signin",
        _page("Google Drive: Sign in"),
        "a login page of Google",
    ),
    "traffic of Dropbox": (
        DROPBOX,
        _page("Dropbox - 429", "links are generating too much traffic"),
        "too much traffic",
    ),
    "gone from Dropbox": (DROPBOX, _page("Dropbox - 404", "This file was deleted"), "not there any more"),
    "around a file of Dropbox": (DROPBOX, _page("Dropbox - y"), "the page of Dropbox around the file"),
    "Kaggle": ("https://www.kaggle.com/account/login", _page("Kaggle: Your Home"), "only to those who logged in"),
    "around a file of GitHub": ("https://github.com/a/b/blob/main/x.npz", _page("b/x.npz at main"), "page of GitHub"),
    "around a file of the hub": (
        "https://huggingface.co/a/b/blob/main/x",
        _page("x · a/b at main"),
        "Hugging Face hub",
    ),
    "SharePoint": ("https://uni.sharepoint.com/:u:/x", _page("Sharing Link Validation"), "a page of Microsoft"),
    "wants a person": (OTHER, _page("Just a moment..."), "whether a person asks"),
    "a quota elsewhere": (OTHER, _page("Error", "Bandwidth limit exceeded"), "a quota is used up"),
    "a login elsewhere": (OTHER, _page("Welcome", "<input type='password'>"), "a login page"),
    "a login after a comment": (OTHER, b"<!-- saved -->\n<html><title>Log in</title>", "a login page"),
    "a login by its address": ("https://x.org/users/sign_in?to=/x", _page("Welcome"), "a login page"),
    "a page with a link to log in": (OTHER, _page("The data", "<a href='/login'>Log in</a>"), "titled 'The data'"),
    "a page": (OTHER, _page("It works &amp; runs"), "a web page, titled 'It works & runs', perhaps a login or a quota"),
    "a page without title": (OTHER, b"\xef\xbb\xbf  <HTML><body>x", "a web page, perhaps a login or a quota"),
    "denied by a storage": (OTHER, b"<?xml version='1.0'?>\n<Error><Code>AccessDenied</Code></Error>", "AccessDenied"),
    "lost by a storage": (OTHER, b"<Error><Code>NoSuchKey</Code><Message>x</Message></Error>", "NoSuchKey"),
    "expired": (OTHER, b"<Error><Code>ExpiredToken</Code></Error>", "the address may have expired"),
    "slowed down": (OTHER, b"<Error><Code>SlowDown</Code></Error>", "SlowDown"),
    "a message": (OTHER, b'{"error": {"message": "File is not public"}}', "a message in JSON: File is not public"),
    "a detail": (OTHER, b'{"detail": "Authentication credentials were not provided."}', "Authentication credentials"),
    "nothing": (OTHER, b"", "an empty file"),
}
GONE = {"a page with a link to log in", "gone from Dropbox", "a page", "a page without title", "lost by a storage"}


@pytest.mark.parametrize("name", PAGES)
def test_what_came_instead_is_named(name: str) -> None:
    address, head, words = PAGES[name]
    instead = instead_of(address, head)
    assert instead is not None
    assert words in instead.what
    assert instead.advice.endswith(".")
    assert (instead.gone, instead.passes) == (name in GONE, name == "slowed down")


DATA = [
    b"a,b\n1,2\n",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"\x93NUMPY",
    b'{"rows": [1, 2]}',
    b'{"message": 1}',
    b'{"error": "x", ' + b", ".join(b'"k%d": 1' % number for number in range(20)) + b"}",
    b'{"message": "half',
    b"[{}]",
    b"<svg xmlns='x'/>",
    b"<?xml version='1.0'?><annotation><object/></annotation>",
    b"log in, log out\n",
    b"the quota exceeded\n",
]


@pytest.mark.parametrize("head", DATA)
def test_data_are_nothing_else(head: bytes) -> None:
    assert instead_of(OTHER, head) is None


def test_a_pointer_says_what_it_stands_for() -> None:
    text = b"version https://git-lfs.github.com/spec/v1\r\noid sha256:%s\r\nsize 19332096\r\n" % (b"a" * 64)
    pointer = pointer_in(text)
    assert pointer is not None
    assert (pointer.sha256, pointer.size) == ("a" * 64, 19332096)
    instead = instead_of(OTHER, text)
    assert instead is not None
    assert "19,332,096 bytes" in instead.what


@pytest.mark.parametrize("text", [b"", b"version 1", b"see version https://git-lfs.github.com/spec/v1", b"x" * 2000])
def test_what_is_no_pointer_is_none(text: bytes) -> None:
    assert pointer_in(text) is None


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (b'{"message": "PID does not exist."}', "PID does not exist."),
        (b'{"errors": ["one", "two"]}', "one"),
        (b"not found", "not found"),
        (b"\x1b[31mred\x1b[0m", "[31mred [0m"),
        (b"<html><title> Too  many </title>", "Too many"),
        (b"<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"),
        (b"x" * 5000, ""),
        (b'{"message": "' + b"x" * 300 + b'"}', "x" * 97 + "..."),
    ],
)
def test_what_an_error_says_is_shown_in_short(head: bytes, message: str) -> None:
    assert message_in(head) == message
