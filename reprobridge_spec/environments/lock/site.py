"""What this machine's pip and uv are configured with, and the part of it that a lock may come from.

A lock is for others. So the one index that this machine takes for the public one is asked (a mirror, perhaps), and no
extra index or folder of wheels beside it, which nobody else has: what these serve would be in the lock.
"""

import ast
import contextlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.frozen import dataclass

_SECTIONS = (":env:", "install", "global")
_WAY = {"cert": "CERT", "client-cert": "CLIENT_CERT", "proxy": "PROXY", "trusted-host": "TRUSTED_HOST"}
_PATIENCE = {"timeout": "TIMEOUT", "default-timeout": "TIMEOUT", "retries": "RETRIES"}
_KEPT = {**_WAY, **_PATIENCE, "keyring-provider": "KEYRING_PROVIDER", "cache-dir": "CACHE_DIR"}
_SOURCES = ("INDEX_URL", "EXTRA_INDEX_URL", "NO_INDEX", "FIND_LINKS")


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where packages come from on this machine.

    Attributes:
        index: address of the index; empty for the public one.
        folders: what is looked into where no index is to be asked; else empty.
        others: how many extra indexes and folders are passed over.
    """

    index: str
    folders: tuple[str, ...] = ()
    others: int = 0


def of_pip(environ: Mapping[str, str], folder: Path) -> tuple[Site, dict[str, str]]:
    """What pip is configured with, and the variables of a pip that asks that and no extra.

    Args:
        environ: variables of the caller.
        folder: where pip is started.

    Raises:
        NotDoneError: pip cannot be asked for its configuration.
    """
    variables = tool_environment.variables(environ)
    _, listed = pip.run(["config", "list"], environment=variables, cwd=folder)
    said = _settings(listed)
    folders = tuple(said.get("find-links", "").split())
    no_index = said.get("no-index", "").lower() in {"1", "true", "yes", "on"}
    extra = said.get("extra-index-url", "").split()
    site = Site(
        index="" if no_index else said.get("index-url", ""),
        folders=folders if no_index else (),
        others=len(extra) + (0 if no_index else len(folders)),
    )
    kept = {f"PIP_{_KEPT[key]}": value for key, value in said.items() if key in _KEPT}
    bare = {name: value for name, value in variables.items() if name not in {f"PIP_{source}" for source in _SOURCES}}
    return site, bare | kept | _asked_by_pip(site) | {"PIP_CONFIG_FILE": os.devnull}


def of_uv(environ: Mapping[str, str], folder: Path) -> tuple[Site, dict[str, str]]:
    """What uv is configured with, or pip where uv is not; and the variables of a `uv --no-config` that asks that alone.

    Args:
        environ: variables of the caller.
        folder: where uv is started.

    Raises:
        NotDoneError: pip cannot be asked for its configuration.
    """
    of_pips, by_pip = of_pip(environ, folder)
    own = _own_of_uv(environ)
    site = own if own.index or own.folders else of_pips
    variables = {name: value for name, value in by_pip.items() if not name.startswith("UV_") or name in _OF_UV}
    trusted = {"UV_INSECURE_HOST": by_pip["PIP_TRUSTED_HOST"]} if "PIP_TRUSTED_HOST" in by_pip else {}
    certificate = {"SSL_CERT_FILE": by_pip["PIP_CERT"]} if "PIP_CERT" in by_pip else {}
    others = max(own.others, of_pips.others)
    # in a variable and no argument, for it may hold a password
    asked = {"UV_DEFAULT_INDEX": site.index} if site.index else {}
    return Site(index=site.index, folders=site.folders, others=others), trusted | certificate | variables | asked


def passed_over(site: Site) -> str:
    """One sentence on the extra indexes that are not asked."""
    return (
        f"not asked: {site.others} more indexes or folders of this machine's configuration, which others do not have "
        "(`--private-indexes` asks them)"
    )


_OF_UV = frozenset(
    [
        *("UV_INSECURE_HOST", "UV_NATIVE_TLS", "UV_SYSTEM_CERTS", "UV_HTTP_TIMEOUT", "UV_CACHE_DIR"),
        *("UV_KEYRING_PROVIDER", "UV_PYTHON_DOWNLOADS"),
    ]
)


def _asked_by_pip(site: Site) -> dict[str, str]:
    if site.folders:
        return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": " ".join(site.folders)}
    return {"PIP_INDEX_URL": site.index} if site.index else {}


def _settings(listed: str) -> dict[str, str]:
    """What `pip config list` says, with the nearest of its sections first."""
    found: dict[str, dict[str, str]] = {section: {} for section in _SECTIONS}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        section, _, key = name.partition(".")
        if section in found and value:
            with contextlib.suppress(ValueError, SyntaxError):
                found[section][key] = str(ast.literal_eval(value))
    return {key: value for section in reversed(_SECTIONS) for key, value in found[section].items()}


def _own_of_uv(environ: Mapping[str, str]) -> Site:
    tables = [*_uv_tables(environ)]
    index = environ.get("UV_DEFAULT_INDEX") or environ.get("UV_INDEX_URL") or _first(map(_default_index, tables))
    folders = environ.get("UV_FIND_LINKS", "").split(",") if environ.get("UV_FIND_LINKS") else []
    folders += [str(one) for table in tables for one in _listed(table.get("find-links"))]
    extras = [one for table in tables for one in [*_listed(table.get("extra-index-url")), *_extra_indexes(table)]]
    extras += (environ.get("UV_EXTRA_INDEX_URL", "") + " " + environ.get("UV_INDEX", "")).split()
    no_index = bool(environ.get("UV_NO_INDEX")) or any(table.get("no-index") is True for table in tables)
    return Site(
        index="" if no_index else index,
        folders=tuple(folders) if no_index else (),
        others=len(extras) + (0 if no_index else len(folders)),
    )


def _uv_tables(environ: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Settings of uv, of the user and of the machine, those for its pip interface first."""
    home = environ.get("XDG_CONFIG_HOME") or str(Path(environ.get("HOME", "/"), ".config"))
    usual = [Path(home, "uv/uv.toml"), Path("/etc/uv/uv.toml")]
    for path in [Path(environ["UV_CONFIG_FILE"])] if environ.get("UV_CONFIG_FILE") else usual:
        with contextlib.suppress(OSError, ValueError):
            table = tomllib.loads(path.read_text(encoding="utf-8"))
            yield from (part for part in (table.get("pip"), table) if isinstance(part, dict))


def _default_index(table: Mapping[str, Any]) -> str:
    named = [one for one in _listed(table.get("index")) if isinstance(one, dict) and one.get("default") is True]
    return str(named[0].get("url", "")) if named else str(table.get("index-url", ""))


def _extra_indexes(table: Mapping[str, Any]) -> list[object]:
    return [one for one in _listed(table.get("index")) if isinstance(one, dict) and one.get("default") is not True]


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _first(texts: Iterator[str]) -> str:
    return next(filter(None, texts), "")
