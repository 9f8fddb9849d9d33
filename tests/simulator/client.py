"""A client that speaks to the simulator by hand, to show what the simulator itself does."""

from typing import Any

import httpx

from tests.simulator.conversations import GROW, PATHS, START, as_bytes, headers
from tests.simulator.server import Simulator


class Client:
    """Sends bodies to a simulator."""

    def __init__(self, simulator: Simulator, http: httpx.Client) -> None:
        self.simulator = simulator
        self.http = http

    def post(self, provider: str, body: Any, **changed: Any) -> httpx.Response:
        """Send a body; headers of the value None are left out."""
        sent = headers(provider, self.simulator.key(provider)) | changed.get("headers", {})
        return self.http.post(
            self.simulator.url(provider) + changed.get("path", PATHS[provider]),
            content=body if isinstance(body, bytes) else as_bytes(body),
            headers={name: value for name, value in sent.items() if value is not None},
        )

    def converse(self, provider: str, results: list[list[tuple[str, bool]]]) -> Any:
        """Return the request after so many turns, each answered with these results."""
        body = START[provider]()
        for given in results:
            response = self.post(provider, body)
            assert response.status_code == 200, response.text
            body = GROW[provider](body, response.json(), given)
        return body
