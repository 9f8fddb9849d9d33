"""A site on the network: only below the address given, a few requests at a time, no redirect to another host."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self
from urllib.parse import quote, urlsplit

import httpx

from sitegen.verify.held import MOST_BYTES, NotASite

AT_ONCE = 6
"""Requests at a time."""
_SECONDS = 30.0
_MOST_REDIRECTS = 3


class Network:
    """Reads a site by HTTP."""

    def __init__(self, url: str, transport: httpx.BaseTransport | None = None) -> None:
        """Name the address of the site's top.

        Args:
            url: http or https, without user, query or fragment.
            transport: What carries the requests; None for the network.

        Raises:
            NotASite: It is no such address.
        """
        if not _is_top(url):
            raise NotASite(f"{url}: expected the address of a site's top, such as https://example.org/benchmarks-site/")
        self.name = f"{url.removesuffix('index.html').rstrip('/')}/"
        self._client = httpx.Client(
            timeout=_SECONDS,
            follow_redirects=False,
            transport=transport,
            headers={"user-agent": "build-site verify", "accept-encoding": "identity"},
            limits=httpx.Limits(max_connections=AT_ONCE),
        )

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._client.close()

    def listing(self) -> None:
        """Return None: a host does not say which files it has."""

    def read(self, address: str) -> bytes | str:
        """Return the bytes of a file, or why there are none."""
        url = self.name + quote(address)
        for _ in range(_MOST_REDIRECTS):
            try:
                with self._client.stream("GET", url) as response:
                    if not response.is_redirect:
                        return _body(response)
                    url = str(response.url.join(response.headers.get("location", "")))
            except httpx.HTTPError as error:
                return f"no answer ({type(error).__name__})"
            except (httpx.InvalidURL, ValueError):
                return "a redirect that cannot be read"
            if not url.startswith(self.name):
                return f"a redirect away from the site, to {urlsplit(url).hostname}"
        return f"more than {_MOST_REDIRECTS} redirects"

    def read_all(self, addresses: Iterable[str]) -> Iterator[tuple[str, bytes | str]]:
        """Yield each file with its bytes, or why there are none."""
        listed = list(addresses)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            yield from zip(listed, pool.map(self.read, listed), strict=True)


def _is_top(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or parts.username)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and plain


def _body(response: httpx.Response) -> bytes | str:
    if response.status_code != httpx.codes.OK:
        return f"status {response.status_code}"
    taken = bytearray()
    for part in response.iter_bytes():
        taken += part
        if len(taken) > MOST_BYTES:
            return f"more than {MOST_BYTES} bytes"
    return bytes(taken)
