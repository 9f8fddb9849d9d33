"""A report as text or JSON."""

import json

from sitegen.verify.check import Report

_ABOUT = {
    "address": "addresses",
    "claim": "claims",
    "file": "files",
    "hash": "hashes",
    "link": "links",
    "number": "numbers",
    "page": "pages",
    "record": "records",
    "signature": "signature",
}


def verdict(report: Report) -> str:
    """Return the outcome in a few words."""
    if not report.consistent:
        return "not consistent"
    if report.signer is None:
        return "consistent, unsigned"
    named = f" ({report.signer.principal})" if report.signer.principal else ""
    return f"consistent, signed by {report.signer.fingerprint}{named}"


def as_text(report: Report) -> str:
    """Return every difference, and the outcome in the last lines."""
    lines = []
    for one in report.findings:
        place = " ".join(filter(None, (one.file, one.pointer, f"({one.named})" if one.named else "")))
        lines.append(f"{place}\n  {one.about}: found {one.found}, expected {one.expected}")
    lines.append(
        f"{report.site}: {report.files:,} files, {report.runs:,} runs, {report.cohorts:,} cohorts, "
        f"{report.claims:,} claims, {report.numbers:,} values, {report.pages:,} pages checked."
    )
    if not report.listable:
        lines.append("A host does not say which files it has, so files that no list names were not looked for.")
    lines += [f"{path} was not read, only its hash: install the extra `parquet`." for path in report.unread]
    lines.append("Of prose, leads, captions, Markdown twins, script and style sheet only the hash was checked.")
    if report.host:
        lines.append(report.host)
    counts = [f"{sum(one.about == about for one in report.findings)} in {words}" for about, words in _ABOUT.items()]
    found = [text for text in counts if not text.startswith("0 ")]
    lines.append(f"{verdict(report)}{f': {len(report.findings)} differences, {chr(44).join(found)}' if found else ''}")
    if report.consistent and report.signer is None:
        lines.append("Unsigned: whoever can write the whole site could have made records and numbers anew.")
    elif report.consistent and report.signer and report.signer.principal is None:
        lines.append("Compare the fingerprint with what the publisher states elsewhere, or use --allowed-signers.")
    return "\n".join(lines)


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
        "findings": [one._asdict() for one in report.findings],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
