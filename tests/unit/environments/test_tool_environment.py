import os

import pytest

from reprobridge_spec.environments import tool_environment


@pytest.mark.parametrize(
    "name",
    ["PATH", "HOME", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "HTTPS_PROXY", "SSL_CERT_FILE", "UV_INDEX_MY_PASSWORD"],
)
def test_the_way_to_an_index_is_passed_on(name: str) -> None:
    assert tool_environment.variables({name: "x"})[name] == "x"


@pytest.mark.parametrize(
    "name",
    [
        "HF_TOKEN",
        "AWS_SECRET_ACCESS_KEY",
        "PYTHONPATH",
        "PYTHONHOME",
        "VIRTUAL_ENV",
        "PIP_TARGET",
        "PIP_PREFIX",
        "PIP_NO_BINARY",
        "PIP_PRE",
        "RRA_SEED",
        "XPIP_INDEX_URL",
    ],
)
def test_nothing_else_of_the_caller_is(name: str) -> None:
    assert name not in tool_environment.variables({name: "x"})


@pytest.mark.parametrize("name", ["PIP_REQUIRE_VIRTUALENV", "PIP_USER", "PIP_NO_INPUT"])
def test_settings_for_everyday_use_are_undone(name: str) -> None:
    assert tool_environment.variables({name: "5"})[name] in {"0", "1"}


def test_a_constraint_of_the_site_does_not_count() -> None:
    assert tool_environment.variables({"PIP_CONSTRAINT": "/etc/constraints.txt"})["PIP_CONSTRAINT"] == os.devnull
