"""From a content tree to numbers and decisions, with every issue; nothing is written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from sitegen.aggregate import results
from sitegen.aggregate.cohorts import Group
from sitegen.build.history import history
from sitegen.build.state import State
from sitegen.changes.history import History
from sitegen.claims import Facts, decide, pick_issues
from sitegen.exports import parquet
from sitegen.inputs import Inputs
from sitegen.issues import Issue, errors, issue
from sitegen.layout import ALLOWED_LEAKS_FILE, CONTENT, RECORD_MAX_BYTES, SITE_FILE
from sitegen.leaks import Gate, parse_allow_list, secrets_from
from sitegen.load.drafts import Drafts
from sitegen.load.reader import Reader, size_issues
from sitegen.load.tree import Loaded, load
from sitegen.prose import prose_faults
from sitegen.records.site import SiteConfig
from sitegen.rows import RunRow
from sitegen.scan import Tree
from sitegen.store import text_faults
from sitegen.summaries import Results

Progress = Callable[[str, int, int], None]
"""Takes the step, how many are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that is known before the first page is drawn."""

    inputs: Inputs
    loaded: Loaded
    results: Results
    groups: tuple[Group, ...]
    history: History

    @property
    def rows(self) -> dict[str, tuple[RunRow, ...]]:
        """Rows by cohort id."""
        return {group.id: group.rows for group in self.groups}


def make_gate(root: Path, environ: Mapping[str, str]) -> tuple[Gate, tuple[Issue, ...]]:
    """Return the leak gate for a project, and what is wrong with its allow-list."""
    gate = Gate(secrets_from(environ))
    path = f"{CONTENT}/{ALLOWED_LEAKS_FILE}"
    file = root / path
    if not file.is_file() or file.is_symlink():
        return gate, ()
    faults = size_issues(path, file.stat().st_size, RECORD_MAX_BYTES) or text_faults(file.read_bytes(), path)
    if faults:
        return gate, faults
    try:
        return replace(gate, allowed=parse_allow_list(file.read_text(encoding="utf-8"))), ()
    except ValueError as error:
        return gate, tuple(
            issue("leak-allow-list", path, found=line, expected="code, file, match_sha256, reason")
            for line in str(error).splitlines()
        )


def prepare(
    root: Path,
    tree: Tree,
    gate: Gate,
    state: State,
    jobs: int,
    progress: Progress,
    drafts: Drafts | None = None,
) -> tuple[Prepared | None, tuple[Issue, ...]]:
    """Return the numbers, or None when the content cannot be used, and every issue found; warnings do not hinder."""
    reader = Reader(root, gate, state.files)
    loaded = load(tree, reader, state.rows, jobs, lambda done, n: progress("reading runs", done, n), drafts)
    if loaded.inputs is None or errors(loaded.issues):
        return None, loaded.issues
    numbers, groups = results(loaded.inputs)
    facts = Facts(
        [suite.id for suite in loaded.inputs.suites], numbers.cohorts, {group.id: group.rows for group in groups}
    )
    unpicked = tuple(pick_issues(loaded.inputs.claims, facts))
    if not unpicked:
        numbers = replace(numbers, claims=decide(loaded.inputs.claims, facts))
    faults = (*prose_faults(loaded.inputs.prose, numbers), *_lacking(loaded.inputs.site))
    issues = tuple(sorted((*loaded.issues, *unpicked, *faults)))
    if errors(issues):
        return None, issues
    past = history(loaded.inputs, loaded, numbers, {group.id: group.rows for group in groups})
    return Prepared(loaded.inputs, loaded, numbers, groups, past), issues


def _lacking(site: SiteConfig) -> tuple[Issue, ...]:
    """Name what the site is to publish and this installation cannot make, for the content alone decides the bytes."""
    if not site.parquet or parquet.available():
        return ()
    expected = f"the extra `{parquet.EXTRA}` installed, or parquet = false"
    return (issue("format-unavailable", f"{CONTENT}/{SITE_FILE}", "/parquet", found="no pyarrow", expected=expected),)
