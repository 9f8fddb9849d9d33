"""A hand-written list of calls, replayed turn by turn as if a model had made them. No network, no model, no result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from runner.calls import Call
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
    ToolCall,
)
from runner.providers.failures import read_failure
from runner.providers.replay import check_replayed, shown_text
from runner.providers.schemas import Dialect
from runner.providers.settings import setting_faults
from runner.providers.tally import Tally, nothing
from runner.providers.tools import carried
from runner.providers.wire import arguments_of, decode, encode, member, objects, text_at, text_or_none

LAST_WORDS: Final = "The list of calls has come to its end."
_NO_MODEL: Final = "no model was asked: the calls were written by hand"


@dataclass(frozen=True)
class Scripted:
    """Replays a list of calls, one a turn, and then answers."""

    calls: tuple[Call, ...] = ()
    name: str = "scripted"
    version: int = 1

    @property
    def route(self) -> Route:
        """How it is reached: not at all, the list itself answers."""
        return Route(base_url="", key_header=None, replay=self._replay)

    def carry(self, tools: Sequence[Tool]) -> Carried:
        """Return the tools as the server lists them; see `Adapter.carry`."""
        return carried(tools, Dialect(), lambda name, description, schema: {"name": name})

    def check_settings(self, settings: Mapping[str, JsonValue]) -> tuple[str, ...]:
        """Return what is wrong with the settings: a list takes none."""
        return setting_faults(settings, {})

    def request(
        self,
        model: str,
        settings: Mapping[str, JsonValue],
        carried: Carried,
        conversation: Conversation,
        output_tokens: int,
    ) -> Request:
        """Return what a model would be asked, so that the evidence shows it; nothing is sent."""
        turns: list[JsonValue] = []
        for turn in conversation.turns:
            check_replayed(turn, [(text_or_none(member(call, "id")), 0) for call in turn.continuation])
            results: list[JsonValue] = [shown_text(result) for result in turn.results]
            turns.append({"calls": list(turn.continuation), "results": results})
        body: Json = {"model": model, "system": conversation.system, "prompt": conversation.prompt, "turns": turns}
        return Request("/scripted", {}, encode(body))

    def _replay(self, request: Request) -> bytes:
        turns = decode(request.body)["turns"]
        assert isinstance(turns, list)
        number = len(turns)
        if number >= len(self.calls):
            return encode({"calls": [], "text": LAST_WORDS})
        call = self.calls[number]
        return encode({"calls": [{"id": f"call-{number + 1}", "tool": call.tool, "args": call.args}], "text": ""})

    def read(self, body: bytes, carried: Carried) -> Answer:
        """Return the next call, or the answer at the end of the list; see `Adapter.read`."""
        response = decode(body)
        items = objects(response.get("calls"), "/calls")
        sent = {true: name for name, true in carried.names.items()}
        calls = []
        for number, item in enumerate(items):
            tool = text_at(item, "tool", f"/calls/{number}")
            arguments, fault = arguments_of(item.get("args"))
            identity = text_at(item, "id", f"/calls/{number}")
            known = tool if tool in sent else None
            calls.append(ToolCall(identity, sent.get(tool, tool), known, arguments, fault))
        text = response.get("text")
        return Answer(
            calls=tuple(calls),
            text=text if isinstance(text, str) else "",
            stop="tool_calls" if calls else "answered",
            provider_stop="call" if calls else "end of the list",
            usage=self.account(response).usage,
            continuation=tuple(items),
            model=None,
        )

    def failure(self, status: int, body: bytes) -> Failure:
        """Return what an error response says; a list never gives one."""
        return read_failure(status, body)

    def account(self, body: Json) -> Accounted:
        """Return that nothing is known of usage: no model was asked."""
        return nothing(Tally(body), _NO_MODEL)
