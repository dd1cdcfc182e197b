"""Keep a page in the cache of `requests-cache`, as if it had been fetched: CACHE ADDRESS FILE."""

import io
import sys
from pathlib import Path
from typing import Any

import requests  # type: ignore[import-not-found,import-untyped,unused-ignore]
from requests.adapters import BaseAdapter  # type: ignore[import-not-found,import-untyped,unused-ignore]
from requests_cache import CachedSession  # type: ignore[import-not-found,unused-ignore]
from urllib3 import HTTPResponse


class Held(BaseAdapter):  # type: ignore[misc,unused-ignore]
    """Answers every request with the same bytes."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self._page = page

    def send(self, request: Any, *_: Any, **__: Any) -> Any:
        answer = requests.Response()
        answer.status_code, answer.url, answer.request = 200, request.url, request
        answer.headers["Content-Type"] = "application/ld+json"
        answer.raw = HTTPResponse(
            io.BytesIO(self._page),
            headers=answer.headers,
            status=200,
            preload_content=False,
            request_url=request.url,
        )
        return answer

    def close(self) -> None:
        """Nothing is open."""


def main(cache: str, address: str, file: str) -> None:
    session = CachedSession(cache, backend="sqlite", expire_after=-1)
    session.mount("https://", Held(Path(file).read_bytes()))
    session.get(address, headers={"Accept": "application/ld+json"}).raise_for_status()


main(*sys.argv[1:])
