"""What FORM refuses: one exception, a closed list of codes, an answer of a few words."""

import reprlib
from typing import Literal, get_args

Code = Literal[
    "bad_arguments",
    "bad_document",
    "bad_path",
    "bad_value",
    "empty_document",
    "empty_result",
    "extra_missing",
    "internal",
    "kernel_differs",
    "label_taken",
    "no_such_feature",
    "no_such_file",
    "no_such_label",
    "no_such_parameter",
    "no_such_tool",
    "not_closed",
    "not_in_batch",
    "nothing_to_undo",
    "step_failed",
    "too_large",
    "too_many",
    "too_much_work",
    "write_failed",
]
CODES: tuple[str, ...] = get_args(Code)
MAX_HINT_CHARACTERS = 300
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxlong = 40
_SHORT.maxlevel = 2


class FormError(Exception):
    """Raised where a call is refused; the document is then as it was before the call."""

    def __init__(self, code: Code, hint: str, *, field: str | None = None, limit: object = None) -> None:
        super().__init__(f"{code}: {hint}")
        self.code = code
        self.hint = hint
        self.field = field
        self.limit = limit
        self.place: dict[str, object] = {}
        """Where in a batch the error arose; empty for a single call."""

    def answer(self) -> dict[str, object]:
        """Return the error as the client sees it: code, field, limit, hint, without the absent ones."""
        members = {"code": self.code, "field": self.field, "limit": self.limit, "hint": _cut(self.hint)}
        return {key: value for key, value in members.items() if value is not None} | self.place


def _cut(text: str) -> str:
    return text if len(text) <= MAX_HINT_CHARACTERS else text[:MAX_HINT_CHARACTERS] + "..."


def quoted(value: object) -> str:
    """Return a short quotation of what was found, whatever its size."""
    try:
        return _SHORT.repr(value)
    except ValueError:
        return "a number beyond all limits"


def bare(name: object) -> str:
    """Return a name that a client gave, short and printable, without quotation marks."""
    return quoted(str(name)).strip("'\"")
