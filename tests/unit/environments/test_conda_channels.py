import pytest

from reprobridge_spec.environments.lock.conda_channels import public_base, refuse_unfit
from reprobridge_spec.errors import ArtifactError


@pytest.mark.parametrize(
    "channel",
    [
        "conda-forge",
        "conda-forge/label/broken",
        "defaults",
        "https://repo.example.org/team",
        "nvidia",
        "http://c.org/x",
    ],
)
def test_a_channel_that_everybody_can_ask(channel: str) -> None:
    refuse_unfit([channel], "env/environment.yml")


@pytest.mark.parametrize(
    ("channels", "reason"),
    [
        ([], "names no `channels`"),
        (["nodefaults"], "names no `channels`"),
        (["file:///home/me/channel"], "a place of one machine"),
        (["/home/me/channel"], "a place of one machine"),
        (["./channel"], "a place of one machine"),
        (["ftp://c.org/x"], "a place of one machine"),
        (["https://me:word@c.org/x"], "a key or a password"),
        (["https://c.org/t/to-ken/x"], "a key or a password"),
        (["conda-forge", "https://c.org/$TOKEN/x"], "a key or a password"),
    ],
)
def test_a_channel_that_others_cannot_ask_is_refused(channels: list[str], reason: str) -> None:
    with pytest.raises(ArtifactError, match=reason) as caught:
        refuse_unfit(channels, "env/environment.yml")
    assert caught.value.place == "env/environment.yml"
    assert "word" not in str(caught.value).replace("password", "")
    assert "to-ken" not in str(caught.value)


@pytest.mark.parametrize(
    ("base", "channels", "public"),
    [
        ("https://mirror.lab/conda-forge", ["conda-forge"], "https://conda.anaconda.org/conda-forge"),
        ("https://conda.anaconda.org/toys", ["conda-forge", "toys"], "https://conda.anaconda.org/toys"),
        ("https://mirror.lab/pkgs/main", ["defaults"], "https://repo.anaconda.com/pkgs/main"),
        ("https://c.org/team", ["https://c.org/team/"], "https://c.org/team"),
        ("https://other.lab/private", ["conda-forge"], None),
        ("https://c.org/team2", ["https://c.org/team"], None),
        ("https://mirror.lab/not-conda-forge", ["conda-forge"], None),
        ("https://mirror.lab/pkgs/secret", ["defaults"], None),
    ],
)
def test_a_package_has_the_public_address_of_its_channel(base: str, channels: list[str], public: str | None) -> None:
    assert public_base(base, channels) == public
