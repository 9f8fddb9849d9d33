"""OpenAI's Responses API."""

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
from runner.providers.schemas import OPENAI
from runner.providers.settings import Between, Known, OneOf, setting_faults
from runner.providers.tools import carried
from runner.providers.usage_openai import RESPONSES, account

_SETTINGS: Final[Known] = {
    "effort": OneOf(("none", "minimal", "low", "medium", "high", "xhigh", "max")),
    "temperature": Between(0, 2),
    "top_p": Between(0, 1),
}
_IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})


class OpenAIResponses:
    """OpenAI's Responses API, stateless, with encrypted reasoning."""

    name = "openai"
    version = 1
    route = Route(
        base_url="https://api.openai.com",
        key_header="authorization",
        key_prefix="Bearer ",
        request_id_headers=("x-request-id", "openai-processing-ms"),
    )

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as function tools; see `Adapter.carry`."""
        return carried(tools, OPENAI, responses.function_tool)

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
        """Return the request of the next turn; see `Adapter.request`."""
        return responses.build(model, settings, carried, conversation, output_tokens, _outputs)

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return what a response says; see `Adapter.read`."""
        return responses.read(body, carried, self.account)

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says."""
        return read_failure(status, body)

    def account(self, body: Json) -> Accounted:
        """Return how the usage of a response is accounted."""
        return account(body, RESPONSES)


def _outputs(results: Sequence[ToolResult]) -> list[JsonValue]:
    return [
        {"type": "function_call_output", "call_id": result.call.id, "output": _output(result)} for result in results
    ]


def _output(result: ToolResult) -> JsonValue:
    images, note = split_images(result, _IMAGES)
    text = with_note(shown_text(result), note)
    if not images:
        return text
    parts: list[JsonValue] = [{"type": "input_text", "text": text}] if text else []
    parts += [{"type": "input_image", "image_url": data_url(image), "detail": "auto"} for image in images]
    return parts
