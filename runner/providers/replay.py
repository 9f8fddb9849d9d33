"""Guards on what goes back: every call with its result, every call behind the reasoning that it came with."""

from collections.abc import Sequence

from runner.providers.contract import ContinuationError, Image, ToolResult, Turn


def check_replayed(turn: Turn, found: Sequence[tuple[str | None, int]]) -> None:
    """Check a turn before it goes back.

    Args:
        turn: The turn.
        found: Of each call in the raw blocks its id (None where the provider gave none) and the number of reasoning
            blocks before it.

    Raises:
        ContinuationError: A call has no result, a result no call, or reasoning was lost.
    """
    if len(found) != len(turn.results):
        raise ContinuationError(f"a turn with {len(found)} calls goes back with {len(turn.results)} results")
    for (identity, reasoning), result in zip(found, turn.results, strict=True):
        call = result.call
        if identity is not None and identity != call.id:
            raise ContinuationError(f"the result of the call {call.id!r} stands where {identity!r} was called")
        if reasoning != call.reasoning_before:
            counts = f"{call.reasoning_before} reasoning blocks and goes back after {reasoning}"
            raise ContinuationError(f"the call {call.id!r} came after {counts}")


def said(result: ToolResult) -> str:
    """Return a result's text; an error is never without words, which not every API accepts."""
    return "The tool failed and said nothing." if result.is_error and not result.text.strip() else result.text


def shown_text(result: ToolResult) -> str:
    """Return a result's text for an API without an error flag: an error says that it is one."""
    return f"Error: {said(result)}" if result.is_error else result.text


def split_images(result: ToolResult, accepted: frozenset[str]) -> tuple[list[Image], str]:
    """Return the images that an API takes, and a note on those that it does not; empty where it takes all."""
    taken = [image for image in result.images if image.media_type in accepted]
    left = [image.media_type for image in result.images if image.media_type not in accepted]
    return taken, " ".join(f"[An image of the type {media_type} is not shown.]" for media_type in left)


def with_note(text: str, note: str) -> str:
    """Return the text with the note on a line of its own; each may be empty."""
    return "\n".join(part for part in (text, note) if part)


def data_url(image: Image) -> str:
    """Return the image as a data URL."""
    return f"data:{image.media_type};base64,{image.base64}"
