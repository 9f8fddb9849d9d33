"""The allow-list: leaks that a person has looked at and lets pass, one by one and with a reason."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from sitegen.leaks.finding import Finding
from sitegen.leaks.patterns import KINDS

_FIELDS = ("code", "file", "match_sha256", "reason")
_CODES = frozenset(kind.code for kind in KINDS)
_MIN_REASON = 10


@dataclass(frozen=True)
class AllowEntry:
    """Lets exactly these bytes pass in the named file.

    `file` is the path as the finding shows it, or a pattern with * and ?. `match_sha256` is the hash of the bytes, so
    that another leak in the same file still blocks.
    """

    code: str
    file: str
    match_sha256: str
    reason: str

    def allows(self, finding: Finding) -> bool:
        """Returns whether the finding is the one that the entry names."""
        return (
            finding.code == self.code
            and finding.match_sha256 == self.match_sha256
            and (finding.path == self.file or fnmatchcase(finding.path, self.file))
        )


def parse_allow_list(text: str) -> tuple[AllowEntry, ...]:
    """Returns the entries of a TOML text, the tables [[allowed]] in their order.

    Raises:
        ValueError: With every fault of the text, one a line.
    """
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the allow-list is no TOML: {error}") from error
    faults = [f"unknown name {name!r}: only [[allowed]] tables stand here" for name in document if name != "allowed"]
    tables = document.get("allowed", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ValueError("\n".join([*faults, "'allowed' is no list of tables: write [[allowed]] above each entry"]))
    for number, table in enumerate(tables, start=1):
        faults += [f"entry {number}: {fault}" for fault in _faults(table)]
        if table in tables[: number - 1]:
            faults.append(f"entry {number}: stands here twice; delete one")
    if faults:
        raise ValueError("\n".join(faults))
    return tuple(AllowEntry(**table) for table in tables)


def _faults(table: Mapping[str, object]) -> list[str]:
    faults = [f"unknown field {name!r}; an entry has {', '.join(_FIELDS)}" for name in table if name not in _FIELDS]
    texts = {}
    for name in _FIELDS:
        value = table.get(name)
        if not isinstance(value, str):
            faults.append(f"{name} is missing or no text")
        else:
            texts[name] = value
    if "code" in texts and texts["code"] not in _CODES:
        faults.append(f"unknown code {texts['code']!r}; copy the code of the finding")
    if "file" in texts and not texts["file"].strip("*?/ "):
        faults.append(f"file {texts['file']!r} names no file; write the path of the finding")
    if "match_sha256" in texts and not re.fullmatch("[0-9a-f]{64}", texts["match_sha256"]):
        faults.append("match_sha256 is no SHA-256; copy the 64 hexadecimal digits of the finding")
    if "reason" in texts and len(texts["reason"].strip()) < _MIN_REASON:
        faults.append(f"reason has fewer than {_MIN_REASON} characters; say why this is no leak")
    return faults


def unused(entries: Iterable[AllowEntry], findings: Iterable[Finding]) -> tuple[AllowEntry, ...]:
    """Returns the entries that allow none of the findings, which are those before the allow-list."""
    known = tuple(findings)
    return tuple(entry for entry in entries if not any(entry.allows(finding) for finding in known))
