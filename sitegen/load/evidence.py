"""Whether evidence would pass the checks of the build, asked before it takes its place in the content tree."""

from pathlib import Path

from sitegen.issues import Issue, errors
from sitegen.layout import CONTENT
from sitegen.leaks import Gate
from sitegen.load.reader import Reader
from sitegen.load.tree import load_evidence
from sitegen.scan import walk


def evidence_errors(root: Path, gate: Gate) -> tuple[Issue, ...]:
    """Return what would keep the build from publishing the suites of a content tree; a site needs more than those.

    Args:
        root: Folder that has the content tree in it.
        gate: Finds what may not be published.

    Raises:
        OSError: The tree cannot be walked.
    """
    found = load_evidence(walk(root, CONTENT), (), Reader(root, gate, {}), {}, 1, lambda done, of: None)
    return errors(found.issues)
