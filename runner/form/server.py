"""FORM as an MCP server over stdio: tools in, JSON text out, nothing else on stdout."""

import base64
import os
import sys
import traceback
from typing import BinaryIO

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

import sitegen
from runner.form.answers import answer_text
from runner.form.dispatch import TOOLS, call
from runner.form.errors import FormError
from runner.form.session import Session
from runner.form.tools.kinds import Picture
from runner.form.transport import Incoming, Outgoing

Context = ServerRequestContext[dict[str, object]]

INSTRUCTIONS = (
    "CAD with labelled solids. Lengths in mm, angles in degrees; right-handed, X right, Y back, Z up. "
    "Every refused call leaves the document as it was. Use batch for many calls at once."
)


def _text(answer: object) -> types.TextContent:
    return types.TextContent(type="text", text=answer_text(answer))


def answered(session: Session, name: str, arguments: dict[str, object]) -> types.CallToolResult:
    """Return the result of a call; a refusal, and any fault of our own, as an error result."""
    try:
        answer = call(session, name, arguments)
    except FormError as error:
        return types.CallToolResult(content=[_text(error.answer())], is_error=True)
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        hint = f"FORM failed on this call ({type(error).__name__}); the document is as it was"
        return types.CallToolResult(content=[_text(FormError("internal", hint).answer())], is_error=True)
    if isinstance(answer, Picture):
        data = base64.b64encode(answer.png).decode("ascii")
        image = types.ImageContent(type="image", data=data, mime_type="image/png")
        return types.CallToolResult(content=[_text(answer.text), image])
    return types.CallToolResult(content=[_text(answer)])


def server(session: Session) -> Server[dict[str, object]]:
    """Return the server of one session. Calls run one after another, in the order in which they arrive."""

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        tools = [
            types.Tool(name=tool.name, description=tool.description, input_schema=tool.schema())
            for tool in TOOLS.values()
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return answered(session, params.name, params.arguments or {})

    return Server(
        "form",
        version=sitegen.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return standard input and output for MCP alone.

    What anything else writes to standard output, also at exit, goes to standard error; what it reads is empty.
    """
    own_input, own_output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return own_input, own_output


async def serve(session: Session) -> None:
    """Serve the session over stdio until the client closes it."""
    app = server(session)
    own_input, own_output = _own_streams()
    outgoing = Outgoing(own_output)
    await app.run(Incoming(own_input, outgoing), outgoing, app.create_initialization_options())
