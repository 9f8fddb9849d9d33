"""The simulator: an HTTP server on 127.0.0.1 that answers as the providers do, from a script."""

import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from types import ModuleType, TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from tests.simulator import anthropic, chat, gemini, openai, xai
from tests.simulator.ask import Accepted, Asked, Maker, RefusalError
from tests.simulator.facts import table
from tests.simulator.log import Entry, Log
from tests.simulator.script import Error, Huge, Raw, Script, Step, Turn
from tests.simulator.seal import Sealer
from tests.simulator.wire import Listener, Reply, encoded

APIS: Mapping[str, ModuleType] = {api.NAME: api for api in (openai, xai, anthropic, gemini, chat)}
HOSTS = {
    "api.openai.com": "openai",
    "api.x.ai": "xai",
    "api.anthropic.com": "anthropic",
    "generativelanguage.googleapis.com": "gemini",
}
PREFIXES = {"openai": "sk-", "xai": "xai-", "anthropic": "sk-ant-", "gemini": "AIza", "openai-compatible": "local-"}

Scripts = Script | Sequence[Script] | Mapping[str, Script | Sequence[Script]]


class Simulator:
    """A running server; a context manager.

    Args:
        scripts: What the models do: one script for every conversation; or several, the n-th for the n-th conversation
            of a model and the last one for all later; or either of them by model id.
        instant: Answer without looking at the request, in turn, to measure the other side.
    """

    def __init__(self, scripts: Scripts, *, instant: bool = False) -> None:
        self.log = Log()
        self._scripts = scripts
        self._instant = instant
        self._keys = {name: prefix + secrets.token_urlsafe(30) for name, prefix in PREFIXES.items()}
        self._sealer = Sealer(secrets.token_bytes(32))
        self._lock = threading.Lock()
        self._count = 0
        self._current: dict[tuple[str, str], int] = {}
        self._ready: dict[tuple[str, int], Reply] = {}
        self._listener = Listener(self._reply)

    def __enter__(self) -> Self:
        self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.stop()
        if error is None and self._listener.crashes:
            raise AssertionError("the simulator broke:\n" + "\n".join(self._listener.crashes))

    def key(self, provider: str) -> str:
        """Return the key that a provider knows, made for this simulator."""
        return self._keys[provider]

    def url(self, provider: str) -> str:
        """Return the root of a provider, without a version."""
        return f"http://127.0.0.1:{self._listener.port}/{provider}"

    def base_url(self, real: str) -> str:
        """Return where the simulator serves what a provider serves at a real address."""
        parts = urlsplit(real)
        return self.url(HOSTS[parts.hostname or ""]) + parts.path.rstrip("/")

    def _reply(self, method: str, target: str, headers: tuple[tuple[str, str], ...], body: bytes) -> Reply:
        with self._lock:
            number, self._count = self._count, self._count + 1
        arrived = time.monotonic_ns()
        provider, path = _split(target)
        come = Arrived(number, arrived, provider, method, path, headers, body)
        api = APIS.get(provider)
        if api is None or not _served(api, path) or method != "POST":
            missing = RefusalError("path", f"Unknown request: {method} {path.partition('?')[0]}", 404)
            return self._refuse(come, missing)
        if self._instant:
            return self._answer_at_once(come, api)
        try:
            accepted: Accepted = api.check(Asked(path, dict(headers), body, self._keys[provider]), self._sealer)
            index, script = self._script(provider, accepted)
            step = script.at(accepted.turns)
            if step is None:
                raise RefusalError("script-ended", f"The script has no step after {accepted.turns} model turns.", 500)
        except RefusalError as refusal:
            return self._refuse(come, refusal)
        return self._play(come, api, accepted, index, script, step)

    def _script(self, provider: str, accepted: Accepted) -> tuple[int, Script]:
        found = self._scripts
        if isinstance(found, Mapping):
            if accepted.model not in found:
                raise RefusalError("model", f"The model '{accepted.model}' does not exist.", 404)
            found = found[accepted.model]
        scripts = [found] if isinstance(found, Script) else list(found)
        place = (provider, accepted.model)
        with self._lock:
            if accepted.turns == 0:
                self._current[place] = self._current.get(place, -1) + 1
            index = min(self._current.get(place, 0), len(scripts) - 1)
        return index, scripts[index]

    def _play(
        self, come: "Arrived", api: ModuleType, accepted: Accepted, index: int, script: Script, step: Step
    ) -> Reply:
        answer, status, media_type, extra = self._meant(come, api, accepted, step)
        notes = tuple(note for note in accepted.notes if not _paused(note, script, accepted))
        self.log.add(
            come.entry(
                status=status,
                rule=None,
                message="",
                notes=notes,
                model=accepted.model,
                script=index,
                turns=accepted.turns,
                fault=None if isinstance(step, Turn) else type(step).__name__.lower(),
                answer=answer,
            )
        )
        return Reply(status, {**api.headers(come.number), **extra}, answer, media_type, step)

    def _meant(
        self, come: "Arrived", api: ModuleType, accepted: Accepted, step: Step
    ) -> tuple[bytes, int, str, Mapping[str, str]]:
        json_type = "application/json"
        if isinstance(step, Error):
            message = f"{step.message} {self._keys[come.provider]}" if step.echo_key else step.message
            body = (
                step.body
                if step.body is not None
                else encoded(error_body(come.provider, step.status, message, come.number))
            )
            return body, step.status, json_type, step.headers
        if isinstance(step, Raw):
            return step.body, step.status, step.content_type, {}
        if isinstance(step, Huge):
            return b"", step.status, json_type, {}
        turn = step if isinstance(step, Turn) else step.turn
        return encoded(api.answer(turn, Maker(accepted, self._sealer, come.number))), 200, json_type, turn.headers

    def _answer_at_once(self, come: "Arrived", api: ModuleType) -> Reply:
        if not isinstance(self._scripts, Script):
            raise TypeError("an instant simulator takes one script")
        steps = self._scripts.steps
        place = (come.provider, come.number % len(steps))
        if place not in self._ready:
            turn = steps[place[1]]
            assert isinstance(turn, Turn), "an instant simulator knows no faults"
            accepted = Accepted(turn.model or "instant", 0, bytes(6), {})
            answer = encoded(api.answer(turn, Maker(accepted, self._sealer, come.number)))
            self._ready[place] = Reply(200, api.headers(come.number), answer, "application/json", turn)
        return self._ready[place]

    def _refuse(self, come: "Arrived", refusal: RefusalError) -> Reply:
        body = error_body(come.provider, refusal.status, refusal.message, come.number, refusal.members)
        api, answer = APIS.get(come.provider), encoded(body)
        self.log.add(
            come.entry(
                status=refusal.status,
                rule=refusal.rule,
                message=refusal.message,
                notes=(),
                model=None,
                script=None,
                turns=None,
                fault=None,
                answer=answer,
            )
        )
        return Reply(refusal.status, api.headers(come.number) if api else {}, answer, "application/json", Raw(answer))


