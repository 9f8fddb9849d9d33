"""Issues: everything that is wrong with an input, as data, with one catalogue of codes."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What an issue code means and how such an issue is mended."""

    meaning: str
    fix: str
    severity: Severity = "error"


@dataclass(frozen=True, slots=True, order=True)
class Issue:
    """One thing that is wrong, where, and what was expected instead."""

    file: str
    """Relative to the root of the project."""
    pointer: str
    """JSON pointer into the file; empty for the whole file."""
    code: str
    found: str
    expected: str

    @property
    def rule(self) -> Rule:
        """The entry of the catalogue."""
        return CATALOGUE[self.code]

    @property
    def severity(self) -> Severity:
        """`error` blocks publishing; `warning` does not."""
        return self.rule.severity


_FOUND_MAX = 120
_EXPECTED_MAX = 500
"""A list of allowed values is of use only when it is whole."""


def issue(code: str, file: str, pointer: str = "", *, found: object = "", expected: object = "") -> Issue:
    """Return an issue in printable text; the code must be in the catalogue."""
    if code not in CATALOGUE:
        raise KeyError(f"issue code {code} is not in the catalogue")
    return Issue(
        _printable(file),
        _short(pointer, _EXPECTED_MAX),
        code,
        _short(found, _FOUND_MAX),
        _short(expected, _EXPECTED_MAX),
    )


def _short(value: object, longest: int) -> str:
    text = _printable(value if isinstance(value, str) else json.dumps(value, ensure_ascii=True, default=str))
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


def errors(found: Iterable[Issue]) -> tuple[Issue, ...]:
    """Return the issues that block publishing."""
    return tuple(one for one in found if one.severity == "error")


