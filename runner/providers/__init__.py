"""The providers' native APIs, each behind one adapter, and the sender of their requests."""

from collections.abc import Mapping
from types import MappingProxyType

from runner.calls import parse_calls
from runner.providers.anthropic_messages import AnthropicMessages
from runner.providers.contract import Adapter
from runner.providers.gemini import Gemini
from runner.providers.openai_compatible import OpenAICompatible
from runner.providers.openai_responses import OpenAIResponses
from runner.providers.scripted import Scripted
from runner.providers.xai_responses import XaiResponses

_ALL: tuple[Adapter, ...] = (
    OpenAIResponses(),
    XaiResponses(),
    AnthropicMessages(),
    Gemini(),
    OpenAICompatible(),
    Scripted(),
)
ADAPTERS: Mapping[str, Adapter] = MappingProxyType({adapter.name: adapter for adapter in _ALL})
"""The adapters by the provider's name; `scripted` has an empty list here, `Scripted(parse_calls(...))` a real one."""

__all__ = ["ADAPTERS", "Scripted", "parse_calls"]
