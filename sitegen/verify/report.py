"""A report as text or JSON: the outcome first, then what differs, alike with alike."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from sitegen.verify.check import Report
from sitegen.verify.finding import Finding

_ABOUT = {
    "record": "records",
    "number": "numbers",
    "claim": "claims",
    "page": "pages",
    "link": "links",
    "program": "what the program ships",
    "address": "addresses",
    "signature": "signature",
    "file": "files",
    "hash": "hashes",
}
"""What findings are about, the evidence first: what differs there explains what differs below."""
_EXAMPLES = 3
"""Findings that a group shows."""

Group = tuple[str, str, str]
"""What findings have in common: subject, kind of file, kind of place."""


def verdict(report: Report) -> str:
    """Return the outcome in a few words."""
    if not report.consistent:
        return "not consistent"
    if report.signer is None:
        return "consistent, unsigned"
    named = f" ({report.signer.principal})" if report.signer.principal else ""
    return f"consistent, signed by {report.signer.fingerprint}{named}"


def as_text(report: Report) -> str:
    """Return the outcome, what was checked and what was not, and the differences in groups."""
    lines = [f"{verdict(report)}{_counted(report.findings)}", *_meaning(report)]
    lines.append(
        f"{report.site}: {report.files:,} files, {report.runs:,} runs, {report.cohorts:,} cohorts, "
        f"{report.claims:,} claims, {report.numbers:,} values, {report.pages:,} pages checked."
    )
    lines += not_checked(report)
    for group, findings in _groups(report.findings).items():
        lines += ["", *_grouped(group, findings)]
    return "\n".join(lines)


def _counted(findings: Sequence[Finding]) -> str:
    if not findings:
        return ""
    counts = {words: sum(one.about == about for one in findings) for about, words in _ABOUT.items()}
    found = ", ".join(f"{count:,} in {words}" for words, count in counts.items() if count)
    return f": {len(findings):,} difference{'s' if len(findings) > 1 else ''}, {found}"


def _meaning(report: Report) -> list[str]:
    """Return what the outcome does and does not say."""
    if report.host:
        return [report.host]
    if report.consistent and report.signer is None:
        return ["Unsigned: whoever can write the whole site could have made records and numbers anew."]
    if report.consistent and report.signer and report.signer.principal is None:
        return ["Compare the fingerprint with what the publisher states elsewhere, or use --allowed-signers."]
    return []


def not_checked(report: Report) -> list[str]:
    """Return what could not be checked, or only its hash, a sentence each."""
    lines = []
    if not report.listable:
        lines.append("A host does not say which files it has, so files that no list names were not looked for.")
    lines += [f"{path} was not read, only its hash: install the extra `parquet`." for path in report.unread]
    lines.append(
        "Only their hash was checked: explanations, titles and captions; tables of turns, cost terms and checks of "
        "runs; charts in tables of cohorts and on comparisons; schemas."
    )
    if report.own_pages:
        lines.append(f"Words of the publisher that no record yields: {_some(report.own_pages)}.")
    if report.other_program:
        lines.append(
            f"The site was made by {report.other_program}, not by this version: script, style sheet, Markdown twins, "
            "lists of pages, and what pages say beside their tables were not checked."
        )
    return lines


def _some(addresses: Sequence[str]) -> str:
    more = len(addresses) - _EXAMPLES
    return ", ".join(addresses[:_EXAMPLES]) + (f" and {more:,} more" if more > 0 else "")


def _groups(findings: Iterable[Finding]) -> dict[Group, list[Finding]]:
    """Return the findings by what they have in common, in the order of subjects."""
    order = list(_ABOUT)
    found: dict[Group, list[Finding]] = {}
    for one in sorted(findings, key=lambda one: (order.index(one.about), *one)):
        found.setdefault((one.about, _kind(one.file), _part(one.pointer)), []).append(one)
    return found


def _kind(file: str) -> str:
    """Return the address of a file with a star for its name, where it is one of many."""
    path = PurePosixPath(file)
    return f"{path.parent}/*{path.suffix}" if len(path.parts) > 2 else file


def _part(pointer: str) -> str:
    """Return the last part of a place that names it: a member, a column."""
    parts = [part for part in re.split(r"/|, ", pointer) if part and not part.isdigit()]
    return parts[-1] if len(parts) > 1 else ""


def _grouped(group: Group, findings: Sequence[Finding]) -> Iterator[str]:
    about, kind, part = group
    if len(findings) > _EXAMPLES:
        yield f"{len(findings):,} times {about} in {kind}{f', {part}' if part else ''}:"
    for one in findings[:_EXAMPLES]:
        place = " ".join(filter(None, (one.file, one.pointer, f"({one.named})" if one.named else "")))
        yield f"{place}\n  {one.about}: found {one.found}, expected {one.expected}"
    if len(findings) > _EXAMPLES:
        yield f"and {len(findings) - _EXAMPLES:,} more of these; --format json lists all."


def as_json(report: Report) -> str:
    """Return the report as JSON."""
    document = {
        "schema": 1,
        "site": report.site,
        "verdict": verdict(report),
        "consistent": report.consistent,
        "signed_by": report.signer._asdict() if report.signer else None,
        "host": report.host or None,
        "checked": {
            "files": report.files,
            "runs": report.runs,
            "cohorts": report.cohorts,
            "claims": report.claims,
            "values": report.numbers,
            "pages": report.pages,
            "unlisted_files": report.listable,
            "not_read": list(report.unread),
        },
        "not_checked": not_checked(report),
        "findings": [one._asdict() for one in report.findings],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
