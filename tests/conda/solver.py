"""A program that is called as `conda` is, as far as conda-lock calls it; py-rattler solves.

It is a process of its own and ends by `os._exit`: the library may crash as an interpreter ends.
"""

import argparse
import asyncio
import json
import os
import sys
from typing import Any


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--prefix")
    for flag in ("--dry-run", "--json", "--override-channels", "--yes", "--no-deps", "--offline"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--channel", "-c", action="append", default=[])
    parser.add_argument("specs", nargs="*")
    return parser.parse_intermixed_args(arguments)


def _address(channel: str) -> str:
    """Channels that are known by their name lie where the machine's configuration says."""
    return channel if "://" in channel else f"{os.environ['CONDA_CHANNEL_ALIAS']}/{channel}"


async def _solved(asked: argparse.Namespace) -> list[dict[str, Any]]:
    from rattler import Channel, Gateway, MatchSpec, solve  # type: ignore[import-not-found]  # noqa: PLC0415

    records = await solve(
        sources=[Channel(_address(channel)) for channel in asked.channel],
        specs=[MatchSpec(spec) for spec in asked.specs],
        platforms=[os.environ.get("CONDA_SUBDIR", "linux-64"), "noarch"],
        gateway=Gateway(cache_dir=os.environ["HOME"] + "/rattler"),
    )
    return [
        {
            "name": record.name.normalized,
            "version": str(record.version),
            "build": str(record.build),
            "build_string": str(record.build),
            "build_number": record.build_number,
            "channel": str(record.channel),
            "url": str(record.url),
            "fn": str(record.file_name),
            "md5": record.md5.hex() if record.md5 else "",
            "sha256": record.sha256.hex() if record.sha256 else "",
            "depends": list(record.depends),
            "constrains": list(record.constrains),
            "subdir": str(record.subdir),
        }
        for record in records
    ]


def _link(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": entry["name"],
        "version": entry["version"],
        "channel": entry["channel"],
        "base_url": entry["url"].rsplit("/", 2)[0],
        "dist_name": f"{entry['name']}-{entry['version']}-{entry['build']}",
        "platform": entry["subdir"],
        "build_string": entry["build"],
        "build_number": entry["build_number"],
    }


async def _index(folder: str) -> None:
    from rattler.index import index_fs  # type: ignore[import-not-found]  # noqa: PLC0415

    await index_fs(folder, write_zst=True, write_shards=False)


def main(arguments: list[str]) -> dict[str, Any] | str:
    """What the program prints."""
    if "--version" in arguments:
        return "conda 24.1.0"
    if arguments[:1] in (["info"], ["config"]):
        return {"pkgs_dirs": [], "package cache": []}
    if arguments[:1] == ["index"]:
        asyncio.run(_index(arguments[1]))
        return ""
    asked = _parsed(arguments)
    entries = asyncio.run(_solved(asked))
    actions = {"FETCH": entries, "LINK": [_link(entry) for entry in entries], "PREFIX": asked.prefix}
    return {"success": True, "actions": actions}


if __name__ == "__main__":
    code = 0
    try:
        said = main(sys.argv[1:])
    except SystemExit as error:
        said, code = "", error.code if isinstance(error.code, int) else 1
    except Exception as error:  # noqa: BLE001 (whatever it is, the caller is told)
        said, code = {"success": False, "message": str(error)}, 1
    print(said if isinstance(said, str) else json.dumps(said))  # noqa: T201 (a program)
    sys.stdout.flush()
    os._exit(code)