_RULES: Mapping[str, Rule] = {
    # Bytes and syntax
    "json-syntax": Rule(
        "The file is not whole, valid JSON.", "Restore the file from its origin; records are never edited."
    ),
    "json-duplicate-key": Rule("An object names the same member twice.", "Remove one of the two members."),
    "json-non-finite": Rule(
        "A number is not finite or too large for JSON.", "Write a finite number, or null for unknown."
    ),
    "text-bom": Rule("The file begins with a byte order mark.", "Save it as UTF-8 without a byte order mark."),
    "text-encoding": Rule("The file is not valid UTF-8.", "Save it as UTF-8."),
    "text-line-ends": Rule(
        "The file has CR line ends.", "Save it with LF line ends, and keep git from converting them."
    ),
    "text-control": Rule(
        "A text holds control or direction-changing characters, or a name has several lines.", "Remove the characters."
    ),
    "toml-syntax": Rule("The file is not valid TOML.", "Correct the line."),
    "front-matter": Rule("The page has no front matter between two lines of +++.", "Begin with +++, TOML, +++."),
    # Files and names
    "link": Rule("A link stands in the content tree.", "Put the file itself there; links are never followed."),
    "not-a-file": Rule("Something that is neither a file nor a folder stands in the content tree.", "Remove it."),
    "name-unsafe": Rule("A name is not safe on every host.", "Use lower-case letters, digits, single hyphens, dots."),
    "name-collision": Rule("Two names are equal under letter case or Unicode normalization.", "Rename one of them."),
    "file-too-large": Rule("A file is over the size limit.", "Publish a smaller file."),
    "file-unexpected": Rule("A file stands where none of this name belongs.", "Remove it, or list it as an artifact."),
    "file-missing": Rule("A file that must be there is not.", "Restore the file."),
    "file-changed": Rule("A file changed while the build was running.", "Build again."),
    "file-unreadable": Rule("A file cannot be read.", "Check its permissions."),
    # Records
    "field-unknown": Rule(
        "A record has a field that its schema does not name.", "Remove the field or correct its name."
    ),
    "field-missing": Rule("A record lacks a field.", "Add the field; null only where the schema allows it."),
    "field-type": Rule("A field has a value of another type.", "Write the type that the schema names."),
    "field-value": Rule("A value is outside what its field allows.", "Write an allowed value."),
    "kind-unknown": Rule("The discriminator names no known kind.", "Write one of the known kinds."),
    "schema-version": Rule(
        "The record has a version that this program does not read.", "Use a program of that version."
    ),
    "time-invalid": Rule("A time or day is not in the calendar.", "Write RFC 3339 in UTC."),
    "time-order": Rule("Something ends before it starts.", "Restore the record from its origin."),
    "time-parts": Rule("A part of a time is longer than the whole.", "Restore the record from its origin."),
    "usage-identity": Rule(
        "Token classes contradict each other.", "Check the provider's raw usage; subsets lie within totals."
    ),
    "usage-missing": Rule("A token class is null without a reason, or has both.", "Give the reason under missing."),
    "usage-sum": Rule("A run's tokens are not the sum over its responses.", "Recompute the totals from the responses."),
    "run-sum": Rule(
        "A run's counter is not what its responses add up to.", "Recompute the counters from the responses."
    ),
    "stop-status": Rule(
        "A run's status contradicts its stop reason.",
        "Restore the record from its origin; docs/stops.md has the table.",
    ),
    "value-unexplained": Rule("A measured value is null without a reason.", "Give the reason under missing."),
    "cost-unexplained": Rule(
        "A cost is unknown without a reason, or an estimate lacks its price.", "Add what is missing."
    ),
    "cost-mismatch": Rule(
        "The estimate is not what usage and price yield.", "Recompute the estimate from the responses."
    ),
    "price-dates": Rule("A price's dates are out of order.", "Correct the dates."),
    "price-steps": Rule("A price's context steps are out of order.", "Sort them by rising limit."),
    "price-model": Rule(
        "A run was priced with another model's price.", "Use the price of exactly the requested model."
    ),
    "price-expired": Rule(
        "A run was priced with a price that had expired or was not yet checked.", "Check the price anew."
    ),
    "grade-points": Rule("A check gives more points than it has.", "Restore the grade."),
    "grade-sum": Rule("A grade's points are not the sum of its checks.", "Restore the grade."),
    "grade-evaluator": Rule(
        "A grade comes from another evaluator than its run names.", "Grade the run anew, or name the evaluator."
    ),
    "grade-unexplained": Rule("A grade is missing without a reason.", "Give the reason."),
    "model-reported": Rule("Reported model ids are not sorted and distinct.", "Sort them and drop doubles."),
    "artifact-order": Rule("Artifacts are not sorted and distinct.", "Sort them by name."),
    "slot-unexplained": Rule("A planned run was not started, without a reason.", "Give the reason."),
    "suite-order": Rule("A suite's tasks or slots are not sorted and distinct.", "Sort them and drop doubles."),
    "suite-task-set": Rule("A task set does not fit its suite.", "List the same tasks in both."),
    "suite-counts": Rule("A tombstone's counts do not add up.", "Correct the counts."),
    # References and content
    "id-mismatch": Rule("An id differs from the name of its file or folder.", "Make them equal."),
    "suite-mismatch": Rule(
        "A run names another suite, or is a fixture in a suite that is none.", "Move or correct the run."
    ),
    "slot-missing": Rule("A run is not in its suite's plan.", "Add its slot to the suite, or remove the run."),
    "slot-mismatch": Rule("A run contradicts its slot in the suite's plan.", "Correct the suite's plan."),
    "run-missing": Rule("The plan says that a run was started, but its record is not there.", "Restore the record."),
    "run-duplicate": Rule("Two runs have the same content.", "Remove one; a run is counted once."),
    "run-alike": Rule(
        "Two runs have the same tokens, calls and artifacts, though not the same times.",
        "Look whether one is a copy of the other; if it is, remove it, for a run is counted once.",
        severity="warning",
    ),
    "suite-duplicate": Rule(
        "Two imported suites come from the same run of their origin.", "Remove one; a run is counted once."
    ),
    "task-unknown": Rule("A task is named that the suite does not hold.", "Add the task file, or correct the id."),
    "task-hash": Rule(
        "A task's content is not what its hash says.", "Restore the task; a changed task is a new version."
    ),
    "protocol-unknown": Rule("A run names a protocol hash that its suite does not hold.", "Add the protocol's entry."),
    "protocol-hash": Rule(
        "A protocol's fields are not what its hash says.", "Restore the entry; a changed rule is a new hash."
    ),
    "artifact-missing": Rule("A listed artifact is not there.", "Restore the artifact."),
    "artifact-type": Rule(
        "An artifact is of a kind that a browser may run.", "Publish it as text or data, under another ending."
    ),
    "artifact-hash": Rule("An artifact's content is not what its hash says.", "Restore the artifact."),
    "artifact-size": Rule("An artifact's size is not what its record says.", "Restore the artifact."),
    "grade-artifact": Rule(
        "A grade is of a document that was not saved, or that is not published.",
        "Publish the document that was graded, or give no points.",
    ),
    "review-run": Rule("A review names another run.", "Move the review."),
    "review-artifact": Rule(
        "A review judged an artifact that the run does not have.", "Review the artifact as it is now."
    ),
    "origin-sum": Rule(
        "An imported suite's figures and its runs disagree, and no entry says why.", "Reconcile the import."
    ),
    "suite-barred": Rule("A barred suite's tombstone contradicts its record.", "Correct the tombstone."),
    # Withdrawals
    "withdrawn-duplicate": Rule("A run is withdrawn twice.", "Keep one of the two entries."),
    "withdrawn-unknown": Rule(
        "A withdrawn run is in no suite that the site has.", "Correct its suite and id, or remove the entry."
    ),
    # Releases
    "release-lost": Rule(
        "A release names a suite or a run that is not there any more, without a reason.",
        "Restore it, or withdraw the run or bar the suite with the reason: published addresses stay.",
    ),
    # Site content
    "claim-cohort": Rule(
        "A claim's choice fits several cohorts, or names no suite.", "Name fields that fit one cohort."
    ),
    "claim-measure": Rule("A claim names an unknown measure.", "Name a measure of the data dictionary."),
    "claim-sentence": Rule("A claim's sentence has a placeholder other than {value}.", "Use {value} only."),
    "caveat-duplicate": Rule("Two caveats have the same id.", "Rename one."),
    "placeholder": Rule("A placeholder in prose cannot be filled.", "Correct its name or its arguments."),
    "page-collision": Rule("A page of prose would take an address of the site's own.", "Rename the page."),
    "dead-link": Rule(
        "A link on a page of prose leads nowhere.", "Correct the address; addresses of pages end in .html."
    ),
    "remote-picture": Rule(
        "A page of prose shows a picture from elsewhere, which browsers refuse here and readers would be seen by.",
        "Link to it, or show a picture that the site has.",
    ),
    # Leaks
    "leak": Rule("Something private stands in what would be published.", "Remove it at its origin and export again."),
    "leak-allow-unused": Rule("An entry of the allow-list matches nothing.", "Remove the entry.", severity="warning"),
    "leak-allow-list": Rule("The allow-list of the leak gate is not valid.", "Correct the entry."),
    "format-unavailable": Rule(
        "The site is to publish a format that this installation cannot write.",
        "Install the extra, or change content/site.toml.",
    ),
    # Output
    "view-differs": Rule(
        "A recorded picture is not what the build draws from the same document; the page of the run says so.",
        "Nothing need be done where the drawing code has changed since; else restore the picture from git.",
        severity="warning",
    ),
    "signature-stale": Rule(
        "The site has changed since it was signed.",
        "Sign it again: build-site sign --key FILE.",
        severity="warning",
    ),
    "output-foreign": Rule(
        "The output folder holds files that the build did not write.",
        "Remove them, or serve them elsewhere.",
        severity="warning",
    ),
}

CATALOGUE: Mapping[str, Rule] = MappingProxyType(_RULES)
"""Every issue code."""
