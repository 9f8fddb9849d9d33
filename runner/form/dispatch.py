"""Every tool in one table, and the one way to call them: all or nothing, on one session."""

from runner.form import limits
from runner.form.answers import answer_bytes, within_limit
from runner.form.assembly import Assembly
from runner.form.errors import FormError, bare
from runner.form.params import Anything, Args, Field, Flag, Items, Members, Text, Whole, read_arguments, unknown
from runner.form.session import Session
from runner.form.tools import arrange, camera, combine, files, inspect, makers, names, relate
from runner.form.tools.kinds import AskTool, ChangeTool, SessionTool, Values
from runner.form.work import one_call

AnyTool = ChangeTool | AskTool | SessionTool

_CALL = Members((Field("tool", Text(64)), Field("args", Anything(), {})))


def _undo(session: Session, values: Values) -> object:
    session.undo(values["n"])
    return {"solids": len(session.assembly.items)}


def _batch(session: Session, values: Values) -> object:
    assembly = session.assembly
    results = []
    size = 0
    for index, step in enumerate(values["calls"]):
        try:
            assembly, result = _step(assembly, step["tool"], step["args"])
            size += answer_bytes(result)
            within_limit(size)
        except FormError as error:
            error.place = {"failed_call": index, "tool": bare(step["tool"]), "applied": 0}
            raise
        results.append(result)
    if values["dry_run"]:
        return {"dry_run": True, "applied": 0, "results": results}
    session.commit(assembly)
    return {"applied": len(results), "results": results}


def _step(assembly: Assembly, name: str, arguments: Args) -> tuple[Assembly, object]:
    """Return the assembly after one call of a batch, and its short answer."""
    tool = _tool(name)
    if isinstance(tool, SessionTool):
        raise FormError("not_in_batch", f"{name} cannot stand in a batch; call it alone", field="tool")
    values = read_arguments(tool.fields, arguments, name)
    if isinstance(tool, ChangeTool):
        change = tool.run(assembly, values)
        return change.assembly, change.answer if change.brief is None else change.brief
    return assembly, tool.run(assembly, values)


def call(session: Session, name: str, arguments: Args) -> object:
    """Return the answer of one tool call, done within the limits of a call; a `Picture` where it has an image.

    Raises:
        FormError: where the call is refused; the session is then as it was.
    """
    tool = _tool(name)
    values = read_arguments(tool.fields, arguments, name)
    with one_call():
        if isinstance(tool, SessionTool):
            return tool.run(session, values)
        if isinstance(tool, ChangeTool):
            change = tool.run(session.assembly, values)
            within_limit(answer_bytes(change.answer))
            session.commit(change.assembly)
            return change.answer
        answer = tool.run(session.assembly, values)
        within_limit(answer_bytes(answer))
        return answer


def _tool(name: str) -> AnyTool:
    if name not in TOOLS:
        raise FormError("no_such_tool", unknown("tool", name, list(TOOLS), "FORM"), field="tool")
    return TOOLS[name]


_OWN = (
    SessionTool("undo", "Undo the last n changes; a batch is one.", (Field("n", Whole(1, limits.MAX_UNDO), 1),), _undo),
    SessionTool(
        "batch",
        "Run calls in order as one change, all or nothing; dry_run only tries them.",
        (Field("calls", Items(_CALL, 1, limits.MAX_CALLS)), Field("dry_run", Flag(), False)),
        _batch,
    ),
)
_ALL: tuple[AnyTool, ...] = (
    *makers.TOOLS,
    *combine.TOOLS,
    *arrange.TOOLS,
    *names.TOOLS,
    *inspect.TOOLS,
    *relate.TOOLS,
    *_OWN,
    *files.TOOLS,
    *camera.TOOLS,
)
TOOLS = {tool.name: tool for tool in _ALL}
"""By name, in the order in which they are listed."""
