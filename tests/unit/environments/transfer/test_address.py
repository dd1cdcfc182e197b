import pytest

from reprobridge_spec.environments.transfer.address import host_of, led_on, refuse_unread, shown
from reprobridge_spec.errors import ArtifactError

READ = [
    "https://example.org",
    "http://127.0.0.1:8000/x?y=z",
    "HTTPS://EXAMPLE.ORG./",
    "https://[2001:db8::1]:443/x",
    "https://bücher.example/ä",
    "https://under_score.example.org/",
]
NOT_READ = {
    "http://[::1": "'http://[::1' is no kind of address",
    "https://[a]/": "'https://[a]/' is no kind of address",
    "https://example.org:a/": "'https://example.org:a/' is no",
    "https://example.org:65536/": "'https://example.org:65536/' is no",
    "https:///x": "'https:///x' is no",
    "https://a..b/": "'https://a..b/' is no",
    "https://.a/": "'https://.a/' is no",
    f"https://{'a' * 64}.org/": "is no kind of address",
    "https://%00/": "'https://%00/' is no",
    "https://a b/": "'https://a b/' is no",
    "https://a\x1b[31m/": r"'https://a\x1b[31m/' is no",
    "https://\u2100.org/": "is no kind of address",
    "ftp://example.org/": "ftp is no kind of address",
    "example.org/x": "'example.org/x' is no",
    "": "'' is no kind of address",
    "https://me:secret@[x/": "the text is no",
    "https://[x/?token=secret": "the text is no",
    "https://me:secret@example.org/": "the address of example.org holds a user name",
}


@pytest.mark.parametrize("address", READ)
def test_an_address_of_a_host_is_read(address: str) -> None:
    refuse_unread(address)
    assert host_of(address)


@pytest.mark.parametrize("address", NOT_READ)
def test_another_text_is_refused_and_opens_nothing(address: str) -> None:
    with pytest.raises(ArtifactError) as caught:
        refuse_unread(address)
    assert NOT_READ[address] in str(caught.value)
    assert str(caught.value).isprintable()
    assert "secret" not in str(caught.value)
    assert "secret" not in host_of(address)


@pytest.mark.parametrize("target", ["http://[::1", "//[::1/x", "https://[a]/", "//a..b", "//x:99999"])
def test_what_leads_on_to_no_address_is_refused(target: str) -> None:
    with pytest.raises(ArtifactError, match="is no kind of address"):
        led_on("http://example.org/", target)


def test_a_long_address_is_shown_by_its_beginning() -> None:
    with pytest.raises(ArtifactError) as caught:
        refuse_unread("https://[" + "x" * 10_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "line"), [("a\r\nb", "a b"), ("\x1b[31ma", "[31ma"), (" a\tb ", "a b"), ("\u202ea", "a"), ("é", "é")]
)
def test_a_text_of_a_stranger_is_shown_on_one_line(text: str, line: str) -> None:
    assert shown(text) == line
