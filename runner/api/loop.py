"""The conversation of one run: request, answer, calls in their order, results, and so on until an end with a name."""

from dataclasses import replace

from runner.api.asking import ask
from runner.api.calling import results_of
from runner.api.state import Course, End, Means, StopError, Turned
from runner.providers.contract import Answer, Conversation, Turn


async def converse(means: Means, course: Course) -> End:
    """Return how the conversation ended; `course` has everything that it came to, also when this is cancelled.

    Raises:
        EvidenceError: The trace can't be written.
    """
    conversation = Conversation(means.planned.task.system, means.planned.task.prompt)
    try:
        while True:
            turned = await ask(means, course, conversation)
            try:
                _settle(means, course, turned)
                results = await results_of(means, course, turned)
            finally:
                means.watch.turn(means.planned.id, len(course.turns), course.tool_calls, turned.answer.usage)
            turn = Turn(turned.answer.continuation, results)
            conversation = replace(conversation, turns=(*conversation.turns, turn))
    except StopError as stop:
        return stop.end


def _settle(means: Means, course: Course, turned: Turned) -> None:
    """Pay for a turn, and end the run unless it may and wants to go on."""
    answer = turned.answer
    unknown = means.budget.settle(means.planned.price, answer.usage, answer.provider_ticks)
    if unknown is not None:
        course.halt = unknown
    _in_time(means, turned)
    _go_on(answer)
    if unknown is not None:
        raise StopError("cost-unknown", unknown)


def _in_time(means: Means, turned: Turned) -> None:
    """End the run where the response came too late."""
    limits = means.planned.limits
    if means.meter.overrun():
        raise StopError("run-time-limit", f"{limits.run_ms} ms; the last response came later")
    if turned.provider_ms > limits.request_ms:
        raise StopError("request-time-limit", f"{limits.request_ms} ms; the response took {turned.provider_ms} ms")


def _go_on(answer: Answer) -> None:
    """End the run unless the answer asks for tools, or for the conversation to be sent again."""
    if answer.stop == "output_limit":
        cut = f"; {len(answer.calls)} tool calls in it were not carried out" if answer.calls else ""
        raise StopError("truncated", f"{answer.provider_stop}{cut}")
    if answer.stop == "refused":
        raise StopError("refused", answer.provider_stop)
    if answer.stop == "other":
        raise StopError("other-stop", answer.provider_stop)
    if answer.calls or answer.stop == "paused":
        return
    if answer.stop == "tool_calls":
        raise StopError("other-stop", f"{answer.provider_stop}, without a tool call")
    if not answer.text.strip():
        raise StopError("empty-answer", answer.provider_stop)
    raise StopError("answered")
