"""From the result of an MCP tool call to what a model is shown: text and pictures."""

import json

import mcp_types as types

from runner.providers.contract import Image


def shown(result: types.CallToolResult) -> tuple[str, tuple[Image, ...]]:
    """Return text and pictures of a result, in its order; a block of another kind becomes a short note.

    A result with structured content alone has that as its text; one with nothing at all has an empty text.
    """
    images = tuple(
        Image(block.mime_type, block.data)
        for block in result.content
        if isinstance(block, types.ImageContent) and block.mime_type.startswith("image/")
    )
    texts = [_text(block) for block in result.content]
    if not result.content and result.structured_content is not None:
        texts = [json.dumps(result.structured_content, ensure_ascii=False, separators=(",", ":"))]
    return "\n".join(text for text in texts if text), images


def _text(block: types.ContentBlock) -> str:
    if isinstance(block, types.TextContent):
        return block.text
    if isinstance(block, types.ImageContent):
        return "" if block.mime_type.startswith("image/") else f"[left out: a picture of type {block.mime_type}]"
    if isinstance(block, types.AudioContent):
        return f"[left out: a sound of type {block.mime_type}]"
    if isinstance(block, types.ResourceLink):
        return f"[left out: a link to a resource named {block.name}]"
    return "[left out: an embedded resource]"
