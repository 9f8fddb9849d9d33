"""The tool list as one provider gets it, with a record of what was changed."""

from collections.abc import Callable, Sequence
from typing import Final

from pydantic import ValidationError

from runner.providers.contract import Carried, Json, Tool
from runner.providers.names import sent_names
from runner.providers.schemas import Dialect, fitted
from runner.providers.wire import visible
from sitegen.records.protocol import SentTool
from sitegen.records.text import UNSEEN

Form = Callable[[str, str, Json], Json]
"""Name, description and schema of a tool -> the tool in the provider's own form."""
_LONGEST_DESCRIPTION: Final = 20_000


def carried(tools: Sequence[Tool], dialect: Dialect, form: Form) -> Carried:
    """Return the tools in the server's order, as the provider accepts them.

    Raises:
        ValueError: A tool can't be carried; the text names it.
    """
    names = sent_names([tool.name for tool in tools])
    sent = tuple(_sent(tool, names[tool.name], dialect) for tool in tools)
    return Carried(
        payload=tuple(form(one.name, one.description, one.input_schema) for one in sent),
        names={names[tool.name]: tool.name for tool in tools},
        sent=sent,
    )


def _sent(tool: Tool, name: str, dialect: Dialect) -> SentTool:
    changed = [] if name == tool.name else [f"the name {visible(tool.name)!r} became {name!r}"]
    try:
        fit = fitted(tool.schema, dialect)
        description = UNSEEN.sub("", visible(tool.description))
        if description != tool.description:
            changed.append("unseen characters were taken out of the description")
        if not description.strip():
            description = f"The tool {visible(tool.name)!r}."
            changed.append("the server gives no description")
        description = " ".join([description, *fit.sentences])
        if len(description) > _LONGEST_DESCRIPTION:
            raise ValueError(f"its description has {len(description)} characters; at most {_LONGEST_DESCRIPTION} fit")
        return SentTool(name=name, description=description, input_schema=fit.schema, changed=(*changed, *fit.changed))
    except ValidationError as error:
        first = error.errors()[0]
        place = "/".join(str(part) for part in first["loc"])
        raise ValueError(f"tool {tool.name!r} can't be sent: {place}: {first['msg']}") from None
    except ValueError as error:
        raise ValueError(f"tool {tool.name!r} can't be sent: {error}") from None