class Arrived:
    """What is known of a request before anybody looked at it."""

    def __init__(
        self, number: int, at_ns: int, provider: str, method: str, path: str,
        headers: tuple[tuple[str, str], ...], body: bytes,
    ) -> None:  # fmt: skip
        self.number = number
        self.provider = provider
        self._known: dict[str, Any] = {
            "number": number, "at_ns": at_ns, "provider": provider, "method": method, "path": path,
            "headers": headers, "body": body,
        }  # fmt: skip

    def entry(self, **members: Any) -> Entry:
        """Return the entry of the log."""
        return Entry(**self._known, **members)


def error_body(provider: str, status: int, message: str, number: int, members: Mapping[str, Any] | None = None) -> Any:
    """Return the provider's own error body; statuses without a template take that of 500, or 400 below 500."""
    bodies = table("errors.json").get(provider, table("errors.json")["openai"])["bodies"]
    template = bodies.get(str(status)) or bodies["500" if status >= 500 else "400"]
    filled = _filled(template, message, f"req_{number:024x}")
    error = filled.get("error") if isinstance(filled, dict) else None
    if isinstance(error, dict) and provider == "openai":
        error.update({name: value for name, value in (members or {}).items() if name in ("param", "code")})
    return filled


def _filled(value: Any, message: str, request_id: str) -> Any:
    if isinstance(value, dict):
        return {name: _filled(part, message, request_id) for name, part in value.items()}
    if isinstance(value, list):
        return [_filled(part, message, request_id) for part in value]
    return {"@": message, "#": request_id}.get(value, value) if isinstance(value, str) else value


def _split(target: str) -> tuple[str, str]:
    provider, slash, rest = target.removeprefix("/").partition("/")
    return provider, slash + rest


def _served(api: ModuleType, path: str) -> bool:
    plain = path.partition("?")[0]
    if api is gemini:
        return gemini.PATH.fullmatch(plain) is not None
    return plain in api.PATHS


def _paused(note: str, script: Script, accepted: Accepted) -> bool:
    """Return whether a note is about a conversation that rightly ends with a paused turn."""
    before = script.at(accepted.turns - 1) if accepted.turns else None
    return note.startswith("ends-with-model-turn") and isinstance(before, Turn) and before.stop == "pause_turn"
