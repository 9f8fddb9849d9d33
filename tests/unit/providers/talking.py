"""An adapter and the simulator in conversation, one request after another, with no loop and no server in between."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from runner.providers import ADAPTERS
from runner.providers.contract import Answer, Conversation, Image, Tool, ToolResult, Turn
from runner.providers.exchange import Exchanged, open_sender
from tests.simulator.server import Simulator

MODELS = {
    "openai": "gpt-6.2-sol",
    "xai": "grok-4.7",
    "anthropic": "claude-opus-5-5",
    "gemini": "gemini-4-argon",
    "openai-compatible": "local",
}
ROOTS = {"openai-compatible": "/v1"}
"""What the address of a provider holds besides the host; the paths of the others name the version."""
TOOLS = (
    Tool("box", "Adds a box.", {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}),
    Tool("list", "Lists.", {"type": "object", "properties": {}}),
)
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4YWODFTEMLQkAZZlQAVIPr1MAAAAASUVORK5CYII="
"""Eight by eight pixels."""
Given = tuple[str, bool] | tuple[str, bool, tuple[Image, ...]]


class Talk:
    """One run's conversation; `answers` holds what was read."""

    def __init__(self, simulator: Simulator, provider: str, tools: Sequence[Tool] = TOOLS, **settings: Any) -> None:
        self.simulator = simulator
        self.provider = provider
        self.adapter = ADAPTERS[provider]
        self.carried = self.adapter.carry(tools)
        self.settings: Mapping[str, Any] = settings
        self.conversation = Conversation("You build with the tools.", "Build a cup of 80 mm.")
        self.answers: list[Answer] = []

    def send(self, within_ms: int = 10_000) -> Exchanged:
        """Send the next request."""
        request = self.adapter.request(MODELS[self.provider], self.settings, self.carried, self.conversation, 8192)
        base_url = self.simulator.url(self.provider) + ROOTS.get(self.provider, "")

        async def exchange() -> Exchanged:
            async with open_sender(self.adapter.route, base_url, self.simulator.key(self.provider), 200_000) as sender:
                return await sender.send(request, within_ms)

        return asyncio.run(exchange())

    def ask(self) -> Answer:
        """Send the next request and read its answer."""
        came = self.send()
        assert (came.status, came.fault) == (200, None), came
        self.answers.append(self.adapter.read(came.body, self.carried))
        return self.answers[-1]

    def reply(self, *given: Given) -> None:
        """Append the last answer with the results of its calls."""
        last = self.answers[-1]
        results = tuple(
            ToolResult(call, one[0], one[1], one[2] if len(one) > 2 else ())
            for call, one in zip(last.calls, given, strict=True)
        )
        turns = (*self.conversation.turns, Turn(last.continuation, results))
        self.conversation = Conversation(self.conversation.system, self.conversation.prompt, turns)

    def whole(self, results: Sequence[Sequence[Given]]) -> Answer:
        """Go through a conversation, and return the last answer."""
        for given in results:
            self.ask()
            self.reply(*given)
        return self.ask()
