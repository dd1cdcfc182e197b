"""The variables that pip, pip-tools and uv get: a site's way to its index, and nothing else of the caller."""

import os
import re
from collections.abc import Mapping

_KEPT = re.compile(
    r"""
    PATH | HOME | USER | LOGNAME | LANG | LC_(ALL|CTYPE) | TZ | TMPDIR | XDG_(CONFIG_HOME|CONFIG_DIRS|CACHE_HOME)
    | (DY)?LD_LIBRARY_PATH
    | NETRC | SSL_CERT_(FILE|DIR) | (REQUESTS|CURL)_CA_BUNDLE | (https?|all|no)_proxy | (HTTPS?|ALL|NO)_PROXY
    | PIP_(CONFIG_FILE|INDEX_URL|EXTRA_INDEX_URL|NO_INDEX|FIND_LINKS|TRUSTED_HOST|CERT|CLIENT_CERT|PROXY|TIMEOUT
        |DEFAULT_TIMEOUT|RETRIES|CACHE_DIR|NO_CACHE_DIR|KEYRING_PROVIDER)
    | UV_(CONFIG_FILE|DEFAULT_INDEX|INDEX|INDEX_\w+|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|INSECURE_HOST|NATIVE_TLS
        |SYSTEM_CERTS|HTTP_TIMEOUT|CACHE_DIR|KEYRING_PROVIDER)
    | RRSPEC_PYTORCH_INDEX
    """,
    re.VERBOSE,
)
_SET = {
    "NO_COLOR": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_PROGRESS_BAR": "off",
    # a constraint of the site has no say in what a lock holds; pip-tools does not look at it either
    "PIP_CONSTRAINT": os.devnull,
    # what a person sets for everyday use, and what has no sense for an environment of ours
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_USER": "0",
    "PYTHONNOUSERSITE": "1",
    "UV_PYTHON_DOWNLOADS": "never",
}


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """What of `environ` a tool gets that asks an index; no token and no key of the caller is among it."""
    kept = {name: value for name, value in environ.items() if _KEPT.fullmatch(name)}
    return kept | _SET
