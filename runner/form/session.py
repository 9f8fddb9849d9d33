"""One session: the current assembly, what undo can return to, the workspace, the view."""

from dataclasses import dataclass, field
from pathlib import Path

from runner.form import limits
from runner.form.assembly import Assembly
from runner.form.errors import FormError


@dataclass
class Session:
    """The only thing in FORM that changes. It starts empty."""

    workspace: Path
    assembly: Assembly = field(default_factory=Assembly)
    history: list[Assembly] = field(default_factory=list)
    view: str = "isometric"

    def commit(self, assembly: Assembly) -> None:
        """Take a changed assembly as the current one; the old one can be undone to."""
        if assembly is not self.assembly:
            self.history = [*self.history, self.assembly][-limits.MAX_UNDO :]
            while _bytes(self.history) > limits.MAX_UNDO_BYTES:
                self.history = self.history[1:]
            self.assembly = assembly

    def undo(self, changes: int) -> None:
        """Go back that many changes.

        Raises:
            FormError: `nothing_to_undo` where there are fewer.
        """
        if changes > len(self.history):
            hint = f"{len(self.history)} changes can be undone, not {changes}"
            raise FormError("nothing_to_undo", hint, field="n", limit=len(self.history))
        self.assembly = self.history[-changes]
        self.history = self.history[:-changes]


def _bytes(history: list[Assembly]) -> int:
    """Return the bytes of all different solids: most of one assembly's are the next one's, too."""
    items = {id(item.solid): item for assembly in history for item in assembly.items.values()}
    return sum(item.size.bytes for item in items.values())
