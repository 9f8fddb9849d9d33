"""xAI's Responses API: OpenAI's form with other schemas, other errors and an amount of its own in every usage."""

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from runner.providers import responses
from runner.providers.contract import (
    Accounted,
    Answer,
    Carried,
    Conversation,
    Failure,
    Json,
    Request,
    Route,
    Tool,
    ToolResult,
)
from runner.providers.failures import read_failure
from runner.providers.replay import data_url, shown_text, split_images, with_note
from runner.providers.schemas import XAI
from runner.providers.settings import Between, Known, OneOf, setting_faults
from runner.providers.tools import carried
from runner.providers.usage_openai import TICKS, account
from runner.providers.usage_openai import XAI as XAI_FIELDS

MOST_TOOLS: Final = 128
_SETTINGS: Final[Known] = {
    "effort": OneOf(("none", "low", "medium", "high", "xhigh")),
    "temperature": Between(0, 2),
    "top_p": Between(0, 1),
}
_IMAGES: Final = frozenset({"image/png", "image/jpeg"})


class XaiResponses:
    """xAI's Responses API, stateless, with encrypted reasoning."""

    name = "xai"
    version = 1
    route = Route(
        base_url="https://api.x.ai",
        key_header="authorization",
        key_prefix="Bearer ",
        request_id_headers=("x-request-id", "x-metrics-e2e-ms"),
    )

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as function tools; see `Adapter.carry`."""
        if len(tools) > MOST_TOOLS:
            raise ValueError(f"xAI takes at most {MOST_TOOLS} tools; the server lists {len(tools)}")
        return carried(tools, XAI, responses.function_tool)

    def check_settings(self, settings: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return what is wrong with the settings."""
        return setting_faults(settings, _SETTINGS)

    def request(
        self,
        model: str,
        settings: Mapping[str, JsonValue],
        carried: Carried,
        conversation: Conversation,
        output_tokens: int,
    ) -> Request:
        """Return the request of the next turn; see `Adapter.request`.

        xAI answers a call without its reasoning like any other, only worse, so the guard stands on this side.
        """
        return responses.build(model, settings, carried, conversation, output_tokens, _outputs)

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return what a response says; see `Adapter.read`."""
        return responses.read(body, carried, self.account)

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says."""
        return read_failure(status, body)

    def account(self, body: Json) -> Accounted:
        """Return how the usage of a response is accounted."""
        return account(body, XAI_FIELDS, TICKS)


def _outputs(results: Sequence[ToolResult]) -> list[JsonValue]:
    """Return the results as text, and their images in a user message after them: results take no image here."""
    items: list[JsonValue] = []
    parts: list[JsonValue] = []
    for result in results:
        images, note = split_images(result, _IMAGES)
        text = with_note(shown_text(result), note)
        items.append({"type": "function_call_output", "call_id": result.call.id, "output": text})
        if images:
            parts.append({"type": "input_text", "text": f"The result of {result.call.sent_name} shows:"})
        parts += [{"type": "input_image", "image_url": data_url(image), "detail": "auto"} for image in images]
    return [*items, {"type": "message", "role": "user", "content": parts}] if parts else items
